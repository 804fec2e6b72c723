"""Why something stale was said: causes, each with the decision that mends it and its effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from curator_core.model.decision import Approve, Archive, Decision, Detach, Reject
from curator_core.model.inquiry import AsOf, ChainView
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.model.trace import (
    Because,
    Cause,
    Inquiry,
    Investigation,
    Leak,
    Mend,
    Said,
    Trace,
    Where,
)
from curator_core.model.view import Preview
from curator_core.rules import terms
from curator_core.rules.slots import folded_id
from curator_core.service import chain, existing, finding, knowing, review, tracing, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened

MOST_EFFECTS = 12
"""Decisions whose effect is planned ahead; of further ones it is shown when they are staged."""

_ORDER = {because: number for number, because in enumerate(Because)}


def investigate(caller: Caller, asked: Inquiry) -> Investigation | Refusal:
    """Trace it and say what mends it; Refusal `time-form` for a time that is none."""
    with opened(caller) as one:
        found = tracing.traced(one, asked)
        if isinstance(found, Refusal):
            return found
        causes = tuple(_distinct(_causes(one, found)))
    told = [_with_effect(caller, each) for each in causes[:MOST_EFFECTS]]
    return Investigation(
        asked=asked,
        trace=found,
        causes=(*told, *causes[MOST_EFFECTS:]),
        chain=_chain(caller, asked, found),
    )


def _chain(caller: Caller, asked: Inquiry, found: Trace) -> ChainView | None:
    for row in found.said[:1]:
        view = chain.view(caller, row.item or row.note_id, AsOf(at=asked.when))
        return None if isinstance(view, Refusal) else view
    return None


def _distinct(found: Iterator[Cause]) -> Iterator[Cause]:
    """The most telling first; one line for each decision and each leaking place."""
    seen: set[object] = set()
    for each in sorted(found, key=lambda cause: _ORDER[cause.because]):
        place = None if each.leak is None else (each.leak.path, each.leak.line)
        about = each.others if each.mend is Mend.DETACH else ()
        key = (each.mend, each.item, about) if each.item is not None else (each.note_id, place)
        if key not in seen:
            seen.add(key)
            yield each


def _causes(one: Opened, found: Trace) -> Iterator[Cause]:
    items = {item.item: item for item in finding.queue(one).items}
    for row in found.said:
        yield from _waiting(row, items)
        yield from _still(found, row) if row.valid_now else _late(one, found, row)
    yield from _linked(one, found)
    for leak in found.leaks:
        yield _leaking(one, leak)


def _waiting(row: Said, items: dict[str, Item]) -> Iterator[Cause]:
    for name in row.proposals:
        item = items[name]
        yield Cause(
            because=Because.WAITS,
            note_id=row.note_id,
            others=item.notes or item.paths[:1],
            at=item.since,
            mend=Mend.APPROVE,
            item=name,
        )


def _linked(one: Opened, found: Trace) -> Iterator[Cause]:
    """Notes that took the place of others: the one that says it now, and those of another slot."""
    saying = {folded_id(row.note_id) for row in found.said if row.valid_now}
    history = versions.history(one, [row.path for row in found.said])
    for version in history.versions:
        note = version.note
        for name in note.supersedes if version.reviewed else ():
            older = history.get(name)
            if older is None or not older.reviewed:
                continue
            strays = history.slots.of(older.note) != history.slots.of(note)
            if strays or folded_id(note.id) in saying:
                yield _link(one, note.id, older.note.id)


def _link(one: Opened, newer: str, older: str) -> Cause:
    item = existing.find(one, newer)
    known = (h.at for h in knowing.past(one).get(folded_id(newer), ()) if h.blob and h.at)
    return Cause(
        because=Because.LINKED,
        note_id=newer,
        others=(older,),
        at=next(known, None),
        mend=None if item is None else Mend.DETACH,
        item=None if item is None else item.item,
    )


def _still(found: Trace, row: Said) -> Iterator[Cause]:
    just_that = terms.wanted(row.answer_value or "") in map(terms.wanted, found.values)
    if just_that and not row.proposals:
        yield Cause(because=Because.STILL, note_id=row.note_id, mend=Mend.ARCHIVE, item=row.item)


def _late(one: Opened, found: Trace, row: Said) -> Iterator[Cause]:
    """It was wrong then, but memory did not know better yet."""
    if not row.known_then or row.valid_then or not row.replaced_by:
        return
    known = knowing.past(one)
    learnt = [
        held.at
        for name in row.replaced_by
        for held in known.get(folded_id(name), ())
        if held.blob is not None and held.at
    ]
    first = min(learnt, default=None)
    if first is not None and _moment(first) > _moment(found.when):
        yield Cause(because=Because.LATE, note_id=row.note_id, others=row.replaced_by, at=first)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _leaking(one: Opened, leak: Leak) -> Cause:
    cause = Cause(because=Because.LEAKS, note_id=leak.note_id, leak=leak)
    match leak.where:
        case Where.NOTE:
            entry = one.snapshot.entries[leak.path]
            return replace(cause, mend=Mend.ARCHIVE, item=existing.item_of(entry))
        case Where.WAITING | Where.BRANCH:
            name = _waiting_at(one, leak)
            return cause if name is None else replace(cause, mend=Mend.REJECT, item=name)
        case Where.VIEW | Where.PROTECTED | Where.FILE:
            return cause


def _waiting_at(one: Opened, leak: Leak) -> str | None:
    """The item that a place of a leak belongs to."""
    branch, _, path = leak.path.partition(":")
    for item in finding.queue(one).items:
        if item.finding is None and leak.path in item.paths and not item.refs:
            return item.item
        if path and path in item.paths and branch in item.refs:
            return item.item
    return None


def _with_effect(caller: Caller, cause: Cause) -> Cause:
    decision = decision_of(cause)
    if decision is None:
        return cause
    planned = review.decide(caller, decision, dry_run=True)
    match planned:
        case Preview():
            return replace(cause, effect=_changed(planned.plan.answers))
        case Refusal():
            return replace(cause, effect=planned)
        case _:
            return cause


def _changed(answers: tuple[AnswerChange, ...]) -> tuple[AnswerChange, ...]:
    return tuple(each for each in answers if each.before != each.after)


def decision_of(cause: Cause) -> Decision | None:
    """The decision that mends a cause, as it would be taken without looking at anything else."""
    if cause.item is None:
        return None
    match cause.mend:
        case Mend.APPROVE:
            return Approve(item=cause.item)
        case Mend.REJECT:
            return Reject(item=cause.item)
        case Mend.ARCHIVE:
            return Archive(item=cause.item)
        case Mend.DETACH:
            return Detach(item=cause.item, targets=cause.others)
        case None:
            return None
