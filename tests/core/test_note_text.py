"""Reading a note: lines, fences, encodings, and every problem of form with its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.rules.editing import REMOVE, confirm, edit, encode
from curator_core.store.note_text import BLOCK_LIMIT, NOTE_LIMIT, cut, read
from tests.core.note_reading import codes, in_block, readable, unreadable

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.md"))


def frozen(value: Any) -> Any:
    """Turn JSON lists into tuples, as the reader gives them."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_pair(path: Path) -> None:
    """`x.md` is read as `x.json` says: fields, spans, problems, and the lines that edits change."""
    wanted = frozen(json.loads(path.with_suffix(".json").read_text("utf-8")))
    text, problems = read(path.read_bytes())
    found = tuple((p.code, str(p.severity), p.line, p.column, p.field) for p in problems)
    assert found == wanted["problems"]
    assert (text is None) == (wanted["fields"] is None)
    if text is None:
        return
    assert text.fields == wanted["fields"]
    assert list(text.fields) == list(wanted["fields"])
    assert (text.open_line, text.close_line) == wanted["fences"]
    assert (text.newline, text.bom) == (wanted["newline"], wanted["bom"])
    assert tuple((s.key, s.start, s.end) for s in text.spans) == wanted["spans"]
    for case in wanted.get("edits", ()):
        check_edit(text, case)


def check_edit(text: NoteText, case: Mapping[str, Any]) -> None:
    changes = {**case.get("set", {}), **dict.fromkeys(case.get("remove", ()), REMOVE)}
    after = readable(encode(text, edit(text, changes)))
    assert confirm(text, after, changes) is None
    old, new = Counter(text.lines), Counter(after.lines)
    assert sorted((old - new).elements()) == sorted(case["minus"])
    assert sorted((new - old).elements()) == sorted(case["plus"])


def test_there_are_golden_pairs() -> None:
    assert len(GOLDEN) >= 10
    assert all(path.with_suffix(".json").exists() for path in GOLDEN)


def test_lines_are_cut_at_lf_crlf_and_cr_only() -> None:
    text = "a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i\u2029j"
    assert cut(text) == ("a\n", "b\r\n", "c\r", text[7:])
    assert cut("") == ()


@given(st.text("ab\r\n\x0b\x0c\x85\u2028", max_size=30))
def test_lines_join_to_the_text_again(text: str) -> None:
    assert cut(text) == tuple(re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text))
    assert "".join(cut(text)) == text


def test_a_lone_cr_is_kept_and_warned_about() -> None:
    data = b"---\nid: a-note\n---\none\rtwo\n"
    text, problems = read(data)
    assert text is not None and text.raw.encode() == data
    assert [(p.code, p.line) for p in problems] == [("lone-cr", 4)]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_the_newline_is_the_most_frequent_line_end(ends: str) -> None:
    assert readable(f"---{ends}id: x{ends}---\nbody{ends}".encode()).newline == ends
    assert readable(b"no line end at all").newline == "\n"


def test_body_begins_after_the_closing_fence() -> None:
    text = readable(b"---\nid: x\n---\n---\nrule, then body\n")
    assert (text.open_line, text.close_line, text.body_start) == (0, 2, 3)
    assert text.body == "---\nrule, then body\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"# Plain\n\nMarkdown with key: value in a sentence\n",
        b"---\n\nA rule, then prose.\n",
        b"---\n- a list under a rule\n",
        b"Title\n---\nsetext heading\n",
        b"title: x\n---\none line that looks like a field is a heading\n",
        b"{{< shortcode >}}\n",
        "— said the man.\n".encode(),
    ],
)
def test_plain_markdown_is_readable(data: bytes) -> None:
    text = readable(data)
    assert (text.open_line, text.close_line, text.body_start, text.spans) == (None, None, 0, ())
    assert text.fields == {}
    assert "no-block" in codes(data)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"--- \nid: x\ntitle: y\n", "unreadable-fence", 1),
        (b"---\n# comment\nid: x\n", "unreadable-fence", 1),
        (b"\n\n---\nid: x\n...\nbody\n\n---\n", "unreadable-fence", 5),
        (b" ---\nid: x\n ---\n", "unreadable-fence", 1),
        (b"---yaml\nid: x\n---\n", "unreadable-fence", 1),
        (b"--\nid: x\n--\n", "unreadable-fence", 1),
        ("\u2014-\nid: x\n---\n".encode(), "unreadable-fence", 1),
        (b"id: x\ntaint: [external]\nstatus: candidate\n---\nbody\n", "unreadable-fence", 1),
        (b"+++\nid = 'x'\n+++\n", "unreadable-format", 1),
        (b'{"id": "x"}\nbody\n', "unreadable-format", 1),
        (b"---\n{id: x, status: active}\n---\n", "unreadable-root", 2),
        (b"---\n!note\nid: x\n---\n", "unreadable-root", 2),
        (b"---\n&a\nid: x\n---\n", "unreadable-root", 2),
        (
            b"<<<<<<< ours\n---\nid: x\n=======\n---\nid: y\n>>>>>>> theirs\n",
            "unreadable-conflict",
            1,
        ),
        (b"---\nid: x\n>>>>>>> theirs\n---\n", "unreadable-conflict", 3),
        (b"---\nid: x\n--- y\n---\n", "unreadable-yaml", 3),
        (b"---\n%YAML 1.1\nid: x\n---\n", "unreadable-yaml", 3),
        (b"---\n--- !x\nid: x\n---\n", "unreadable-yaml", 2),
        (b'---\nid: x\ntitle: "never closed\nstatus: y\n---\n', "unreadable-yaml", 3),
        (b"---\nid: x\nvalue: {{answer}}\n---\n", "unreadable-template", 3),
        (b"---\nid: x\n{{key}}: value\n---\n", "unreadable-template", 3),
        (b"---\nid: x\nsub:\n  - <% tp.date %>\n---\n", "unreadable-template", 4),
        ("---\nid: x\ntitle：y\n---\n".encode(), "unreadable-yaml", 3),
        ("---\nid: x\nt: a\x85b\n---\n".encode(), "unreadable-character", 3),
        ('---\nid: x\nt: "a\u2029b"\n---\n'.encode(), "unreadable-character", 3),
        ("---\n\ufeffid: x\n---\n".encode(), "unreadable-character", 2),
        (b"---\nid: \x7fx\n---\n", "unreadable-character", 2),
    ],
)
def test_texts_that_try_and_fail(data: bytes, code: str, line: int) -> None:
    problem = unreadable(data)
    assert (problem.code, problem.line) == (code, line)
    assert problem.hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("title: a: b", "title: '…'"),
        ("title: @name", "`@`"),
        ("title: `cmd`", "``"),
        ("\ttitle: x", "tabs"),
        ("tags: [[a]], [[b]]", '["[[a]]", "[[b]]"]'),
        ("title：x", "U+FF1A fullwidth colon"),
        ("title: 'open", "close the quotes"),
    ],
)
def test_hints_fit_the_error(line: str, hint: str) -> None:
    problem = unreadable(in_block("id: x", line, "scope: global"))
    assert problem.line == 3
    assert hint in problem.hint


def test_a_hint_does_not_repeat_a_value() -> None:
    problem = unreadable(in_block("id: x", "note: password: hunter2-Blue"))
    assert "hunter2" not in problem.message + problem.hint


@pytest.mark.parametrize(
    ("data", "line", "column", "offset", "shown"),
    [
        (b"---\nid: x\ntitle: caf\xe9\n---\n", 3, 11, 20, "63 61 66 [e9] 0a 2d"),
        ("---\nid: x\n---\n\n水".encode() + b"\xe4\xbd", 5, 2, 18, "[e4] bd"),
        (b"---\r\nid: x\r\n---\r\n\xc0\xaf", 4, 1, 17, "[c0] af"),
        (b"\xef\xbb\xbf---\nid: x\xff\n", 2, 6, 12, "78 [ff] 0a"),
        (b"---\nid: a\0b\n---\n", 2, 6, 9, "61 [00] 62"),
        (b"\xed\xa0\x80", 1, 1, 0, "[ed] a0 80"),
    ],
)
def test_bytes_that_are_no_text(
    data: bytes, line: int, column: int, offset: int, shown: str
) -> None:
    problem = unreadable(data)
    assert problem.code == "unreadable-encoding"
    assert (problem.line, problem.column) == (line, column)
    assert f"line {line}, column {column}, byte {offset}" in problem.message
    assert shown in problem.hint


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_named(codec: str) -> None:
    problem = unreadable("---\nid: note-1\ntitle: t\n---\n".encode(codec))
    assert problem.code == "unreadable-encoding"
    assert codec[:6].upper() in problem.message


def test_sizes_are_capped_before_anything_is_parsed() -> None:
    head = b"---\nid: x\n---\n"
    assert read(head + b"x" * (NOTE_LIMIT - len(head)))[0] is not None
    assert unreadable(head + b"x" * (NOTE_LIMIT - len(head) + 1)).code == "unreadable-too-large"
    line = "id: " + "水" * 5000 + "\n"
    rest = BLOCK_LIMIT - len(line.encode())
    assert read(f"---\n{line}{'#' * (rest - 1)}\n---\n".encode())[0] is not None
    assert unreadable(f"---\n{line}{'#' * rest}\n---\n".encode()).code == "unreadable-too-large"


def test_loose_fences_are_read_kept_and_warned_about() -> None:
    data = b"\xef\xbb\xbf\n \t\n---- \nid: x\n---\t\nbody"
    text = readable(data)
    assert text.fields == {"id": "x"}
    assert (text.open_line, text.close_line, text.bom) == (2, 4, True)
    assert [(p.code, p.line) for p in read(data)[1]] == [
        ("bom", 1),
        ("leading-blank-lines", 1),
        ("fence-dashes", 3),
        ("fence-blanks", 3),
        ("fence-blanks", 5),
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("\n---\nid: y\n---\n", "double-block"),
        ("status: superseded\nvalid_to: 2026-08-20\n\ntext", "fields-in-body"),
        ("\n\nreviewed: true\n", "fields-in-body"),
        ("status: candidate\nreviewed: true\n---\nbody\n", "block-cut"),
        ("---\ntext\n---\n", None),
        ("Status: accepted\n", None),
        ("status: superseded\nbut this line is prose\n", None),
        ("colour: red\n", None),
    ],
)
def test_fields_outside_the_block_are_told(body: str, code: str | None) -> None:
    data = f"---\nid: x\n---\n{body}".encode()
    assert readable(data).fields == {"id": "x"}
    assert codes(data) == ([code] if code else [])


def test_problems_come_in_the_order_of_the_lines() -> None:
    data = b"\xef\xbb\xbf---\nid: &a x\nid: y\nt: a #b\n---\nstatus: active\n"
    assert codes(data) == ["bom", "anchor", "duplicate-key", "value-cut", "fields-in-body"]


@given(st.binary(max_size=200), st.sampled_from([b"", b"---\n", b"\xef\xbb\xbf---\nid: x\n"]))
def test_no_bytes_crash_the_reader(data: bytes, head: bytes) -> None:
    text, problems = read(head + data)
    if text is None:
        assert problems[0].line is not None
    else:
        assert encode(text, text.raw) == head + data
