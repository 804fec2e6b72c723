"""Claims against cited lines: which words stand there, where, and which do not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules.overlap import Line, claims, supports

MAIL = [
    Line(0, 12, '"Dana has left. Luis is now your contact, please update"'),
    Line(0, 13, "the contract runs 24 months"),
    Line(1, 4, "部署命令改为 pnpm run release，从下周开始"),
]


def test_what_is_not_in_the_lines_is_named() -> None:
    [one] = supports(["Acme renewed for 36 months; the contact is Luis."], MAIL)
    assert one.missing == ("Acme", "renewed", "36")
    assert (one.found, one.words) == (3, 6)
    assert one.lines == ((0, 12), (0, 13))


def test_chinese_is_compared_by_pairs_and_missing_runs_are_whole() -> None:
    [one] = supports(["部署命令已经取消"], MAIL)
    assert one.missing == ("令已经取消",)
    assert one.lines == ((1, 4),)


def test_a_note_claims_its_value_and_its_sentences() -> None:
    body = "# Port\n\nIt is 8410. It was 80!\n\n- the port is open\n---\n端口是。很好；"
    assert claims("8410", body) == (
        *("8410", "It is 8410.", "It was 80!", "the port is open"),
        *("端口是。", "很好；"),
    )


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=4))
def test_the_count_is_what_is_not_missing(claim: str, texts: list[str]) -> None:
    lines = [Line(0, number, text) for number, text in enumerate(texts, 1)]
    [one] = supports([claim], lines)
    assert 0 <= one.found <= one.words
    assert bool(one.missing) == (one.found < one.words)
    [own] = supports([claim], [Line(0, 1, claim)])
    assert own.found == own.words and not own.missing
