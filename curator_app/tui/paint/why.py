"""Why a row deserves a closer look: set back, high risk, a standing rule, copies, its job."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from curator_app.tui.arranging import Roster
from curator_app.tui.folding import job_of
from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import Sheet, SheetLine, entry, sheet
from curator_app.tui.paint.wording import count, when
from curator_core.model.proposal import Item, Risk
from curator_core.model.view import Staged


def why(item: Item, roster: Roster | None, fallen: Staged | None) -> Sheet:
    """What to know before reading: set back, risk, standing rule; empty for a plain item."""
    return sheet([*_set_back(fallen), *_risk(item), *_rule(item, roster)])


def kin(item: Item, roster: Roster | None) -> Sheet:
    """What waits beside an item: its near copies, and the rest of its job."""
    return sheet([] if roster is None else _kin(item, roster))


def _set_back(fallen: Staged | None) -> Iterator[SheetLine]:
    if fallen is None:
        return
    said = Text("since you decided", Ink.BAD)
    said.append(f": your {fallen.action.value} of ").append_text(foreign(when(fallen.staged_at)))
    said.append(" was set back by Curator")
    if fallen.set_back:
        said.append(" at ").append_text(foreign(when(fallen.set_back)))
    said.append(", not by you: it is not what you saw any more. Decide it anew.")
    yield entry("changed", said, ink=Ink.BAD)


def _risk(item: Item) -> Iterator[SheetLine]:
    if item.risk is Risk.MEDIUM:
        return
    ink = Ink.BAD if item.risk is Risk.HIGH else Ink.DIM
    reasons = Text("; ").join([foreign(each) for each in item.risk_why])
    word = "HIGH" if item.risk is Risk.HIGH else item.risk.value
    yield entry("risk", Text.assemble((word, ink), "  ", reasons), ink=ink)


def _rule(item: Item, roster: Roster | None) -> Iterator[SheetLine]:
    if roster is not None and item.rule is not None:
        said = Text("a standing rule matches: ").append_text(foreign(item.rule, Ink.STRONG))
        hits = roster.rules.get(item.rule, 0)
        yield entry("rule", said.append(f"  (hits here: {hits:d})", Ink.DIM))


def _kin(item: Item, roster: Roster) -> Iterator[SheetLine]:
    copies = len(roster.clusters.get(item.cluster or "", ())) - 1
    if copies > 0:
        said = Text(f"{count(copies, 'near copy', 'near copies')} wait too")
        yield entry("copies", said.append("  right shows them, x drops them", Ink.DIM))
    job = job_of(item)
    mates = len(roster.jobs.get(job or "", ())) - 1
    if job is not None and mates > 0:
        said = Text(f"{mates} more of ").append_text(foreign(job))
        yield entry("job", said.append("  left makes them one row", Ink.DIM))
