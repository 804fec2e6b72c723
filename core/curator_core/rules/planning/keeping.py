"""Decisions about notes that are memory already, and about what comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.decision import Detach, Pin, Restore, Unpin
from curator_core.model.event import Action
from curator_core.model.files import FileState, Place
from curator_core.model.note import FieldValue, Note, Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.rules import attribution, closings, filling, layout, placing
from curator_core.rules.closings import Closing
from curator_core.rules.filling import Circumstances
from curator_core.rules.placing import Detachment, Span
from curator_core.rules.planning import confirms
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Deed, event
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id


def confirm(case: Case, draft: Draft) -> Deed | Refusal:
    """Still true: `verified_at` now, and the next `review_by` where the Home has a cycle."""
    note = memory(case, draft)
    if isinstance(note, Refusal):
        return note
    fields: dict[str, FieldValue] = {"verified_at": case.context.at}
    days = (case.snapshot.config.cycle_days or {}).get(note.kind.value)
    if days is not None:
        due = date.fromisoformat(case.context.today) + timedelta(days=days)
        fields["review_by"] = due.isoformat()
    return _written(case, draft, Action.CONFIRM, fields)


def archive(case: Case, draft: Draft) -> Deed | Refusal:
    """Out of recall; the file stays where it is, and no predecessor holds again."""
    note = memory(case, draft)
    if isinstance(note, Refusal):
        return note
    if note.status is Status.ARCHIVED:
        return _no_change(case, "the note is archived already")
    return _written(case, draft, Action.ARCHIVE, {"status": Status.ARCHIVED.value})


def pin(case: Case, choice: Pin | Unpin, draft: Draft) -> Deed | Refusal:
    """Always loaded, or no longer; only a person sets it."""
    note = memory(case, draft)
    if isinstance(note, Refusal):
        return note
    wanted = isinstance(choice, Pin)
    if note.pin is wanted:
        return _no_change(case, "the note is pinned already" if wanted else "it is not pinned")
    if wanted and attribution.outside(note) and "attribution" not in choice.confirm:
        return confirms.refusal("attribution", case)
    return _written(case, draft, Action.PIN if wanted else Action.UNPIN, {"pin": wanted})


def restore(case: Case, choice: Restore, draft: Draft) -> Deed | Refusal:
    """An archived note back in recall; a deferred or suppressed item back in the queue."""
    refused = confirms.branch_only(case)
    if refused is not None:
        return refused
    if case.item.lane in (Lane.DEFERRED, Lane.SUPPRESSED):
        return Deed(event=event(case, Action.RESTORE, ()), notes=case.item.notes)
    if case.entry.place is not Place.NOTES or case.entry.note_id is None:
        return _no_change(case, "the item is in the queue already")
    if layout.is_archived(case.entry.path, case.snapshot.config):
        return Refusal(
            "invalid",
            "the folder it lies in is mapped to archived",
            "move the file out of that folder, then approve it",
            case.entry.path,
            ids=case.item.notes,
        )
    note = memory(case, draft)
    if isinstance(note, Refusal):
        return note
    if confirms.binds(note) and "attribution" not in choice.confirm:
        return confirms.refusal("attribution", case)
    closing = placing.restore(note.id, draft.history, choice.valid_from, choice.valid_to)
    return _closed(case, draft, Action.RESTORE, closing)


def detach(case: Case, choice: Detach, draft: Draft) -> Deed | Refusal:
    """Take supersede edges back; each target's interval comes back from the ledger."""
    note = memory(case, draft)
    if isinstance(note, Refusal):
        return note
    targets = choice.targets or note.supersedes
    if len(targets) != 1:
        return Refusal(
            "usage",
            f"{note.id} supersedes {len(targets)} notes: say which edge to take back",
            "--target ID",
            ids=targets,
        )
    wanted = Detachment(
        newer=note.id,
        target=targets[0],
        before=case.context.spans.get(folded_id(targets[0])) or _written_span(targets[0], draft),
        proposed=case.context.proposed.get(folded_id(note.id))
        or Span(note.valid_from, note.valid_to),
        valid_from=choice.valid_from,
        valid_to=choice.valid_to,
    )
    return _closed(case, draft, Action.DETACH, placing.detach(wanted, draft.history))


def _written_span(note_id: str, draft: Draft) -> Span:
    """Without a ledger event the edge closed it, its own start and an open end are all we know."""
    version = draft.history.get(note_id)
    return Span(None if version is None else version.note.valid_from, None)


def _closed(case: Case, draft: Draft, action: Action, closing: Closing | Refusal) -> Deed | Refusal:
    if isinstance(closing, Refusal):
        return closing
    changes = draft.apply(closing.writes)
    if isinstance(changes, Refusal):
        return changes
    draft.history = closings.after(draft.history, closing, (), case.context.at)
    ids = tuple(change.id for change in changes if change.id is not None)
    return Deed(event=event(case, action, changes), notes=ids, notices=closing.notices)


def memory(case: Case, draft: Draft) -> Note | Refusal:
    """The reviewed note that the case is about, without an undecided edit."""
    refused = confirms.branch_only(case)
    if refused is not None:
        return refused
    note_id = case.context.approved_ids.get(case.entry.path) or case.entry.note_id
    if note_id is None and case.entry.state is FileState.FOREIGN:
        return _nameless(case)
    if note_id is None or case.entry.place is not Place.NOTES:
        return Refusal(
            "invalid",
            "this is not memory yet",
            "approve it first",
            case.entry.path,
            ids=case.item.notes,
        )
    path = draft.editable(note_id)
    if isinstance(path, Refusal):
        return path
    version = draft.history.get(note_id)
    assert version is not None, "BUG: an editable note is judged"
    return version.note


def _nameless(case: Case) -> Note | Refusal:
    """A foreign note without an id, known by its path until a decision gives it one (DESIGN §3)."""
    standing = vouch(case.entry, case.snapshot.reviews).standing
    note = case.snapshot.files[case.entry.path].note
    if note is None or standing is not Standing.REVIEWED:
        message = "nobody vouches for this note as it is"
        hint = "approve or reject it first"
        return Refusal("invalid", message, hint, case.entry.path, ids=case.item.notes)
    where = Circumstances(case.entry.path, case.entry.blob, case.entry.place)
    return replace(note, id=filling.generated_id(where))


def _named(case: Case, draft: Draft, action: Action, fields: dict[str, FieldValue]) -> Deed:
    """A decision about a note without an id writes its id along."""
    note = _nameless(case)
    assert not isinstance(note, Refusal), "BUG: looked at before"
    path = case.entry.path
    change = draft.write(path, path, {"id": note.id, **fields})
    draft.judge((Version(note=closings.written(note, fields), reviewed=True),))
    notices = (f"{path} gets the id {note.id}",)
    return Deed(event=event(case, action, (change,)), notes=(note.id,), notices=notices)


def _written(case: Case, draft: Draft, action: Action, fields: dict[str, FieldValue]) -> Deed:
    if case.entry.note_id is None and case.entry.state is FileState.FOREIGN:
        return _named(case, draft, action, fields)
    closing = Closing(writes=(NoteWrite(case.entry.note_id or "", fields),))
    deed = _closed(case, draft, action, closing)
    assert not isinstance(deed, Refusal), "BUG: the note was editable"
    return deed


def _no_change(case: Case, message: str) -> Refusal:
    return Refusal("no-change", message, path=case.entry.path, ids=case.item.notes)


def bring_back(asked: Asked, draft: Draft) -> Deed | Refusal:
    """A rejected candidate whose file is gone, back byte for byte (CONTRACT 20)."""
    path = asked.item.paths[0]
    data = asked.context.past.get(asked.item.blob)
    if not isinstance(asked.choice, Restore):
        return Refusal("unknown-item", "the file of this item is gone", path=path)
    if data is None:
        return Refusal(
            "conflict",
            "the text is kept only redacted, and its local copy is gone",
            "see `curator rescue list`",
            path,
        )
    if draft.taken(path):
        return Refusal("path-taken", "another file lies there now", "move it away first", path)
    change = draft.create(path, next(iter(asked.item.notes), None), data)
    return Deed(event=event(asked, Action.RESTORE, (change,)), notes=asked.item.notes)
