"""edit of a note that is memory: details in place, and the slot of a free note (DESIGN §5)."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.decision import Edit
from curator_core.model.event import Action, NoteChange
from curator_core.model.files import FileState, NoteFile
from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules import closings
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.planning import confirms, keeping
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed, event
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.rules.trails import answer_text

_CLAIM = ("value", "scope", "valid_from", "valid_to", "expires_at", "modality", "kind")
_EDGES = ("status", "supersedes", "relation", "exception_to", "pin", "origin", "taint")
"""Fields that have decisions of their own, or that nobody changes."""


def is_memory(case: Case) -> bool:
    """Whether the item is a note as it was approved, without an open question."""
    if case.item.op is not Op.REVIEW or case.item.finding is not None:
        return False
    return vouch(case.entry, case.snapshot.reviews).standing is Standing.REVIEWED


def amend(case: Case, choice: Edit, file: NoteFile, draft: Draft) -> Deed | Refusal:
    """The reviewer's text in the note's place; what it answers stays, but for a slot's name where
    it had none."""
    old = keeping.memory(case, draft)
    if isinstance(old, Refusal):
        return old
    new = file.note
    assert new is not None, "BUG: only typed results are planned"
    refused = _changed(case, old, new)
    if refused is not None:
        return refused
    closing = Closing(news=(NoteWrite(new.id, {"status": new.status.value}),))
    if new.memory_key != old.memory_key:
        found = closings.checked(closing, (new,), draft.history)
        if isinstance(found, Refusal):
            return found
    refused = _unconfirmed(case, new, closing, draft)
    if refused is not None:
        return refused
    change = _written(case, file, new, draft)
    draft.history = closings.after(draft.history, closing, (new,), case.context.at)
    draft.judge((_approved(case, new),))
    return Deed(event=event(case, Action.EDIT, (change,)), notes=(new.id,))


def _changed(case: Case, old: Note, new: Note) -> Refusal | None:
    """Why this is another claim, or another decision, and not a detail of the same note."""
    if folded_id(old.id) != folded_id(new.id):
        message = f"the id of {old.id} never changes"
        return Refusal("invalid", message, "put the id back", case.entry.path, field="id")
    moved = [name for name in _CLAIM if getattr(old, name) != getattr(new, name)]
    if old.memory_key is not None and old.memory_key != new.memory_key:
        moved.append("memory_key")
    if not moved and answer_text(old) != answer_text(new):
        moved.append("value")
    if moved:
        return Refusal(
            "relation-required",
            f"another {moved[0]} is another claim, and history would not know the old one",
            f"write it as a note that supersedes {old.id}: curator new, then approve with a kind",
            case.entry.path,
            field=moved[0],
            ids=(old.id,),
        )
    decided = next((name for name in _EDGES if getattr(old, name) != getattr(new, name)), None)
    if decided is None:
        return None
    message = f"an edit does not change {decided}"
    hint = "archive, restore, pin, unpin and detach are decisions of their own"
    return Refusal("invalid", message, hint, case.entry.path, field=decided, ids=(old.id,))


def _unconfirmed(case: Case, new: Note, closing: Closing, draft: Draft) -> Refusal | None:
    refused = confirms.unresolved(case, new)
    if refused is not None:
        return refused
    approval = Approval(note=new, at=case.context.at)
    known = {"no-source"} & set(case.entry.problem_codes)
    for code in confirms.needed(case, new, approval, closing, draft):
        if code not in known and code not in case.choice.confirm:
            return confirms.refusal(code, case)
    return None


def _written(case: Case, file: NoteFile, new: Note, draft: Draft) -> NoteChange:
    """A foreign note gets the reviewer's bytes and no key of ours; the event says who vouches."""
    path = case.entry.path
    if file.entry.state is FileState.FOREIGN:
        change = draft.set_bytes(path, file.data, file.entry.content_hash)
        return change if change.id is not None else replace(change, id=new.id)
    draft.retext(path, file)
    said = {
        "reviewed": True,
        "reviewed_by": case.context.actor,
        "reviewed_at": case.context.at,
    }
    return draft.write(path, path, said)


def _approved(case: Case, new: Note) -> Version:
    return Version(
        note=new,
        reviewed=True,
        approved_by=case.context.actor,
        approved_at=case.context.at,
    )
