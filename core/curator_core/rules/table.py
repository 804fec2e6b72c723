"""The rows of a Home's note files: what every list asks stands open, the rest is decoded on need."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from curator_core.model.files import Entry, FileState, Place

Row = tuple[str, bytes, int, int, str | None, str | None, str, str]
"""Path, stat key, place, state, status, note id, blob and the other fields as a JSON list.

The stat key is what the file system said of the file when it was read. Place and state are
positions in their enumerations.
"""

_OPEN = ("path", "place", "state", "status", "note_id", "blob")
_CLOSED = tuple(field.name for field in fields(Entry) if field.name not in _OPEN)
_LISTS = tuple(
    index
    for index, field in enumerate(f for f in fields(Entry) if f.name not in _OPEN)
    if "tuple" in str(field.type)
)
_PLACES = tuple(Place)
_STATES = tuple(FileState)


def encode(entry: Entry, stat: bytes) -> Row:
    """An entry as a row, under the stat key that its file was read with."""
    place, state = _PLACES.index(entry.place), _STATES.index(entry.state)
    rest = json.dumps([getattr(entry, name) for name in _CLOSED])
    return (entry.path, stat, place, state, entry.status, entry.note_id, entry.blob, rest)


def decode(row: Row) -> Entry:
    """An entry from its row; ValueError or TypeError when the row is damaged."""
    path, _, place, state, status, note_id, blob, rest = row
    values: list[Any] = json.loads(rest)
    for index in _LISTS:
        values[index] = tuple(values[index])
    return Entry(
        path=path,
        place=_PLACES[place],
        state=_STATES[state],
        status=status,
        note_id=note_id,
        blob=blob,
        **dict(zip(_CLOSED, values, strict=True)),
    )


class Glance(NamedTuple):
    """What lists ask of every entry."""

    path: str
    place: Place
    state: FileState
    status: str | None
    note_id: str | None
    blob: str


class Table(Mapping[str, Entry]):
    """Entries by path, in the order of the rows; each is decoded when it is asked for first."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = {row[0]: row for row in rows}
        self._entries: dict[str, Entry] = {}

    def __getitem__(self, path: str) -> Entry:
        entry = self._entries.get(path)
        if entry is None:
            entry = self._entries[path] = decode(self._rows[path])
        return entry

    def __contains__(self, path: object) -> bool:
        return path in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def glances(self) -> Iterator[Glance]:
        """All entries in order, without decoding any."""
        for path, _, place, state, status, note_id, blob, _ in self._rows.values():
            yield Glance(path, _PLACES[place], _STATES[state], status, note_id, blob)


def glances(entries: Mapping[str, Entry]) -> Iterator[Glance]:
    """What lists ask, of any mapping of entries."""
    if isinstance(entries, Table):
        yield from entries.glances()
        return
    for path, one in entries.items():
        yield Glance(path, one.place, one.state, one.status, one.note_id, one.blob)
