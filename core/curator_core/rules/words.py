"""Two texts compared by words; what has no words (Chinese, signs) by characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from curator_core.model.words import Piece, Sign
from curator_core.rules import matching

_TOKEN = re.compile(r"[0-9A-Za-z_\u00c0-\u024f\u0370-\u052f]+|[^\S\n]+|.", re.DOTALL)
_ALIKE = 0.3
"""Below this share of equal characters a text was rewritten: single equal words would mislead."""


def pieces(before: str, after: str) -> tuple[Piece, ...]:
    """Both texts in order, dropped words before the added ones that stand in their place.

    A text that has little in common with the other is one piece dropped and one added.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    found = _closed([*_regions(old, new)])
    same = sum(len(text.strip()) for equal, text, _ in found if equal)
    if same < _ALIKE * max(len(before.strip()), len(after.strip())):
        found = [(False, before, after)]
    return tuple(_pieces(found))


def _regions(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, str, str]]:
    for equal, span in matching.regions(old, new):
        yield equal, "".join(old[span.a : span.b]), "".join(new[span.c : span.d])


def _closed(found: list[tuple[bool, str, str]]) -> list[tuple[bool, str, str]]:
    """Changes with no more than a blank or one sign between them are one change."""
    done: list[tuple[bool, str, str]] = []
    for number, (equal, before, after) in enumerate(found):
        inside = 0 < number < len(found) - 1
        if equal and inside and _slight(before):
            equal = False
        if done and not equal and not done[-1][0]:
            _, earlier, earlier_after = done[-1]
            done[-1] = (False, earlier + before, earlier_after + after)
        else:
            done.append((equal, before, after))
    return done


def _slight(text: str) -> bool:
    said = text.strip()
    return "\n" not in text and (not said or (len(said) == 1 and not said.isalnum()))


def _pieces(found: Sequence[tuple[bool, str, str]]) -> Iterator[Piece]:
    for equal, before, after in found:
        if equal:
            yield Piece(Sign.SAME, before)
            continue
        if before:
            yield Piece(Sign.DROPPED, before)
        if after:
            yield Piece(Sign.ADDED, after)
