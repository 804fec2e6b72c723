"""What stands now where a proposal would go: its value and time beside those proposed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from curator_app.tui.paint import lives
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_app.tui.paint.wording import KIND, span
from curator_core.model.inquiry import ChainLink, Life
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Op
from curator_core.model.view import ItemView

_TITLE = 120
"""Characters of a title that stand for a note without a value."""


def asked(view: ItemView) -> tuple[str, ...]:
    """The ids of the notes that a finding is about, that a proposal would replace, or that hold its
    slot already."""
    item = view.item
    if item.finding is not None:
        return item.finding.ids
    if item.op in (Op.SUPERSEDE, Op.MERGE, Op.SPLIT):
        return item.targets
    if item.op is not Op.ADD:
        return ()
    if isinstance(view.preview, Refusal) and view.preview.code in KIND:
        return view.preview.ids
    twin = item.twin_of if item.health is Health.DUPLICATE else None
    return () if twin is None else (twin,)


def lines(item: Item, about: Sequence[ChainLink]) -> Iterator[SheetLine]:
    """Each note that stands there now: value, time, and what became of it."""
    label = "there" if item.op is Op.ADD else "replaces"
    for link in about:
        row = link.row
        said = Text.assemble(("- ", Ink.DROP))
        told = row.answer_value or (link.note.title or "(no title)")[:_TITLE]
        said.append_text(foreign(told, Ink.DROP))
        said.append("  ").append_text(span(row.valid_from, row.valid_to)).append("  ")
        said.append_text(foreign(row.note_id, Ink.DIM))
        if link.life is not Life.CURRENT:
            said.append("  ").append_text(lives.said(link.life))
        yield entry(label, said)
        label = ""
