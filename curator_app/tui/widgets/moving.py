"""Movements that every pane understands."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Step(StrEnum):
    """One movement in a list or a text."""

    DOWN = "down"
    UP = "up"
    FIRST = "first"
    LAST = "last"
    PAGE_DOWN = "page_down"
    PAGE_UP = "page_up"


class Pane(Protocol):
    """What a screen moves and searches in: a list or a page."""

    def move(self, step: Step) -> None:
        """Move the cursor, or scroll."""

    def find(self, query: str, direction: int) -> bool:
        """Go to the next (1) or previous (-1) place that holds the query, wrapping; False: none."""


def target(step: Step, at: int, last: int, half: int) -> int:
    """Where a step leads from `at` within 0..last; `half` is half a page."""
    match step:
        case Step.DOWN:
            to = at + 1
        case Step.UP:
            to = at - 1
        case Step.FIRST:
            to = 0
        case Step.LAST:
            to = last
        case Step.PAGE_DOWN:
            to = at + half
        case Step.PAGE_UP:
            to = at - half
    return max(0, min(to, last))
