"""The line matcher: right, as short as can be, bounded."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.rules import matching
from curator_core.rules.matching import Span, changes, regions

letters = st.text("abc", max_size=14)


def patched(before: Sequence[str], after: Sequence[str], spans: Sequence[Span]) -> list[str]:
    """What the spans make of `before`."""
    made: list[str] = []
    at = 0
    for span in spans:
        made += [*before[at : span.a], *after[span.c : span.d]]
        at = span.b
    return [*made, *before[at:]]


def shared(before: Sequence[str], after: Sequence[str]) -> int:
    """The length of a longest common subsequence, by the table of the textbook."""
    row = [0] * (len(after) + 1)
    for one in before:
        last = 0
        for n, other in enumerate(after):
            last, row[n + 1] = row[n + 1], last + 1 if one == other else max(row[n], row[n + 1])
    return row[-1]


def edits(spans: Sequence[Span]) -> int:
    """How many lines go and come."""
    return sum(span.b - span.a + span.d - span.c for span in spans)


@settings(max_examples=400)
@given(letters, letters)
def test_changes_are_right_and_as_few_as_can_be(before: str, after: str) -> None:
    spans = changes(before, after)
    assert "".join(patched(before, after, spans)) == after
    assert edits(spans) == len(before) + len(after) - 2 * shared(before, after)


@given(letters, letters)
def test_regions_alternate_and_cover_both_sides(before: str, after: str) -> None:
    found = regions(before, after)
    assert all(one[0] != other[0] for one, other in pairwise(found))
    assert "".join(before[span.a : span.b] for _, span in found) == before
    assert "".join(after[span.c : span.d] for _, span in found) == after
    same = [span for equal, span in found if equal]
    assert all(before[span.a : span.b] == after[span.c : span.d] for span in same)


PLACES = {
    "inserted in a row of equals": ("aab", "aaab", [Span(2, 2, 2, 3)]),
    "taken out of a row of equals": ("aaab", "aab", [Span(2, 3, 2, 2)]),
    "a block put in again": ("xaby", "xababy", [Span(3, 3, 3, 5)]),
    "a removal joins the change above": ("xbby", "aby", [Span(0, 2, 0, 1)]),
    "the same": ("abc", "abc", []),
    "nothing before": ("", "ab", [Span(0, 0, 0, 2)]),
}


@pytest.mark.parametrize("name", PLACES)
def test_where_a_change_stands(name: str) -> None:
    before, after, expected = PLACES[name]
    assert list(changes(before, after)) == expected


@settings(max_examples=200)
@given(st.text("abcdefghij", max_size=40), st.text("abcdefghij", max_size=40))
def test_beyond_the_bound_it_is_still_right(before: str, after: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WORK_BOUND", 20)
        spans = changes(before, after)
    assert "".join(patched(before, after, spans)) == after


def test_anchors_keep_small_edits_small_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(4)
    before = [str(draw.randrange(900)) for _ in range(1000)]
    after = [line if draw.random() < 0.95 else f"{line} edited" for line in before]
    fewest = edits(changes(before, after))
    monkeypatch.setattr(matching, "WORK_BOUND", 20_000)
    assert fewest <= edits(changes(before, after)) <= 1.5 * fewest


def test_a_row_of_popular_lines_is_no_trap() -> None:
    """Repetitive notes of 250 and 2,000 lines with three edits: five lines differ, not hundreds."""
    for size in (250, 2000):
        before = ["- [ ] todo", "", "- [x] done", "---"] * (size // 4)
        after = [*before[:40], "new", *before[40:120], "edited", *before[121:200], *before[201:]]
        assert edits(changes(before, after)) == 4


def test_a_large_text_of_two_lines_is_bounded() -> None:
    before, after = ["a", "b"] * 30_000, ["b", "b", "a"] * 20_000
    assert patched(before, after, changes(before, after)) == after
