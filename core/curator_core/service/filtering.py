"""The queue's filter language, for entrances."""

from __future__ import annotations

from curator_core.model.proposal import Item
from curator_core.model.view import QueueView
from curator_core.rules.filtering import Matcher, names_lane, parse
from curator_core.rules.items import waiting

__all__ = ["Matcher", "parse", "pool"]


def pool(view: QueueView, expression: str) -> tuple[Item, ...]:
    """The open items that an expression looks through: what waits, and every lane where it asks
    for one (CONTRACT 23)."""
    return view.items if names_lane(expression) else tuple(waiting(view.items))
