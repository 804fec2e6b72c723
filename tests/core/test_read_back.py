"""What the escaping function shows can be read back: no two texts look the same."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from curator_core.rules.visible import read_back, visible

PIECES = st.one_of(
    st.text(max_size=6),
    st.sampled_from(["<ESC>", "<U+202E>", "<U+003C>", "<U+FFFFFF>", "<TAB", "\r\n", "\udce9", "<"]),
)


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=8).map("".join), st.booleans())
@example("<U+003C>U+003C>", True)
def test_every_text_comes_back(text: str, lines: bool) -> None:
    assert read_back(visible(text, lines=lines)) == text


def test_what_is_no_token_stays() -> None:
    for text in ("<U+110000>", "<U+FFFFFF>", "<NOPE>", "<u+202e>", "< ESC>"):
        assert read_back(text) == text
