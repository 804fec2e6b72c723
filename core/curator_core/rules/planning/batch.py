"""Several decisions as one plan: all deeds, all problems, one ledger file (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from curator_core.model.decision import (
    Approve,
    Archive,
    Choice,
    Confirm,
    Decision,
    Defer,
    Detach,
    Edit,
    Merge,
    Pin,
    Reject,
    Restore,
    Split,
    Unpin,
)
from curator_core.model.event import Action, Event
from curator_core.model.home import Snapshot
from curator_core.model.interval import ALWAYS, STILL, Interval
from curator_core.model.plan import AnswerChange, FileChange, Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.rules import boundaries, event_lines, gate, scope_rows, validity
from curator_core.rules.auditing import MAKING
from curator_core.rules.hashing import digest, short_id
from curator_core.rules.planning import (
    approve,
    config_change,
    keeping,
    mending,
    recut,
    set_aside,
    whole,
)
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Context, Deed
from curator_core.rules.planning.outlook import outlook
from curator_core.rules.schema import is_id

VERBS = {
    Approve: Action.APPROVE,
    Edit: Action.EDIT,
    Merge: Action.MERGE,
    Split: Action.SPLIT,
    Reject: Action.REJECT,
    Defer: Action.DEFER,
    Confirm: Action.CONFIRM,
    Archive: Action.ARCHIVE,
    Restore: Action.RESTORE,
    Pin: Action.PIN,
    Unpin: Action.UNPIN,
    Detach: Action.DETACH,
}
ON_NOTES = (Confirm, Archive, Restore, Pin, Unpin, Detach, Merge, Split)
"""Decisions that also take any note by its id (CONTRACT 25)."""


def action_of(choice: Decision) -> Action:
    """The action that a decision is recorded as."""
    return VERBS[type(choice)]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice and the item, or the note as an item, that it was resolved to."""

    choice: Decision
    item: Item


def _deed(case: Case, draft: Draft) -> Deed | Refusal:
    """What one decision means; the draft changes only when it can be carried out."""
    choice = case.choice
    match choice:
        case Edit():
            return recut.edit(case, choice, draft)
        case Merge():
            return recut.merge(case, choice, draft)
        case Split():
            return recut.split(case, choice, draft)
        case Approve():
            return approve.plan(case, choice, draft)
        case Reject():
            return set_aside.reject(case, choice, draft)
        case Defer():
            return set_aside.defer(case)
        case Restore():
            return keeping.restore(case, choice, draft)
        case Confirm():
            return keeping.confirm(case, draft)
        case Archive():
            return keeping.archive(case, draft)
        case Pin() | Unpin():
            return keeping.pin(case, choice, draft)
        case Detach():
            return keeping.detach(case, choice, draft)
        case Choice():
            raise AssertionError("BUG: a bare choice is no decision")
        case _:
            assert_never(choice)


def deed_of(one: Chosen, snapshot: Snapshot, draft: Draft) -> Deed | Refusal:
    """What one choice means on the draft, or why it cannot be carried out."""
    context = draft.context
    makes = action_of(one.choice) in MAKING
    if makes and snapshot.config.four_eyes and one.item.item in context.own:
        return gate.four_eyes((one.item.item,), one.item.paths[0])
    if scope_rows.is_row(one.item):
        return scope_rows.plan(Asked(one.choice, one.item, context), draft)
    if one.item.op is Op.CONFIG:
        return config_change.plan(Asked(one.choice, one.item, context), draft)
    if one.item.finding is not None:
        return mending.plan(Asked(one.choice, one.item, context), one.item.finding, draft)
    changes = one.item.op is Op.UPDATE and one.item.targets
    if one.item.commit is not None or one.item.op is Op.OUTSIDE_CHANGE or changes:
        return whole.plan(Asked(one.choice, one.item, context), snapshot, draft)
    path = one.item.paths[0]
    if path not in snapshot.entries:
        return keeping.bring_back(Asked(one.choice, one.item, context), draft)
    if path in draft.files and draft.files[path].data is None:
        return Refusal(
            "path-taken",
            "another decision of this batch takes the same file away",
            "apply that one first, then decide this one again",
            path,
        )
    return _deed(Case(one.choice, one.item, context, snapshot.entries[path], snapshot), draft)


def _untold(done: int) -> None:
    """Nobody follows."""


def plan(
    chosen: Sequence[Chosen],
    snapshot: Snapshot,
    context: Context,
    told: Callable[[int], None] = _untold,
) -> tuple[Plan | None, tuple[tuple[str, Refusal], ...]]:
    """One plan for all choices that can be carried out, and a refusal for each that cannot.

    None when no choice is left. Approvals are planned by (`valid_from`, staging order), so that a
    target closed earlier in the batch is retargeted (DESIGN §6). `told` hears before each how many
    are done; what it raises ends the planning.
    """
    draft = Draft(snapshot, context, context.history)
    deeds: list[Deed] = []
    refused: list[tuple[str, Refusal]] = []
    for done, one in enumerate(_in_order(chosen, snapshot, draft)):
        told(done)
        result = deed_of(one, snapshot, draft)
        if isinstance(result, Refusal):
            refused.append((one.item.item, result))
        else:
            said = context.said.get(one.item.item, ())
            deeds.append(replace(result, notices=(*result.notices, *said)))
    if not deeds:
        return None, tuple(refused)
    return assemble(deeds, draft), tuple(refused)


def _in_order(chosen: Sequence[Chosen], snapshot: Snapshot, draft: Draft) -> list[Chosen]:
    """By start where a start is stated, in staging order among equals and for all others."""
    zone = draft.history.zone

    def start(one: Chosen) -> tuple[int, int]:
        entry = snapshot.entry(one.item.file)
        stated = entry.valid_from if entry is not None else None
        if isinstance(one.choice, Approve | Restore | Detach):
            stated = one.choice.valid_from or stated
        if stated is None or not isinstance(one.choice, Approve):
            return validity.order(ALWAYS)
        return validity.order(Interval(boundaries.boundary(stated, zone), STILL))

    return sorted(chosen, key=start)


def assemble(deeds: Sequence[Deed], draft: Draft) -> Plan:
    """Deeds as one plan: ids, the chain of `after`, the ledger file, the commit message."""
    snapshot, context = draft.snapshot, draft.context
    base = snapshot.head.commit or ""
    files = draft.changes()
    meaning = digest_of(deeds, files)
    decision = short_id("d_", base, context.at, context.actor, meaning)
    events = _numbered(deeds, decision, meaning, snapshot.reviews.newest)
    ledger = FileChange(
        path=event_lines.path_of(context.at, decision),
        before=None,
        after=event_lines.dump(events),
    )
    return Plan(
        decision=decision,
        at=context.at,
        actor=context.actor,
        base=base,
        changes=(*files, ledger),
        events=events,
        message=message(events, decision),
        digest=meaning,
        notes=tuple(dict.fromkeys(note for one in deeds for note in one.notes)),
        rescues=draft.kept(),
        uncommitted=context.uncommitted,
        notices=tuple(notice for one in deeds for notice in one.notices),
        answers=_outlook(deeds, draft),
    )


def _outlook(deeds: Sequence[Deed], draft: Draft) -> tuple[AnswerChange, ...]:
    ids = [change.id for one in deeds for change in one.event.notes if change.id is not None]
    now = datetime.fromisoformat(draft.context.at)
    return outlook(ids, draft.context.history, draft.history, now)


def _numbered(
    deeds: Sequence[Deed], decision: str, meaning: str, newest: tuple[str, ...]
) -> tuple[Event, ...]:
    events: list[Event] = []
    after = newest
    for number, one in enumerate(deeds, 1):
        event_id = f"e_{decision.removeprefix('d_')}_{number:04d}"
        events.append(
            replace(one.event, event_id=event_id, decision=decision, after=after, plan_hash=meaning)
        )
        after = (event_id,)
    return tuple(events)


def digest_of(deeds: Sequence[Deed], files: Sequence[FileChange]) -> str:
    """What a plan means, clock and reviewer left out: files, fields, review hashes, choices."""
    said: list[object] = []
    for one in deeds:
        event = one.event
        notes = [
            (n.id, n.path_before, n.path_after, n.reviewed_before, n.reviewed_after)
            for n in event.notes
        ]
        choice = (event.action, event.item, event.reason, event.reason_code, event.until)
        said.append((notes, choice, event.relation, event.reverts))
    written = [
        (
            change.path,
            change.before,
            change.after is None,
            sorted((k, str(v)) for k, v in (change.fields or {}).items() if k not in _CLOCKED),
        )
        for change in files
    ]
    return digest(said, written)


_CLOCKED = frozenset({"reviewed_at", "reviewed_by", "recorded_at", "verified_at"})


def message(events: Sequence[Event], decision: str) -> str:
    """The commit message: what was decided, never any note's own words but well-formed ids."""
    if len(events) == 1:
        only = events[0]
        named = next((name for name in only.about if is_id(name)), only.item)
        subject = f"{only.action.value} {named}"
    else:
        counts: dict[str, int] = {}
        for event in events:
            counts[event.action.value] = counts.get(event.action.value, 0) + 1
        subject = ", ".join(f"{count} {action}" for action, count in counts.items())
    return f"{subject}\n\nCurator-Decision: {decision}\n"
