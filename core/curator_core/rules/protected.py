"""Paths that no proposal may touch (DESIGN §3)."""

from __future__ import annotations

from fnmatch import fnmatchcase

from curator_core.model.home import Config

FOLDERS = ("ledger", "golden", "sources", ".curator", ".github", ".circleci", ".ci", ".gitea")
"""Folders at the Home's top: evidence, the ledger, disposable views, continuous integration."""
NAMES = ("agents.md", "claude.md", "gemini.md")
"""Files that people write for agents, in any folder."""
FILES = ("curator.toml", ".gitlab-ci.yml", ".travis.yml", "jenkinsfile", "azure-pipelines.yml")
"""Files at the Home's top."""


def is_protected(path: str, config: Config) -> bool:
    """Whether a proposal that changes this path is refused; letters' case does not matter."""
    parts = path.casefold().split("/")
    if parts[0] in FOLDERS or path.casefold() in FILES or parts[-1] in NAMES:
        return True
    if any(part.startswith(".git") for part in parts):
        return True
    return any(_matches(path, pattern) for pattern in config.protect)


def _matches(path: str, pattern: str) -> bool:
    """A protected folder covers what lies in it; else a glob over the whole path."""
    plain, wanted = path.casefold(), pattern.strip("/").casefold()
    return plain == wanted or plain.startswith(f"{wanted}/") or fnmatchcase(plain, wanted)
