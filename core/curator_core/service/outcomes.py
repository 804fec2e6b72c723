"""What becomes of each note that a plan touches: its status before and after."""

from __future__ import annotations

from collections.abc import Mapping

from curator_core.model.event import Event, NoteChange
from curator_core.model.plan import FileChange, Plan
from curator_core.model.view import NoteOutcome
from curator_core.service.opening import Opened
from curator_core.store import note_text

STATUS = "status"
UNSAID = "no status"
"""What stands for the status of a note that says none."""


def of(one: Opened, plan: Plan) -> dict[str, tuple[NoteOutcome, ...]]:
    """The outcomes of every event of a plan, by event id; an event that changes no file leaves the
    notes it is about as they are."""
    changes = {change.path: change for change in plan.changes}
    left = _left(one, {name for event in plan.events if not event.notes for name in event.about})
    return {event.event_id: _outcomes(one, event, changes, left) for event in plan.events}


def _left(one: Opened, names: set[str]) -> Mapping[str, NoteOutcome]:
    if not names:
        return {}
    rows = (row for row in one.snapshot.entries.values() if row.note_id in names)
    return {row.note_id or "": NoteOutcome(row.note_id or "", *_same(row.status)) for row in rows}


def _same(status: str | None) -> tuple[str, str]:
    return status or UNSAID, status or UNSAID


def _outcomes(
    one: Opened,
    event: Event,
    changes: Mapping[str, FileChange],
    left: Mapping[str, NoteOutcome],
) -> tuple[NoteOutcome, ...]:
    if not event.notes:
        return tuple(left[name] for name in event.about if name in left)
    return tuple(_outcome(one, change, changes) for change in event.notes)


def _outcome(one: Opened, change: NoteChange, changes: Mapping[str, FileChange]) -> NoteOutcome:
    name = change.id or change.path_after or change.path_before or ""
    before = _status(one, change.path_before)
    if change.path_after is None:
        return NoteOutcome(name, before, None)
    written = changes.get(change.path_after)
    return NoteOutcome(name, before, before if written is None else _written(written))


def _status(one: Opened, path: str | None) -> str | None:
    entry = None if path is None else one.snapshot.entry(path)
    return None if entry is None else entry.status or UNSAID


def _written(change: FileChange) -> str | None:
    if change.after is None:
        return None
    known = None if change.fields is None else change.fields.get(STATUS)
    if known is None:
        text, _ = note_text.read(change.after)
        known = None if text is None else text.fields.get(STATUS)
    return str(known or UNSAID)
