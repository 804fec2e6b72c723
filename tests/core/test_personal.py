"""Personal data by check sum and form; what only looks like it is left alone (FAULTS §4)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.problem import Severity
from curator_core.rules.personal import find, problems
from curator_core.store import note_text
from tests.homes import note

HOLDS = [
    ("mail-address", "Write to {} first", "ines.vega@club.example"),
    ("mail-address", "写信给{}。", "li.wei@firma.example"),
    ("iban", "Dues go to {}.", "DE89 3704 0044 0532 0130 00"),
    ("iban", "IBAN: {}", "GB29NWBK60161331926819"),
    ("card-number", "the card {} was lost", "4111 1111 1111 1111"),
    ("cn-id", "身份证号{}", "11010519491231002X"),
    ("phone-number", "call {} after six", "+49 171 2345678"),
    ("phone-number", "手机{}", "13812345678"),
    ("phone-number", "电话：{}", "010-62345678"),
    ("phone-number", "Tel: {}", "0171 234567"),
]
NOTHING = [
    "git clone git@github.com:team/app.git",
    "IBAN DE88 3704 0044 0532 0130 00 has a wrong check sum",
    "the card 4111 1111 1111 1112 has one too",
    "身份证号110105194912310021",
    "build 12345678901 of version 1.2.3",
    "call (2026-07-07): a date",
    "8b862a20dd18627753028a71b81a6cc",
    "x = 4294967296*t[s+2]+16777216*t[s+3]",
    "m_4111111111111111 and port 5432 5433 5434",
]


@pytest.mark.parametrize(("rule", "sentence", "value"), HOLDS)
def test_it_is_found_where_it_stands(rule: str, sentence: str, value: str) -> None:
    text = sentence.format(value)
    assert [(f.rule, text[f.start : f.end]) for f in find(text)] == [(rule, value)]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_it(text: str) -> None:
    assert find(text) == ()


@given(st.text(alphabet="0123456789 -+@.aX(电话", max_size=80))
def test_spans_are_in_order_and_apart(text: str) -> None:
    found = find(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(0 <= each.start < each.end <= len(text) for each in found)


def test_only_a_notes_own_words_are_judged_and_never_as_an_error() -> None:
    own = note("a-note", "Call +49 171 2345678.", sources=["mailto:piet@club.example"])
    for text, severity in (
        (own, Severity.INFO),
        (own.replace("scope:", "privacy: public\nscope:"), Severity.WARNING),
    ):
        read, _ = note_text.read(text.encode())
        assert read is not None
        found = list(problems(read, "a.md"))
        assert [(each.code, each.severity) for each in found] == [("personal", severity)]
        assert "2345678" not in repr(found)
        assert read.lines[(found[0].line or 0) - 1].startswith("Call")
