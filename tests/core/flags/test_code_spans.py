"""Where a text stands as code."""

from __future__ import annotations

import pytest

from curator_core.rules.flags.code_spans import code_spans, within


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("a `b c` d ``e`` f", ["`b c`", "``e``"]),
        ("```py\nx `y`\n```\nz", ["```py\nx `y`\n```"]),
        ("~~~\n```\n~~~\n`a`", ["~~~\n```\n~~~", "`a`"]),
        ("````\n```\nx\n````", ["````\n```\nx\n````"]),
        ("```\nnever closed <!-- x -->", []),
        ("````\nclosed too short\n```", []),
        ("```\nx\n``` says more", []),
    ],
)
def test_closed_blocks_and_ticks_are_code(raw: str, parts: list[str]) -> None:
    assert [raw[start:end] for start, end in code_spans(raw, 0)] == parts


@pytest.mark.parametrize("line", ["~" * 20 + " x\n", "~~~ x\n", "`" * 30 + " x\n"])
def test_many_openings_that_nothing_closes_are_read_once(line: str) -> None:
    assert code_spans(line * 20_000, 0) == []


def test_a_part_is_within_a_span_that_begins_before_it() -> None:
    spans = [(0, 4), (6, 9)]
    assert within(spans, 1, 4)
    assert within(spans, 7, 8)
    assert not within(spans, 0, 4)
    assert not within(spans, 3, 7)
    assert not within(spans, 4, 5)
