"""The numbers about deciding as rows, each with the decisions or items that it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from curator_core.model.event import Event
from curator_core.model.proposal import Item
from curator_core.model.view import Staged

if TYPE_CHECKING:
    from curator_core.service.stats import Stats, Tally

IN_AND_OUT = "what came and what was decided; decisions that were taken back are in neither"

RUBBER = 2.0
"""Seconds; a decision that came faster after its item was shown was hardly read."""

DAYS = 62
"""So many days have a row of their own, the newest; those before are one row."""

RANGES: Mapping[str, tuple[str, int | None]] = {
    "1": ("1 day", 1),
    "2": ("1 week", 7),
    "3": ("30 days", 30),
    "4": ("all time", None),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How long somebody looked at an item before deciding it, in seconds."""

    seconds: float
    staged: Staged


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number: `share` (0 to 1) is its bar, `detail` says more, `warns` that it is a bad sign.
    `events`, `items` and `looks` are what it counts.

    A section's own row has no number; its `says` tells what is counted below it.
    """

    key: str
    label: str
    number: str = ""
    share: float | None = None
    detail: str = ""
    events: tuple[Event, ...] = ()
    items: tuple[Item, ...] = ()
    looks: tuple[Look, ...] = ()
    warns: bool = False
    says: str = ""

    @property
    def is_section(self) -> bool:
        """Whether it is the name of those that follow."""
        return bool(self.says)

    @property
    def behind(self) -> tuple[Behind, ...]:
        """All that it counts: what waits, what was looked at, decisions newest first."""
        return (*self.items, *self.looks, *reversed(self.events))


Behind = Item | Look | Event


@dataclass(frozen=True, slots=True)
class Counted:
    """One thing that an unfolded number counts, shown below it."""

    key: str
    what: Behind


def rows(figures: Sequence[Figure], unfolded: Collection[str]) -> tuple[Figure | Counted, ...]:
    """The numbers, each that is unfolded with what it counts."""
    found: list[Figure | Counted] = []
    for figure in figures:
        found.append(figure)
        if figure.key in unfolded:
            numbered = enumerate(figure.behind)
            found += [Counted(f"{figure.key} {number}", what) for number, what in numbered]
    return tuple(found)


def figures(stats: Stats, looks: Sequence[Look]) -> tuple[Figure, ...]:
    """Every number in the order of the screen; sections without any are left out."""
    span = "all time" if stats.days is None else f"the last {stats.days} days"
    span = "the last day" if stats.days == 1 else span
    sections = (
        (f"DECIDED, {span}", "decisions of the ledger, by what was done", _decided(stats)),
        ("LOOKING, this run", "seconds from an item's paint to its decision", _looks(looks)),
        ("QUEUE, now", "items that wait, by lane and by age", _queue(stats)),
        (f"IN AND OUT, {span}", IN_AND_OUT, _flow(stats)),
        ("REGRET", "applied decisions that were taken back later", _regret(stats)),
        ("REJECTED AS", "why proposals were rejected", _reasons(stats)),
        ("BY WEEK", "decided and taken back, by ISO week (UTC)", _weeks(stats)),
        ("BY DAY", "what came and what was decided, by day (UTC)", _days(stats)),
    )
    found: list[Figure] = []
    for name, says, rows in sections:
        own = list(rows)
        if own:
            found += [Figure(key=name, label=name, says=says), *own]
    return tuple(found)


def _decided(stats: Stats) -> Iterator[Figure]:
    total = sum(len(events) for events in stats.by_action.values())
    settled = stats.all
    yield Figure(key="d", label="decided", number=f"{settled.decided}", events=settled.events)
    for name, events in stats.by_action.items():
        share = len(events) / total
        yield Figure(
            key=f"d:{name}",
            label=f"  {name}",
            number=f"{len(events)}",
            share=share,
            detail=f"{share:.0%}",
            events=events,
        )
    yield Figure(key="d-", label="undone", number=f"{settled.undone}", events=settled.taken)


def _looks(looks: Sequence[Look]) -> Iterator[Figure]:
    if not looks:
        return
    fast = tuple(look for look in looks if look.seconds < RUBBER)
    yield Figure(
        key="l",
        label="median look",
        number=f"{median(look.seconds for look in looks):.0f} s",
        detail=f"of {len(looks)} single decisions",
        looks=tuple(looks),
    )
    yield Figure(
        key="l2",
        label=f"below {RUBBER:.0f} s",
        number=f"{len(fast)}",
        share=len(fast) / len(looks),
        detail="decided without reading?" if fast else "",
        looks=fast,
        warns=bool(fast),
    )


def _queue(stats: Stats) -> Iterator[Figure]:
    waiting = stats.waiting
    yield Figure(
        key="q", label="waiting", number=f"{waiting}", items=tuple(_all(stats)), detail=_pace(stats)
    )
    for lane, items in stats.lanes.items():
        oldest = max((stats.ages[item.item] for item in items), default=None)
        yield Figure(
            key=f"q:{lane.value}",
            label=f"  {lane.value}",
            number=f"{len(items)}",
            share=len(items) / waiting if waiting else 0,
            detail="" if oldest is None else f"oldest {oldest} d",
            items=items,
            warns=oldest is not None and oldest > 30,
        )
    yield from _ages(stats)


def _all(stats: Stats) -> Iterator[Item]:
    for items in stats.lanes.values():
        yield from items


def _pace(stats: Stats) -> str:
    pace = stats.pace
    if pace.empty_in_days is None:
        return f"nothing decided in {pace.days} days"
    return f"{pace.per_day:g}/day, empty in {pace.empty_in_days:.0f} d"


def _flow(stats: Stats) -> Iterator[Figure]:
    flow = stats.flow
    a_day = f"{round(flow.count / flow.span, 2):g} a day"
    undated = f", {flow.undated} undated" if flow.undated else ""
    yield Figure(
        key="f+",
        label="in",
        number=f"{flow.count}",
        detail=f"{a_day}{undated}",
        items=flow.came,
        events=flow.settled,
    )
    out = f"{round(len(flow.out) / flow.span, 2):g} a day"
    yield Figure(key="f-", label="out", number=f"{len(flow.out)}", detail=out, events=flow.out)
    late = {event.event_id for event in flow.settled}
    older = tuple(event for event in flow.out if event.event_id not in late)
    yield Figure(
        key="f=",
        label="net",
        number=f"{flow.net:+d}",
        detail=f"{len(flow.came)} new wait, {len(older)} old out",
        items=flow.came,
        events=older,
    )


def _days(stats: Stats) -> Iterator[Figure]:
    days = stats.flow.days
    most = max((day.count for day in days[:DAYS]), default=0) or 1
    for day in days[:DAYS]:
        yield Figure(
            key=f"n:{day.day}",
            label=day.day.isoformat(),
            number=f"{day.count}",
            share=day.count / most,
            detail=f"{len(day.out)} out",
            items=day.came,
            events=_once((*day.settled, *day.out)),
        )
    earlier = days[DAYS:]
    if earlier:
        yield Figure(
            key="n-",
            label="earlier",
            number=f"{sum(day.count for day in earlier)}",
            detail=f"{sum(len(day.out) for day in earlier)} out",
            items=tuple(item for day in earlier for item in day.came),
            events=_once([e for day in earlier for e in (*day.settled, *day.out)]),
        )


def _once(events: Iterable[Event]) -> tuple[Event, ...]:
    """Each event once; what came and went on one day is counted twice."""
    return tuple({event.event_id: event for event in events}.values())


def _ages(stats: Stats) -> Iterator[Figure]:
    for name, items in stats.by_age.items():
        share = len(items) / stats.waiting if stats.waiting else 0
        yield Figure(
            key=f"a:{name}", label=f"  {name} d", number=f"{len(items)}", share=share, items=items
        )


def _regret(stats: Stats) -> Iterator[Figure]:
    if not stats.all.decided:
        return
    yield _tally("r", "all", stats.all)
    for title, groups in (
        ("origin", stats.by_origin),
        ("operation", stats.by_op),
        ("proposer", stats.by_proposer),
        ("job", stats.by_job),
        ("detector", stats.by_detector),
    ):
        for name, tally in groups.items():
            yield _tally(f"r:{title}:{name}", f"  {title} {name}", tally)


def _tally(key: str, label: str, tally: Tally) -> Figure:
    return Figure(
        key=key,
        label=label,
        number=f"{tally.regret_rate:.1%}",
        share=tally.regret_rate,
        detail=f"{tally.undone} of {tally.decided}",
        events=tally.taken or tally.events,
        warns=tally.undone > 0,
    )


def _reasons(stats: Stats) -> Iterator[Figure]:
    total = sum(len(events) for events in stats.reasons.values())
    for code, events in stats.reasons.items():
        yield Figure(
            key=f"x:{code}",
            label=code,
            number=f"{len(events)}",
            share=len(events) / total,
            events=events,
        )


def _weeks(stats: Stats) -> Iterator[Figure]:
    most = max((tally.decided for tally in stats.by_week.values()), default=1)
    for week, tally in stats.by_week.items():
        yield Figure(
            key=f"w:{week}",
            label=week,
            number=f"{tally.decided}",
            share=tally.decided / most,
            detail=f"{tally.undone} undone" if tally.undone else "",
            events=tally.events,
        )
