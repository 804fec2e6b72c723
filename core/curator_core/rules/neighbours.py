"""Versions beside a target in time: what a moved boundary or a late start touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.interval import STILL, Boundary, Interval
from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.rules import chains, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.closings import out_of_order, voided
from curator_core.rules.slots import folded_id, folded_scope

Moves = tuple[tuple[NoteWrite, ...], tuple[str, ...]]


def moved(
    targets: Sequence[Held], old: Interval, new: Interval, history: History
) -> Moves | Refusal:
    """The touching boundaries of neighbours that move with a corrected interval's, and what to
    say; refused beyond the neighbour's other end (CONTRACT 18)."""
    beside = [] if validity.same_span(old, new) else list(_neighbours(targets, history))
    writes: list[NoteWrite] = []
    notices: list[str] = []
    for field, before, after in (
        ("valid_to", old.start, new.start),
        ("valid_from", old.end, new.end),
    ):
        if validity.same(before, after):
            continue
        touching = [held for held in beside if validity.same(_side(held[1], field), before)]
        for version, interval in touching:
            if not _leaves(interval, field, after):
                message = f"the boundary would leave nothing of {version.note.id}"
                return out_of_order(message, field, ids=(version.note.id,))
            writes.append(NoteWrite(version.note.id, {field: after.text}))
            notices.append(f"{field} of {version.note.id} moves to {after.text}")
        if not touching:
            notices.append(f"the boundary moves to {after.text}; no neighbour touches it")
    return tuple(writes), tuple(notices)


def _side(interval: Interval, field: str) -> Boundary:
    return interval.end if field == "valid_to" else interval.start


def _leaves(interval: Interval, field: str, after: Boundary) -> bool:
    if field == "valid_to":
        return validity.surely_before(interval.start, after)
    return validity.surely_before(after, interval.end)


def _neighbours(targets: Sequence[Held], history: History) -> Iterator[Held]:
    """Versions that hold before or after the targets: of the slot, or linked where it has many."""
    own = {folded_id(version.note.id) for version, _ in targets}
    seen = set(own)
    for version, _ in targets:
        for other, interval in (*chains.mates(version, history), *_linked(version, history)):
            if folded_id(other.note.id) not in seen and not interval.empty:
                seen.add(folded_id(other.note.id))
                yield other, interval


def _linked(version: Version, history: History) -> Iterator[Held]:
    """Reviewed ancestors and descendants in the same slot, or free ones in the same scope."""
    own = version.note
    linked = chains.ancestors(history, own.id) | chains.descendants(history, own.id)
    for node in sorted(linked):
        other = history.by_id.get(node)
        if other is not None and chains.answers(other) and _alike(own, other.note, history):
            yield other, chains.interval(history, other)


def _alike(one: Note, other: Note, history: History) -> bool:
    excepting = (one.exception_to is None) is (other.exception_to is None)
    slot = history.slots.of(one)
    same = folded_scope(one.scope) == folded_scope(other.scope)
    return excepting and slot == history.slots.of(other) and (slot is not None or same)


def placed(start: Boundary, target: Held, at_start: bool, history: History) -> Held | Refusal:
    """The version whose interval a start divides: the target, or where that is closed by then the
    one valid at the start (CONTRACT 18). `at_start` allows the version's own start as well."""
    version, interval = target
    if at_start and validity.same(start, interval.start):
        return target
    if validity.at_or_before_start(start, interval):
        message = f"the start does not lie after that of {version.note.id}"
        return out_of_order(message, "valid_from", "correction?", (version.note.id,))
    if validity.inside(start, interval):
        return target
    others = list(_neighbours([target], history))
    begun = [v.note.id for v, i in others if validity.same(start, i.start) and not at_start]
    if begun:
        message = f"{begun[0]} starts at that instant"
        return out_of_order(message, "valid_from", "correction?", tuple(begun))
    found = [
        (v, i)
        for v, i in others
        if validity.inside(start, i) or (at_start and validity.same(start, i.start))
    ]
    if not found:
        message = f"{version.note.id} has ended by then, and nothing holds in its place"
        return Refusal("dead", message, field="valid_from", ids=(version.note.id,))
    return max(found, key=lambda held: validity.order(held[1]))


def inherited_end(start: Boundary, targets: Sequence[Held], history: History) -> Boundary:
    """The end that what replaces targets takes over: their former one. Where the start settles an
    end that was unknown, and nothing begins at that unknown, the next version's start."""
    former = validity.latest([interval.end for _, interval in targets])
    if validity.surely_before(start, former):
        return former
    starts = [interval.start for _, interval in _neighbours(targets, history)]
    if any(validity.same(begun, former) for begun in starts):
        return former
    following = [begun for begun in starts if validity.surely_before(start, begun)]
    return validity.earliest(following) if following else STILL


def lost_exceptions(
    targets: Sequence[Held], lost: Interval, at: str, history: History
) -> tuple[NoteWrite, ...]:
    """Exceptions of versions that begin in the span in which their base left the scope."""
    writes: dict[str, NoteWrite] = {}
    for version, _ in targets:
        for exception, interval in _exceptions(version, history):
            if not interval.empty and validity.starts_within(interval.start, lost):
                writes[folded_id(exception.note.id)] = voided(exception, at, history)
    return tuple(writes.values())


def _exceptions(version: Version, history: History) -> Iterator[Held]:
    """Reviewed exceptions of a version: of its single slot, else of its chain so far."""
    slot = history.slots.of(version.note)
    if slot is not None and not history.slots.is_set(version.note):
        found = list(history.by_slot.get(slot, ()))
    else:
        own = folded_id(version.note.id)
        bases = sorted({own} | chains.ancestors(history, own))
        found = [v for base in bases for v in history.exceptions_to.get(base, ())]
    for exception in found:
        if exception.note.exception_to is not None and chains.answers(exception):
            yield exception, chains.interval(history, exception)
