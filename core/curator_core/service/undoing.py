"""Undo of a decision or a batch: previewed, applied like any plan (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.event import Event
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview
from curator_core.rules import undoing as rules
from curator_core.service import applying, circumstances, looking
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.store import ledger


def preview_undo(caller: Caller, decision: str | None = None) -> Preview | Refusal:
    """What an undo would change; None means the newest decision of this reviewer."""
    with opened(caller) as one:
        plan = _planned(one, decision)
        if isinstance(plan, Refusal):
            return plan
        return Preview(plan=plan, deltas=looking.deltas(one, plan))


def undo(caller: Caller, decision: str | None = None) -> Receipt | Refusal:
    """Take a decision back; every byte returns, the ledger keeps both."""
    with opened(caller) as one:
        plan = _planned(one, decision)
        if isinstance(plan, Refusal):
            return plan
        wanted = _target(one, plan)
        return applying.apply(one, plan, lambda now: _planned(now, wanted))


def _target(one: Opened, plan: Plan) -> str:
    reverted = plan.events[0].reverts
    return next(e.decision for e in one.ledger.events if e.event_id == reverted)


def _planned(one: Opened, decision: str | None) -> Plan | Refusal:
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    target = decision or rules.newest_undoable(
        one.ledger.events, one.snapshot.reviews.undone, actor
    )
    if target is None:
        return Refusal("no-change", "there is no decision of yours to undo")
    target = _whole(one, target)
    texts = ledger.with_texts(one.repo, one.ledger, target)
    events = [texts.get(event.event_id, event) for event in one.ledger.events]
    own: Sequence[Event] = [event for event in events if event.decision == target]
    past = circumstances.past_bytes(one, own)
    context = circumstances.context(one, actor, [], past)
    return rules.plan(target, events, one.snapshot, context)


def _whole(one: Opened, name: str) -> str:
    """A decision by its id, a unique prefix of it, or one of its events."""
    ids = {event.decision for event in one.ledger.events}
    if name in ids:
        return name
    by_event = {event.event_id: event.decision for event in one.ledger.events}
    if name in by_event:
        return by_event[name]
    found = [decision for decision in ids if decision.startswith(name)]
    return found[0] if len(found) == 1 else name
