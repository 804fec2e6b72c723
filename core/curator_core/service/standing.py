"""What the standing rules of a Home say of its items."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.proposal import Item
from curator_core.rules import house_rules
from curator_core.service.ages import age_days
from curator_core.service.opening import Opened

MEMO = "rules"
"""Where a memo keeps the hits of each rule."""


def applied(one: Opened, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items as the standing rules leave them; their hits are kept in the memo."""
    rules = one.snapshot.config.rules
    if not rules:
        return tuple(items)
    ages = {item.item: age_days(one, item) for item in items}
    settled = one.snapshot.reviews.items
    back = frozenset(i.item for i in items if i.item in settled and settled[i.item].restored)
    ruled = house_rules.apply(items, rules, ages, back)
    one.memo[MEMO] = ruled.hits
    return ruled.items
