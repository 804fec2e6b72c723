"""A note's body cut into parts: where to begin, and what no part has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from curator_core.rules.fingerprints import folded

_HEADING = re.compile(r" {0,3}(#{1,6})\s+\S")
_LONG = 20
"""Characters from which on a line is looked for inside others."""
_CODE = re.compile(r" {0,3}(?:`{3,}|~{3,})")


def by_headings(lines: Sequence[str]) -> tuple[int, ...]:
    """The part of each line, from 1: a part begins at each heading of the highest level that
    occurs twice; what stands before the first belongs to it. All 1 without such headings."""
    levels = _levels(lines)
    counts = Counter(level for level in levels if level)
    cutting = min((level for level, count in counts.items() if count > 1), default=0)
    parts: list[int] = []
    begun = 0
    for level in levels:
        begun += bool(cutting) and level == cutting
        parts.append(max(1, begun))
    return tuple(parts)


def by_paragraphs(lines: Sequence[str]) -> tuple[int, ...]:
    """The part of each line, from 1: one for each run of lines between blank ones."""
    parts: list[int] = []
    number, begun, ended = 1, False, False
    for line in lines:
        said = bool(line.strip())
        number += said and ended
        ended = begun and not said
        begun = begun or said
        parts.append(number)
    return tuple(parts)


def _levels(lines: Sequence[str]) -> list[int]:
    """The heading level of each line, 0 for others and in code."""
    levels, code = [], False
    for line in lines:
        if _CODE.match(line):
            code = not code
        found = None if code else _HEADING.match(line)
        levels.append(len(found[1]) if found else 0)
    return levels


def title_of(lines: Iterable[str]) -> str:
    """What a part is called by itself: its first heading or line, at most 60 characters."""
    first = next((line.strip() for line in lines if line.strip()), "")
    words = first.lstrip("#").strip()
    return words if len(words) <= 60 else words[:59].rstrip() + "~"


def left_out(lines: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The lines, each once, that stand in none of these texts; case, width and blanks aside. A long
    line may stand inside another one, or be broken otherwise."""
    found = [*texts]
    whole = [f" {folded(text)} " for text in found]
    known = {folded(line) for text in found for line in text.splitlines()}

    def there(line: str) -> bool:
        said = folded(line)
        inside = len(said) >= _LONG and any(said in text for text in whole)
        return not said or said in known or inside

    return tuple(dict.fromkeys(line for line in lines if not there(line)))
