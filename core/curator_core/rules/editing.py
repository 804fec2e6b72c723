"""Writing fields by changing only the lines of the named keys (DESIGN §3, "Reading and writing").

Order, comments, quotes, line ends, blank tail and final newline of everything else stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from curator_core.model.files import NoteText
from curator_core.model.note import FieldValue
from curator_core.rules import restyling
from curator_core.rules.rendering import as_read, entry

KEY_ORDER = (
    "schema_version",
    "id",
    "kind",
    "title",
    "description",
    "subject",
    "memory_key",
    "value",
    "scope",
    "status",
    "valid_from",
    "valid_to",
    "recorded_at",
    "observed_at",
    "expires_at",
    "review_by",
    "verified_at",
    "supersedes",
    "relation",
    "exception_to",
    "origin",
    "authority",
    "taint",
    "modality",
    "applies_when",
    "confidence",
    "privacy",
    "reviewed",
    "reviewed_by",
    "reviewed_at",
    "reviewed_hash",
    "sources",
    "pin",
    "generated",
    "recipe",
    "inputs",
    "session",
    "job",
    "tags",
    "signals",
)
"""Fields of schema 1 in the order of DESIGN §3; a new key is written after its predecessors."""

_RANK = {key: rank for rank, key in enumerate(KEY_ORDER)}
_FENCE = "---"


class Remove(Enum):
    """In place of a value: the key goes away."""

    KEY = "remove"


REMOVE: Final = Remove.KEY

Changes = Mapping[str, FieldValue | Remove]
"""New values by key; a value may be text, bool, number, None, a list or a mapping of those."""


@dataclass(slots=True)
class _Chunk:
    """Lines of one key, or (key None) lines between keys."""

    key: str | None
    lines: list[str]


def edit(text: NoteText, changes: Changes) -> str:
    """The whole new text, without a byte order mark.

    A key keeps its quotes, the comment of a one-line value, and its list's form and indent where
    the new value allows. A key that has the value already stays untouched. A new key comes after
    its nearest predecessor in KEY_ORDER, else last; a text without a block gets one on top. A key
    that stands twice is written once. ValueError for text with half a surrogate pair.
    """
    if text.open_line is None or text.close_line is None:
        return _with_block(text, changes)
    chunks = list(_chunks(text, text.open_line + 1, text.close_line))
    for key in _in_order(changes):
        _change(text, chunks, key, changes[key])
    inside = (line for chunk in chunks for line in chunk.lines)
    head, tail = text.lines[: text.open_line + 1], text.lines[text.close_line :]
    return "".join((*head, *inside, *tail))


def encode(text: NoteText, new: str) -> bytes:
    """The bytes of a new text, with the byte order mark that the old one had."""
    return (("\ufeff" if text.bom else "") + new).encode("utf-8")


def render_new(fields: Mapping[str, FieldValue], body: str) -> str:
    """A fresh note, fields in KEY_ORDER, then other keys as given; `body` follows unchanged."""
    lines = [line for key in _in_order(fields) for line in entry(key, fields[key], "", "\n")]
    return "".join((f"{_FENCE}\n", *lines, f"{_FENCE}\n", body))


def confirm(before: NoteText, after: NoteText, changes: Changes) -> str | None:
    """The first way in which a re-read text differs from what was meant; None: it is as meant.

    Changed keys must have their new values, all other fields their old ones, and every line that
    belongs to no changed key must be the same.
    """
    return (
        _wrong_value(after, changes)
        or _wrong_neighbour(before, after, changes)
        or _wrong_line(before, after, changes)
    )


def _in_order(keys: Iterable[str]) -> list[str]:
    return sorted(keys, key=lambda key: _RANK.get(key, len(_RANK)))


def _with_block(text: NoteText, changes: Changes) -> str:
    fields = {key: value for key, value in changes.items() if value is not REMOVE}
    if not fields:
        return text.raw
    end = text.newline
    lines = [line for key in _in_order(fields) for line in entry(key, fields[key], "", end)]
    return "".join((_FENCE, end, *lines, _FENCE, end, text.raw))


def _chunks(text: NoteText, start: int, stop: int) -> Iterator[_Chunk]:
    for span in text.spans:
        if span.start > start:
            yield _Chunk(None, list(text.lines[start : span.start]))
        yield _Chunk(span.key, list(text.lines[span.start : span.end]))
        start = span.end
    yield _Chunk(None, list(text.lines[start:stop]))


def _change(text: NoteText, chunks: list[_Chunk], key: str, value: FieldValue | Remove) -> None:
    places = [place for place, chunk in enumerate(chunks) if chunk.key == key]
    if value is REMOVE:
        _drop(chunks, places)
    elif not places:
        _insert(text, chunks, key, value)
    else:
        if key not in text.fields or text.fields[key] != as_read(value):
            chunk = chunks[places[0]]
            chunk.lines = restyling.restyle(key, chunk.lines, text.fields.get(key), value)
        _drop(chunks, places[1:])


def _drop(chunks: list[_Chunk], places: list[int]) -> None:
    for place in places:
        chunks[place].lines = []


def _insert(text: NoteText, chunks: list[_Chunk], key: str, value: FieldValue) -> None:
    place = _place(chunks, key)
    above = next((c.lines[-1] for c in reversed(chunks[:place]) if c.lines), None)
    newline = restyling.line_end(above or text.lines[text.open_line or 0])
    chunks.insert(place, _Chunk(key, entry(key, value, _indent(text), newline)))


def _indent(text: NoteText) -> str:
    """The blanks that every top-level key of the block begins with."""
    start, stop = (text.open_line or 0) + 1, text.close_line
    filled = (line for line in text.lines[start:stop] if line.strip())
    return next((restyling.indent(line) for line in filled if line.lstrip()[0] != "#"), "")


def _place(chunks: list[_Chunk], key: str) -> int:
    """Behind the nearest predecessor that stands in the text, else behind everything."""
    rank = _RANK.get(key, 0)
    ranks = {
        _RANK[chunk.key]: place + 1
        for place, chunk in enumerate(chunks)
        if chunk.key in _RANK and chunk.lines and _RANK[chunk.key] < rank
    }
    return ranks[max(ranks)] if ranks else len(chunks)


def _wrong_value(after: NoteText, changes: Changes) -> str | None:
    for key, value in changes.items():
        if value is REMOVE:
            if any(span.key == key for span in after.spans):
                return f"`{key}` is still there"
        elif key not in after.fields:
            return f"`{key}` cannot be read back"
        elif after.fields[key] != as_read(value):
            return f"`{key}` reads back with another value"
    return None


def _wrong_neighbour(before: NoteText, after: NoteText, changes: Changes) -> str | None:
    missing = object()
    for key in (*before.fields, *after.fields):
        old, new = before.fields.get(key, missing), after.fields.get(key, missing)
        if key not in changes and old != new:
            return f"`{key}` changed although it was not named"
    return None


def _wrong_line(before: NoteText, after: NoteText, changes: Changes) -> str | None:
    if before.bom != after.bom:
        return "the byte order mark changed"
    old = list(_untouched(before, changes))
    new = list(_untouched(after, changes))
    if before.open_line is None and after.open_line is not None:
        fences = (after.open_line, after.close_line)
        new = [(number, line) for number, line in new if number not in fences]
    for (number, line), (_, other) in zip(old, new, strict=False):
        if line != other:
            return f"line {number + 1} changed although it belongs to no changed key"
    if len(old) != len(new):
        return f"{len(new) - len(old):+d} lines that belong to no changed key"
    return None


def _untouched(text: NoteText, changes: Changes) -> Iterator[tuple[int, str]]:
    touched = {
        number
        for span in text.spans
        if span.key in changes
        for number in range(span.start, span.end)
    }
    return ((n, line) for n, line in enumerate(text.lines) if n not in touched)
