"""What came into the queue and what was decided, day by day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from curator_core.model.event import DECIDING, Event
from curator_core.model.proposal import Item

Instants = Mapping[str, datetime | None]
"""When items or decided proposals came, by item or event id; None where nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day in UTC: what came and waits still, what came and is decided, what was decided."""

    day: date
    came: tuple[Item, ...]
    settled: tuple[Event, ...]
    out: tuple[Event, ...]

    @property
    def count(self) -> int:
        """How many came."""
        return len(self.came) + len(self.settled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """In and out of the queue within a range. `came` waits still, `settled` came within the range
    and is decided, `out` was decided, whenever it came. Decisions that were taken back are in
    neither. `undated` are those of `settled` of which nobody knows when they came: on the day they
    were decided. `days` are those on which something came or went, newest first; `span` is how many
    days the range has, at least 1."""

    came: tuple[Item, ...]
    settled: tuple[Event, ...]
    out: tuple[Event, ...]
    undated: int
    days: tuple[Day, ...]
    span: int

    @property
    def count(self) -> int:
        """How many came."""
        return len(self.came) + len(self.settled)

    @property
    def net(self) -> int:
        """By how much the queue grew; below 0: shrank."""
        return self.count - len(self.out)


@dataclass(frozen=True, slots=True)
class Range:
    """The last `days` days before `now`, the earliest instant open; None is all time."""

    now: datetime
    days: int | None

    def holds(self, at: datetime) -> bool:
        """Whether an instant lies in the range; what claims to come later is in it."""
        return self.days is None or at > self.now - timedelta(days=self.days)


def standing(events: Iterable[Event], undone: Mapping[str, str]) -> tuple[Event, ...]:
    """The events that settled an item and that nobody took back."""
    return tuple(e for e in events if e.action in DECIDING and e.event_id not in undone)


def flow(waiting: Sequence[Item], out: Sequence[Event], known: Instants, span: Range) -> Flow:
    """In and out of a range; `out` are the standing decisions within it."""
    came = {i.item: i for i in waiting if span.holds(known.get(i.item) or span.now)}
    settled = {e.event_id: e for e in out if span.holds(known.get(e.event_id) or span.now)}
    days: dict[date, tuple[list[Item], list[Event], list[Event]]] = {}
    for name, item in came.items():
        days.setdefault(_day(known.get(name) or span.now), ([], [], []))[0].append(item)
    for event in out:
        gone = datetime.fromisoformat(event.at)
        days.setdefault(_day(gone), ([], [], []))[2].append(event)
        if event.event_id in settled:
            at = known.get(event.event_id) or gone
            days.setdefault(_day(at), ([], [], []))[1].append(event)
    first = min(days, default=_day(span.now))
    return Flow(
        came=tuple(came.values()),
        settled=tuple(settled.values()),
        out=tuple(out),
        undated=sum(known.get(name) is None for name in settled),
        days=tuple(
            Day(day=day, came=tuple(here), settled=tuple(done), out=tuple(gone))
            for day, (here, done, gone) in sorted(days.items(), reverse=True)
        ),
        span=span.days or max(1, (_day(span.now) - first).days + 1),
    )


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()
