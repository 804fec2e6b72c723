"""How a proposal stands against today's files, and where it comes from, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from curator_app.tui.paint.foreign import foreign, listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.sheet import SheetLine, entry
from curator_core.model.proposal import Health, Item, Op

_MEANS: Mapping[Health, str] = {
    Health.CLEAN: "",
    Health.REBASED: "its note changed here meanwhile, elsewhere: both changes go together",
    Health.CONFLICT: "what it is about is not as the proposer saw it: look at that first (t)",
    Health.APPLIED: "what it proposes stands already",
    Health.DEAD: "what it changes is gone or void, or holds no more at its start; r 6 rejects it",
    Health.DUPLICATE: "the same claim for an overlapping time is there already",
    Health.REJECTED_BEFORE: "the same claim was rejected before",
    Health.INVALID: "it cannot be approved as it is: reject it (r)",
}
_MENDED = "it cannot be approved as it is: mend it (e) or reject it (r)"
_BY_OP: Mapping[tuple[Health, Op], str] = {
    (Health.INVALID, Op.ADD): _MENDED,
    (Health.INVALID, Op.SUPERSEDE): _MENDED,
    (Health.CONFLICT, Op.UPDATE): "both sides changed the same: m shows the three texts",
    (Health.CONFLICT, Op.SUPERSEDE): (
        "it starts no later than what it replaces, or that was edited: a says what goes"
    ),
    (Health.REBASED, Op.SUPERSEDE): (
        "what it replaces was replaced here meanwhile: it goes in at its own time"
    ),
    (Health.REBASED, Op.ARCHIVE): "the note changed here meanwhile: it goes as it is now",
}
"""The same where it means something else."""
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
        said.append("  ").append(_means(item), Ink.DIM)
        if item.twin_of is not None:
            said.append("  see ", Ink.DIM).append_text(foreign(item.twin_of))
    yield entry("health", said)


def _means(item: Item) -> str:
    """A health in words, and what to do about it."""
    return _BY_OP.get((item.health, item.op), _MEANS[item.health])


def reason(item: Item) -> Iterator[SheetLine]:
    """The proposer's own reason."""
    if item.reason:
        yield entry("why", foreign(item.reason))


def proposed(item: Item) -> Iterator[SheetLine]:
    """The branches that hold it, what made it, how it is linked."""
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
