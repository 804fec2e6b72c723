"""Split and merge: the same claims cut differently (restatement, CONTRACT 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.interval import ALWAYS, Interval
from curator_core.model.note import FieldValue, Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import boundaries, chains, relations, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.closings import (
    Approval,
    Closing,
    after,
    around,
    checked,
    interval_of,
    living,
    voided,
)
from curator_core.rules.slots import folded_id
from curator_core.rules.trails import answer_text

Spans = tuple[tuple[str | None, str | None], ...]


def split(original: str, parts: Sequence[Note], history: History, at: str) -> Closing | Refusal:
    """The parts take the original's interval, or the span inside it that they state; the original
    becomes empty. A part that supersedes another part does so in the same plan."""
    targets = living([original], history)
    if isinstance(targets, Refusal):
        return targets
    ids = {folded_id(part.id) for part in parts}
    later = [part for part in parts if ids & {folded_id(t) for t in part.supersedes}]
    restating = [part for part in parts if part not in later]
    closing = _restated(restating, targets[0], history, at)
    for part in later:
        if isinstance(closing, Refusal):
            break
        closing = _with_change(closing, (part, parts), history, at)
    if isinstance(closing, Refusal):
        return closing
    return checked(closing, parts, history)


def _restated(parts: Sequence[Note], target: Held, history: History, at: str) -> Closing | Refusal:
    original, whole = target
    news: list[NoteWrite] = []
    intervals: list[Interval] = []
    for part in parts:
        interval = _within(part, whole, history)
        if isinstance(interval, Refusal):
            return interval
        intervals.append(interval)
        news.append(NoteWrite(part.id, _fields(interval, [original.note.id])))
    return Closing(
        news=tuple(news),
        writes=(voided(original, at, history),),
        uncovered=_uncovered([whole], intervals),
    )


def _within(part: Note, whole: Interval, history: History) -> Interval | Refusal:
    """The original's interval with those stated boundaries that lie inside it."""
    start, end = part.valid_from, part.valid_to
    if start is not None and not validity.inside(boundaries.boundary(start, history.zone), whole):
        start = None
    if end is not None and not validity.inside(boundaries.boundary(end, history.zone), whole):
        end = None
    return interval_of(start, end, whole, history)


def _fields(interval: Interval, supersedes: Sequence[str]) -> dict[str, FieldValue]:
    return {
        "status": Status.ACTIVE.value,
        "valid_from": interval.start.text,
        "valid_to": interval.end.text,
        "supersedes": tuple(supersedes),
        "relation": Relation.RESTATEMENT.value if supersedes else None,
    }


def _with_change(
    closing: Closing, wanted: tuple[Note, Sequence[Note]], history: History, at: str
) -> Closing | Refusal:
    """A part that supersedes other parts, planned on what the split leaves."""
    part, parts = wanted
    made = {folded_id(write.note_id) for write in closing.news}
    known = [note for note in parts if folded_id(note.id) in made]
    future = after(around(closing, known, history), closing, known, at)
    approval = Approval(note=part, at=at, relation=part.relation, targets=part.supersedes)
    change = relations.approve(approval, future)
    if isinstance(change, Refusal):
        return change
    merged = {folded_id(write.note_id): write for write in closing.news}
    others = list(closing.writes)
    for write in change.writes:
        own = merged.get(folded_id(write.note_id))
        if own is None:
            others.append(write)
        else:
            merged[folded_id(write.note_id)] = _both(own, write.fields)
    return replace(
        closing,
        news=(*merged.values(), *change.news),
        writes=tuple(others),
        notices=(*closing.notices, *change.notices),
    )


def _both(write: NoteWrite, fields: Mapping[str, FieldValue]) -> NoteWrite:
    return NoteWrite(write.note_id, {**write.fields, **fields})


def merge(
    inputs: Sequence[Version], result: Note, given: bool, history: History, at: str
) -> Closing | Refusal:
    """One note out of several. Equal intervals are taken over; of equal values that touch or
    overlap the union; anything else needs a result that a person gave (`given`), which then holds
    as it states or in the common interval. Reviewed inputs become empty."""
    reviewed = living([v.note.id for v in inputs if v.reviewed], history)
    if isinstance(reviewed, Refusal):
        return reviewed
    held = [(version, chains.interval(history, version)) for version in inputs]
    interval = _merged(held, result, given, history)
    if isinstance(interval, Refusal):
        return interval
    spans = [interval for _, interval in held]
    ids = list(dict.fromkeys(version.note.id for version, _ in reviewed))
    closing = Closing(
        news=(NoteWrite(result.id, _fields(interval, ids)),),
        writes=tuple(voided(version, at, history) for version, _ in reviewed),
        notices=_said(interval, spans),
        uncovered=_uncovered(spans, [interval]),
    )
    return checked(closing, [result], history)


def _merged(
    held: Sequence[Held], result: Note, given: bool, history: History
) -> Interval | Refusal:
    spans = [interval for _, interval in held]
    if given and (result.valid_from is not None or result.valid_to is not None):
        return interval_of(result.valid_from, result.valid_to, ALWAYS, history)
    if all(validity.same_span(spans[0], span) for span in spans):
        return spans[0]
    union = validity.unions(spans)
    if len({answer_text(version.note) for version, _ in held}) == 1 and len(union) == 1:
        return union[0]
    shared = validity.common(spans)
    if given and not shared.empty:
        return shared
    message = "the notes hold at different times and do not say the same"
    ids = tuple(version.note.id for version, _ in held)
    return Refusal("merge-validity", message, "--result FILE with its own interval", ids=ids)


def _said(interval: Interval, spans: Sequence[Interval]) -> tuple[str, ...]:
    if all(validity.same_span(interval, span) for span in spans):
        return ()
    since, until = interval.start.text or "ever", interval.end.text or "still"
    return (f"the merged note holds from {since} to {until}",)


def _uncovered(before: Sequence[Interval], now: Sequence[Interval]) -> Spans:
    gaps = validity.gaps(before, now)
    return tuple((gap.start.text, gap.end.text) for gap in gaps)
