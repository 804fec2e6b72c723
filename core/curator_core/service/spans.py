"""The intervals that notes had before a link between them was approved (CONTRACT 19)."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.decision import Decision, Detach, Edit
from curator_core.model.event import Event, NoteChange
from curator_core.rules import event_lines
from curator_core.rules.placing import Span
from curator_core.rules.slots import folded_id
from curator_core.service import versions
from curator_core.service.opening import Opened
from curator_core.store import ledger

Spans = dict[str, Span]
"""Intervals as written, by folded note id."""


def reopens(choice: Decision) -> bool:
    """Whether a decision gives targets of a link their spans back."""
    return isinstance(choice, Detach) or (isinstance(choice, Edit) and choice.relation is not None)


def learnt(one: Opened, notes: Sequence[str]) -> tuple[Spans, Spans]:
    """What the newest standing event that linked one of these notes says of it as it was proposed,
    and of its targets before. Later ones that gave the link another kind are passed over."""
    undone = one.snapshot.reviews.undone
    note_ids = {folded_id(note) for note in notes}
    for event in reversed(one.ledger.events):
        main = event.notes[0] if event.notes else None
        if main is None or main.id is None or event.event_id in undone:
            continue
        again = main.reviewed_before is not None
        if folded_id(main.id) not in note_ids or event.relation is None or again:
            continue
        full = ledger.with_texts(one.repo, one.ledger, event.decision)[event.event_id]
        own = of_change(one, full.notes[0])
        proposed = {} if own is None else {folded_id(main.id): own}
        return proposed, of_others(one, full)
    return {}, {}


def of_others(one: Opened, event: Event) -> dict[str, Span]:
    """The written intervals of an event's other notes before it, by folded id."""
    found = {}
    for change in event.notes[1:]:
        span = of_change(one, change)
        if span is not None and change.id is not None:
            found[folded_id(change.id)] = span
    return found


def of_change(one: Opened, change: NoteChange) -> Span | None:
    """The interval that a note stated before a change, None when its text is not to be had."""
    data = None if change.old is None else event_lines.text_bytes(change.old)
    gone = one.snapshot.reviews.forgotten
    if data is None and change.blob_before is not None and change.blob_before not in gone:
        data = one.repo.blobs([change.blob_before]).get(change.blob_before)
    note = None if data is None else versions.parsed(one, change.path_before or "x.md", data)
    return None if note is None else Span(note.valid_from, note.valid_to)
