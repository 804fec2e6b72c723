"""What a reviewer must see in a proposal, by rules that are pure and versioned (FAULTS §3)."""
