"""Files of an applied plan that are not in place yet: read from its commit (CONTRACT 3)."""

from __future__ import annotations

from collections.abc import Mapping

from curator_core.model.files import Entry, NoteFile
from curator_core.model.home import Config
from curator_core.rules import layout
from curator_core.store import intent, note_files
from curator_core.store.repository import Repository

Committed = Mapping[str, NoteFile | None]
"""Files by path as the plan's commit holds them; None where it holds none."""


def files(repo: Repository, config: Config) -> Committed | None:
    """The note files that a committed plan wrote, while it is not finished; None when all is."""
    if intent.read(repo) is None:
        return None
    from curator_core.store import transaction  # its import costs more than the usual "no"

    made = transaction.pending(repo)
    if made is None:
        return None
    blobs = {change.path: change.new for change in made.paths if change.path.endswith(".md")}
    texts = repo.blobs({blob for blob in blobs.values() if blob is not None})
    found: dict[str, NoteFile | None] = {}
    for path, blob in blobs.items():
        place = layout.place_of(path, config)
        if place is None:
            continue
        data = None if blob is None else texts[blob]
        at = None if data is None else note_files.where(path, data, place, config)
        found[path] = None if data is None or at is None else note_files.parse(data, at, config)
    return found


def paths(repo: Repository) -> frozenset[str]:
    """All paths that a committed plan writes, while it is not finished."""
    if intent.read(repo) is None:
        return frozenset()
    from curator_core.store import transaction

    made = transaction.pending(repo)
    return frozenset() if made is None else frozenset(change.path for change in made.paths)


def over(entries: Mapping[str, Entry], committed: Committed | None) -> Mapping[str, Entry]:
    """The entries of the worktree with those of the commit in their place, in path order."""
    if not committed:
        return entries
    rows = {path: file.entry for path, file in present(committed).items()}
    kept = {path: entry for path, entry in entries.items() if path not in committed}
    return dict(sorted((kept | rows).items()))


def present(committed: Committed | None) -> dict[str, NoteFile]:
    """The files that the commit holds."""
    return {path: file for path, file in (committed or {}).items() if file is not None}
