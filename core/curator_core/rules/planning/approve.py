"""approve: a candidate becomes memory, or a note under notes is vouched for."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.decision import Approve, Edit
from curator_core.model.event import Action, NoteChange
from curator_core.model.files import FileState, NoteFile, Place
from curator_core.model.home import Snapshot
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Op
from curator_core.rules import branches, closings, layout, relations, sync_copies
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.planning import confirms, trust
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed, event, invalid
from curator_core.rules.slots import folded_id


def plan(case: Case, choice: Approve, draft: Draft) -> Deed | Refusal:
    """What approving this item means, or why it cannot be done."""
    file = case.snapshot.file(case.entry.path)
    if case.item.health is Health.INVALID:
        return invalid(case)
    return plan_text(case, choice, draft, file)


def plan_text(case: Case, choice: Approve, draft: Draft, file: NoteFile) -> Deed | Refusal:
    """The same with the text that shall stand: the proposed one, or the reviewer's own."""
    if file.note is None or file.text is None:
        return invalid(case)
    refused = _renamed(case)
    if refused is not None:
        return refused
    note = trust.kept(case, proposed(case, choice, file.note), _approved(case, draft))
    approval = approval_of(case, choice, note)
    closing = _closing(case, approval, draft)
    if isinstance(closing, Refusal):
        return closing
    refused = confirms.missing(case, note, approval, closing, draft)
    if refused is not None:
        return refused
    return _write(case, file, (note, approval, closing), draft)


def _approved(case: Case, draft: Draft) -> tuple[Note, ...]:
    """The version of this very note that a person approved before, if there is one."""
    known = None if case.entry.note_id is None else draft.history.get(case.entry.note_id)
    return (known.note,) if known is not None and known.reviewed else ()


def _renamed(case: Case) -> Refusal | None:
    """An edit that gives an approved note another id (DESIGN §3: it never changes)."""
    was = case.context.approved_ids.get(case.entry.path)
    if was is None or folded_id(was) == folded_id(case.entry.note_id or ""):
        return None
    return Refusal(
        "invalid",
        f"the id of {was} never changes",
        "put the id back, or reject the edit",
        case.entry.path,
        field="id",
        ids=(was,),
    )


def proposed(case: Case, choice: Approve, note: Note) -> Note:
    """The note as it would stand: filled instant, active, the scope the reviewer chose."""
    keeps = case.entry.place is Place.NOTES and note.status in _STANDING
    recorded = note.recorded_at or case.context.filled_at.get(case.entry.path) or case.context.at
    return replace(
        note,
        schema_version=SCHEMA_VERSION,
        status=note.status if keeps else Status.ACTIVE,
        recorded_at=recorded,
        scope=choice.scope or note.scope,
    )


_STANDING = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED})


def approval_of(case: Case, choice: Approve, note: Note) -> Approval:
    """What the reviewer said beside the note; the relation from the flag, else the proposal, else
    the note (CONTRACT 17)."""
    stated = Relation(case.item.relation) if case.item.relation in set(Relation) else None
    return Approval(
        note=note,
        at=case.context.at,
        relation=choice.relation or stated or note.relation,
        targets=choice.targets or note.supersedes,
        valid_from=choice.valid_from,
        valid_to=choice.valid_to,
        keep_exceptions=choice.keep_exceptions,
    )


def _closing(case: Case, approval: Approval, draft: Draft) -> Closing | Refusal:
    """What the relation writes; a review of a note that is there writes no interval of others."""
    if case.item.op is Op.REVIEW:
        return _accepted(approval, draft.history)
    return _named(relations.approve(approval, draft.history), case)


def _named(result: Closing | Refusal, case: Case) -> Closing | Refusal:
    if isinstance(result, Refusal) and result.path is None:
        return replace(result, path=case.entry.path)
    return result


def _accepted(approval: Approval, history: History) -> Closing | Refusal:
    """A note or edit under notes stands as it reads, unless it collides with another version."""
    note = approval.note
    closing = Closing(news=(NoteWrite(note.id, {"status": note.status.value}),))
    known = history.get(note.id)
    if known is not None and known.reviewed and _same_claim(known.note, note):
        return closing
    return closings.checked(closing, (note,), history)


def _same_claim(old: Note, new: Note) -> bool:
    """Whether an edit leaves slot, interval and status as they were: nothing new can collide."""
    names = ("memory_key", "scope", "valid_from", "valid_to", "status", "modality", "relation")
    return all(getattr(old, name) == getattr(new, name) for name in (*names, "supersedes"))


def _write(
    case: Case, file: NoteFile, made: tuple[Note, Approval, Closing], draft: Draft
) -> Deed | Refusal:
    note, approval, closing = made
    path = target_path(case.entry.path, case.entry.place, case.snapshot)
    if path != case.entry.path and draft.taken(path):
        return Refusal(
            "path-taken",
            "a note of this path exists already, or the layout leaves the path out",
            "rename the candidate's file",
            path,
            ids=case.item.notes,
        )
    for write in closing.writes:
        found = draft.editable(write.note_id)
        if isinstance(found, Refusal):
            return found
    own = _own(case, file, note, closing, draft)
    others = draft.apply(closing.writes)
    assert not isinstance(others, Refusal), "BUG: every target was editable"
    draft.history = closings.after(draft.history, closing, (note,), case.context.at)
    approve_version(note, draft, case)
    relation = approval.relation.value if approval.relation and approval.targets else None
    action = Action.EDIT if isinstance(case.choice, Edit) else Action.APPROVE
    return Deed(
        event=event(case, action, (own, *others), relation=relation),
        notes=tuple(dict.fromkeys((note.id or case.entry.path, *_ids(others)))),
        notices=(*_filled(case), *closing.notices, *trust.notices(case, file, note)),
    )


def _own(case: Case, file: NoteFile, note: Note, closing: Closing, draft: Draft) -> NoteChange:
    """The approved file itself; a foreign note is accepted as it is (DESIGN §3)."""
    path = target_path(case.entry.path, case.entry.place, case.snapshot)
    if isinstance(case.choice, Edit):
        draft.retext(case.entry.path, file)
    elif file.entry.state is FileState.FOREIGN:
        return draft.accept(case.entry.path)
    fields: dict[str, FieldValue] = {
        name: _plain(getattr(note, name)) for name in file.entry.filled if hasattr(note, name)
    }
    if note.scope != file.entry.scope:
        fields["scope"] = note.scope
    fields |= trust.fields(file.note, note)
    for write in closing.news:
        fields |= write.fields
    fields |= {
        "reviewed": True,
        "reviewed_by": case.context.actor,
        "reviewed_at": case.context.at,
    }
    return draft.write(case.entry.path, path, fields)


def approve_version(note: Note, draft: Draft, case: Case) -> None:
    """The history knows who approved the new version."""
    version = draft.history.get(note.id)
    if version is not None:
        judged = Version(
            note=version.note,
            reviewed=True,
            approved_by=case.context.actor,
            approved_at=case.context.at,
        )
        draft.judge((judged,))


def _without_copys_name(path: str, snapshot: Snapshot) -> str:
    """A conflicted copy under notes becomes memory under the name of what it copies."""
    plain = sync_copies.original(path)
    at_home = plain is not None and layout.place_of(plain, snapshot.config) is Place.NOTES
    return plain if plain is not None and at_home else path


def target_path(path: str, place: Place, snapshot: Snapshot) -> str:
    """The same relative path under the first notes folder; a note under notes stays in place, also
    one that a branch proposes there."""
    path = branches.path_of(path)
    path = _without_copys_name(path, snapshot)
    if Place.NOTES in (place, layout.place_of(path, snapshot.config)):
        return path
    folders = sorted(snapshot.config.folders(place), key=len, reverse=True)
    folder = next(folder for folder in folders if path.startswith(folder + "/"))
    return layout.beneath(snapshot.config.notes[0], path[len(folder) + 1 :])


def _plain(value: object) -> FieldValue:
    return getattr(value, "value", value)


def _ids(changes: tuple[NoteChange, ...]) -> tuple[str, ...]:
    return tuple(change.id for change in changes if change.id is not None)


def _filled(case: Case) -> tuple[str, ...]:
    if not case.entry.filled:
        return ()
    return (f"filled: {', '.join(case.entry.filled)}",)
