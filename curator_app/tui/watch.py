"""Watching a Home's files: events are hints to read again, never facts.

The only file that imports watchdog. Watched are the Home's top, its visible folders, and git's HEAD
and refs; events that a mere read causes are not asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

Hint = Callable[[], None]

_CHANGES = frozenset({"created", "modified", "deleted", "moved", "closed"})
_GIT_FILES = frozenset({"HEAD", "packed-refs", "MERGE_HEAD", "index.lock"})


class _Handler(FileSystemEventHandler):
    """Passes on that something changed, once until that was heard; runs in watchdog's thread."""

    def __init__(self, hint: Hint) -> None:
        self._hint = hint
        self.asked = False

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Ask for a re-read when a change may show."""
        if self.asked or event.event_type not in _CHANGES:
            return
        if any(_shows(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path):
            self.asked = True
            self._hint()


def _shows(path: str) -> bool:
    """Whether a change of this path can change what a Home shows."""
    parts = Path(path).parts
    if ".curator" in parts:
        return False
    if ".git" in parts:
        return "refs" in parts or parts[-1] in _GIT_FILES
    return True


class Watch:
    """One observer for one Home; `stop` always ends its threads."""

    def __init__(self, home: Path, hint: Hint) -> None:
        self._home, self._handler = home, _Handler(hint)
        self._observer = Observer()

    def heard(self) -> None:
        """The last hint was taken: the next change hints again."""
        self._handler.asked = False

    def start(self) -> str | None:
        """Watch; None when it works, else why not, in the system's own words."""
        try:
            for folder, recursive in folders(self._home):
                self._observer.schedule(self._handler, str(folder), recursive=recursive)
            self._observer.start()
        except (OSError, RuntimeError) as problem:
            self._observer.unschedule_all()
            return str(problem)
        return None

    def stop(self) -> None:
        """End watching; waits at most a second for the threads."""
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join(timeout=1)


def folders(home: Path) -> Iterator[tuple[Path, bool]]:
    """What to watch, and whether with all folders below."""
    yield home, False
    for folder in sorted(home.iterdir()):
        if folder.is_dir() and not folder.is_symlink() and not folder.name.startswith("."):
            yield folder, True
    git, common = git_folders(home)
    yield git, False
    if common != git:
        yield common, False
    if (common / "refs").is_dir():
        yield common / "refs", True


def git_folders(home: Path) -> tuple[Path, Path]:
    """The git folder of this worktree, and the one it shares with others (mostly the same)."""
    git = home / ".git"
    if git.is_file():
        named = git.read_text(encoding="utf-8", errors="surrogateescape")
        git = (home / named.removeprefix("gitdir:").strip()).resolve()
    shared = git / "commondir"
    if not shared.is_file():
        return git, git
    return git, (git / shared.read_text(encoding="utf-8").strip()).resolve()
