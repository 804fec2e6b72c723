"""Which commit was the newest at an earlier instant (CONTRACT 16)."""

from __future__ import annotations

from datetime import datetime

from curator_core.store.repository import Repository


def commit_before(repo: Repository, moment: datetime) -> str | None:
    """The newest first-parent commit of HEAD with a committer date up to an instant, inclusive."""
    seconds = int(moment.timestamp())
    if seconds < 0 or repo.head().commit is None:
        return None
    out = repo.run("rev-list", "-1", "--first-parent", f"--before={seconds}", "HEAD", "--")
    return out.decode("ascii").strip() or None
