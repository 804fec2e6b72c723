"""Words that differ: both texts can be read off, prose stays readable, Chinese is cut by sign."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.words import Sign
from curator_core.rules.words import pieces

TEXTS = st.lists(
    st.sampled_from(["port ", "3000", ". ", "\n", "中", "文", "VPN", " ", "e\u0301"]), max_size=25
).map("".join)


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_off(before: str, after: str) -> None:
    found = pieces(before, after)
    assert "".join(p.text for p in found if p.sign is not Sign.ADDED) == before
    assert "".join(p.text for p in found if p.sign is not Sign.DROPPED) == after
    assert all(p.text for p in found)


@given(TEXTS)
def test_an_equal_text_is_one_piece(text: str) -> None:
    assert {p.sign for p in pieces(text, text)} <= {Sign.SAME}


def test_one_clause_of_a_long_chinese_paragraph() -> None:
    """Acceptance 34: just that clause."""
    signs = "".join(chr(0x4E00 + (n * 7919) % 3000) for n in range(3000))
    changed = f"{signs[:1500]}从今天起改到二楼{signs[1508:]}"
    found = [p for p in pieces(signs, changed) if p.sign is not Sign.SAME]
    assert sum(len(p.text) for p in found) <= 16
    assert len(found) <= 4


def test_a_text_written_anew_is_not_cut_to_shreds() -> None:
    found = pieces("The router is in the hall.", "Nobody knows why a lamp was bought.")
    assert [p.sign for p in found] == [Sign.DROPPED, Sign.ADDED]


def test_changes_with_a_blank_between_are_one() -> None:
    found = pieces("we deploy on two servers here", "we deploy with three machines here")
    assert [(p.sign, p.text) for p in found] == [
        (Sign.SAME, "we deploy "),
        (Sign.DROPPED, "on two servers"),
        (Sign.ADDED, "with three machines"),
        (Sign.SAME, " here"),
    ]
