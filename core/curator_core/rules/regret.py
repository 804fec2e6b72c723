"""How much was decided, how often it was taken back, and how fast (DESIGN §5, undo)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median

from curator_core.model.event import DECIDING, Action, Event

WINDOW = 30
"""Days that the pace is measured over."""

AGES = ((2, "0-2"), (7, "3-7"), (30, "8-30"))
"""Upper ends, in whole days, of the age groups; older ones are the last."""
OLDEST = "31+"


@dataclass(frozen=True, slots=True)
class Tally:
    """Events that settled an item, and those of them that were taken back later and still are."""

    events: tuple[Event, ...]
    taken: tuple[Event, ...]

    @property
    def decided(self) -> int:
        """How many items were decided."""
        return len(self.events)

    @property
    def undone(self) -> int:
        """How many of these decisions were taken back."""
        return len(self.taken)

    @property
    def regret_rate(self) -> float:
        """The share that was taken back, 0 to 1; 0 where nothing was decided."""
        return round(self.undone / self.decided, 4) if self.decided else 0.0


@dataclass(frozen=True, slots=True)
class Pace:
    """Decided items of the last `days` days, a day, and when the queue would be empty at that pace;
    None while nothing is decided."""

    days: int
    decided: int
    per_day: float
    empty_in_days: float | None


Events = tuple[Event, ...]


def within(events: Iterable[Event], now: datetime, days: int | None) -> Events:
    """Events of the last `days` days, the earliest instant open; None takes all."""
    if days is None:
        return tuple(events)
    since = now - timedelta(days=days)
    return tuple(e for e in events if (at := _instant(e.at)) is not None and since < at <= now)


def counted(events: Iterable[Event], undone: Mapping[str, str]) -> Tally:
    """Events that settle an item (CONTRACT 32), and those of them that were undone."""
    own = tuple(event for event in events if event.action in DECIDING)
    return Tally(own, tuple(event for event in own if event.event_id in undone))


def by_action(events: Iterable[Event]) -> dict[str, Events]:
    """The events of each action, undo included, the most frequent first."""
    return _frequent((event.action.value, event) for event in events)


def _frequent(pairs: Iterable[tuple[str, Event]]) -> dict[str, Events]:
    groups: dict[str, list[Event]] = {}
    for name, event in pairs:
        groups.setdefault(name, []).append(event)
    most = sorted(groups, key=lambda name: -len(groups[name]))
    return {name: tuple(groups[name]) for name in most}


def by_proposer(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each proposer, in order of name."""
    return _grouped(((event.proposal.proposer or "unknown", event) for event in events), undone)


def by_origin(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each kind of proposer (agent, job, user ...), in order of name."""
    named = ((event.proposal.proposer.partition(":")[0] or "unknown", event) for event in events)
    return _grouped(named, undone)


def by_op(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each operation that was proposed, in order of name."""
    return _grouped(((event.op, event) for event in events), undone)


def by_week(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each ISO week in UTC (`2026-W48`), oldest first."""
    dated = ((_instant(event.at), event) for event in events)
    return _grouped(((_week(at), event) for at, event in dated if at is not None), undone)


def _week(at: datetime) -> str:
    year, week, _ = at.astimezone(UTC).isocalendar()
    return f"{year:04d}-W{week:02d}"


def by_job(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each job that proposed something, in order of name."""
    named = ((event.proposal.job, event) for event in events)
    return _grouped(((name, event) for name, event in named if name is not None), undone)


def by_detector(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each detector that proposed something, in order of name."""
    named = ((event.proposal.detector, event) for event in events)
    return _grouped(((name, event) for name, event in named if name is not None), undone)


def _grouped(pairs: Iterable[tuple[str, Event]], undone: Mapping[str, str]) -> dict[str, Tally]:
    groups: dict[str, list[Event]] = {}
    for name, event in pairs:
        if event.action in DECIDING:
            groups.setdefault(name, []).append(event)
    return {name: counted(groups[name], undone) for name in sorted(groups)}


def reasons(events: Iterable[Event]) -> dict[str, Events]:
    """The rejections of each reason, most frequent first."""
    rejected = (event for event in events if event.action is Action.REJECT)
    return _frequent((event.reason_code, event) for event in rejected if event.reason_code)


def age_group(days: int) -> str:
    """The age group of an item that waits for so many whole days."""
    return next((name for limit, name in AGES if days <= limit), OLDEST)


def ages(days: Sequence[int]) -> dict[str, object]:
    """The ages of waiting items: median and oldest in whole days (None when nothing waits), and how
    many there are of each group."""
    groups = {name: 0 for _, name in AGES} | {OLDEST: 0}
    for age in days:
        groups[age_group(age)] += 1
    middle = median(days) if days else None
    return {"median_days": middle, "oldest_days": max(days, default=None), "groups": groups}


def pace(events: Iterable[Event], waiting: int, now: datetime) -> Pace:
    """How fast items were decided lately."""
    recent = sum(event.action in DECIDING for event in within(events, now, WINDOW))
    per_day = recent / WINDOW
    empty = round(waiting / per_day, 1) if recent else None
    return Pace(WINDOW, recent, round(per_day, 2), empty)


def _instant(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
