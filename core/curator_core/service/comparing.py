"""Two or three texts beside each other, while somebody looks at them; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.words import Piece
from curator_core.rules import alignment, matching
from curator_core.rules import words as rules

Region = tuple[bool, int, int, int, int]
"""(equal, before from, before to, after from, after to), half-open."""


def words(before: str, after: str) -> tuple[Piece, ...]:
    """Two texts compared by words, those that are `too_long` by lines."""
    return rules.pieces(before, after)


def too_long(before: str, after: str) -> bool:
    """Whether two texts are compared by lines alone."""
    return rules.too_long(before, after)


def sentences(text: str) -> list[str]:
    """A text cut behind its full stops and semicolons; nothing is left out."""
    return rules.sentences(text)


def lines(before: Sequence[str], after: Sequence[str]) -> tuple[Region, ...]:
    """Regions of lines that cover both sides, in order."""
    found = matching.regions(before, after)
    return tuple((equal, span.a, span.b, span.c, span.d) for equal, span in found)


def pairs(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[int | None, int | None], ...]:
    """All lines of two texts in order, those that say nearly the same as pairs."""
    return tuple(alignment.pairs(before, after))


def rows(base: Sequence[str], sides: Sequence[Sequence[str]]) -> tuple[alignment.Row, ...]:
    """All lines of a base and its sides in order, each row with the lines that belong together."""
    return alignment.rows(base, sides)
