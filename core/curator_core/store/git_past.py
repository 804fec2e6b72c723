"""Commits of the past: the newest at an instant (CONTRACT 16), those of decisions."""

from __future__ import annotations

import os
from datetime import datetime

from curator_core.store.git_reading import TRAILER, trailers
from curator_core.store.repository import Repository


def commit_before(repo: Repository, moment: datetime) -> str | None:
    """The newest first-parent commit of HEAD with a committer date up to an instant, inclusive."""
    seconds = int(moment.timestamp())
    if seconds < 0 or repo.head().commit is None:
        return None
    out = repo.run("rev-list", "-1", "--first-parent", f"--before={seconds}", "HEAD", "--")
    return out.decode("ascii").strip() or None


def decision_commits(repo: Repository) -> dict[str, str]:
    """The newest commit reachable from HEAD of each decision that a trailer names."""
    if repo.head().commit is None:
        return {}
    grep = f"--grep={TRAILER}: "
    names = repo.run("rev-list", "--fixed-strings", grep, "HEAD", "--").decode("ascii").split()
    found: dict[str, str] = {}
    for oid, commit in zip(names, repo.objects(names), strict=True):
        for decision in () if commit is None else trailers(commit.data, TRAILER):
            found.setdefault(decision, oid)
    return found


def deleted(repo: Repository, folder: str) -> tuple[str, ...]:
    """The files below a folder that some commit of HEAD's history took away, newest first."""
    commits = repo.run("rev-list", "HEAD", "--", folder)
    out = repo.run(
        *("diff-tree", "--stdin", "-r", "-z", "--no-renames", "--no-commit-id"),
        *("--diff-filter=D", "--name-only", "--", folder),
        data=commits,
    )
    names = (os.fsdecode(name) for name in out.split(b"\0"))
    return tuple(dict.fromkeys(name for name in names if name))
