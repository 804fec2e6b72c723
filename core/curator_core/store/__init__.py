"""The outside world: files, git, SQLite; one third-party import per file."""
