"""A forget before and after: what goes, what stays sound, place by place what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.text import Text

from curator_app.tui.paint import answers
from curator_app.tui.paint.foreign import foreign, listed, path
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, gap, head, sheet
from curator_core.model.forgetting import DeletionReceipt, Doomed, Outcome

if TYPE_CHECKING:
    from curator_core.service.forgetting import Foreseen

WORD = "forget"
"""What a person types to let something go for good."""
_WIDTH = 12
_SAME = " says the same words and stays as it is"


def foreseen(found: Foreseen) -> Sheet:
    """The whole cascade: files, neighbours, what is made of it, what is left."""
    known = found.cascade
    lines = [SheetLine(Text("This cannot be undone. No copy is kept in the Home.", Ink.BAD)), gap()]
    lines.append(head("GOES"))
    lines += [_file(doomed) for doomed in known.doomed]
    if known.cut is not None:
        lines.append(entry("lines", foreign(known.cut.uri), width=_WIDTH))
    lines += [gap(), head("ALSO")]
    notices = found.preview.plan.notices
    told = {doomed.path for doomed in known.doomed}
    rest = [notice for notice in notices[1:] if notice.partition(" goes (")[0] not in told]
    lines += [*_notices(rest)]
    if not rest:
        lines.append(SheetLine(Text(" nothing else", Ink.DIM)))
    changed = answers.section(found.preview.plan.answers)
    lines += [gap(), *changed] if changed else []
    lines += [gap(), head("LEFT")]
    lines += _left(found.receipt)
    return sheet(lines)


def _notices(told: Sequence[str]) -> Iterator[SheetLine]:
    """What a forget means for what it leaves alone; places that say the same in one list."""
    for notice in told:
        if not notice.endswith(_SAME):
            yield SheetLine(Text(" ").append_text(foreign(notice)), 2)
    places = [notice.removesuffix(_SAME) for notice in told if notice.endswith(_SAME)]
    if places:
        yield SheetLine(Text(" the same words are in these places, and stay there", Ink.WARN), 2)
    for place in places:
        yield SheetLine(Text("   ").append_text(path(place)), 5)


def _file(doomed: Doomed) -> SheetLine:
    words = path(doomed.path).append(f"  {doomed.because.value}", Ink.DIM)
    if doomed.pinned:
        words.append("  pinned", Ink.WARN)
    return entry("file", words, width=_WIDTH)


def _left(receipt: DeletionReceipt) -> Iterator[SheetLine]:
    for risk in receipt.risks:
        yield SheetLine(Text(" ").append_text(foreign(risk)), 2)
    if receipt.steps:
        yield gap()
        yield head("STEPS", Text("these rewrite history; Curator runs none of them", Ink.DIM))
        for step in receipt.steps:
            yield SheetLine(Text("  ").append_text(foreign(step)), 4)


def receipt(done: DeletionReceipt) -> Sheet:
    """What was done: three layers, every place, what is left, the steps for the rest."""
    lines = [head("FORGOTTEN", listed(done.notes))]
    for layer, words in (
        (done.recall_disabled, "nothing answers from it"),
        (done.primary_record_deleted, "its text is gone from files and ledger"),
        (done.derived_indexes_deleted, "index, views and caches are gone"),
    ):
        mark = Text("yes", Ink.OK) if layer else Text("NO", Ink.BAD)
        lines.append(SheetLine(Text.assemble(" ", mark, f"  {words}"), 6))
    lines += [gap(), head("PLACES")]
    for name, outcome in asdict(done.places).items():
        lines.append(entry(name.replace("_", " "), _outcome(outcome), width=_WIDTH))
    lines += [gap(), head("LEFT"), *_left(done)]
    if done.decision is not None:
        lines += [gap(), entry("receipt", foreign(f"curator forget --receipt {done.decision}"))]
    return sheet(lines)


def _outcome(outcome: Outcome) -> Text:
    ink = {Outcome.DONE: Ink.OK, Outcome.NOT_DONE: Ink.BAD, Outcome.UNKNOWN: Ink.WARN}
    return Text(outcome.value, ink[outcome])
