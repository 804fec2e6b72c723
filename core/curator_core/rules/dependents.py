"""Which later decisions build on one that is to be taken back (CONTRACT 33)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from curator_core.model.event import Action, Event, NoteChange
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id


def later(
    targets: Iterable[str], events: Sequence[Event], undone: Mapping[str, str], history: History
) -> tuple[Event, ...]:
    """Other events, not undone, that build on a note state which the targets (event ids) made, or
    approved a note that names one they approved, in ledger order."""
    wanted = set(targets)
    namers = _namers(history)
    passed: dict[str, Event] = {}
    made: set[State] = set()
    approved: set[str] = set()
    found: list[Event] = []
    for event in events:
        if event.event_id in undone:
            if made:
                passed[event.event_id] = event
            continue
        if event.event_id not in wanted:
            naming = _approved(event) & {name for old in approved for name in namers.get(old, ())}
            builds = naming or any(_builds(change, made) for change in event.notes)
            if _is_spent(event, passed) or not builds:
                continue
            found.append(event)
        made |= {state for change in event.notes for state in _left(change)}
        approved |= _approved(event)
    return tuple(found)


def names(
    found: Iterable[Event], targets: Iterable[str], events: Sequence[Event]
) -> tuple[str, ...]:
    """What to call events: by their decision, but those of a batch that is taken back in part by
    themselves."""
    wanted = set(targets)
    parted = {event.decision for event in events if event.event_id in wanted}
    called = (e.event_id if e.decision in parted else e.decision for e in found)
    return tuple(dict.fromkeys(called))


def _approved(event: Event) -> set[str]:
    """Folded ids of the notes that were no memory before an event."""
    return {
        folded_id(change.id)
        for change in event.notes
        if change.id is not None and change.reviewed_before is None and change.reviewed_after
    }


def _namers(history: History) -> Mapping[str, set[str]]:
    """By folded id the reviewed notes that name it: as superseded, or as their base."""
    found: dict[str, set[str]] = defaultdict(set)
    for version in history.versions:
        note = version.note
        base = () if note.exception_to is None else (note.exception_to,)
        for name in (*note.supersedes, *base) if version.reviewed else ():
            found[folded_id(name)].add(folded_id(note.id))
    return found


State = tuple[str | None, str | None]
"""A note as a decision left it: its path and blob, or its id and approved content hash."""


def _left(change: NoteChange) -> tuple[State, ...]:
    """The states that a change leaves."""
    found: list[State] = []
    if change.path_after is not None:
        found.append((change.path_after, change.blob_after))
    if change.id is not None and change.reviewed_after is not None:
        found.append((folded_id(change.id), change.reviewed_after))
    return tuple(found)


def _builds(change: NoteChange, made: set[State]) -> bool:
    """Whether a change starts from a state, maybe edited by hand since, and leaves another."""
    name = None if change.id is None else folded_id(change.id)
    hashed = change.reviewed_before is not None and (name, change.reviewed_before) in made
    starts = hashed or (change.path_before, change.blob_before) in made
    return starts and (change.path_after, change.blob_after) not in made


def _is_spent(event: Event, passed: Mapping[str, Event]) -> bool:
    """An undo that put back what was there before one of the events passed over made no new state;
    a splice did."""
    undone = None if event.reverts is None else passed.get(event.reverts)
    if event.action is not Action.UNDO or undone is None:
        return False
    before = {(c.path_before, c.blob_before, c.path_after, c.blob_after) for c in undone.notes}
    back = {(c.path_after, c.blob_after, c.path_before, c.blob_before) for c in event.notes}
    return back == before
