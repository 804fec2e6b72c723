"""Rows and columns in terminal cells: nothing is lost, nothing sticks out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from curator_app.tui.paint.cells import CUT, cut, fit, row, rows_of, sides, wrap

# Letters, blanks, wide characters, combining marks, emoji with and without selector.
TEXTS = st.text(st.sampled_from("ab c-中文字、é\u0301\u0308❤\ufe0f👍x "), max_size=120)


@given(TEXTS, st.integers(4, 40), st.sampled_from([0, 3]))
def test_wrapping_loses_nothing_and_fits(body: str, width: int, hang: int) -> None:
    text = " " * hang + body
    rows = wrap(Text(text), width + hang, hang)
    assert "".join(r.plain if n == 0 else r.plain[hang:] for n, r in enumerate(rows)) == text
    assert all(cell_len(r.plain) <= width + hang for r in rows)
    assert len(rows) == rows_of(Text(text), width + hang, hang)


@given(TEXTS, st.integers(1, 40))
def test_a_cut_text_ends_in_the_mark(body: str, width: int) -> None:
    shown = cut(Text(body), width).plain
    assert cell_len(shown) <= width
    assert shown == body if cell_len(body) <= width else shown.endswith(CUT)


@given(TEXTS, st.integers(0, 40), st.booleans())
def test_a_fitted_text_has_its_width(body: str, width: int, right: bool) -> None:
    assert cell_len(fit(Text(body), width, right=right).plain) == width


@given(TEXTS, TEXTS, st.integers(2, 60))
def test_two_ends_fill_the_line(left: str, right: str, width: int) -> None:
    line = sides(Text(left), Text(right), width).plain
    assert cell_len(line) <= width
    if cell_len(right) <= width - 2:
        assert line.endswith(right)
        assert cell_len(line) == width


@given(st.lists(st.tuples(TEXTS, st.integers(-12, 12)), min_size=1, max_size=5))
def test_columns_stay_straight(columns: list[tuple[str, int]]) -> None:
    line = row([(Text(text), width) for text, width in columns]).plain
    assert cell_len(line) == sum(abs(width) for _, width in columns) + len(columns) - 1


def test_words_stay_whole_where_they_can() -> None:
    rows = [part.plain for part in wrap(Text("the quick brown fox"), 10)]
    assert rows == ["the quick ", "brown fox"]


def test_styles_survive_wrapping() -> None:
    text = Text.assemble("plain ", ("token", "bold"), " and more")
    styled = [span for part in wrap(text, 8) for span in part.spans if span.style == "bold"]
    assert sum(span.end - span.start for span in styled) == len("token")


def test_a_megabyte_in_one_line_wraps_in_linear_work() -> None:
    """The gutter is never a place to break, however long the word behind it."""
    rows = wrap(Text(" " * 8 + "x" * 1_000_000), 80, 8)
    assert len(rows) == rows_of(Text(" " * 8 + "x" * 1_000_000), 80, 8) == -(-1_000_000 // 72)
    assert len(wrap(Text("中" * 300_000), 80)) == 7500
