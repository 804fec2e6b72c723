"""reject and defer: decisions that make nothing memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import assert_never

from curator_core.model.decision import Defer, Reject
from curator_core.model.event import Action, Approved
from curator_core.model.files import FileState
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules.planning import confirms
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Deed, event, invalid
from curator_core.rules.review_state import Standing, vouch

DEFER_DAYS = 7
"""How long an item rests when no date is given (CONTRACT 20)."""


def reject(case: Case, choice: Reject, draft: Draft) -> Deed | Refusal:
    """A candidate's file goes; an edit of a reviewed note goes back to the approved bytes."""
    refused = _unwritable(case) or confirms.branch_only(case)
    if refused is not None:
        return refused
    path = case.entry.path
    standing = vouch(case.entry, case.snapshot.reviews)
    match standing.standing:
        case Standing.EDITED:
            assert standing.approved is not None, "BUG: an edited note has an approved version"
            after = case.context.past.get(standing.approved.blob)
            if after is None:
                return _lost(case, standing.approved)
            change = draft.set_bytes(path, after, draft.drafted(path).content_hash)
            change = replace(change, id=case.context.approved_ids.get(path, change.id))
        case Standing.UNREVIEWED | Standing.REVIEWED:
            change = draft.set_bytes(path, None, None)
        case _:
            assert_never(standing.standing)
    code = choice.reason_code.value
    return Deed(
        event=event(case, Action.REJECT, (change,), reason_code=code, fingerprint=_claim(case)),
        notes=(case.entry.note_id or path,),
    )


def _claim(case: Case) -> str | None:
    """The claim that is rejected; None where it is no claim of its own: an update says what it
    changes, and taking back an edit leaves the note's own claim alone."""
    if case.item.fingerprint is not None:
        return case.item.fingerprint
    edited = vouch(case.entry, case.snapshot.reviews).standing is Standing.EDITED
    return None if edited or case.item.op is Op.UPDATE else case.entry.claim


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


def defer(case: Case) -> Deed | Refusal:
    """An event alone; the item comes back on its date (default: a week from today)."""
    refused = confirms.branch_only(case)
    return refused if refused is not None else defer_event(case)


def defer_event(asked: Asked) -> Deed | Refusal:
    """The event of a deferred item; other decisions cannot be taken on it."""
    choice, context = asked.choice, asked.context
    if not isinstance(choice, Defer):
        return Refusal("invalid", "this is approved, rejected or deferred", ids=(asked.item.item,))
    today = date.fromisoformat(context.today)
    until = choice.until or (today + timedelta(days=DEFER_DAYS)).isoformat()
    try:
        day = date.fromisoformat(until)
    except ValueError:
        return Refusal("time-form", f"{until} is no date", "write it like 2026-12-06")
    if day <= today:
        return Refusal("invalid", f"{until} is not after today, {today}", "choose a later date")
    moved = event(asked, Action.DEFER, (), until=day.isoformat())
    return Deed(event=moved, notes=asked.item.notes)
