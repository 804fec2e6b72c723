"""Facts about the machine that Curator depends on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from curator_core.store import repository, yaml_events

MIN_WATCHES = 8192
"""Fewer inotify watches than this and large Homes fall back to polling."""
MIN_GIT = (2, 36)
"""The first git whose `core.fsync` can be told to write everything through."""


def looked_at() -> list[tuple[str, bool, str]]:
    """Name, whether it is well, and what was found."""
    return [_git(), _libyaml(), _fts5(), _inotify()]


def _git() -> tuple[str, bool, str]:
    version = repository.git_version()
    found = ".".join(map(str, version)) if version else "git was not found"
    wanted = ".".join(map(str, MIN_GIT))
    ok = version is not None and version >= MIN_GIT
    return "git", ok, found if ok else f"{found}; {wanted} or newer is needed"


def _libyaml() -> tuple[str, bool, str]:
    there = yaml_events.has_libyaml()
    return "libyaml", there, "in use" if there else "missing: reading notes is several times slower"


def _fts5() -> tuple[str, bool, str]:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    except sqlite3.OperationalError:
        return "fts5", False, f"SQLite {sqlite3.sqlite_version} has no FTS5"
    finally:
        connection.close()
    return "fts5", True, f"SQLite {sqlite3.sqlite_version}"


def _inotify() -> tuple[str, bool, str]:
    try:
        text = Path("/proc/sys/fs/inotify/max_user_watches").read_text(encoding="ascii")
    except OSError:
        return "inotify", True, "not on this system; the desk polls"
    watches = int(text)
    return "inotify", watches >= MIN_WATCHES, f"{watches} watches allowed"
