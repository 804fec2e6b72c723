"""Items that two devices decided differently (CONTRACT 28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from curator_core.model.answer import Finding
from curator_core.model.event import DECIDING, Action, Event
from curator_core.model.problem import Severity
from curator_core.rules import replay


def findings(events: Sequence[Event]) -> Iterator[Finding]:
    """One finding for each item decided otherwise before; only a person can say which is right."""
    for first, later in decided_twice(events):
        ids = tuple(dict.fromkeys((*first.about, *later.about)))
        if ids:
            yield Finding(
                code="decided-twice",
                severity=Severity.WARNING,
                message=f"{_said(first)} holds; {_said(later)} came after it: undo one of them",
                ids=ids,
            )


def decided_twice(events: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Decisions in ledger order whose item another device had decided otherwise before: the one
    that holds and the one without effect, neither undone."""
    if not _may_be(events):
        return
    state = replay.resumed(None, tuple(events), {}).state
    for late, early in state.overruled.items():
        first, later = state.seen[early], state.seen[late]
        standing = not {early, late} & state.undone.keys()
        if standing and later.action is not Action.UNDO and _outcome(first) != _outcome(later):
            yield first, later


def _may_be(events: Sequence[Event]) -> bool:
    """Whether any item has two decisions at all."""
    deciding = (event for event in events if event.action in DECIDING)
    counts = Counter(item for event in deciding for item in {event.item, *event.items})
    return max(counts.values(), default=0) > 1


def _outcome(event: Event) -> tuple[object, ...]:
    """What a decision makes of its notes."""
    notes = {(change.id, change.path_after, change.reviewed_after) for change in event.notes}
    return event.action, frozenset(notes)


def _said(event: Event) -> str:
    return f"{event.action.value} by {event.actor} at {event.at} ({event.decision})"
