"""The command line: every action of the desk without a terminal (DESIGN §10)."""
