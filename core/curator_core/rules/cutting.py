"""A note's body cut into parts: where to begin, and what no part has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from curator_core.rules import matching
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


def by_changes(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """All lines of two texts in order, and the part of each: 1 what both say, 2 what only the one
    before says, 3 what only the one after says. None where there are not all three of these."""
    lines: list[str] = []
    parts: list[int] = []
    for equal, span in matching.regions(before, after):
        lines += () if equal else before[span.a : span.b]
        parts += () if equal else [2] * (span.b - span.a)
        lines += after[span.c : span.d]
        parts += [1 if equal else 3] * (span.d - span.c)
    said = {part for line, part in zip(lines, parts, strict=True) if line.strip()}
    return (tuple(lines), tuple(parts)) if said == {1, 2, 3} else None


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
    has = [_looked_in(text) for text in texts]

    def there(line: str) -> bool:
        said = folded(line)
        return not said or any(found(said) for found in has)

    return tuple(dict.fromkeys(line for line in lines if not there(line)))


def origins(lines: Iterable[str], texts: Iterable[str]) -> tuple[tuple[int, ...], ...]:
    """For each line the numbers, from 1, of the texts that have it too, as `left_out` looks; none
    for a blank one."""
    has = [_looked_in(text) for text in texts]
    found = []
    for line in lines:
        said = folded(line)
        found.append(tuple(n for n, in_it in enumerate(has, 1) if said and in_it(said)))
    return tuple(found)


def _looked_in(text: str) -> Callable[[str], bool]:
    """Whether a folded line stands in a text."""
    whole = f" {folded(text)} "
    known = {folded(line) for line in text.splitlines()}
    return lambda said: said in known or (len(said) >= _LONG and said in whole)
