"""Several decisions as one plan: all effects, all problems, one ledger file (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
from curator_core.model.plan import FileChange, Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.rules import event_lines
from curator_core.rules.hashing import digest, short_id
from curator_core.rules.planning import approve, config_change, set_aside
from curator_core.rules.planning.effects import Asked, Case, Context, Effect

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


def action_of(choice: Decision) -> Action:
    """The action that a decision is recorded as."""
    return VERBS[type(choice)]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice and the open item it was resolved to."""

    choice: Decision
    item: Item


def effect(case: Case) -> Effect | Refusal:
    """What one decision means on the snapshot of its case."""
    choice = case.choice
    match choice:
        case Edit() | Merge() | Split() | Confirm() | Archive() | Pin() | Unpin() | Detach():
            return _unavailable(choice)
        case Approve():
            return approve.plan(case)
        case Reject():
            return set_aside.reject(case, choice)
        case Defer():
            return set_aside.defer(case, choice)
        case Restore():
            return set_aside.restore(case)
        case Choice():
            raise AssertionError("BUG: a bare choice is no decision")
        case _:
            assert_never(choice)


def _effect_of(one: Chosen, snapshot: Snapshot, context: Context) -> Effect | Refusal:
    if one.item.op is Op.CONFIG:
        return config_change.plan(Asked(one.choice, one.item, context), snapshot)
    entry = snapshot.entries[one.item.paths[0]]
    return effect(Case(one.choice, one.item, context, entry, snapshot))


def _unavailable(choice: Decision) -> Refusal:
    return Refusal(
        "invalid",
        f"{action_of(choice).value} is not available in this version",
        "approve, reject, defer and restore are",
    )


def plan(
    chosen: Sequence[Chosen], snapshot: Snapshot, context: Context
) -> tuple[Plan | None, tuple[tuple[str, Refusal], ...]]:
    """One plan for all choices that can be carried out, and a refusal for each that cannot.

    None when no choice is left. The plan's digest does not depend on the clock.
    """
    effects: list[Effect] = []
    refused: list[tuple[str, Refusal]] = []
    taken: set[str] = set()
    for one in chosen:
        result = _effect_of(one, snapshot, context)
        if not isinstance(result, Refusal):
            result = _overlap(result, taken)
        if isinstance(result, Refusal):
            refused.append((one.item.item, result))
            continue
        taken.update(change.path for change in result.changes)
        effects.append(result)
    if not effects:
        return None, tuple(refused)
    return assemble(effects, snapshot, context), tuple(refused)


def _overlap(result: Effect, taken: set[str]) -> Effect | Refusal:
    for change in result.changes:
        if change.path in taken:
            return Refusal(
                "path-taken",
                "another decision of this batch changes the same file",
                "apply that one first, then decide this one again",
                change.path,
            )
    return result


def assemble(effects: Sequence[Effect], snapshot: Snapshot, context: Context) -> Plan:
    """Effects as one plan: ids, the chain of `after`, the ledger file, the commit message."""
    base = snapshot.head.commit or ""
    meaning = digest_of(effects)
    decision = short_id("d_", base, context.at, context.actor, meaning)
    after = snapshot.reviews.newest
    events: list[Event] = []
    for number, one in enumerate(effects, 1):
        event_id = f"e_{decision.removeprefix('d_')}_{number:04d}"
        numbered = replace(
            one.event, event_id=event_id, decision=decision, after=after, plan_hash=meaning
        )
        events.append(numbered)
        after = (event_id,)
    ledger = FileChange(
        path=event_lines.path_of(context.at, decision),
        before=None,
        after=event_lines.dump(tuple(events)),
    )
    return Plan(
        decision=decision,
        at=context.at,
        actor=context.actor,
        base=base,
        changes=(*(change for one in effects for change in one.changes), ledger),
        events=tuple(events),
        message=message(events, decision),
        digest=meaning,
        notes=tuple(dict.fromkeys(note for one in effects for note in one.notes)),
        rescues=tuple(rescue for one in effects for rescue in one.rescues),
        notices=tuple(notice for one in effects for notice in one.notices),
    )


def digest_of(effects: Iterable[Effect]) -> str:
    """What the effects mean, the clock left out: paths, blobs before, review hashes, choices."""
    parts = []
    for one in effects:
        event = one.event
        notes = [(n.id, n.path_before, n.path_after, n.blob_before) for n in event.notes]
        reviewed = [n.reviewed_after for n in event.notes]
        fields = [
            sorted((k, str(v)) for k, v in (change.fields or {}).items() if k not in _CLOCKED)
            for change in one.changes
        ]
        files = [(change.path, change.before, change.after is None) for change in one.changes]
        said = (event.action, event.item, event.reason, event.reason_code, event.until)
        parts.append((notes, reviewed, fields, files, said, event.relation, event.reverts))
    return digest(*parts)


_CLOCKED = frozenset({"reviewed_at", "reviewed_by", "recorded_at", "verified_at"})


def message(events: Sequence[Event], decision: str) -> str:
    """The commit message: what was decided, never any note's own words but ids."""
    if len(events) == 1:
        only = events[0]
        subject = f"{only.action.value} {(only.about or (only.item,))[0]}"
    else:
        counts: dict[str, int] = {}
        for event in events:
            counts[event.action.value] = counts.get(event.action.value, 0) + 1
        subject = ", ".join(f"{count} {action}" for action, count in counts.items())
    return f"{subject}\n\nCurator-Decision: {decision}\n"
