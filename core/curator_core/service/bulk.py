"""Deciding many items at once: the hits of standing rules, and the spot check."""

from __future__ import annotations

from collections.abc import Iterable

from curator_core.model.proposal import Item, Risk
from curator_core.model.view import QueueView
from curator_core.rules import sampling
from curator_core.rules.house_rules import BULK, RuleHits
from curator_core.service import finding, glance, queueing, standing
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import state

__all__ = ["RuleHits", "hits", "in_bulk", "load", "sample", "spot_check"]


def hits(one: Opened) -> tuple[RuleHits, ...]:
    """How many open items each standing rule matches."""
    finding.queue(one)
    known = one.memo.get(standing.MEMO)
    return known if isinstance(known, tuple) else ()


def load(caller: Caller) -> tuple[QueueView, tuple[RuleHits, ...]]:
    """The queue now, with the hits of each standing rule."""
    with opened(caller) as one:
        view = queueing.view(one)
        glance.keep(one, view)
        return view, hits(one)


def in_bulk(item: Item) -> bool:
    """Whether an item may be decided among many after a spot check."""
    return item.risk is Risk.LOW or (item.risk is not Risk.HIGH and BULK in item.flags)


def sample(caller: Caller, items: Iterable[Item]) -> tuple[str, ...]:
    """Which of these items, as far as they may be decided in bulk, a person must look at."""
    with opened(caller) as one:
        return spot_check(one, items)


def spot_check(one: Opened, items: Iterable[Item]) -> tuple[str, ...]:
    """The same for a Home that is open; other items are looked at for themselves."""
    ids = [item.item for item in items if in_bulk(item)]
    return sampling.sample(ids, state.salt(one.repo.state_dir)) if ids else ()
