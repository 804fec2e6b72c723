"""The rows of a Home's note files: what every list asks lies open, the rest is decoded on need."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from curator_core.model.files import Entry, FileState, Place

Head = list[Any]
"""Place and state (as positions), status, id, blob, key, scope, and 1 if it names other notes."""
Row = tuple[bytes, Head, str]
"""What the file system said of the file when it was read; the open fields; the closed ones, JSON."""
Reread = Callable[[str], Entry]
"""Reads the entry of a path from its file."""

_LINKS = ("supersedes", "superseded_by", "exception_to")
_OPEN = ("path", "place", "state", "status", "note_id", "blob", "memory_key", "scope")
_CLOSED = tuple(field.name for field in fields(Entry) if field.name not in _OPEN)
_LISTS = frozenset(field.name for field in fields(Entry) if "tuple" in str(field.type))
_PLACES = tuple(Place)
_STATES = tuple(FileState)
_SET: dict[str, Callable[[Entry, object], None]] = {
    field.name: Entry.__dict__[field.name].__set__ for field in fields(Entry)
}
_SET_OPEN = tuple(_SET[name] for name in _OPEN)


class Glance(NamedTuple):
    """What lists ask of every entry."""

    path: str
    place: Place
    state: FileState
    status: str | None
    note_id: str | None
    blob: str


def encode(entry: Entry, stat: bytes) -> Row:
    """An entry as a row, under the stat key that its file was read with."""
    place, state = _PLACES.index(entry.place), _STATES.index(entry.state)
    named = int(any(getattr(entry, name) for name in _LINKS))
    known = [place, state, entry.status, entry.note_id, entry.blob]
    rest = json.dumps([getattr(entry, name) for name in _CLOSED])
    return stat, [*known, entry.memory_key, entry.scope, named], rest


def is_head(value: object) -> bool:
    """Whether a value that was kept somewhere can be the open fields of a row."""
    match value:
        case [int(place), int(state), _, _, str(), _, str(), int()]:
            return 0 <= place < len(_PLACES) and 0 <= state < len(_STATES)
        case _:
            return False


class _Lazy(Entry):
    """An entry whose closed fields are filled in at the first look at one of them."""

    __slots__ = ("_reread", "_rest")
    _reread: Reread
    _rest: str

    def __getattr__(self, name: str) -> object:
        """Called where a field is not filled in yet."""
        if name not in _SET:
            raise AttributeError(name)
        _fill(self)
        return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash(_values(self))


_SET_HIDDEN = (_Lazy.__dict__["_rest"].__set__, _Lazy.__dict__["_reread"].__set__)


def _lazy(path: str, row: Row, reread: Reread) -> Entry:
    _, (place, state, *texts, named), rest = row
    entry: Entry = _Lazy.__new__(_Lazy)
    for put, value in zip(_SET_OPEN, (path, _PLACES[place], _STATES[state], *texts), strict=True):
        put(entry, value)
    if not named:
        for name in _LINKS:
            _SET[name](entry, () if name in _LISTS else None)
    for put, value in zip(_SET_HIDDEN, (rest, reread), strict=True):
        put(entry, value)
    return entry


def _fill(entry: _Lazy) -> None:
    """Decode the closed fields; a damaged row is read again from its file."""
    try:
        values = dict(zip(_CLOSED, json.loads(entry._rest), strict=True))
        closed = {name: tuple(v) if name in _LISTS else v for name, v in values.items()}
    except (ValueError, TypeError):
        again = entry._reread(entry.path)
        closed = {name: getattr(again, name) for name in _CLOSED}
    for name, value in closed.items():
        _SET[name](entry, value)


def _values(entry: Entry) -> tuple[object, ...]:
    return tuple(getattr(entry, name) for name in _SET)


class Table(Mapping[str, Entry]):
    """Entries by path in the order of the rows; each is made when it is asked for first."""

    def __init__(self, rows: Mapping[str, Row], reread: Reread) -> None:
        self.rows = rows
        self._reread = reread
        self._made: dict[str, Entry] = {}

    def __getitem__(self, path: str) -> Entry:
        entry = self._made.get(path)
        if entry is None:
            entry = self._made[path] = _lazy(path, self.rows[path], self._reread)
        return entry

    def __contains__(self, path: object) -> bool:
        return path in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def glances(entries: Mapping[str, Entry]) -> Iterator[Glance]:
    """All entries in order, as far as lists look at them; none of a table's is made."""
    if isinstance(entries, Table):
        for path, (_, head, _) in entries.rows.items():
            place, state, status, note_id, blob = head[:5]
            yield Glance(path, _PLACES[place], _STATES[state], status, note_id, blob)
    else:
        for path, one in entries.items():
            yield Glance(path, one.place, one.state, one.status, one.note_id, one.blob)
