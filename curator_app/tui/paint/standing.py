"""How a proposal stands against today's files, and where it comes from, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_core.model.proposal import Health, Item

_MEANS: Mapping[Health, str] = {
    Health.CLEAN: "",
    Health.REBASED: "its note changed here meanwhile, elsewhere: both changes go together",
    Health.CONFLICT: "both sides changed the same: m shows the three texts",
    Health.APPLIED: "what it proposes stands already",
    Health.DEAD: "what it changes is gone or void, or holds no more at its start",
    Health.DUPLICATE: "the same claim for an overlapping time is there already",
    Health.REJECTED_BEFORE: "the same claim was rejected before",
    Health.INVALID: "it cannot be approved as it is",
}
WARNS = frozenset(Health) - {Health.CLEAN, Health.REBASED}


def health(item: Item) -> Iterator[SheetLine]:
    """What speaks for looking twice; nothing for a clean proposal."""
    if item.health is Health.CLEAN:
        return
    ink = Ink.WARN if item.health in WARNS else Ink.DIM
    said = Text(item.health.value, ink)
    if item.health is Health.CONFLICT and item.twin_of is not None:
        said.append("  waits for ").append_text(foreign(item.twin_of, Ink.STRONG))
        said.append(", which is undecided itself: decide that first")
    else:
        said.append("  ").append(_MEANS[item.health], Ink.DIM)
        if item.twin_of is not None:
            said.append("  see ", Ink.DIM).append_text(foreign(item.twin_of))
    yield entry("health", said)


def proposed(item: Item) -> Iterator[SheetLine]:
    """The proposer's own reason, and the branches that hold it."""
    if item.reason:
        yield entry("why", foreign(item.reason))
    if item.refs:
        said = listed(item.refs)
        if item.commit:
            said.append("  commit ", Ink.DIM).append_text(foreign(item.commit[:7], Ink.DIM))
        yield entry("branch", said)
    by = [name for name in (item.job, item.detector) if name]
    if by:
        yield entry("made by", listed(by))
    if item.relation and item.targets:
        said = foreign(item.relation).append(" of ", Ink.DIM).append_text(listed(item.targets))
        yield entry("relates", said)
