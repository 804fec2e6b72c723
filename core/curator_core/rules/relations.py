"""What an approval writes to the new note, its targets and their neighbours (CONTRACT 17-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from curator_core.model.answer import NoteWrite
from curator_core.model.interval import EVER, Boundary, Interval
from curator_core.model.note import Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import boundaries, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.closings import (
    Approval,
    Closing,
    Retarget,
    checked,
    interval_of,
    living,
    new_fields,
    out_of_order,
    voided,
)
from curator_core.rules.neighbours import inherited_end, lost_exceptions, moved, placed
from curator_core.rules.placing import add
from curator_core.rules.slots import folded_id, folded_scope


def approve(approval: Approval, history: History) -> Closing | Refusal:
    """What approving writes; refused where it would break its slot (CONTRACT 18, 19)."""
    made = closing(approval, history)
    if isinstance(made, Refusal):
        return made
    return checked(made, (approval.note,), history)


def closing(approval: Approval, history: History) -> Closing | Refusal:
    """What the relation itself writes, collisions with other notes of the slot not looked for."""
    if not approval.targets:
        return add(approval, history)
    match approval.relation:
        case None:
            return _relation_required(approval)
        case Relation.CORRECTION:
            return _correct(approval, history)
        case Relation.STATE_CHANGE | Relation.REVOCATION | Relation.SCOPE_CHANGE as relation:
            return _change(approval, relation, history)
        case Relation.RESTATEMENT:
            message = "a restatement is written by split and merge only"
            return Refusal("invalid", message, field="relation")
        case _ as never:
            assert_never(never)


def _relation_required(approval: Approval) -> Refusal:
    started = approval.valid_from or approval.note.valid_from
    hint = "state_change from its start" if started else "correction, or state_change with a start"
    message = "it supersedes another note, but does not say how"
    return Refusal("relation-required", message, f"--relation {hint}", ids=approval.targets)


def _correct(approval: Approval, history: History) -> Closing | Refusal:
    """The new note takes the whole interval; only flags move a boundary, and its neighbour's."""
    targets = living(approval.targets, history)
    if isinstance(targets, Refusal):
        return targets
    spans = validity.unions([interval for _, interval in targets])
    if len(spans) > 1:
        return out_of_order("their intervals do not touch: correct them one by one", "supersedes")
    old = spans[0]
    new = interval_of(approval.valid_from, approval.valid_to, old, history)
    moves = new if isinstance(new, Refusal) else moved(targets, old, new, history)
    if isinstance(new, Refusal):
        return new
    if isinstance(moves, Refusal):
        return moves
    fields = new_fields(approval, new, [version for version, _ in targets])
    writes = [voided(version, approval.at, history) for version, _ in targets]
    neighbours, notices = moves
    return Closing(
        news=(NoteWrite(approval.note.id, fields),),
        writes=(*writes, *neighbours),
        notices=notices,
    )


def _change(approval: Approval, relation: Relation, history: History) -> Closing | Refusal:
    """State change, revocation, scope change: the old interval ends where the new one starts."""
    note = approval.note
    started = approval.valid_from or note.valid_from
    if started is None:
        message = "it must say from when it holds"
        return Refusal("valid-from-required", message, "--valid-from DATE", field="valid_from")
    targets = living(approval.targets, history)
    if isinstance(targets, Refusal):
        return targets
    if relation is Relation.SCOPE_CHANGE and _same_scope(note, targets):
        message = "a scope change needs another scope than the old note's"
        return Refusal("invalid", message, "state_change?", field="scope")
    start = boundaries.boundary(started, history.zone)
    found = _all_placed(start, targets, relation is not Relation.STATE_CHANGE, history)
    if isinstance(found, Refusal):
        return found
    former = inherited_end(start, found, history)
    ends = approval.valid_to or note.valid_to
    new = interval_of(started, ends, Interval(EVER, former), history)
    if isinstance(new, Refusal):
        return new
    excepted: tuple[NoteWrite, ...] = ()
    if relation is Relation.SCOPE_CHANGE and not approval.keep_exceptions:
        excepted = lost_exceptions(found, Interval(new.start, former), approval.at, history)
    return _changed(approval, new, (targets, found), excepted, history)


def _all_placed(
    start: Boundary, targets: Sequence[Held], at_start: bool, history: History
) -> tuple[Held, ...] | Refusal:
    if not start.readable:
        return Refusal("invalid", f"valid_from is no time: {start.text}", field="valid_from")
    found: list[Held] = []
    for target in targets:
        held = placed(start, target, at_start, history)
        if isinstance(held, Refusal):
            return held
        found.append(held)
    return tuple(found)


def _same_scope(note: Note, targets: Sequence[Held]) -> bool:
    own = folded_scope(note.scope)
    return any(folded_scope(version.note.scope) == own for version, _ in targets)


def _changed(
    approval: Approval,
    new: Interval,
    found: tuple[Sequence[Held], Sequence[Held]],
    excepted: tuple[NoteWrite, ...],
    history: History,
) -> Closing:
    asked, placed = found
    retargets = tuple(
        Retarget(old.note.id, version.note.id)
        for (old, _), (version, _) in zip(asked, placed, strict=True)
        if old is not version
    )
    versions = list({folded_id(v.note.id): (v, i) for v, i in placed}.values())
    fields = new_fields(approval, new, [version for version, _ in versions])
    closed = tuple(_closed(held, new.start, approval.at, history) for held in versions)
    moved = [f"{r.asked} is closed by then: {r.found} is superseded instead" for r in retargets]
    lost = [f"the exception {write.note_id} never holds" for write in excepted]
    return Closing(
        news=(NoteWrite(approval.note.id, fields),),
        writes=(*closed, *excepted),
        retargets=retargets,
        notices=(*moved, *lost),
    )


def _closed(held: Held, start: Boundary, at: str, history: History) -> NoteWrite:
    version, interval = held
    if validity.same(start, interval.start):
        return voided(version, at, history)
    fields = {"valid_to": start.text, "status": Status.SUPERSEDED.value}
    return NoteWrite(version.note.id, fields)
