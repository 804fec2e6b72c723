"""Undo of a decision or a batch: previewed, applied like any plan (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from curator_core.model.event import Event
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview
from curator_core.rules import dependents
from curator_core.rules import undoing as rules
from curator_core.rules.planning import effects
from curator_core.service import applying, circumstances, looking
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.store import ledger


class Way(StrEnum):
    """What becomes of decisions that build on the undone one.

    PLAIN: refused, naming them. WITH_DEPENDENTS: undone too. SPLICE: the note goes out of the
    middle of its chain, its successors supersede what it superseded.
    """

    PLAIN = "plain"
    WITH_DEPENDENTS = "with-dependents"
    SPLICE = "splice"


def preview_undo(
    caller: Caller, decision: str | None = None, way: Way = Way.PLAIN
) -> Preview | Refusal:
    """What an undo would change; None means the newest decision of this reviewer."""
    with opened(caller) as one:
        plan = _planned(one, decision, way)
        if isinstance(plan, Refusal):
            return plan
        return Preview(plan=plan, deltas=looking.deltas(one, plan))


def undo(caller: Caller, decision: str | None = None, way: Way = Way.PLAIN) -> Receipt | Refusal:
    """Take a decision back; every byte returns, the ledger keeps both."""
    with opened(caller) as one:
        wanted = _target(one, decision)
        if isinstance(wanted, Refusal):
            return wanted
        plan = _planned(one, wanted, way)
        if isinstance(plan, Refusal):
            return plan
        return applying.apply(one, plan, lambda now: _planned(now, wanted, way))


def _target(one: Opened, decision: str | None) -> str | Refusal:
    """The decision meant: a whole id, a unique prefix, one of its events, or the newest."""
    if decision is not None:
        return _whole(one, decision)
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    newest = rules.newest_undoable(one.ledger.events, one.snapshot.reviews.undone, actor)
    return newest or Refusal("no-change", "there is no decision of yours to undo")


def _whole(one: Opened, name: str) -> str:
    ids = {event.decision for event in one.ledger.events}
    by_event = {event.event_id: event.decision for event in one.ledger.events}
    if name in ids or name in by_event:
        return by_event.get(name, name)
    found = [decision for decision in ids if decision.startswith(name)]
    return found[0] if len(found) == 1 else name


def _planned(one: Opened, decision: str | None, way: Way) -> Plan | Refusal:
    actor = reviewer(one)
    target = _target(one, decision)
    if isinstance(actor, Refusal):
        return actor
    if isinstance(target, Refusal):
        return target
    targets = [target]
    events, context = _circumstances(one, actor, targets)
    later = dependents.later(targets, events, one.snapshot.reviews.undone, context.history)
    match way:
        case Way.PLAIN:
            return rules.plan(targets, events, one.snapshot, context)
        case Way.WITH_DEPENDENTS:
            targets += later
            events, context = _circumstances(one, actor, targets)
            return rules.plan(targets, events, one.snapshot, context)
        case Way.SPLICE:
            if not later:
                return rules.plan(targets, events, one.snapshot, context)
            return rules.splice(target, events, one.snapshot, context)
        case _:
            assert_never(way)


def _circumstances(
    one: Opened, actor: str, targets: Sequence[str]
) -> tuple[list[Event], effects.Context]:
    """All events, with texts in those of these decisions, and the context of taking them back."""
    events = _with_texts(one, targets)
    own = [event for event in events if event.decision in targets]
    return events, circumstances.for_undo(one, actor, own)


def _with_texts(one: Opened, decisions: Sequence[str]) -> list[Event]:
    """All events in ledger order, with texts in those of these decisions."""
    texts: dict[str, Event] = {}
    for decision in decisions:
        texts |= ledger.with_texts(one.repo, one.ledger, decision)
    return [texts.get(event.event_id, event) for event in one.ledger.events]
