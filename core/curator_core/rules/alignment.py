"""Which lines of several texts stand for each other, so that they can be shown side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from curator_core.rules import matching

Row = tuple[int | None, ...]
"""An index into each text; None where a text has no line here."""
_Pairs = list[tuple[int | None, int | None]]

PAIRS_MAX = 2_500
"""Changed lines before times after up to which the most similar ones are looked for; beyond it only
those at the same place are compared."""
_ALIKE = 0.4
_TOKEN = re.compile(r"[0-9A-Za-z_\u00c0-\u024f\u0370-\u052f]+|\S")


def rows(base: Sequence[str], sides: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    """All lines of a base and of its sides, in order; lines that say nearly the same in one row.

    Each row holds the index in the base first, then one for each side.
    """
    found = [_by_base(pairs(base, side), len(base)) for side in sides]
    made: list[Row] = []
    for at in range(len(base) + 1):
        loose = zip_longest(*(added[at] for _, added in found))
        made += [(None, *row) for row in loose]
        if at < len(base):
            made.append((at, *(beside[at] for beside, _ in found)))
    return tuple(made)


def _by_base(found: _Pairs, size: int) -> tuple[list[int | None], list[list[int]]]:
    """For each line of the base the one beside it, and the lines that stand before it alone."""
    beside: list[int | None] = [None] * size
    added: list[list[int]] = [[] for _ in range(size + 1)]
    at = 0
    for one, other in found:
        if one is None:
            assert other is not None, "BUG: a row without a line"
            added[at].append(other)
        else:
            beside[one], at = other, one + 1
    return beside, added


def pairs(before: Sequence[str], after: Sequence[str]) -> _Pairs:
    """Both texts in order, equal and similar lines as pairs, others alone."""
    found: _Pairs = []
    for equal, span in matching.regions(before, after):
        if equal:
            found += zip(range(span.a, span.b), range(span.c, span.d), strict=True)
        else:
            found += _similar(before, after, span)
    return found


def _similar(
    before: Sequence[str], after: Sequence[str], span: matching.Span
) -> Iterator[tuple[int | None, int | None]]:
    at, to = span.a, span.c
    for one, other in (*_matched(before, after, span), (span.b, span.d)):
        yield from ((n, None) for n in range(at, one))
        yield from ((None, n) for n in range(to, other))
        if one < span.b and other < span.d:
            yield one, other
        at, to = one + 1, other + 1


def _matched(
    before: Sequence[str], after: Sequence[str], span: matching.Span
) -> list[tuple[int, int]]:
    """The pairs, rising on both sides, that are most alike in all."""
    height, width = span.b - span.a, span.d - span.c
    if height == width == 1:
        return [(span.a, span.c)]
    ours = [_words(before[n]) for n in range(span.a, span.b)]
    theirs = [_words(after[n]) for n in range(span.c, span.d)]
    if height * width > PAIRS_MAX:
        beside = zip(ours, theirs, strict=False)
        alike = [n for n, (one, other) in enumerate(beside) if _alike(one, other)]
        return [(span.a + n, span.c + n) for n in alike]
    best = [[0.0] * (width + 1) for _ in range(height + 1)]
    for i in range(height - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            paired = best[i + 1][j + 1] + _alike(ours[i], theirs[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], paired)
    return [(span.a + i, span.c + j) for i, j in _walked(best)]


def _walked(best: Sequence[Sequence[float]]) -> Iterator[tuple[int, int]]:
    i = j = 0
    while best[i][j] > 0:
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            yield i, j
            i, j = i + 1, j + 1


def _words(line: str) -> Counter[str]:
    return Counter(_TOKEN.findall(line))


def _alike(one: Counter[str], other: Counter[str]) -> float:
    """The share of words that both lines have, 0 below a bound."""
    total = one.total() + other.total()
    share = 2 * (one & other).total() / total if total else 0.0
    return share if share >= _ALIKE else 0.0
