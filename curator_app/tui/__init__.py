"""The terminal app: screens over the use cases of `curator_core.service`."""
