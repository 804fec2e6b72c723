"""Entrances to Curator: the command line and the terminal app."""
