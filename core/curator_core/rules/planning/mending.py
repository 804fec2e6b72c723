"""Decisions on findings: approve applies the shown repair, reject dismisses (CONTRACT 24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from curator_core.model.answer import Finding, NoteWrite, Version
from curator_core.model.decision import Approve, Archive, Confirm, Reject, Restore
from curator_core.model.event import Action
from curator_core.model.files import FileState, NoteFile, Place
from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.rules import closings
from curator_core.rules.chains import History
from curator_core.rules.closings import Closing
from curator_core.rules.planning import keeping, restoring_files
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Case, Deed, event
from curator_core.rules.planning.set_aside import defer_event
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id


def plan(asked: Asked, finding: Finding, draft: Draft) -> Deed | Refusal:
    """What deciding a finding means."""
    if restoring_files.is_meant(finding, asked.item.op):
        return restoring_files.plan(asked, finding, draft)
    choice = asked.choice
    match choice:
        case Approve() | Confirm() if _says(finding, Action.CONFIRM):
            return _decided(asked, keeping.confirm, draft)
        case Archive() if _says(finding, Action.CONFIRM):
            return _decided(asked, keeping.archive, draft)
        case Approve() if _says(finding, Action.REJECT):
            return _taken_away(asked, finding, draft)
        case Approve() if _says(finding, Action.EDIT):
            return _rewritten(asked, finding, draft)
        case Approve():
            return _mend(asked, finding, draft)
        case Reject(reason_code=code):
            dismissed = event(asked, Action.REJECT, (), reason_code=code.value)
            return Deed(event=dismissed, notes=finding.ids)
        case Restore() if asked.item.lane in (Lane.DEFERRED, Lane.SUPPRESSED):
            return Deed(event=event(asked, Action.RESTORE, ()), notes=finding.ids)
        case _:
            return defer_event(asked)


def _says(finding: Finding, decision: Action) -> bool:
    return finding.repair is not None and finding.repair.decision is decision


def _decided(
    asked: Asked, keep: Callable[[Case, Draft], Deed | Refusal], draft: Draft
) -> Deed | Refusal:
    """A decision about the note itself, recorded as the one that was chosen."""
    entry = draft.snapshot.entries[asked.item.paths[0]]
    deed = keep(Case(asked.choice, asked.item, asked.context, entry, draft.snapshot), draft)
    if isinstance(deed, Refusal) or not isinstance(asked.choice, Approve):
        return deed
    return replace(deed, event=replace(deed.event, action=Action.APPROVE))


def _taken_away(asked: Asked, finding: Finding, draft: Draft) -> Deed:
    """A file that is no note of its own goes; the note that it copies is not touched."""
    gone = draft.set_bytes(asked.item.paths[0], None, None)
    change = replace(gone, id=None, reviewed_before=None)
    return Deed(event=event(asked, Action.APPROVE, (change,)), notes=finding.ids)


def _rewritten(asked: Asked, finding: Finding, draft: Draft) -> Deed | Refusal:
    """The file in another form, as shown. Where a person vouched for it, this vouches for the new
    one; else it stays as undecided as it was."""
    path = asked.item.paths[0]
    file = asked.context.mended.get(path)
    if file is None or file.note is None or finding.repair is None:
        return Refusal("stale", "the file is another one by now", "look at it again", path)
    vouched = vouch(draft.snapshot.entries[path], draft.snapshot.reviews).standing
    refused = _clashing(file, path, draft)
    if refused is None and vouched is Standing.REVIEWED:
        refused = _vouched(asked, file.note, draft)
    if refused is not None:
        return refused
    if vouched is not Standing.REVIEWED:
        change = draft.set_bytes(path, file.data, None)
        change = replace(change, reviewed_before=None)
    elif file.entry.state is FileState.FOREIGN:
        change = draft.set_bytes(path, file.data, file.entry.content_hash)
        change = replace(change, id=file.entry.note_id)
    else:
        draft.retext(path, file)
        said = {"reviewed_by": asked.context.actor, "reviewed_at": asked.context.at}
        change = draft.write(path, path, {"reviewed": True, **said})
    return Deed(
        event=event(asked, Action.APPROVE, (change,)),
        notes=(file.entry.note_id or path,),
        notices=(finding.repair.says,),
    )


def _vouched(asked: Asked, note: Note, draft: Draft) -> Refusal | None:
    """Let the history know the note as its fields say; refused where they collide."""
    closing = Closing(news=(NoteWrite(note.id, {"status": note.status.value}),))
    found = closings.checked(closing, (note,), draft.history)
    if isinstance(found, Refusal):
        return found if found.path else replace(found, path=asked.item.paths[0])
    at, actor = asked.context.at, asked.context.actor
    draft.history = closings.after(draft.history, closing, (note,), at)
    draft.judge((Version(note=note, reviewed=True, approved_by=actor, approved_at=at),))
    return None


def _clashing(file: NoteFile, path: str, draft: Draft) -> Refusal | None:
    """The id that comes to light may be another note's by now."""
    name = file.entry.note_id
    paths = draft.context.note_paths.get(folded_id(name), ()) if name else ()
    if file.entry.place is not Place.NOTES or not set(paths) - {path}:
        return None
    return Refusal(
        "invalid",
        f"the second block has the id of another note, {name}",
        "edit the file by hand",
        path,
        field="id",
        ids=(name or "",),
    )


def _mend(asked: Asked, finding: Finding, draft: Draft) -> Deed | Refusal:
    if finding.repair is None:
        return Refusal(
            "invalid",
            f"{finding.code}: only a person can say what is right here",
            "edit the notes by hand, or dismiss the finding with reject",
            asked.item.paths[0],
            ids=finding.ids,
        )
    before = draft.history
    closing = Closing(writes=finding.repair.writes)
    future = closings.after(before, closing, (), asked.context.at)
    worse = _added(closing, before, future)
    if worse:
        return Refusal(
            "slot-collision",
            "the repair would make another value collide",
            "mend that one first",
            asked.item.paths[0],
            ids=worse,
        )
    changes = draft.apply(closing.writes)
    if isinstance(changes, Refusal):
        return changes
    draft.history = future
    return Deed(
        event=event(asked, Action.APPROVE, changes),
        notes=tuple(change.id for change in changes if change.id is not None),
        notices=(finding.repair.says,),
    )


def _added(closing: Closing, before: History, future: History) -> tuple[str, ...]:
    """Ids that collide after the repair with a note it writes, and did not before."""
    added: set[str] = set()
    for write in closing.writes:
        now, then = future.get(write.note_id), before.get(write.note_id)
        if now is not None and then is not None:
            added |= set(closings.colliding(now, future)) - set(closings.colliding(then, before))
    return tuple(sorted(added))
