"""The rows of a Home's note files: what every list asks lies open, the rest is decoded on need."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from curator_core.model.files import Entry, FileState, Place
from curator_core.rules.hashing import short_id

Head = list[Any]
"""Place and state (as positions), status, id, blob, key, scope, claim, and 1 if a rare field is
filled."""
Row = tuple[bytes, Head, str]
"""What the file system said of the file when it was read; its head; the other fields as JSON."""
Reread = Callable[[str], Entry]
"""Reads the entry of a path from its file."""

_RARE = ("supersedes", "superseded_by", "exception_to", "valid_to", "taint", "problem_codes")
"""Fields that most notes leave empty: what looks for links and faults decodes few rows."""
_OPEN = ("status", "note_id", "blob", "memory_key", "scope", "claim")
_CLOSED = tuple(
    field.name for field in fields(Entry) if field.name not in ("path", "place", "state", *_OPEN)
)
assert _CLOSED[:2] == ("size", "title"), "BUG: titles are found behind the first comma"
_LISTS = frozenset(field.name for field in fields(Entry) if "tuple" in str(field.type))
_TEXT: set[type] = {str}
_TEXT_OR_NONE: set[type] = {str, type(None)}
_NUMBER: set[type] = {int}
_HEAD_TYPES: tuple[set[type], ...] = (
    *(_NUMBER, _NUMBER, _TEXT_OR_NONE, _TEXT_OR_NONE, _TEXT),
    *(_TEXT_OR_NONE, _TEXT, _TEXT_OR_NONE, _NUMBER),
)
_PLACES = tuple(Place)
_STATES = tuple(FileState)

FORM = short_id("", _OPEN, _CLOSED, _RARE, _PLACES, _STATES)
"""Another one whenever rows would look otherwise."""


Address = tuple[str, str | None, str | None, str, bool]
"""An entry's path, note id, memory key and scope, and whether it may link to notes."""


class Glance(NamedTuple):
    """What lists ask of every entry; `rare` says that it links to notes, ends or has problems."""

    path: str
    place: Place
    state: FileState
    status: str | None
    note_id: str | None
    blob: str
    rare: bool


def encode(entry: Entry, stat: bytes) -> Row:
    """An entry as a row, under the stat key that its file was read with."""
    place, state = _PLACES.index(entry.place), _STATES.index(entry.state)
    rare = int(_has_rare(entry))
    known = [place, state, entry.status, entry.note_id, entry.blob]
    rest = json.dumps([getattr(entry, name) for name in _CLOSED])
    return stat, [*known, entry.memory_key, entry.scope, entry.claim, rare], rest


def _has_rare(entry: Entry) -> bool:
    return any(getattr(entry, name) not in (None, ()) for name in _RARE)


def are_heads(values: Sequence[Sequence[object]]) -> bool:
    """Whether values that were kept somewhere are heads of rows; judged by column, for speed."""
    try:
        columns = list(zip(*values, strict=True))
    except (TypeError, ValueError):
        return False
    if not values:
        return True
    if len(columns) != len(_HEAD_TYPES):
        return False
    known = zip(columns, _HEAD_TYPES, strict=True)
    if not all(set(map(type, column)) <= types for column, types in known):
        return False
    return set(columns[0]) <= set(range(len(_PLACES))) and set(columns[1]) <= set(
        range(len(_STATES))
    )


class _Lazy(Entry):
    """An entry that answers from its row, and decodes the closed fields at the first look.

    It says that its class is Entry, so that comparing, hashing and replacing treat it as one.
    """

    __slots__ = ("_closed", "_reread", "_row")
    _row: Row
    _reread: Reread
    _closed: Sequence[object] | None

    @property  # type: ignore[misc]
    def __class__(self) -> type[Entry]:  # type: ignore[override]
        return Entry


def _slot(name: str) -> Callable[[Entry, object], None]:
    put: Callable[[Entry, object], None] = getattr(_Lazy, name).__set__
    return put


_PUT_PATH, _PUT_ROW = _slot("path"), _slot("_row")
_PUT_REREAD, _PUT_CLOSED = _slot("_reread"), _slot("_closed")


def _lazy(path: str, row: Row, reread: Reread) -> Entry:
    entry: Entry = object.__new__(_Lazy)
    _PUT_PATH(entry, path)
    _PUT_ROW(entry, row)
    _PUT_REREAD(entry, reread)
    _PUT_CLOSED(entry, None)
    return entry


def _open_field(position: int) -> Callable[[_Lazy], object]:
    return lambda entry: entry._row[1][position]


def _closed_field(position: int) -> Callable[[_Lazy], object]:
    return lambda entry: (entry._closed or _decoded(entry))[position]


def _rare_field(position: int, nothing: object) -> Callable[[_Lazy], object]:
    closed = _closed_field(position)
    return lambda entry: closed(entry) if entry._row[1][-1] else nothing


def _decoded(entry: _Lazy) -> Sequence[object]:
    """The closed fields; a damaged row is read again from its file."""
    try:
        values = zip(_CLOSED, json.loads(entry._row[2]), strict=True)
        closed = [tuple(value) if name in _LISTS else value for name, value in values]
    except (ValueError, TypeError):
        again = entry._reread(entry.path)
        closed = [getattr(again, name) for name in _CLOSED]
    _PUT_CLOSED(entry, closed)
    return closed


def _fields() -> Iterator[tuple[str, Callable[[_Lazy], object]]]:
    yield "place", lambda entry: _PLACES[entry._row[1][0]]
    yield "state", lambda entry: _STATES[entry._row[1][1]]
    for position, name in enumerate(_OPEN, 2):
        yield name, _open_field(position)
    for position, name in enumerate(_CLOSED):
        nothing = () if name in _LISTS else None
        rare = name in _RARE
        yield name, _rare_field(position, nothing) if rare else _closed_field(position)


for _name, _read in _fields():
    setattr(_Lazy, _name, property(_read))


class Table(Mapping[str, Entry]):
    """Entries by path in the order of the rows; each is made when it is asked for first, and the
    rows are loaded when one is.

    `stamp` says which files the rows are of, in what state; None when that may change unseen.
    """

    def __init__(
        self, load: Callable[[], Mapping[str, Row]], reread: Reread, stamp: str | None = None
    ) -> None:
        self.reread = reread
        self.stamp = stamp
        self._load = load
        self._rows: Mapping[str, Row] | None = None
        self._made: dict[str, Entry] = {}
        self._glances: dict[str, Glance] | None = None

    @property
    def rows(self) -> Mapping[str, Row]:
        """The row of each file, by path."""
        if self._rows is None:
            self._rows = self._load()
        return self._rows

    def glances(self) -> Iterable[Glance]:
        """All entries in order, as far as lists look at them; none is made."""
        if self._glances is None:
            self._glances = {path: _glance(path, row) for path, row in self.rows.items()}
        return self._glances.values()

    def reuse(self, before: Table) -> None:
        """Take over what another table made of the same rows."""
        rows, old, seen = self.rows, before.rows, before._glances
        same = {path for path, row in rows.items() if old.get(path) is row}
        self._made = {path: entry for path, entry in before._made.items() if path in same}
        if seen is not None:
            self._glances = {
                path: seen[path] if path in same else _glance(path, row)
                for path, row in rows.items()
            }

    def __getitem__(self, path: str) -> Entry:
        entry = self._made.get(path)
        if entry is None:
            entry = self._made[path] = _lazy(path, self.rows[path], self.reread)
        return entry

    def __contains__(self, path: object) -> bool:
        return path in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def _glance(path: str, row: Row) -> Glance:
    place, state, status, note_id, blob, _, _, _, rare = row[1]
    return Glance(path, _PLACES[place], _STATES[state], status, note_id, blob, rare == 1)


def glances(entries: Mapping[str, Entry]) -> Iterable[Glance]:
    """The same of any mapping of entries."""
    if isinstance(entries, Table):
        return entries.glances()
    return (
        Glance(path, one.place, one.state, one.status, one.note_id, one.blob, _has_rare(one))
        for path, one in entries.items()
    )


def addresses(entries: Mapping[str, Entry]) -> Iterator[Address]:
    """Under which names all entries are found, in order; none of a table's is made."""
    if isinstance(entries, Table):
        for path, (_, head, _) in entries.rows.items():
            yield path, head[3], head[5], head[6], head[8] == 1
    else:
        for path, one in entries.items():
            yield path, one.note_id, one.memory_key, one.scope, _has_rare(one)


def claims(entries: Mapping[str, Entry]) -> Mapping[str, tuple[str, ...]]:
    """The paths of the notes under notes that make each claim, in order; no entry is made."""
    found: dict[str, tuple[str, ...]] = {}
    for path, claim in _claims(entries):
        if claim is not None:
            found[claim] = (*found.get(claim, ()), path)
    return found


def titles(entries: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """The path and title of each note under notes, in order; no entry is made."""
    if not isinstance(entries, Table):
        yield from ((path, e.title) for path, e in entries.items() if e.place is Place.NOTES)
        return
    notes, scan = _PLACES.index(Place.NOTES), json.JSONDecoder().raw_decode
    for path, (_, head, rest) in entries.rows.items():
        if head[0] == notes:
            try:
                title, _ = scan(rest, rest.index(", ") + 2)
            except ValueError:
                title = None
            yield path, title if isinstance(title, str) else entries[path].title


def _claims(entries: Mapping[str, Entry]) -> Iterator[tuple[str, str | None]]:
    if isinstance(entries, Table):
        notes = _PLACES.index(Place.NOTES)
        yield from (
            (path, head[7]) for path, (_, head, _) in entries.rows.items() if head[0] == notes
        )
    else:
        yield from ((path, e.claim) for path, e in entries.items() if e.place is Place.NOTES)


def changed(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> frozenset[str]:
    """The paths whose entry is another one, new or gone; of tables told by their rows."""
    if before is after:
        return frozenset()
    if isinstance(before, Table) and isinstance(after, Table):
        return _differing(before.rows, after.rows)
    return _differing(before, after)


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> frozenset[str]:
    other = {path for path, value in after.items() if before.get(path) is not value}
    return frozenset(other | (before.keys() - after.keys()))
