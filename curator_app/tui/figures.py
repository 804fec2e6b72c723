"""The numbers about deciding as rows, each with the decisions or items that it counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from curator_core.model.event import Event
from curator_core.model.proposal import Item

if TYPE_CHECKING:
    from curator_core.service.stats import Stats, Tally

RUBBER = 2.0
"""Seconds; a decision that came faster after its item was shown was hardly read."""

RANGES: Mapping[str, tuple[str, int | None]] = {
    "1": ("1 day", 1),
    "2": ("1 week", 7),
    "3": ("30 days", 30),
    "4": ("all time", None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number: `share` (0 to 1) is its bar, `detail` says more, `warns` that it is a bad sign.

    A section's own row has no number; its `says` tells what is counted below it.
    """

    key: str
    label: str
    number: str = ""
    share: float | None = None
    detail: str = ""
    events: tuple[Event, ...] = ()
    items: tuple[Item, ...] = ()
    warns: bool = False
    says: str = ""

    @property
    def is_section(self) -> bool:
        """Whether it is the name of those that follow."""
        return bool(self.says)


def figures(stats: Stats, looks: Sequence[float]) -> tuple[Figure, ...]:
    """Every number in the order of the screen; sections without any are left out."""
    span = "all time" if stats.days is None else f"the last {stats.days} days"
    span = "the last day" if stats.days == 1 else span
    sections = (
        (f"DECIDED, {span}", "decisions of the ledger, by what was done", _decided(stats)),
        ("LOOKING, this run", "seconds from an item's paint to its decision", _looks(looks)),
        ("QUEUE, now", "items that wait, by lane and by age", _queue(stats)),
        ("REGRET", "applied decisions that were taken back later", _regret(stats)),
        ("REJECTED AS", "why proposals were rejected", _reasons(stats)),
        ("BY WEEK", "decided and taken back, by ISO week (UTC)", _weeks(stats)),
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


def _looks(looks: Sequence[float]) -> Iterator[Figure]:
    if not looks:
        return
    fast = sum(seconds < RUBBER for seconds in looks)
    seen = f"of {len(looks)} single decisions"
    yield Figure(key="l", label="median look", number=f"{median(looks):.0f} s", detail=seen)
    yield Figure(
        key="l2",
        label=f"below {RUBBER:.0f} s",
        number=f"{fast}",
        share=fast / len(looks),
        detail="decided without reading?" if fast else "",
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
    came, gone = stats.came, stats.all.decided
    detail = f"{gone} decided in the same time"
    yield Figure(
        key="q+", label="new in this range", number=f"{len(came)}", items=came, detail=detail
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
