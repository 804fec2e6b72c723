"""Which lines (or words) of two texts are the same: exact within a bound, unique anchors beyond.

The exact part is the bit-parallel longest common subsequence of Hyyrö (2004, "Bit-parallel
LCS-length computation revisited"): one whole row of the comparison is one integer, so that
repetitive texts cost no more than others, and the edits are as few as can be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

WORK_BOUND = 100_000_000
"""Items before times items after, both only those that occur on both sides, up to which the
comparison is exact; a bit of memory each."""

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open ranges that stand for each other: [a, b) before, [c, d) after."""

    a: int
    b: int
    c: int
    d: int


def changes(before: Sequence[Hashable], after: Sequence[Hashable]) -> tuple[Span, ...]:
    """The ranges that differ, in order; at least one equal item lies between two of them.

    Where a pure removal or insertion could stand at several places it joins a neighbour, else it
    stands as far down as it can, as git shows it.
    """
    pairs = [(-1, -1), *_pairs(before, after), (len(before), len(after))]
    found = []
    for (a, c), (b, d) in pairwise(pairs):
        if b - a > 1 or d - c > 1:
            found.append(Span(a + 1, b, c + 1, d))
    return tuple(_lowered(_joined(found, before, after), before, after))


def regions(before: Sequence[Hashable], after: Sequence[Hashable]) -> tuple[tuple[bool, Span], ...]:
    """Both sides whole, in order, as (equal, ranges)."""
    parts: list[tuple[bool, Span]] = []
    a = c = 0
    for span in (*changes(before, after), None):
        b, d = (len(before), len(after)) if span is None else (span.a, span.c)
        if b > a:
            parts.append((True, Span(a, b, c, d)))
        if span is not None:
            parts.append((False, span))
            a, c = span.b, span.d
    return tuple(parts)


def _pairs(before: Sequence[Hashable], after: Sequence[Hashable]) -> Pairs:
    """Indices of equal items, increasing on both sides."""
    pairs: Pairs = []
    waiting = [Span(0, len(before), 0, len(after))]
    while waiting:
        span = waiting.pop()
        head = _common(before, after, span)
        pairs += ((span.a + n, span.c + n) for n in range(head))
        span = Span(span.a + head, span.b, span.c + head, span.d)
        tail = _common_end(before, after, span)
        pairs += ((span.b - n, span.d - n) for n in range(1, tail + 1))
        span = Span(span.a, span.b - tail, span.c, span.d - tail)
        if span.a < span.b and span.c < span.d:
            more, gaps = _inside(before, after, span)
            pairs += more
            waiting += gaps
    return sorted(pairs)


def _common(before: Sequence[Hashable], after: Sequence[Hashable], span: Span) -> int:
    most = min(span.b - span.a, span.d - span.c)
    return next((n for n in range(most) if before[span.a + n] != after[span.c + n]), most)


def _common_end(before: Sequence[Hashable], after: Sequence[Hashable], span: Span) -> int:
    most = min(span.b - span.a, span.d - span.c)
    last, end = span.b - 1, span.d - 1
    return next((n for n in range(most) if before[last - n] != after[end - n]), most)


def _inside(
    before: Sequence[Hashable], after: Sequence[Hashable], span: Span
) -> tuple[Pairs, list[Span]]:
    """Pairs inside a span, and the spans in which further ones may lie."""
    ours, theirs = set(before[span.a : span.b]), set(after[span.c : span.d])
    rows = [n for n in range(span.a, span.b) if before[n] in theirs]
    columns = [n for n in range(span.c, span.d) if after[n] in ours]
    if len(rows) * len(columns) <= WORK_BOUND:
        exact = _longest([before[n] for n in rows], [after[n] for n in columns])
        return [(rows[a], columns[c]) for a, c in exact], []
    anchors = _anchors(before, after, rows, columns)
    if not anchors:
        return [], []
    ends = [(span.a - 1, span.c - 1), *anchors, (span.b, span.d)]
    return anchors, [Span(a + 1, b, c + 1, d) for (a, c), (b, d) in pairwise(ends)]


def _longest(before: Sequence[Hashable], after: Sequence[Hashable]) -> Pairs:
    """A longest common subsequence; bit n of a row is 0 where it grows by item n of `before`."""
    places: dict[Hashable, int] = {}
    for n, item in enumerate(before):
        places[item] = places.get(item, 0) | 1 << n
    full = (1 << len(before)) - 1
    row, rows = full, [full]
    for item in after:
        met = row & places[item]
        row = ((row + met) | (row - met)) & full
        rows.append(row)
    return _walked_back(rows, len(before))


def _walked_back(rows: Sequence[int], a: int) -> Pairs:
    pairs: Pairs = []
    c = len(rows) - 1
    while a and c:
        if rows[c] >> (a - 1) & 1:
            a -= 1
            continue
        c -= 1
        if rows[c] >> (a - 1) & 1:
            a -= 1
            pairs.append((a, c))
    return pairs[::-1]


def _anchors(
    before: Sequence[Hashable],
    after: Sequence[Hashable],
    rows: Sequence[int],
    columns: Sequence[int],
) -> Pairs:
    """Items that occur once on each side, as many as keep their order (patience)."""
    ours = Counter(before[n] for n in rows)
    theirs = Counter(after[n] for n in columns)
    place = {before[n]: n for n in rows if ours[before[n]] == theirs[before[n]] == 1}
    once = [(place[after[n]], n) for n in columns if after[n] in place]
    return _rising(once)


def _rising(pairs: Pairs) -> Pairs:
    """The longest run of pairs, in order of their second number, whose first numbers rise."""
    ends: list[int] = []
    piles: list[int] = []
    below: list[int] = []
    for n, (first, _) in enumerate(pairs):
        pile = bisect_left(ends, first)
        below.append(piles[pile - 1] if pile else -1)
        if pile == len(ends):
            ends.append(first)
            piles.append(n)
        else:
            ends[pile], piles[pile] = first, n
    run: Pairs = []
    at = piles[-1] if piles else -1
    while at >= 0:
        run.append(pairs[at])
        at = below[at]
    return run[::-1]


def _joined(
    spans: Sequence[Span], before: Sequence[Hashable], after: Sequence[Hashable]
) -> list[Span]:
    """One-sided spans that can move up to the one above them become part of it."""
    done: list[Span] = []
    for span in spans:
        above = done[-1] if done else None
        if above is not None and _rises(span, above, before, after):
            # The equal lines in between move below; only their number counts.
            gap = span.a - above.b
            done[-1] = Span(above.a, span.b - gap, above.c, span.d - gap)
        else:
            done.append(span)
    return done


def _rises(span: Span, above: Span, before: Sequence[Hashable], after: Sequence[Hashable]) -> bool:
    gap = span.a - above.b
    if span.c == span.d:
        return all(before[span.a - n] == before[span.b - n] for n in range(1, gap + 1))
    if span.a == span.b:
        return all(after[span.c - n] == after[span.d - n] for n in range(1, gap + 1))
    return False


def _lowered(
    spans: Sequence[Span], before: Sequence[Hashable], after: Sequence[Hashable]
) -> list[Span]:
    """One-sided spans as far down as they can stand, joined with what they meet there."""
    done: list[Span] = []
    below = (len(before), len(after))
    for span in reversed(spans):
        low = _lowest(span, below[0], before, after)
        while done and low.b == done[-1].a:
            met = done.pop()
            low = Span(low.a, met.b, low.c, met.d)
            floor = done[-1].a if done else len(before)
            low = _lowest(low, floor, before, after)
        done.append(low)
        below = (low.a, low.c)
    return done[::-1]


def _lowest(span: Span, floor: int, before: Sequence[Hashable], after: Sequence[Hashable]) -> Span:
    """A one-sided span moved down until `floor` (an index of `before`) or a differing item."""
    a, b, c, d = span.a, span.b, span.c, span.d
    steps = 0
    if c == d:
        while b + steps < floor and before[a + steps] == before[b + steps]:
            steps += 1
    elif a == b:
        while b + steps < floor and after[c + steps] == after[d + steps]:
            steps += 1
    return Span(a + steps, b + steps, c + steps, d + steps)
