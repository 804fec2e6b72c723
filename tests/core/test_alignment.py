"""Lines that belong together stand in one row, and no line is lost or moved."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules.alignment import pairs, rows

LINES = st.lists(
    st.sampled_from(
        ["the port is 80", "the port is 81", "reboot on Mondays", "中文 一", "中文 二", ""]
    ),
    max_size=9,
)


@given(LINES, st.lists(LINES, min_size=1, max_size=2))
def test_every_line_stands_in_one_row_in_order(base: list[str], sides: list[list[str]]) -> None:
    found = rows(base, sides)
    for column, text in enumerate([base, *sides]):
        assert [row[column] for row in found if row[column] is not None] == [*range(len(text))]


@given(LINES)
def test_equal_texts_are_paired_throughout(text: list[str]) -> None:
    assert pairs(text, text) == [(n, n) for n in range(len(text))]


def test_similar_lines_meet_and_new_ones_stand_alone() -> None:
    base = ["Reboot on Mondays.", "The port is 3000."]
    ours = ["Wear a hat.", "Reboot on Mondays and Fridays.", "The port is 3000."]
    theirs = ["Reboot on Tuesdays.", "The port is 4321 now."]
    assert rows(base, [ours, theirs]) == ((None, 0, None), (0, 1, 0), (1, 2, 1))


def test_many_changed_lines_are_paired_in_order() -> None:
    before, after = [f"old {n}" for n in range(60)], [f"new {n}" for n in range(60)]
    assert pairs(before, after) == [(n, n) for n in range(60)]
