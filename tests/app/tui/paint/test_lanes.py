"""Links as lanes: every link can be read off, and no shape of a graph runs wild."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui.paint.lanes import Lanes, laid

EDGES = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=24)


def drawn(lanes: Lanes, rows: int, width: int = 12) -> list[str]:
    """The rows as text."""
    return [lanes.row(row, width).plain.rstrip() for row in range(rows)]


def test_a_chain_32_deep_stays_in_one_lane() -> None:
    lanes = laid([(n, n + 1) for n in range(31)])
    assert drawn(lanes, 32) == ["o", *["x"] * 30, "+"]


def test_fan_in_of_ten_is_one_lane() -> None:
    assert drawn(laid([(0, n) for n in range(1, 11)]), 11) == ["o", *["+"] * 10]


def test_fan_out_of_six_is_six_lanes_that_end_together() -> None:
    rows = drawn(laid([(n, 6) for n in range(6)]), 7)
    assert rows == ["o", "|o", "||o", "|||o", "||||o", "|||||o", "++++++"]


def test_a_diamond() -> None:
    assert drawn(laid([(0, 1), (0, 2), (1, 3), (2, 3)]), 4) == ["o", "+o", "x|", "++"]


def test_unlinked_versions_between_hang_on_nothing() -> None:
    assert drawn(laid([(0, 2), (2, 4)], dashed=[0]), 5) == ["o", ":", "x", "|", "+"]


def test_what_there_is_no_room_for_is_said() -> None:
    rows = drawn(laid([(n, 6) for n in range(6)]), 7, width=4)
    assert rows == ["o", "|o", "||o", "|||~", "|||~", "|||~", "+++~"]


@given(EDGES)
def test_every_link_can_be_read_off_its_column(edges: set[tuple[int, int]]) -> None:
    """An owner and its targets have their signs in one column; nobody else has one there."""
    lanes = laid(edges)
    wanted = {(a, b) for a, b in edges if a != b}
    found = set()
    for column in lanes.columns:
        for above, below in pairwise(column):
            assert above.end < below.top or above.end == below.top == below.owner
        found |= {(lane.owner, target) for lane in column for target in lane.targets}
    assert found == wanted
    for row in range(12):
        signs = lanes.row(row, 99).plain
        owns = any(row == a for a, _ in wanted)
        hangs = any(row == b for _, b in wanted)
        assert ("o" in signs or "x" in signs) is owns
        assert ("+" in signs or "x" in signs) is hangs
