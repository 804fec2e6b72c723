"""The escaping function against everything that could act, hide or reorder (FAULTS §2.1-2.3)."""

from __future__ import annotations

import json
import re
import unicodedata
from time import perf_counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from curator_core.rules.concealed import Channel, Stretch, decoded, stretches
from curator_core.rules.emoji_bases import EMOJI_BASES
from curator_core.rules.visible import (
    MARKS_MAX,
    Hidden,
    Run,
    Shown,
    hidden,
    json_safe,
    path_text,
    runs,
    split_lines,
    visible,
)
from tests.shared_data import hostile_notes, shared_data

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FILLERS = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
AWKWARD = (
    "\0\x07\x08\t\n\r\x1b\x7f\x85\x9b\x9d\u00ad\u0301\u034f\u115f\u1160\u180b\u200b\u200d\u200e"
    "\u202e\u2028\u2029\u2066\u2800\u3164\ufe0e\ufe0f\ufeff\uffa0\ud83d\udc80\ue000\uffff"
    "\U000e0041\U000e0100\U0001f468\u2764\u20e3<>U+ESC1f 上海"
)

any_text = st.text(
    st.one_of(st.sampled_from(AWKWARD), st.characters(), st.characters(categories=["Cs", "Mn"]))
)


def is_foreign(text: str, *, lines: bool = False) -> list[str]:
    """List what may not reach a terminal, told apart the obvious way."""
    found = []
    for at, char in enumerate(text):
        bad = unicodedata.category(char) in FORBIDDEN or char in FILLERS
        if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
            bad = char != "\ufe0f" or text[at - 1 : at] not in EMOJI_BASES
        if bad and not (lines and char == "\n"):
            found.append(f"{ord(char):x}")
    marks = "".join("M" if unicodedata.category(char) in ("Mn", "Me") else "." for char in text)
    return found + re.findall("M" * (MARKS_MAX + 1), marks.replace("\ufe0f", "."))


def read_back(shown: str) -> str:
    """Turn tokens into what they stand for."""
    names: dict[str, str] = {visible(chr(code)): chr(code) for code in [*range(32), 127]}

    def original(match: re.Match[str]) -> str:
        code = match[1]
        return chr(int(code, 16)) if code else names.get(match[0], match[0])

    return re.sub(r"<(?:[A-Z]+[1-4]?|U\+([0-9A-F]{4,6}))>", original, shown)


@given(any_text)
@example("\u0301")
@example("1\ufe0f2\ufe0f\u20e3")
def test_no_forbidden_code_point_comes_out(text: str) -> None:
    assert is_foreign(visible(text)) == []
    assert is_foreign(visible(text, lines=True), lines=True) == []
    assert "\n" not in visible(text)


@given(any_text)
@example("<ESC>\x1b")
@example("<U+202E>")
@example("<U+003C>")
@example("<<ESC>>\x1b>")
@example("<ES\u200bC>")
def test_no_two_texts_look_the_same(text: str) -> None:
    assert read_back(visible(text)) == text
    assert read_back(visible(text, lines=True)) == text


@given(any_text, st.booleans())
def test_runs_are_the_shown_text_in_pieces(text: str, lines: bool) -> None:
    pieces = runs(text, lines=lines)
    assert "".join(piece.text for piece in pieces) == visible(text, lines=lines)
    originals = [
        piece.text if piece.codepoint is None else chr(piece.codepoint) for piece in pieces
    ]
    assert "".join(originals) == text
    starts = [sum(map(len, originals[:at])) for at in range(len(pieces))]
    assert [piece.start for piece in pieces] == starts


@given(any_text)
def test_every_token_is_listed_with_its_place(text: str) -> None:
    tokens = [piece for piece in runs(text, lines=True) if piece.hidden]
    listed = hidden(text)
    assert [each.codepoint for each in listed] == [piece.codepoint for piece in tokens]
    rows = split_lines(text)
    assert [rows[each.line - 1][each.column - 1] for each in listed] == [
        chr(each.codepoint) for each in listed
    ]


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="<")))
def test_plain_text_is_itself(text: str) -> None:
    assert visible(text) is text
    assert hidden(text) == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "<ESC>[2J"),
        ("a\tb", "a<TAB>b"),
        ("a\u202egpj", "a<U+202E>gpj"),
        ("a\r\nb", "a<CR><LF>b"),
        ("\x9b31m", "<U+009B>31m"),
        ("press <ESC>", "press <U+003C>ESC>"),
        ("a <b> [/b] [TODO]", "a <b> [/b] [TODO]"),
        ("码头、潮汐。", "码头、潮汐。"),
        ("naïve e\u0301", "naïve e\u0301"),
        ("o" + "\u0301" * 6, "o" + "\u0301" * 4 + "<U+0301><U+0301>"),
        ("\u0338x", "<U+0338>x"),
        ("\x1b\u0338x", "<ESC><U+0338>x"),
        ("❤\ufe0f ⚠\ufe0f 1\ufe0f\u20e3", "❤\ufe0f ⚠\ufe0f 1\ufe0f\u20e3"),
        ("a\ufe0f 1\ufe0f", "a<U+FE0F> 1<U+FE0F>"),
        ("👨\u200d👩", "👨<U+200D>👩"),
        ("\U000e0041", "<U+E0041>"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_mark_cannot_draw_on_the_frame_of_a_line() -> None:
    assert visible("a\n\u0332b", lines=True) == "a\n<U+0332>b"


def test_runs_of_a_line() -> None:
    assert runs("a\x1b<TAB>") == (
        Run(visible("a"), 0),
        Run(visible("\x1b"), 1, 0x1B, hidden=True),
        Run(Shown("<U+003C>"), 2, 0x3C, hidden=False),
        Run(visible("TAB>"), 3),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("👨\u200d👩\u200d👧", [True, True]),
        ("👁\ufe0f\u200d🗨", [True]),
        ("ig\u200dnore", [False]),
        ("می\u200cخواهم", [True]),
        ("क\u094d\u200dष", [True]),
        ("a\tb\r\nc\rd", [True, True, False]),
        ("🏴" + "".join(chr(0xE0000 + ord(char)) for char in "gbsct") + "\U000e007f", [True] * 6),
        ("x" + "".join(chr(0xE0000 + ord(char)) for char in "gbsct") + "\U000e007f", [False] * 6),
    ],
)
def test_ordinary_uses_are_told_from_odd_ones(text: str, expected: list[bool]) -> None:
    assert [each.expected for each in hidden(text)] == expected


def test_hidden_names_each_code_point() -> None:
    assert hidden("x\ny\u202e\x1b\x9b\udc9f\ue000\ufdd0") == (
        Hidden(2, 2, 0x202E, "RIGHT-TO-LEFT OVERRIDE", False),
        Hidden(2, 3, 0x1B, "CONTROL ESC", False),
        Hidden(2, 4, 0x9B, "CONTROL, 8 BIT", False),
        Hidden(2, 5, 0xDC9F, "BYTE 9F", False),
        Hidden(2, 6, 0xE000, "PRIVATE USE", False),
        Hidden(2, 7, 0xFDD0, "UNASSIGNED", False),
    )


def test_paths_and_json_hold_no_lone_surrogate() -> None:
    assert path_text("tide-\udcff\udcfe.md") == r"tide-\xff\xfe.md"
    assert path_text("a\n\x1b[2J/上海.md") == "a<LF><ESC>[2J/上海.md"
    value = {"pa\udc80th": ["a\udcff", ("\ud83d",), 3, None, True, "上海"]}
    safe = json_safe(value)
    assert safe == {r"pa\x80th": [r"a\xff", [r"\ud83d"], 3, None, True, "上海"]}
    json.dumps(safe, ensure_ascii=False).encode("utf-8")


@given(st.recursive(any_text | st.integers() | st.none(), st.lists, max_leaves=9))
def test_json_safe_is_always_utf8(value: object) -> None:
    json.dumps(json_safe(value), ensure_ascii=False).encode("utf-8")


def test_long_blanks_and_long_lines_are_named() -> None:
    text = "a\n" + " " * 300 + "far\n" + "x" * 1_001 + "\n" + " " * 40 + "near"
    found = [(each.kind, each.line, each.column, each.length) for each in stretches(text)]
    assert found == [(Stretch.BLANKS, 2, 1, 300), (Stretch.LINE, 3, 1, 1_001)]


def test_payloads_are_read() -> None:
    tags = "".join(chr(0xE0000 + ord(char)) for char in "hi")
    data = "".join(chr(0xE0100 + byte - 16) for byte in "上".encode())
    first, second = decoded(f"a{tags} ❤\ufe0f{data} 葛\U000e0100 ❤\ufe0f")
    assert (first.channel, first.text, first.start, first.end) == (Channel.TAGS, "hi", 1, 3)
    assert (second.channel, second.text, second.flag) == (Channel.SELECTORS, "上", False)


def test_attacks_on_the_screen_become_visible() -> None:
    cases = json.loads(shared_data("hostile-notes/attacks_on_ui.json").read_text("utf-8"))
    for case in cases:
        payload = case["payload_escaped"].encode("ascii").decode("unicode_escape")
        shown = visible(payload)
        raw = bytes.fromhex(case["must_not_reach_terminal"])
        assert not raw or raw not in shown.encode("utf-8"), case["id"]
        literal = case.get("visible_literal", "").encode("ascii").decode("unicode_escape")
        assert literal in shown, case["id"]
        assert is_foreign(shown) == [], case["id"]
    print(f"{len(cases)} payloads shown as text")


def test_hidden_spans_of_hostile_notes_are_listed_and_read() -> None:
    listed = spelled = 0
    for case in hostile_notes():
        text = case["text"]
        assert is_foreign(visible(text, lines=True), lines=True) == [], case["id"]
        for each in case["expect"]:
            if each["flag"] != "hidden" or not each["span_text"] or "\\" in each["span_text"][:2]:
                continue
            start = text.index(each["span_text"])
            inside = range(start, start + len(each["span_text"]))
            offsets = [run.start for run in runs(text, lines=True) if run.hidden]
            assert any(at in inside for at in offsets), case["id"]
            listed += 1
            if "decoded_text" in each:
                assert each["decoded_text"] in [found.text for found in decoded(text)], case["id"]
                spelled += 1
    print(f"{listed} hidden spans listed, {spelled} payloads read")
    assert listed >= 20
    assert spelled >= 4


def test_benign_notes_hold_only_expected_hidden_characters() -> None:
    odd = {
        case["id"]: [f"{each.codepoint:x}" for each in hidden(case["text"]) if not each.expected]
        for case in hostile_notes()
        if case["benign"]
    }
    print({name: codes for name, codes in odd.items() if codes})
    bidi = {"200e", "200f", "2066", "2067", "2068", "2069"}
    assert all(set(codes) <= bidi for codes in odd.values())


def test_trojan_sources_and_naughty_strings() -> None:
    sources = [path for path in shared_data("hostile/trojan-source").rglob("*") if path.is_file()]
    texts = [path.read_bytes().decode("utf-8") for path in sources]
    texts += json.loads(shared_data("hostile/naughty/naughty-half.json").read_text("utf-8"))
    for text in texts:
        shown = visible(text, lines=True)
        assert is_foreign(shown, lines=True) == []
        assert read_back(shown) == text
    marked = sum(bool(hidden(text)) for text in texts)
    print(f"{len(texts)} texts, {marked} with hidden characters")
    assert marked > len(sources) / 2


@pytest.mark.benchmark
def test_time_grows_with_the_text_only() -> None:
    for name, line in {
        "clean": "plain words " * 87_000,
        "chinese": "码头的潮汐，每天两次。" * 95_000,
        "marks": "a\u0301" * 500_000,
        "hostile": "\x1b[2J\u202e" * 200_000,
    }.items():
        spent = []
        for part in (line[: len(line) // 10], line):
            start = perf_counter()
            visible(part)
            spent.append(perf_counter() - start)
        print(f"{name}: {spent[1] * 1e3:.0f} ms for {len(line):,}, x{spent[1] / spent[0]:.1f}")
