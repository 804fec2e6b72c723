"""approve: a candidate becomes memory, or a note under notes is vouched for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from curator_core.model.event import Action, NoteChange
from curator_core.model.files import FileState, NoteFile, Place
from curator_core.model.home import Snapshot
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Note, Status
from curator_core.model.plan import FileChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Op
from curator_core.rules import editing, hashing
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


def plan(case: Case) -> Effect | Refusal:
    """What approving this item means, or why it cannot be done."""
    file = case.snapshot.files[case.entry.path]
    if case.item.health is Health.INVALID or file.note is None or file.text is None:
        return invalid(case)
    if case.snapshot.config.four_eyes and case.item.origin == "user":
        return Refusal(
            "four-eyes",
            "this Home wants another person to approve a person's own proposal",
            "ask somebody else to review it",
            case.entry.path,
        )
    refused = _unsupported(case) or confirms.missing(case, file.note)
    if refused is not None:
        return refused
    if case.entry.state is FileState.FOREIGN:
        return _vouch(case, file)
    return _write(case, file, file.note)


def _unsupported(case: Case) -> Refusal | None:
    if case.item.op is Op.UPDATE:
        return Refusal(
            "conflict",
            f"the note {case.item.notes[0]} exists; this candidate would replace its text",
            "give the candidate its own id, or edit the note by hand and review the edit",
            case.entry.path,
            ids=case.item.notes,
        )
    return None


def _vouch(case: Case, file: NoteFile) -> Effect:
    """A foreign note is accepted as it is: the event alone, no key is added (DESIGN §3)."""
    return _effect(case, file, _Outcome(case.entry.path, file.data, file.entry.content_hash))


def _write(case: Case, file: NoteFile, note: Note) -> Effect | Refusal:
    assert file.text is not None, "BUG: only readable notes are approved"
    path = target_path(case.entry.path, case.entry.place, case.snapshot)
    if path != case.entry.path and path in case.snapshot.entries:
        return Refusal(
            "path-taken",
            "a note of this path exists already",
            "rename the candidate's file",
            path,
            ids=case.item.notes,
        )
    approved = approved_note(case, note)
    changes = written_fields(case, file, approved)
    text = editing.edit(file.text, changes)
    data = editing.encode(file.text, text)
    outcome = _Outcome(path, data, hashing.content_hash(approved), changes)
    return _effect(case, file, outcome)


def target_path(path: str, place: Place, snapshot: Snapshot) -> str:
    """The same relative path under the first notes folder; a note under notes stays in place."""
    if place is Place.NOTES:
        return path
    folders = sorted(snapshot.config.folders(place), key=len, reverse=True)
    folder = next(folder for folder in folders if path.startswith(folder + "/"))
    return snapshot.config.notes[0] + path[len(folder) :]


def approved_note(case: Case, note: Note) -> Note:
    """The note as approved: status, review and filled instant; all else as proposed."""
    keeps = case.entry.place is Place.NOTES and note.status is not Status.CANDIDATE
    status = note.status if keeps and _may_stand(note.status) else Status.ACTIVE
    recorded = note.recorded_at or case.context.filled_at.get(case.entry.path) or case.context.at
    reviewed = replace(
        note,
        schema_version=SCHEMA_VERSION,
        status=status,
        recorded_at=recorded,
        reviewed=True,
        reviewed_by=case.context.actor,
        reviewed_at=case.context.at,
    )
    return replace(reviewed, reviewed_hash=hashing.content_hash(reviewed))


def _may_stand(status: Status) -> bool:
    return status in (Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED)


def written_fields(case: Case, file: NoteFile, note: Note) -> dict[str, FieldValue]:
    """The keys that the approval writes: what was filled, status and review (CONTRACT 20)."""
    changes: dict[str, FieldValue] = {
        name: _plain(getattr(note, name)) for name in case.entry.filled if hasattr(note, name)
    }
    for name in ("status", "reviewed", "reviewed_by", "reviewed_at", "reviewed_hash"):
        changes[name] = _plain(getattr(note, name))
    return changes


def _plain(value: object) -> FieldValue:
    return value.value if hasattr(value, "value") else value


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The approved file: where it goes, its bytes, its content hash, the fields written into it."""

    path: str
    data: bytes
    reviewed: str | None
    fields: Mapping[str, FieldValue] | None = None


def _effect(case: Case, file: NoteFile, made: _Outcome) -> Effect:
    entry, salt, path = case.entry, case.context.salt, made.path
    blob = hashing.blob_id(made.data)
    before = approved_hash(case)
    change = NoteChange(
        id=entry.note_id,
        path_before=entry.path,
        path_after=path,
        blob_before=entry.blob,
        blob_after=blob,
        reviewed_before=before,
        reviewed_after=made.reviewed,
        old=ledger_text(file.data, salt),
        new=ledger_text(made.data, salt),
    )
    changes: tuple[FileChange, ...]
    if path == entry.path:
        changes = (
            FileChange(
                path=path, before=entry.blob, after=made.data, fields=made.fields, edited=file.text
            ),
        )
    else:
        changes = (
            FileChange(
                path=path, before=None, after=made.data, fields=made.fields, edited=file.text
            ),
            FileChange(path=entry.path, before=entry.blob, after=None),
        )
    kept = rescues(entry.path, entry.blob, file.data) + rescues(path, blob, made.data)
    return Effect(
        changes=changes,
        event=event(case, Action.APPROVE, (change,)),
        notes=(entry.note_id or entry.path,),
        rescues=kept,
        notices=_notices(case),
    )


def _notices(case: Case) -> tuple[str, ...]:
    if not case.entry.filled:
        return ()
    return (f"filled: {', '.join(case.entry.filled)}",)
