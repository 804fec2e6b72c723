"""Undo of a decision, a batch, one of its events, or all of a job (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never
from zoneinfo import ZoneInfo

from curator_core.model.event import Event
from curator_core.model.files import NoteFile, Place
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.model.undo import Names as Names
from curator_core.model.undo import Way as Way
from curator_core.model.view import Preview
from curator_core.rules import dependents, where
from curator_core.rules import undoing as rules
from curator_core.rules.planning import effects
from curator_core.service import applying, circumstances, looking, outcomes, spilling
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.service.watching import stoppable
from curator_core.store import ledger, note_files

Targets = tuple[str, ...]
"""Event ids."""
Confirm = tuple[str, ...]
"""Codes that the person confirmed."""


@dataclass(frozen=True, slots=True)
class ManyUndone:
    """What `--where` took back, or would: the preview, and the receipt once it is done."""

    events: tuple[Event, ...]
    preview: Preview
    receipt: Receipt | None = None


def preview_undo(
    caller: Caller, decision: Names = None, way: Way = Way.PLAIN, confirm: Confirm = ()
) -> Preview | Refusal:
    """What an undo would change."""
    with opened(caller) as one:
        targets = _target(one, decision)
        plan = targets if isinstance(targets, Refusal) else _planned(one, targets, way, confirm)
        if isinstance(plan, Refusal):
            return plan
        return _foreseen(one, plan)


def _foreseen(one: Opened, plan: Plan) -> Preview:
    return Preview(plan=plan, deltas=looking.deltas(one, plan), outcomes=outcomes.of(one, plan))


def undo(
    caller: Caller,
    decision: Names = None,
    way: Way = Way.PLAIN,
    shown: str | None = None,
    confirm: Confirm = (),
) -> Receipt | Refusal:
    """Take a decision back, or events of it; every byte returns, the ledger keeps both. `shown` is
    the digest of the plan that a person saw: another one is `stale`. A text with what looks like a
    secret comes back only when `confirm` holds `secret`."""
    with opened(caller) as one:
        targets = _target(one, decision)
        if isinstance(targets, Refusal):
            return targets
        return _undone(one, targets, (way, confirm), shown)


def undo_found(
    caller: Caller, terms: Sequence[str], way: Way, shown: str, confirm: Confirm = ()
) -> Receipt | Refusal:
    """Take back every standing decision that all terms take, if that still is what was shown."""
    with opened(caller) as one:
        targets = _matching(one, terms)
        if isinstance(targets, Refusal):
            return targets
        return _undone(one, targets, (way, confirm), shown)


def _undone(
    one: Opened, targets: Targets, how: tuple[Way, Confirm], shown: str | None
) -> Receipt | Refusal:
    plan = _planned(one, targets, *how)
    if isinstance(plan, Refusal):
        return plan
    if shown not in (None, plan.digest):
        return applying.stale(plan)
    return _apply(one, plan, targets, how)


def undo_where(
    caller: Caller,
    terms: Sequence[str],
    way: Way = Way.PLAIN,
    execute: bool = False,
    confirm: Confirm = (),
) -> ManyUndone | Refusal:
    """Take back every standing decision that all terms take, as one plan and one undo unit; a dry
    run unless `execute`."""
    with opened(caller) as one:
        targets = _matching(one, terms)
        if isinstance(targets, Refusal):
            return targets
        if way is Way.SPLICE:
            return Refusal("usage", "--splice takes out one decision", "leave --where out")
        plan = _planned(one, targets, way, confirm)
        if isinstance(plan, Refusal):
            return plan
        made = ManyUndone(_reverted(one, plan), _foreseen(one, plan))
        if not execute:
            return made
        receipt = _apply(one, plan, targets, (way, confirm))
        return receipt if isinstance(receipt, Refusal) else replace(made, receipt=receipt)


def _apply(
    one: Opened, plan: Plan, targets: Targets, how: tuple[Way, Confirm]
) -> Receipt | Refusal:
    receipt = stoppable(lambda: applying.apply(one, plan, lambda now: _planned(now, targets, *how)))
    if isinstance(receipt, Refusal):
        return receipt
    return replace(receipt, undone=tuple(event.reverts or "" for event in plan.events))


def _reverted(one: Opened, plan: Plan) -> tuple[Event, ...]:
    by_id = {event.event_id: event for event in one.ledger.events}
    return tuple(by_id[event.reverts] for event in plan.events if event.reverts in by_id)


def _target(one: Opened, name: Names) -> Targets | Refusal:
    """The events meant: a decision's by its whole id or a unique prefix, one by its own id, or the
    newest decision's."""
    if isinstance(name, tuple):
        return _several(one, name)
    if name is not None:
        return _named(one, name)
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    newest = rules.newest_undoable(one.ledger.events, one.snapshot.reviews.undone, actor)
    if newest is None:
        return Refusal("no-change", "there is no decision of yours to undo")
    return _of_decision(one, newest)


def _several(one: Opened, names: tuple[str, ...]) -> Targets | Refusal:
    found: list[str] = []
    for name in names:
        each = _named(one, name)
        if isinstance(each, Refusal):
            return each
        found += each
    return tuple(dict.fromkeys(found))


def _named(one: Opened, name: str) -> Targets | Refusal:
    events = one.ledger.events
    if any(event.event_id == name for event in events):
        return (name,)
    ids = {event.decision for event in events}
    found = [name] if name in ids else [each for each in ids if each.startswith(name)]
    if len(found) != 1:
        return Refusal("unknown-decision", f"no decision {name} is in the ledger")
    return _of_decision(one, found[0])


def _of_decision(one: Opened, decision: str) -> Targets:
    return tuple(event.event_id for event in one.ledger.events if event.decision == decision)


def _matching(one: Opened, terms: Sequence[str]) -> Targets | Refusal:
    wanted = where.parse(terms, ZoneInfo(one.snapshot.config.timezone))
    if isinstance(wanted, Refusal):
        return wanted
    reviews = one.snapshot.reviews
    standing = where.standing(wanted, one.ledger.events, reviews.undone)
    found = [event for event in standing if not rules.is_forgotten(event, reviews)]
    if not found:
        return Refusal("no-change", "no standing decision matches", "see `curator history`")
    return tuple(event.event_id for event in found)


def _planned(one: Opened, targets: Targets, way: Way, confirm: Confirm) -> Plan | Refusal:
    plan = _inverse(one, targets, way)
    if isinstance(plan, Refusal):
        return plan
    items = {event.item for event in plan.events} if spilling.CODE in confirm else set()
    plan = spilling.confirmed(one, plan, items)
    return spilling.refused(one, plan) or plan


def _inverse(one: Opened, targets: Targets, way: Way) -> Plan | Refusal:
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    events, context = circumstances_of(one, actor, targets)
    later = dependents.later(targets, events, one.snapshot.reviews.undone, context.history)
    match way:
        case Way.WITH_DEPENDENTS if later:
            targets = (*targets, *(event.event_id for event in later))
            events, context = circumstances_of(one, actor, targets)
            return rules.plan(targets, events, one.snapshot, context)
        case Way.SPLICE if later:
            return rules.splice(targets, events, one.snapshot, context)
        case Way.PLAIN | Way.WITH_DEPENDENTS | Way.SPLICE:
            return rules.plan(targets, events, one.snapshot, context)
        case _:
            assert_never(way)


def circumstances_of(
    one: Opened, actor: str, targets: Targets
) -> tuple[list[Event], effects.Context]:
    """All events, with texts in the targets, and the context of taking these back."""
    wanted = set(targets)
    decisions = {event.decision for event in one.ledger.events if event.event_id in wanted}
    texts: dict[str, Event] = {}
    for decision in decisions:
        texts |= ledger.with_texts(one.repo, one.ledger, decision)
    events = [texts.get(e.event_id, e) if e.event_id in wanted else e for e in one.ledger.events]
    own = [event for event in events if event.event_id in wanted]
    context = circumstances.for_undo(one, actor, own)
    return events, replace(context, results=_Read(one))


class _Read(Mapping[bytes, NoteFile]):
    """The bytes of notes, read when asked for: an undo rarely has to look into them."""

    def __init__(self, one: Opened) -> None:
        self._config = one.snapshot.config
        self._known: dict[bytes, NoteFile] = {}

    def __getitem__(self, data: bytes) -> NoteFile:
        if data not in self._known:
            path = f"{self._config.candidates[0]}/undone.md"
            at = note_files.where(path, data, Place.CANDIDATES, self._config)
            self._known[data] = note_files.parse(data, at, self._config)
        return self._known[data]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
