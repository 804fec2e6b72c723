"""reject, defer and restore: decisions that make nothing memory."""

from __future__ import annotations

from datetime import date, timedelta
from typing import assert_never

from curator_core.model.decision import Defer, Reject
from curator_core.model.event import Action, Approved, NoteChange
from curator_core.model.files import FileState
from curator_core.model.plan import FileChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.rules import hashing
from curator_core.rules.planning import confirms
from curator_core.rules.planning.effects import (
    Case,
    Effect,
    approved_hash,
    event,
    invalid,
    ledger_text,
    rescues,
)
from curator_core.rules.review_state import Standing, vouch

DEFER_DAYS = 7
"""How long an item rests when no date is given (CONTRACT 20)."""


def reject(case: Case, choice: Reject) -> Effect | Refusal:
    """A candidate's file goes; an edit of a reviewed note goes back to the approved bytes."""
    refused = _unwritable(case) or confirms.branch_only(case)
    if refused is not None:
        return refused
    standing = vouch(case.entry, case.snapshot.reviews)
    match standing.standing:
        case Standing.EDITED:
            assert standing.approved is not None, "BUG: an edited note has an approved version"
            after = case.context.past.get(standing.approved.blob)
            if after is None:
                return _lost(case, standing.approved)
            return _set_aside(case, choice, after, standing.approved)
        case Standing.UNREVIEWED | Standing.REVIEWED:
            return _set_aside(case, choice, None, None)
        case _:
            assert_never(standing.standing)


def _unwritable(case: Case) -> Refusal | None:
    if case.entry.state is FileState.NEWER:
        return invalid(case)
    if "unreadable-too-large" in case.entry.problem_codes:
        return invalid(case)
    if "unreadable-file" in case.entry.problem_codes:
        return invalid(case)
    return None


def _lost(case: Case, approved: Approved) -> Refusal:
    return Refusal(
        "conflict",
        "the approved text of this note is no longer in the repository",
        "approve the edit, or restore the file by hand",
        case.entry.path,
        ids=(approved.note_id or approved.path,),
    )


def _set_aside(
    case: Case, choice: Reject, after: bytes | None, approved: Approved | None
) -> Effect:
    entry, salt = case.entry, case.context.salt
    data = case.snapshot.files[entry.path].data
    blob = None if after is None else hashing.blob_id(after)
    reviewed = approved_hash(case) if approved else None
    change = NoteChange(
        id=entry.note_id,
        path_before=entry.path,
        path_after=None if after is None else entry.path,
        blob_before=entry.blob,
        blob_after=blob,
        reviewed_before=reviewed,
        reviewed_after=reviewed,
        old=ledger_text(data, salt),
        new=ledger_text(after, salt),
    )
    return Effect(
        changes=(FileChange(path=entry.path, before=entry.blob, after=after),),
        event=event(case, Action.REJECT, (change,), reason_code=choice.reason_code.value),
        notes=(entry.note_id or entry.path,),
        rescues=rescues(entry.path, entry.blob, data),
    )


def defer(case: Case, choice: Defer) -> Effect | Refusal:
    """An event alone; the item comes back on its date (default: a week from today)."""
    refused = confirms.branch_only(case)
    if refused is not None:
        return refused
    today = date.fromisoformat(case.context.today)
    until = choice.until or (today + timedelta(days=DEFER_DAYS)).isoformat()
    try:
        day = date.fromisoformat(until)
    except ValueError:
        return Refusal("time-form", f"{until} is no date", "write it like 2026-12-06")
    if day <= today:
        return Refusal("invalid", f"{until} is not after today, {today}", "choose a later date")
    moved = event(case, Action.DEFER, (), until=day.isoformat())
    return Effect(changes=(), event=moved, notes=case.item.notes)


def restore(case: Case) -> Effect | Refusal:
    """A deferred or suppressed item comes back into the queue; an event alone (CONTRACT 23)."""
    refused = confirms.branch_only(case)
    if refused is not None:
        return refused
    if case.item.lane not in (Lane.DEFERRED, Lane.SUPPRESSED):
        return Refusal("no-change", "the item is in the queue already", ids=(case.item.item,))
    moved = event(case, Action.RESTORE, ())
    return Effect(changes=(), event=moved, notes=case.item.notes)
