"""What came of deciding many items with one key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rich.text import Text

from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, gap, sheet
from curator_app.tui.paint.wording import count
from curator_core.model.proposal import Item
from curator_core.model.view import BulkStaged


def staged(outcome: BulkStaged) -> Text:
    """How many are staged and left out, and how to take them back."""
    total, out = len(outcome.staged), len(outcome.left_out)
    if not total:
        return Text(f"nothing is staged: {count(out, 'item')} left out, still marked")
    said = Text(f"staged {outcome.staged[0].action.value} of {count(total, 'item')}")
    said.append(" (u takes them back, w previews)")
    return said.append(f"; {out} left out, still marked") if out else said


def to_open(wanted: int, outcome: BulkStaged) -> Text:
    """That a spot check is due first."""
    said = Text(f"nothing staged yet. Spot check: open these {wanted} first (enter; }} next), ")
    return said.append("then ; a again").append(_left(outcome))


def _left(outcome: BulkStaged) -> str:
    out = len(outcome.left_out)
    return f"; {out} will be left out" if out else ""


def left_out(outcome: BulkStaged, items: Mapping[str, Item | None]) -> Sheet:
    """Each item that was left out, with the reason and what to do."""
    return sheet(_lines(outcome, items))


def _lines(outcome: BulkStaged, items: Mapping[str, Item | None]) -> Iterator[SheetLine]:
    why = Counter(no.message.partition(":")[0] for _, no in outcome.left_out)
    said = Text("; ").join([foreign(f"{size} {reason}") for reason, size in why.most_common()])
    yield SheetLine(Text(" ").append_text(said), 3)
    yield gap()
    for name, no in outcome.left_out:
        item = items.get(name)
        called = name if item is None else (item.notes or item.paths)[0]
        title = "" if item is None else item.title
        yield SheetLine(
            Text.assemble(" ", foreign(called, Ink.STRONG), "  ", foreign(title, Ink.DIM)), 3
        )
        said = Text("   ").append_text(foreign(no.message, Ink.WARN))
        if no.hint:
            said.append("  ").append_text(foreign(no.hint, Ink.DIM))
        yield SheetLine(said, 3)
