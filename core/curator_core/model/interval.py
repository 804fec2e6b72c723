"""Boundaries and intervals of validity as values; only `rules.validity` compares them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Instant: TypeAlias = int
"""Microseconds since 0001-01-01T00:00Z; may be negative or beyond the year 9999, so no offset ever
overflows. Time is discrete: the instant before `t` is `t - 1`."""

BEGINNING: Instant = -(10**20)
"""Before every instant that can be written: an open start."""
END: Instant = 10**20
"""After every instant that can be written: an open end."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """One end of a validity: some instant in [earliest, latest], both closed.

    `text` is the boundary as a note would write it, None where a note writes null. `readable` is
    False for a text of no known form; its instant is unknown then (CONTRACT 12).
    """

    text: str | None
    earliest: Instant
    latest: Instant
    readable: bool = True

    @property
    def certain(self) -> bool:
        """Whether only one instant is possible (an open end is certain too)."""
        return self.earliest == self.latest


EVER = Boundary(None, BEGINNING, BEGINNING)
"""A null `valid_from`: since ever, certain (CONTRACT 11)."""
STILL = Boundary(None, END, END)
"""A null `valid_to`: still, certain (CONTRACT 11)."""


@dataclass(frozen=True, slots=True)
class Interval:
    """When a version holds in the world: [start, end), half-open.

    `empty` is True where it never holds: equal ends, an end before the start, replaced as never
    true, or superseded by nobody.
    """

    start: Boundary
    end: Boundary
    empty: bool = False


ALWAYS = Interval(EVER, STILL)
"""Since ever and still."""


class Validity(StrEnum):
    """What can be said of a version at one instant."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    NO = "no"
