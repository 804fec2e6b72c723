"""A comparison of two texts by words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sign(StrEnum):
    """Where a piece of text stands: on both sides, before only, after only."""

    SAME = " "
    DROPPED = "-"
    ADDED = "+"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one text; without the ADDED ones pieces are the text before, without the DROPPED
    ones the text after."""

    sign: Sign
    text: str
