"""Where a note is cut by itself, and which of its lines no part has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules.cutting import by_headings, by_paragraphs, left_out, title_of

NOTE = "# Deploy\n\nintro\n\n## One\na\n```\n## no heading\n```\n\n## Two\nb"


def test_headings_of_the_highest_level_that_occurs_twice() -> None:
    assert by_headings(NOTE.split("\n")) == (*[1] * 10, 2, 2)
    assert by_headings(["# A", "x", "# B", "y"]) == (1, 1, 2, 2)
    assert by_headings(["a", "", "# Only", "b"]) == (1, 1, 1, 1)
    assert by_headings([]) == ()


def test_paragraphs_are_runs_between_blank_lines() -> None:
    assert by_paragraphs(["", "a", "b", "", " ", "c", "", "d"]) == (1, 1, 1, 1, 1, 2, 2, 3)


LINES = st.lists(st.sampled_from(["# A", "## B", "x", "", "  ", "```", "中文"]), max_size=20)


@given(LINES)
def test_parts_cover_every_line_in_order(lines: list[str]) -> None:
    for parts in (by_headings(lines), by_paragraphs(lines)):
        assert len(parts) == len(lines)
        assert list(parts) == sorted(parts)
        assert set(parts) == set(range(1, max(parts, default=0) + 1))


@given(LINES)
def test_a_whole_text_leaves_nothing_out(lines: list[str]) -> None:
    assert left_out(lines, ["\n".join(lines)]) == ()


def test_what_is_left_out() -> None:
    lines = ["Run npm.", "Owner: Dana", "Owner: Dana", "", "The window is on Mondays at nine."]
    assert left_out(lines, ["run NPM."]) == ("Owner: Dana", "The window is on Mondays at nine.")
    joined = "Run npm.\nAnd the window is on Mondays at nine. owner: dana"
    assert left_out(lines, [joined]) == ("Owner: Dana",)
    assert left_out(["Port 3000 is open to all."], ["Port 3001 is open to all."]) != ()
    assert left_out(["It is not open to the world."], ["It is open to the world."]) != ()


def test_a_part_is_called_by_its_first_line() -> None:
    assert title_of(["", "## Owner", "Dana"]) == "Owner"
    assert title_of(["x" * 80]) == "x" * 59 + "~"
    assert title_of([" "]) == ""
