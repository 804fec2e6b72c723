"""Where a text stands as code, so that every view shows it. Linear, whatever the text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

Spans = Sequence[tuple[int, int]]

_FENCE = re.compile(
    r"^[^\S\n]{0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)$",
    re.MULTILINE,
)
_TICKED = re.compile(r"(?P<tick>`{1,2})(?!`)[^\n]{1,2000}?(?<!`)(?P=tick)(?!`)")


def code_spans(raw: str, start: int) -> list[tuple[int, int]]:
    """Fenced blocks that are closed, and code in backticks outside of them; in order, apart."""
    blocks = list(_blocks(list(_FENCE.finditer(raw, start))))
    ticked = (match.span() for match in _TICKED.finditer(raw, start))
    return sorted((*blocks, *(span for span in ticked if not within(blocks, *span))))


def within(spans: Spans, start: int, end: int) -> bool:
    """Whether one of these spans, in order and apart, begins before a part and holds all of it."""
    at = bisect_left(spans, (start, 0)) - 1
    return at >= 0 and end <= spans[at][1]


def _blocks(fences: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Each opening fence up to the first one that closes it; one that none closes opens nothing."""
    longest = {mark: _longest(fences, mark) for mark in "`~"}
    after = 0
    for number, opening in enumerate(fences):
        mark = opening["mark"]
        if number < after or longest[mark[0]][number + 1] < len(mark):
            continue
        after = number + 1
        while _closes(fences[after], mark[0]) < len(mark):
            after += 1
        yield opening.start(), fences[after].end()
        after += 1


def _longest(fences: Sequence[re.Match[str]], mark: str) -> list[int]:
    """By place, the length of the longest closing fence of this kind from there on."""
    lengths = (_closes(fence, mark) for fence in reversed(fences))
    return [*accumulate(lengths, max, initial=0)][::-1]


def _closes(fence: re.Match[str], mark: str) -> int:
    """How long a closing fence is; 0 where it is of the other kind or says something."""
    return len(fence["mark"]) if fence["mark"][0] == mark and not fence["info"].strip() else 0
