"""Two versions compared field by field and word by word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rich.text import Text

from curator_app.tui.paint import diff
from curator_app.tui.paint.cells import fit
from curator_app.tui.paint.foreign import foreign, stressed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, gap, head, sheet
from curator_core.model.inquiry import ChainLink
from curator_core.model.note import Note, Relation

_COPIES = frozenset(
    ["id", "body", "extra", "reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"]
)
"""What differs in every pair, or is compared line by line."""


def comparison(older: ChainLink, newer: ChainLink) -> Sheet:
    """Two versions field by field, then their texts line by line; words that differ stand out."""
    names = Text("  ").join([foreign(older.row.note_id), Text("->"), foreign(newer.row.note_id)])
    lines = [head("COMPARE", names)]
    rows = [*_fields(older.note, newer.note)]
    lines += rows or [SheetLine(Text(" all fields are equal", Ink.DIM), 1)]
    lines += [gap(), head("TEXT")]
    if older.note.body == newer.note.body:
        lines.append(SheetLine(Text(" the texts are equal", Ink.DIM), 1))
    else:
        lines += diff.painted(diff.compare(older.note.body, newer.note.body))
    return sheet(lines)


def _fields(older: Note, newer: Note) -> Iterator[SheetLine]:
    for field in fields(Note):
        before, after = getattr(older, field.name), getattr(newer, field.name)
        if field.name in _COPIES or before == after:
            continue
        old, new = _said(before), _said(after)
        both = isinstance(before, str) and isinstance(after, str)
        gone, come = diff.differing(old, new) if both else ((), ())
        yield _field("-", field.name, stressed(old, gone, Ink.DROP), Ink.DROP)
        yield _field("+", "", stressed(new, come, Ink.ADD), Ink.ADD)


def _field(sign: str, name: str, value: Text, ink: Ink) -> SheetLine:
    label = fit(foreign(name, Ink.DIM), 16)
    return SheetLine(Text.assemble((f" {sign} ", ink), label, " ", value), 20)


def _said(value: object) -> str:
    if value is None:
        return "(none)"
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value) or "(none)"
    return value.value if isinstance(value, Relation) else str(value)
