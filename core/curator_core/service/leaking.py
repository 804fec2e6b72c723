"""Where a value that no longer holds still stands: views, files for agents, branches, notes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from curator_core.model.files import Entry, Place
from curator_core.model.note import Status
from curator_core.model.problem import Problem
from curator_core.model.trace import Leak, Where
from curator_core.rules import layout, protected, standings, tracing
from curator_core.rules.standings import Holds
from curator_core.service import searching, shelf, versions
from curator_core.service.opening import Opened
from curator_core.service.searching import Search
from curator_core.store import branch_files, reading
from curator_core.store.view_files import VIEWS

FILE_LIMIT = 256 * 1024
"""Largest file beside the notes, in bytes, that is looked into."""
MOST_FILES = 20_000
MOST = 500
"""More places than this are not listed."""
_EVIDENCE = ("ledger", "sources", "golden", ".git", ".curator")
"""Folders that hold the past on purpose, and what is made from notes."""


@dataclass(frozen=True, slots=True)
class Old:
    """Values that no longer hold, and those that hold instead; `known` are the folded ids of the
    notes whose value it was or is."""

    values: tuple[str, ...]
    instead: tuple[str, ...]
    known: frozenset[str]


def leaks(one: Opened, old: Old) -> tuple[Leak, ...]:
    """Every line that still says one of the values, what agents read first at the top."""
    if not old.values:
        return ()
    found = [*_files(one, old), *_notes(one, old), *_branches(one, old)]
    order = {where: number for number, where in enumerate(Where)}
    found.sort(key=lambda leak: (order[leak.where], leak.path, leak.line))
    return tuple(found[:MOST])


_BEFORE = "; before "
"""What the views of current values write between the value and the one before it."""


@dataclass(frozen=True, slots=True)
class _File:
    where: Where
    path: str
    text: str
    note_id: str | None = None


def _lines(file: _File, old: Old) -> Iterator[Leak]:
    seen: set[int] = set()
    for value in old.values:
        for place in tracing.places(file.text, value, old.instead):
            told_as_past = file.where is Where.VIEW and _BEFORE in place.text[: place.start]
            if place.line not in seen and not told_as_past:
                seen.add(place.line)
                yield Leak(
                    where=file.where,
                    path=file.path,
                    line=place.line,
                    text=place.text,
                    value=value,
                    note_id=file.note_id,
                    start=place.start,
                    end=place.end,
                )


def _files(one: Opened, old: Old) -> Iterator[Leak]:
    """Views, and everything of the Home that is neither note nor evidence."""
    config = one.snapshot.config
    views = {config.view_memory, config.view_index}
    paths = [(path, Where.VIEW) for path in reading.list_files(one.repo.root, VIEWS)]
    for path in beside(one):
        where = Where.PROTECTED if protected.is_protected(path, config) else Where.FILE
        paths.append((path, Where.VIEW if path in views else where))
    for path, where in paths:
        content = reading.read(one.repo.root, path, FILE_LIMIT)
        if not isinstance(content, Problem) and b"\0" not in content.data:
            text = content.data.decode("utf-8", "replace")
            yield from _lines(_File(where, path, text), old)


def beside(one: Opened) -> Iterator[str]:
    """The Home's other files, hidden and evident ones left out; links are not followed."""
    root = os.fspath(one.repo.root)
    count = 0
    for below, folders, names in os.walk(root):
        inside = os.path.relpath(below, root)
        prefix = "" if inside == "." else f"{inside}/"
        folders[:] = [name for name in sorted(folders) if _walks_into(one, prefix + name)]
        for name in sorted(names):
            count += 1
            if count > MOST_FILES:
                return
            path = prefix + name
            if path not in one.snapshot.entries and path != "curator.toml":
                yield path


def _walks_into(one: Opened, folder: str) -> bool:
    parts = folder.split("/")
    if parts[0] in _EVIDENCE or ".git" in parts:
        return False
    root = one.repo.root / folder
    return not root.is_symlink() and not (root / ".git").exists()


def _notes(one: Opened, old: Old) -> Iterator[Leak]:
    """Other notes that hold now, and texts that wait for a decision."""
    hits: dict[str, Entry] = {}
    for value in old.values:
        asked = Search(text=value, places=tuple(Place))
        hits |= {hit.entry.path: hit.entry for hit in searching.found(one, asked).hits}
    holds = standings.standings(shelf.memory(one, one.caller.now)) if hits else {}
    for path, entry in hits.items():
        where = _where(entry, holds.get(path), old)
        if where is not None:
            text = one.snapshot.files[path].data.decode("utf-8", "replace")
            yield from _lines(_File(where, path, text, entry.note_id), old)


_LIVING = (Holds.NOW, Holds.MAYBE, Holds.LATER, Holds.EXCEPTED, Holds.COLLISION)
_OVER = (Status.SUPERSEDED, Status.ARCHIVED, Status.REJECTED, Status.DELETED)


def _where(entry: Entry, holds: Holds | None, old: Old) -> Where | None:
    """What a note file is as a place of a leak; None for those known for it, and for the past."""
    if entry.place is not Place.NOTES:
        return Where.WAITING
    if (entry.note_id or "").casefold() in old.known:
        return None
    if holds is not None:
        return Where.NOTE if holds in _LIVING else None
    return None if entry.status in _OVER else Where.WAITING


def _branches(one: Opened, old: Old) -> Iterator[Leak]:
    """Files that other branches changed, read from git."""
    head = one.snapshot.head.commit
    files = [] if head is None else list(branch_files.changed(one.repo, head))
    wanted = [file for file in files if file.path.split("/")[0] not in _EVIDENCE]
    texts = one.repo.blobs({file.blob for file in wanted}) if wanted else {}
    for file in wanted:
        data = texts.get(file.blob, b"")
        if len(data) <= FILE_LIMIT and b"\0" not in data:
            note_id = _note_id(one, file.path, data)
            if note_id is None or note_id.casefold() not in old.known:
                text = data.decode("utf-8", "replace")
                yield from _lines(
                    _File(Where.BRANCH, f"{file.ref}:{file.path}", text, note_id), old
                )


def _note_id(one: Opened, path: str, data: bytes) -> str | None:
    if layout.place_of(path, one.snapshot.config) is None:
        return None
    note = versions.parsed(one, path, data)
    return None if note is None else note.id
