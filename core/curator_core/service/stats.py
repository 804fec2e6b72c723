"""Numbers about deciding, each counted from ledger events and today's queue (DESIGN §10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from curator_core.model.event import Event
from curator_core.model.proposal import WAITING, Item, Lane
from curator_core.rules import flow, regret
from curator_core.rules.flow import Flow
from curator_core.rules.regret import Pace, Tally
from curator_core.service import arrivals, bulk, queueing
from curator_core.service.bulk import RuleHits
from curator_core.service.caller import Caller
from curator_core.service.opening import opened

__all__ = ["Flow", "Pace", "Stats", "Tally", "stats"]

Counts = Mapping[str, tuple[Event, ...]]
Tallies = Mapping[str, Tally]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """`curator stats`: every number with the events or items that it counts.

    `days` is the range of what was decided, None for all time; the queue is today's, the pace that
    of its own window. `all` is the tally of all decided items; `ages` are whole days by item id,
    `flow` what came and went within the range; `rules` what standing rules hit.
    """

    days: int | None
    all: Tally
    by_action: Counts
    by_origin: Tallies
    by_op: Tallies
    by_proposer: Tallies
    by_job: Tallies
    by_detector: Tallies
    by_week: Tallies
    reasons: Counts
    lanes: Mapping[Lane, tuple[Item, ...]]
    ages: Mapping[str, int]
    flow: Flow
    queue_age: Mapping[str, object]
    pace: Pace
    rules: tuple[RuleHits, ...] = ()

    @property
    def by_age(self) -> Mapping[str, tuple[Item, ...]]:
        """The waiting items of each age group, the youngest group first."""
        waiting = [item for items in self.lanes.values() for item in items]
        names = (*(name for _, name in regret.AGES), regret.OLDEST)
        grouped = [(regret.age_group(self.ages[item.item]), item) for item in waiting]
        return {name: tuple(item for group, item in grouped if group == name) for name in names}

    @property
    def waiting(self) -> int:
        """How many items wait."""
        return sum(len(items) for items in self.lanes.values())


def stats(caller: Caller, days: int | None = None) -> Stats:
    """All numbers now, decisions of the last `days` days."""
    with opened(caller) as one:
        undone = one.snapshot.reviews.undone
        events = regret.within(one.ledger.events, caller.now, days)
        view = queueing.view(one)
        waiting = [item for item in view.items if item.lane in WAITING]
        out = flow.standing(events, undone)
        known = arrivals.instants(one, waiting, out)
        return Stats(
            days=days,
            all=regret.counted(events, undone),
            by_action=regret.by_action(events),
            by_origin=regret.by_origin(events, undone),
            by_op=regret.by_op(events, undone),
            by_proposer=regret.by_proposer(events, undone),
            by_job=regret.by_job(events, undone),
            by_detector=regret.by_detector(events, undone),
            by_week=regret.by_week(events, undone),
            reasons=regret.reasons(events),
            lanes={
                lane: tuple(i for i in waiting if i.lane is lane)
                for lane in Lane
                if lane in WAITING
            },
            ages={item.item: view.ages[item.item] for item in waiting},
            flow=flow.flow(waiting, out, known, flow.Range(caller.now, days)),
            queue_age=regret.ages([view.ages[item.item] for item in waiting]),
            pace=regret.pace(one.ledger.events, len(waiting), caller.now),
            rules=bulk.hits(one),
        )
