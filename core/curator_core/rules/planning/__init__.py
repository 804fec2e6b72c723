"""From decisions to the exact changes and events they mean; pure (DESIGN §6)."""
