"""approve of an update: in place by a three-way merge, or as a new version (DESIGN §5)."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.decision import Approve, Edit
from curator_core.model.event import Action, NoteChange
from curator_core.model.files import FileState, NoteFile
from curator_core.model.note import FieldValue, Note
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Part
from curator_core.rules import closings, relations
from curator_core.rules.closings import Approval
from curator_core.rules.hashing import content_hash
from curator_core.rules.planning import confirms, trust
from curator_core.rules.planning.approve import approval_of, approve_version
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed, Update, event, invalid
from curator_core.rules.review_state import Standing, vouch


def plan(case: Case, choice: Approve, part: Part, draft: Draft) -> Deed | Refusal:
    """The note as merged; refused while regions are open, or where a relation must be chosen."""
    refused = unready(case, part, draft)
    if refused is not None:
        return refused
    update = draft.context.updates[part.address or ""]
    assert part.target is not None and update.file is not None, "BUG: a ready update has a text"
    if update.file.data == draft.snapshot.files[part.target].data:
        return Refusal(
            "no-change",
            "nothing of the proposal would be taken",
            "reject it instead",
            part.path,
            ids=case.item.notes,
        )
    if update.answering:
        return _new_version(case, choice, (part, update), draft)
    return _in_place(case, (part, update.file), draft)


def unready(case: Case, part: Part, draft: Draft) -> Refusal | None:
    """Why an update has no result yet: its note is gone, regions are open, or it cannot be read."""
    if part.target is None:
        return _gone(case, part)
    update = draft.context.updates.get(part.address or "")
    if update is None:
        return invalid(case)
    refused = update.refused or _hand_edited(case, part, update, draft) or _open(case, update)
    if refused is not None:
        return refused
    assert update.file is not None, "BUG: an update without conflicts has a text"
    fits = update.file.note is not None and not update.file.entry.errors
    return None if fits else _unfit(case, update.file)


def _gone(case: Case, part: Part) -> Refusal:
    waiting = case.item.twin_of
    if waiting is not None:
        return Refusal(
            "conflict",
            "it updates a note that is still a proposal itself",
            f"decide {waiting} first",
            part.path,
            ids=(waiting,),
        )
    return Refusal(
        "dead", "the note that it updates is gone", "reject it, or add it anew", part.path
    )


def _hand_edited(case: Case, part: Part, update: Update, draft: Draft) -> Refusal | None:
    """A hand edit that nobody decided goes along only when the reviewer wrote the result."""
    target = part.target or ""
    if target in draft.files:
        return Refusal(
            "conflict",
            "another decision of this batch changes the same note",
            "apply that one first, then look at this one again",
            target,
            ids=case.item.notes,
        )
    standing = vouch(draft.snapshot.entries[target], draft.snapshot.reviews).standing
    if standing is Standing.EDITED and not update.by_hand:
        return Refusal(
            "conflict",
            "the note was edited by hand, and the edit is undecided",
            "decide that edit first, or merge the three texts",
            target,
            ids=case.item.notes,
        )
    return None


def _open(case: Case, update: Update) -> Refusal | None:
    if update.file is not None:
        return None
    count = len(update.way.conflicts)
    why = "nobody knows what it was made from" if update.way.no_base else "both sides changed"
    return Refusal(
        "conflict",
        f"{count} {'region is' if count == 1 else 'regions are'} in conflict: {why} "
        f"{', '.join(update.way.conflicts)}",
        "choose a side for each: in the three-way screen, or with --pick REGION=SIDE",
        case.item.paths[0],
        ids=case.item.notes,
    )


def _unfit(case: Case, file: NoteFile) -> Refusal:
    problem = next((p for p in file.problems if p.severity == "error"), None)
    return Refusal(
        "invalid",
        "the result is no valid note" if problem is None else f"result: {problem.message}",
        "see `curator schema`",
        case.item.paths[0],
        None if problem is None else problem.line,
        field=None if problem is None else problem.field,
        ids=case.item.notes,
    )


def _in_place(case: Case, made: tuple[Part, NoteFile], draft: Draft) -> Deed | Refusal:
    part, file = made
    target = part.target or ""
    assert file.note is not None, "BUG: only typed results are written"
    note = trust.kept(case, file.note, _current(part, draft))
    approval = Approval(note=note, at=case.context.at)
    refused = confirms.missing(case, note, approval, closings.Closing(), draft)
    if refused is not None:
        return refused
    change = _rewritten(case, target, (file, note), draft)
    gone = taken(part, draft)
    deed = _deed(case, (change, *gone), None)
    return replace(deed, notices=trust.notices(case, file, note))


def _current(part: Part, draft: Draft) -> tuple[Note, ...]:
    """The note that is changed, as it lies there."""
    note = draft.snapshot.files[part.target or ""].note
    return () if note is None else (note,)


def _rewritten(case: Case, target: str, made: tuple[NoteFile, Note], draft: Draft) -> NoteChange:
    """The note's file with the new text; a foreign one gets no key of ours."""
    file, note = made
    if file.entry.state is FileState.FOREIGN:
        assert file.note is not None, "BUG: only typed results are written"
        change = draft.set_bytes(target, file.data, content_hash(file.note))
        return replace(change, id=file.entry.note_id or None)
    draft.retext(target, file)
    fields: dict[str, FieldValue] = {
        **trust.fields(file.note, note),
        "reviewed": True,
        "reviewed_by": case.context.actor,
        "reviewed_at": case.context.at,
    }
    return draft.write(target, target, fields)


def taken(part: Part, draft: Draft) -> tuple[NoteChange, ...]:
    """The proposal's own file goes; of one on a branch the text stays in the ledger."""
    return (draft.set_bytes(part.address or "", None, None),)


def _new_version(
    case: Case, choice: Approve, made: tuple[Part, Update], draft: Draft
) -> Deed | Refusal:
    """What answers differently is a note of its own, which supersedes the old one."""
    part, update = made
    file = update.successor
    if file is None or file.note is None:
        return invalid(case)
    relation = choice.relation or file.note.relation
    if relation is None:
        return Refusal(
            "relation-required",
            f"it changes {', '.join(update.answering)}: that is a new version, and it must say how",
            "--relation correction, or state_change with --valid-from",
            case.item.paths[0],
            ids=case.item.notes,
        )
    note = replace(file.note, recorded_at=case.context.at)
    note = trust.kept(case, note, _current(part, draft))
    approval = replace(approval_of(case, choice, note), relation=relation)
    closing = relations.approve(approval, draft.history)
    if isinstance(closing, Refusal):
        return closing if closing.path else replace(closing, path=case.item.paths[0])
    path = f"{(part.target or '').rpartition('/')[0]}/{note.id}.md".lstrip("/")
    refused = confirms.missing(case, note, approval, closing, draft) or _taken_path(path, draft)
    if refused is not None:
        return refused
    for write in closing.writes:
        found = draft.editable(write.note_id)
        if isinstance(found, Refusal):
            return found
    fields = {"recorded_at": case.context.at, **trust.fields(file.note, note)}
    for write in closing.news:
        fields |= write.fields
    fields |= {
        "reviewed": True,
        "reviewed_by": case.context.actor,
        "reviewed_at": case.context.at,
    }
    draft.add(path, file)
    own = draft.write(path, path, fields)
    others = draft.apply(closing.writes)
    assert not isinstance(others, Refusal), "BUG: every target was editable"
    draft.history = closings.after(draft.history, closing, (note,), case.context.at)
    approve_version(note, draft, case)
    deed = _deed(case, (own, *others, *taken(part, draft)), relation.value)
    said = f"{note.id} is the new version of {', '.join(case.item.notes)}"
    return replace(deed, notices=(said, *closing.notices, *trust.notices(case, file, note)))


def _taken_path(path: str, draft: Draft) -> Refusal | None:
    if not draft.taken(path):
        return None
    return Refusal("path-taken", "a note of this path exists already", path=path)


def _deed(case: Case, changes: tuple[NoteChange, ...], relation: str | None) -> Deed:
    action = Action.EDIT if isinstance(case.choice, Edit) else Action.APPROVE
    ids = tuple(dict.fromkeys(change.id for change in changes if change.id is not None))
    return Deed(
        event=event(case, action, changes, relation=relation, about=ids or case.item.notes),
        notes=ids or case.item.paths,
    )
