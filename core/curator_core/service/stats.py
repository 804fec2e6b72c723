"""Numbers about deciding, each counted from ledger events and today's queue (DESIGN §10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from curator_core.model.proposal import WAITING
from curator_core.rules import regret
from curator_core.rules.regret import Pace, Tally
from curator_core.service import bulk, queueing
from curator_core.service.bulk import RuleHits
from curator_core.service.caller import Caller
from curator_core.service.opening import opened

__all__ = ["Pace", "Stats", "Tally", "stats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """`curator stats`. `all` is the tally of all decided items; `rules` what standing rules hit."""

    all: Tally
    by_action: Mapping[str, int]
    by_proposer: Mapping[str, Tally]
    by_job: Mapping[str, Tally]
    by_detector: Mapping[str, Tally]
    reasons: Mapping[str, int]
    waiting: int
    queue_age: Mapping[str, object]
    pace: Pace
    rules: tuple[RuleHits, ...] = ()


def stats(caller: Caller) -> Stats:
    """All numbers now."""
    with opened(caller) as one:
        events, undone = one.ledger.events, one.snapshot.reviews.undone
        view = queueing.view(one)
        waiting = [item for item in view.items if item.lane in WAITING]
        return Stats(
            all=regret.counted(events, undone),
            by_action=regret.by_action(events),
            by_proposer=regret.by_proposer(events, undone),
            by_job=regret.by_job(events, undone),
            by_detector=regret.by_detector(events, undone),
            reasons=regret.reasons(events),
            waiting=len(waiting),
            queue_age=regret.ages([view.ages[item.item] for item in waiting]),
            pace=regret.pace(events, len(waiting), caller.now),
            rules=bulk.hits(one),
        )
