"""How much was decided, how often it was taken back, and how fast (DESIGN §5, undo)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from curator_core.model.event import DECIDING, Action, Event

WINDOW = 30
"""Days that the pace is measured over."""

AGES = ((2, "0-2"), (7, "3-7"), (30, "8-30"))
"""Upper ends, in whole days, of the age groups; older ones are `31+`."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Decided items, and how many of them were taken back later and still are."""

    decided: int
    undone: int

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


def counted(events: Iterable[Event], undone: Mapping[str, str]) -> Tally:
    """Events that settle an item (CONTRACT 32), and those of them that were undone."""
    own = [event for event in events if event.action in DECIDING]
    return Tally(len(own), sum(event.event_id in undone for event in own))


def by_action(events: Iterable[Event]) -> dict[str, int]:
    """How often each action was taken, undo included, most frequent first."""
    return dict(Counter(event.action.value for event in events).most_common())


def by_proposer(events: Iterable[Event], undone: Mapping[str, str]) -> dict[str, Tally]:
    """The tally of each proposer, in order of name."""
    return _grouped(((event.proposal.proposer or "unknown", event) for event in events), undone)


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


def reasons(events: Iterable[Event]) -> dict[str, int]:
    """Why items were rejected, most frequent first."""
    codes = (event.reason_code for event in events if event.action is Action.REJECT)
    return dict(Counter(code for code in codes if code).most_common())


def ages(days: Sequence[int]) -> dict[str, object]:
    """The ages of waiting items: median and oldest in whole days (None when nothing waits), and how
    many there are of each group."""
    groups = {name: 0 for _, name in AGES} | {"31+": 0}
    for age in days:
        groups[next((name for limit, name in AGES if age <= limit), "31+")] += 1
    middle = median(days) if days else None
    return {"median_days": middle, "oldest_days": max(days, default=None), "groups": groups}


def pace(events: Iterable[Event], waiting: int, now: datetime) -> Pace:
    """How fast items were decided lately."""
    since = now - timedelta(days=WINDOW)
    own = [event for event in events if event.action in DECIDING]
    recent = sum(since < at <= now for event in own if (at := _instant(event.at)) is not None)
    per_day = recent / WINDOW
    empty = round(waiting / per_day, 1) if recent else None
    return Pace(WINDOW, recent, round(per_day, 2), empty)


def _instant(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
