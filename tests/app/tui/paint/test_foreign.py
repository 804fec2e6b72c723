"""Foreign text: tokens are marked, lines are numbered as the reader numbers them."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from curator_app.tui.paint.foreign import foreign, foreign_lines, path, refusal
from curator_app.tui.paint.ink import Ink
from curator_core.model.problem import Refusal
from curator_core.rules.visible import split_lines

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\x00\x9b\u202e\u200b\u2028\u2029\u0085\r\n\t<>[]"),
    ),
    max_size=60,
)
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def acts(text: str) -> list[str]:
    """Characters that a terminal would act on or hide."""
    return [char for char in text if unicodedata.category(char) in FORBIDDEN]


@given(HOSTILE)
def test_painted_text_never_acts_on_a_terminal(text: str) -> None:
    assert acts(foreign(text).plain) == []
    assert all(acts(line.plain) == [] for line in foreign_lines(text, ends=True))
    assert acts(path(text).plain) == []


@given(HOSTILE)
def test_lines_join_to_the_text(text: str) -> None:
    assert "".join(split_lines(text)) == text
    assert len(foreign_lines(text)) == len(split_lines(text))


def test_tokens_carry_their_ink() -> None:
    painted = foreign("a\u202eb", Ink.DIM)
    assert painted.plain == "a<U+202E>b"
    marked = [(span.start, span.end) for span in painted.spans if span.style == Ink.TOKEN]
    assert marked == [(1, 9)]


def test_separators_of_unicode_end_no_line() -> None:
    assert len(foreign_lines("a\u2028b\u0085c\x0cd\n")) == 1


def test_a_lone_cr_ends_a_line_and_is_shown() -> None:
    assert [line.plain for line in foreign_lines("evil\rgood\r\nend")] == [
        "evil<CR>",
        "good",
        "end",
    ]
    assert foreign_lines("good\r\n", ends=True)[0].plain == "good<CR>"


def test_markup_is_text() -> None:
    assert foreign("[@click=app.quit]x[/] [/b] :smile:").plain == (
        "[@click=app.quit]x[/] [/b] :smile:"
    )
    assert foreign("[link=https://x.example]x[/link]").spans == []


def test_a_refusal_is_escaped_everywhere() -> None:
    no = Refusal("stale", "m\x1b]0;x\x07", "h\u202e", path="p\x9b\udcff.md", line=3, ids=("i\x00",))
    said = refusal(no).plain
    assert acts(said) == []
    for part in ("stale", "<ESC>]0;x<BEL>", "h<U+202E>", "\\xff.md", ":3", "i<NUL>"):
        assert part in said
