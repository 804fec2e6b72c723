"""Effective intervals and every comparison of times; no other module compares them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, tzinfo

from curator_core.model.interval import (
    BEGINNING,
    END,
    EVER,
    STILL,
    Boundary,
    Instant,
    Interval,
    Validity,
)
from curator_core.model.note import Note, Relation, Status
from curator_core.rules import boundaries

NEVER_TRUE = frozenset({Relation.CORRECTION, Relation.RESTATEMENT})
"""Relations that take the target's whole interval over and leave it empty (CONTRACT 18)."""


def start_of(note: Note, home: tzinfo) -> Boundary:
    """A note's `valid_from`; null is since ever."""
    return EVER if note.valid_from is None else boundaries.boundary(note.valid_from, home)


def effective(note: Note, successors: Sequence[Note], home: tzinfo) -> Interval:
    """When a version holds, given its reviewed successors (CONTRACT 11, 13).

    A null `valid_to` ends at the earliest start of the successors. The end is the earlier of that
    and `expires_at`. Corrected and restated versions, and superseded ones that nobody supersedes,
    never hold.
    """
    start = start_of(note, home)
    written = _written_end(note, successors, home)
    end = written or STILL
    if note.expires_at is not None:
        end = earlier(end, boundaries.last_day(note.expires_at, home))
    replaced = any(successor.relation in NEVER_TRUE for successor in successors)
    orphaned = written is None and note.status is Status.SUPERSEDED
    void = empty_as_written(note, home) or end.latest <= start.earliest
    return Interval(start, end, replaced or orphaned or void)


def _written_end(note: Note, successors: Sequence[Note], home: tzinfo) -> Boundary | None:
    if note.valid_to is not None:
        return boundaries.boundary(note.valid_to, home)
    ends = [_start_or_recorded(successor, home) for successor in successors]
    return earliest(ends) if ends else None


def _start_or_recorded(note: Note, home: tzinfo) -> Boundary:
    text = note.recorded_at if note.valid_from is None else note.valid_from
    return boundaries.boundary(text, home)


def never(start: Boundary, end: Boundary) -> bool:
    """Whether no instant can lie between two boundaries."""
    return same(start, end) or end.latest <= start.earliest


def void(note: Note, event_at: str, home: tzinfo) -> tuple[str, str]:
    """The texts of an empty interval: `valid_from` twice, of a null one `recorded_at`, else the
    event's instant (CONTRACT 18)."""
    usable = boundaries.boundary(note.recorded_at, home).readable
    text = note.valid_from or (note.recorded_at if usable else event_at)
    return text, text


def at(interval: Interval, moment: datetime) -> Validity:
    """Whether an interval holds at an instant: surely, perhaps or not."""
    instant = boundaries.instant_of(moment)
    if interval.empty or not interval.start.earliest <= instant < interval.end.latest:
        return Validity.NO
    surely = interval.start.latest <= instant < interval.end.earliest
    return Validity.CERTAIN if surely else Validity.POSSIBLE


def same(one: Boundary, other: Boundary) -> bool:
    """Whether two boundaries are one instant or one unknown: the same text or the same point."""
    if one.text is not None and other.text is not None and one.text.strip() == other.text.strip():
        return True
    return one.certain and other.certain and one.earliest == other.earliest


def surely_before(one: Boundary, other: Boundary) -> bool:
    """Whether every possible instant of one lies before every possible instant of the other."""
    return one.latest < other.earliest


def earlier(one: Boundary, other: Boundary) -> Boundary:
    """The earlier of two boundaries; where neither surely is, a span of what is possible."""
    if one.earliest <= other.earliest and one.latest <= other.latest:
        return one
    if other.earliest <= one.earliest and other.latest <= one.latest:
        return other
    return _span(min(one.earliest, other.earliest), min(one.latest, other.latest))


def earliest(ends: Iterable[Boundary]) -> Boundary:
    """The earliest of one or more boundaries."""
    first, *rest = ends
    for boundary in rest:
        first = earlier(first, boundary)
    return first


def latest(ends: Iterable[Boundary]) -> Boundary:
    """The latest of one or more ends."""
    first, *rest = ends
    for boundary in rest:
        first = later(first, boundary)
    return first


def later(one: Boundary, other: Boundary) -> Boundary:
    """The later of two ends, by their latest possible instants."""
    return one if (one.latest, one.earliest) >= (other.latest, other.earliest) else other


def _span(low: Instant, high: Instant) -> Boundary:
    first = "" if low <= BEGINNING else boundaries.instant_text(low)
    last = "" if high >= END else boundaries.instant_text(high)
    return Boundary(f"{first}/{last}", low, high)


def overlap(one: Interval, other: Interval) -> bool:
    """Whether some instant lies surely in both (CONTRACT 13)."""
    if one.empty or other.empty:
        return False
    low = max(one.start.latest, other.start.latest)
    return low < min(one.end.earliest, other.end.earliest)


def meet(one: Interval, other: Interval) -> bool:
    """Whether two intervals overlap or touch, so that their union has no gap."""
    touching = same(one.end, other.start) or same(other.end, one.start)
    return touching or overlap(one, other)


def same_span(one: Interval, other: Interval) -> bool:
    """Whether two intervals have the same two boundaries."""
    return same(one.start, other.start) and same(one.end, other.end)


def unions(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The unions of intervals that touch or overlap, in order; one for each gapless span."""
    found: list[Interval] = []
    for interval in sorted(intervals, key=order):
        if found and meet(found[-1], interval):
            whole = found.pop()
            interval = Interval(
                earlier(whole.start, interval.start), later(whole.end, interval.end)
            )
        found.append(interval)
    return tuple(found)


def common(intervals: Sequence[Interval]) -> Interval:
    """The span that lies in all of one or more intervals; empty where there is none."""
    start = latest([interval.start for interval in intervals])
    end = earliest([interval.end for interval in intervals])
    return Interval(start, end, any(i.empty for i in intervals) or never(start, end))


def gaps(before: Iterable[Interval], now: Iterable[Interval]) -> tuple[Interval, ...]:
    """What surely lay in the intervals before and lies in none of those now."""
    found: list[Interval] = []
    covering = unions(now)
    for whole in unions(before):
        reached = whole.start
        for part in covering:
            if not surely_before(reached, part.end) or not surely_before(part.start, whole.end):
                continue
            if surely_before(reached, part.start):
                found.append(Interval(reached, part.start))
            reached = later(reached, part.end)
        if surely_before(reached, whole.end):
            found.append(Interval(reached, whole.end))
    return tuple(found)


def inside(start: Boundary, interval: Interval) -> bool:
    """Whether all possible instants of a start lie in an interval, after its own start."""
    ends_later = start.latest < interval.end.latest
    return surely_before(interval.start, start) and ends_later and not interval.empty


def at_or_before_start(start: Boundary, interval: Interval) -> bool:
    """Whether a start may lie at or before an interval's own start."""
    return not surely_before(interval.start, start)


def starts_within(start: Boundary, span: Interval) -> bool:
    """Whether a start lies at or after a span's start and surely before its end."""
    begun = same(start, span.start) or span.start.latest <= start.earliest
    return begun and start.latest < span.end.earliest


def ended_before(one: Interval, other: Interval) -> bool:
    """Whether one began before and ended by the start of the other."""
    began = one.start.earliest < other.start.earliest or one.start.latest < other.start.latest
    ended = same(one.end, other.start) or one.end.earliest <= other.start.earliest
    return began and ended


def negative(interval: Interval) -> bool:
    """Whether the end surely lies before the start."""
    return surely_before(interval.end, interval.start)


def intersects(interval: Interval, since: datetime | None, until: datetime | None) -> bool:
    """Whether an interval may share an instant with [since, until); None leaves a side open.

    An empty interval counts by its start.
    """
    low = interval.start.earliest
    high = max(interval.end.latest, low + 1)
    after = since is None or boundaries.instant_of(since) < high
    return after and (until is None or low < boundaries.instant_of(until))


def days_before(text: str, day: date, home: tzinfo) -> int | None:
    """How many days a time lies before a day in the Home's zone, below zero when after it; of an
    uncertain time its last possible day, None when that is unknown."""
    written = boundaries.day_of(text, home)
    return None if written is None else (day - written).days


def begins_after(interval: Interval, moment: datetime) -> bool:
    """Whether an interval has surely not begun at a moment."""
    return boundaries.instant_of(moment) < interval.start.earliest


def next_boundary(intervals: Iterable[Interval], moment: datetime) -> Instant | None:
    """The first instant after a moment at which one of the intervals begins, ends, or may do so;
    None when there is none that can be written."""
    now = boundaries.instant_of(moment)
    later = [
        instant
        for interval in intervals
        if not interval.empty
        for end in (interval.start, interval.end)
        for instant in (end.earliest, end.latest)
        if now < instant < END
    ]
    return min(later, default=None)


def order(interval: Interval) -> tuple[Instant, Instant]:
    """Sort key: by start, open starts first."""
    return interval.start.earliest, interval.start.latest


def end_order(interval: Interval) -> tuple[Instant, Instant]:
    """Sort key: by end, open ends last."""
    return interval.end.latest, interval.end.earliest


def recorded_order(note: Note, home: tzinfo) -> tuple[Instant, Instant]:
    """Sort key of equal starts: when the source saw it, then when the memory learnt it."""
    observed = boundaries.boundary(note.observed_at or note.recorded_at, home).earliest
    return observed, boundaries.boundary(note.recorded_at, home).earliest


def empty_as_written(note: Note, home: tzinfo) -> bool:
    """Whether a note's own two boundaries leave nothing between them."""
    if note.valid_to is None:
        return False
    return never(start_of(note, home), boundaries.boundary(note.valid_to, home))


def ever_certain(interval: Interval) -> bool:
    """Whether there is an instant at which it certainly holds."""
    return not interval.empty and interval.start.latest < interval.end.earliest


def certain_order(interval: Interval) -> tuple[Instant, Instant]:
    """Sort key: by the span in which it certainly holds."""
    return interval.start.latest, interval.end.earliest


def reaching(one: Interval, other: Interval) -> Interval:
    """The first interval, prolonged to the certain end of the other where that is later."""
    if one.end.earliest >= other.end.earliest:
        return one
    return Interval(one.start, other.end)
