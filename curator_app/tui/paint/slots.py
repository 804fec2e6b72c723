"""Slots near to a free note: what speaks for each, and who holds it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, sheet
from curator_core.model.suggestion import Suggestion, Suggestions

DIGITS = ("1", "2", "3")
"""Which key takes which slot."""
HINT = Text(" 1-3 stages that slot   j k scroll   esc leaves the note free")
"""The dialog's keys."""
WAITING = Text(" looking for slots near to this note", Ink.DIM)
"""While the slots are looked for."""
NONE = Text(" no slot is near: nothing that is said here is said in one   esc leaves it")
"""Instead of a choice."""


def title(found: Suggestions) -> Text:
    """Which note is put into a slot."""
    said = Text("which slot is this about?  ").append_text(foreign(found.title, Ink.STRONG))
    return said.append("  ").append_text(foreign(found.scope, Ink.DIM))


def choice(found: Suggestions) -> Sheet:
    """Every suggested slot with its digit."""
    lines: list[SheetLine] = []
    for digit, each in zip(DIGITS, found.slots, strict=False):
        lines += [*_slot(digit, each), gap()]
    return sheet(lines)


def _slot(digit: str, each: Suggestion) -> Iterator[SheetLine]:
    yield entry(digit, foreign(each.near.key, Ink.STRONG), ink=Ink.KEY)
    yield entry("shares", listed(each.near.shared[:8]))
    yield entry("notes", listed(each.notes))
    if each.held:
        said = listed(each.held, Ink.WARN).append("  in the same scope: they must not overlap")
        yield entry("held by", said, ink=Ink.WARN)
