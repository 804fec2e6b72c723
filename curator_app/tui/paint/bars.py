"""Valid time as bars in ASCII: one row a version, one axis for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from curator_core.model.interval import BEGINNING, END, Instant, Interval

_MICRO = timedelta(microseconds=1)
_FIRST = datetime(1, 1, 1)
_DAY = timedelta(days=1) // _MICRO
_LAST: Instant = (datetime.max - _FIRST) // _MICRO


@dataclass(frozen=True, slots=True)
class Axis:
    """A span of time, [low, high], drawn on `width` cells."""

    low: Instant
    high: Instant
    width: int

    def cell(self, instant: Instant) -> int:
        """The cell of an instant; instants outside lie on the nearer end."""
        inside = min(max(instant, self.low), self.high)
        return (inside - self.low) * (self.width - 1) // (self.high - self.low)


def axis(spans: Sequence[Interval | None], moments: Sequence[Instant], width: int) -> Axis:
    """An axis on which every written boundary and every moment has a place, with some air."""
    ends = [
        instant
        for span in spans
        if span is not None
        for instant in (
            span.start.earliest,
            span.start.latest,
            span.end.earliest,
            span.end.latest,
        )
        if BEGINNING < instant < END
    ]
    low, high = min([*ends, *moments]), max([*ends, *moments])
    air = max((high - low) // 16, _DAY)
    return Axis(max(low - air, 0), min(high + air, _LAST), max(width, 8))


def bar(span: Interval | None, on: Axis) -> str:
    """One version: `=` where it holds, `-` where it may, `<` since ever, `>` still, `|` its end."""
    if span is None:
        return "(never holds)"[: on.width]
    first, begun = on.cell(span.start.earliest), on.cell(span.start.latest)
    ending, ended = on.cell(span.end.earliest), on.cell(span.end.latest)
    cells = [" "] * on.width
    for at in range(first, ended + 1):
        cells[at] = "-" if at < begun or at >= max(ending, begun + 1) else "="
    if ended > first or span.end.latest >= END:
        cells[ended] = ">" if span.end.latest >= END else "|"
    if span.start.earliest <= BEGINNING:
        cells[first] = "<"
    return "".join(cells).rstrip()


def marker(instant: Instant, on: Axis) -> str:
    """A sign under the axis where an instant lies."""
    return " " * on.cell(instant) + "^"


def scale(on: Axis) -> str:
    """The axis' words: years, months or days, as many as fit."""
    cells = [" "] * on.width
    free = 0
    for instant, word in _ticks(on):
        at = on.cell(instant)
        if at >= free and at + len(word) <= on.width:
            cells[at : at + len(word)] = word
            free = at + len(word) + 2
    return "".join(cells).rstrip()


def _ticks(on: Axis) -> Iterator[tuple[Instant, str]]:
    start, end = _moment(on.low), _moment(on.high)
    days = (on.high - on.low) // _DAY
    if days > 3 * 365:
        yield from _years(start, end)
    elif days > 60:
        yield from _months(start, end)
    else:
        yield from _days(start, end)


def _years(start: datetime, end: datetime) -> Iterator[tuple[Instant, str]]:
    for year in range(start.year + 1, end.year + 1):
        yield _instant(datetime(year, 1, 1)), f"{year:04d}"


def _months(start: datetime, end: datetime) -> Iterator[tuple[Instant, str]]:
    at = datetime(start.year, start.month, 1)
    while (at := (at + timedelta(days=32)).replace(day=1)) <= end:
        yield _instant(at), f"{at.year:04d}-{at.month:02d}"


def _days(start: datetime, end: datetime) -> Iterator[tuple[Instant, str]]:
    at = datetime(start.year, start.month, start.day)
    while (at := at + timedelta(days=1)) <= end:
        yield _instant(at), f"{at.month:02d}-{at.day:02d}"


def _moment(instant: Instant) -> datetime:
    return _FIRST + min(max(instant, 0), _LAST) * _MICRO


def _instant(moment: datetime) -> Instant:
    return (moment - _FIRST) // _MICRO


def instant_of(moment: datetime) -> Instant:
    """An aware instant as the axis counts it."""
    offset = moment.utcoffset()
    assert offset is not None, "BUG: an instant without offset"
    return _instant(moment.replace(tzinfo=None) - offset)
