"""Items about notes that no proposal made: reviews that are due."""

from __future__ import annotations

from curator_core.model.proposal import Item
from curator_core.rules import cycles
from curator_core.rules.related import Links
from curator_core.service.opening import Opened


def items(one: Opened, index: Links) -> tuple[Item, ...]:
    """What a look at the rows of a Home finds today."""
    today = cycles.day(one.caller.now, one.snapshot.config.timezone)
    return tuple(cycles.items(one.snapshot, index, today))
