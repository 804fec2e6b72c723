"""Repairs of whole files: a lost note, a foreign ledger file, what a commit did beside Curator."""

from __future__ import annotations

from curator_core.model.answer import Finding, Version
from curator_core.model.decision import Approve, Reject, Restore
from curator_core.model.event import Action, NoteChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane, Op
from curator_core.rules import closings, hashing
from curator_core.rules.planning.draft import Draft, Drafted
from curator_core.rules.planning.effects import Asked, Deed, event, ledger_text
from curator_core.rules.planning.set_aside import defer_event


def is_meant(finding: Finding, op: Op) -> bool:
    """Whether a finding is about whole files, or about a commit beside Curator."""
    return op is Op.OUTSIDE_CHANGE or (finding.repair is not None and bool(finding.repair.puts))


def plan(asked: Asked, finding: Finding, draft: Draft) -> Deed | Refusal:
    """approve repairs, or accepts a commit; reject dismisses, or reverts the commit."""
    choice = asked.choice
    outside = asked.item.op is Op.OUTSIDE_CHANGE
    match choice:
        case Approve() if not outside:
            return _put(asked, finding, draft, Action.APPROVE, None)
        case Approve():
            return Deed(event=event(asked, Action.APPROVE, ()), notes=finding.ids)
        case Reject(reason_code=code) if outside:
            return _put(asked, finding, draft, Action.REJECT, code.value)
        case Reject(reason_code=code):
            dismissed = event(asked, Action.REJECT, (), reason_code=code.value)
            return Deed(event=dismissed, notes=finding.ids)
        case Restore() if asked.item.lane in (Lane.DEFERRED, Lane.SUPPRESSED):
            return Deed(event=event(asked, Action.RESTORE, ()), notes=finding.ids)
        case _:
            return defer_event(asked)


def _put(
    asked: Asked, finding: Finding, draft: Draft, action: Action, code: str | None
) -> Deed | Refusal:
    assert finding.repair is not None, "BUG: only a repair puts files"
    changes = []
    for path, blob in finding.repair.puts:
        change = _file(asked, path, blob, draft)
        if isinstance(change, Refusal):
            return change
        changes.append(change)
    refused = _judged(asked, finding, draft)
    if refused is not None:
        return refused
    made = event(asked, action, tuple(changes), reason_code=code)
    return Deed(event=made, notes=finding.ids, notices=(finding.repair.says,))


def _file(asked: Asked, path: str, blob: str | None, draft: Draft) -> NoteChange | Refusal:
    """The bytes of a blob at a path, or nothing there; no review follows from it, since the ledger
    knows already what was approved."""
    context = asked.context
    there = context.lying.get(path)
    after = None if blob is None else context.past.get(blob)
    if blob is not None and after is None:
        hint = "look for the text in a backup"
        return Refusal("conflict", "no object of this repository holds that text", hint, path)
    if path in draft.files or (path in draft.snapshot.entries and there is not None):
        hint = "decide what lies there first"
        return Refusal("path-taken", "another file lies there now", hint, path)
    before = None if there is None else hashing.blob_id(there)
    origin = None if there is None else path
    draft.files[path] = Drafted(origin, before, path, None, {}, after, None)
    name = next(iter(asked.item.notes), None)
    return NoteChange(
        id=name if there is None and name != path else None,
        path_before=origin,
        path_after=None if after is None else path,
        blob_before=before,
        blob_after=blob,
        old=ledger_text(there, context.salt),
        new=ledger_text(after, context.salt),
    )


def _judged(asked: Asked, finding: Finding, draft: Draft) -> Refusal | None:
    """Let the history know a note that comes back; refused where its slot has another by now."""
    assert finding.repair is not None, "BUG: only a repair puts files"
    for _, blob in finding.repair.puts:
        note = asked.context.restored.get(blob or "")
        if note is None:
            continue
        version = Version(note=note, reviewed=True)
        draft.judge((version,))
        known = draft.history.get(note.id)
        colliding = () if known is None else closings.colliding(known, draft.history)
        if colliding:
            return Refusal(
                "slot-collision",
                f"{note.id} would answer beside {', '.join(colliding)} again",
                "archive that one first, or dismiss this with reject",
                asked.item.paths[0],
                ids=tuple(colliding),
            )
    return None
