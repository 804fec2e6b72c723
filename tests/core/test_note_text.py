"""Reading a note: lines, fences, key spans, text-first values, and every problem with its place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import frontmatter
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.model.problem import Problem, Severity
from curator_core.rules.editing import REMOVE, confirm, edit, encode
from curator_core.store.note_text import BLOCK_LIMIT, HANDLER, NOTE_LIMIT, cut, read
from curator_core.store.yaml_events import parse_block
from curator_core.store.yaml_walk import DEPTH_LIMIT, Block
from tests.core import yaml_oracle
from tests.core.yaml_lines import blocks

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.md"))


def frozen(value: Any) -> Any:
    """Turn JSON lists into tuples, as the reader gives them."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def readable(data: bytes) -> NoteText:
    """Read a note that must give fields."""
    text, problems = read(data)
    assert text is not None, problems
    assert encode(text, text.raw) == data
    return text


def unreadable(data: bytes) -> Problem:
    """Read a note that must give none, and return the one problem it has."""
    text, problems = read(data)
    assert text is None
    (problem,) = problems
    assert problem.code.startswith("unreadable-")
    assert problem.severity is Severity.ERROR
    assert problem.line is not None and problem.column is not None
    return problem


def value_of(text: str) -> object:
    """Read what the one-line YAML value gives under the key `k`."""
    return readable(f"---\nk: {text}\n---\n".encode()).fields["k"]


def codes(data: bytes) -> list[str]:
    return [problem.code for problem in read(data)[1]]


def in_block(*lines: str) -> bytes:
    return "\n".join(("---", *lines, "---", "body", "")).encode()


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


TYPED = """no yes on off true False y N 12:30 06:20 0161 0777 1_000 1e5 .5 .nan 0x1F 2026-02-30
2026-08-20T10:00:00 1.10 ="""
NOT_TEXT = "1 0x1f 012 1.5 1e5 true Yes NO on off null ~ 2026-08-01 12:30 .inf"


@pytest.mark.parametrize("text", TYPED.split())
def test_plain_scalars_stay_text(text: str) -> None:
    assert value_of(text) == text
    assert value_of(f"[{text}]") == (text,)


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_plain_null_is_none_and_quoted_null_is_text(text: str) -> None:
    assert value_of(text) is None
    assert value_of(f"'{text}'") == text
    assert value_of(f'"{text}"') == text


def test_lines_are_cut_at_lf_crlf_and_cr_only() -> None:
    text = "a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i\u2029j"
    assert cut(text) == ("a\n", "b\r\n", "c\r", text[7:])
    assert cut("") == ()


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


def test_a_duplicate_key_keeps_the_first_value_and_names_both_lines() -> None:
    data = in_block("id: x", "reviewed: false", "s: {a: 1, a: 2}", "reviewed: true")
    text = readable(data)
    assert text.fields == {"id": "x", "reviewed": "false", "s": {"a": "1"}}
    inner, outer = read(data)[1]
    assert (inner.code, inner.line, inner.field) == ("duplicate-key", 4, "s")
    assert (outer.code, outer.line, outer.field) == ("duplicate-key", 5, "reviewed")
    assert "lines 3 and 5" in outer.message
    assert outer.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("bad: !!python/object/apply:os.system ['true']", "tag", 6),
        ("bad: !secret x", "tag", 6),
        ("bad: [ok, !x y]", "tag", 11),
        ("bad: &a x", "anchor", 6),
        ("&a bad: x", "anchor", 1),
        ("!!str bad: x", "tag", 1),
        ("bad: {<<: {reviewed: true}}", "merge-key", 7),
        ("bad: {1: x}", "key-not-text", 7),
        ("bad: {? [a] : x}", "key-not-text", 9),
        ("bad: {on: push}", "key-not-text", 7),
    ],
)
def test_what_is_not_plain_data_is_left_out_and_the_rest_is_read(
    line: str, code: str, column: int
) -> None:
    text, problems = read(in_block("id: x", line, "status: active"))
    assert text is not None
    assert text.fields == {"id": "x", "status": "active"}
    assert [span.key for span in text.spans] == ["id", "bad", "status"]
    assert [(p.code, p.line, p.column) for p in problems] == [(code, 3, column)]
    assert problems[0].severity is Severity.ERROR


@pytest.mark.parametrize("key", NOT_TEXT.split())
def test_keys_must_be_text(key: str) -> None:
    text, problems = read(in_block("id: x", f"{key}: a", f"'{key}': b"))
    assert text is not None
    assert text.fields == {"id": "x", key: "b"}
    assert [(p.code, p.line) for p in problems] == [("key-not-text", 3)]


@pytest.mark.parametrize("key", ["y", "n", "x-1", "1a", "status", "状态", "a b", "v1.2"])
def test_keys_that_are_text(key: str) -> None:
    assert readable(in_block(f"{key}: a")).fields == {key: "a"}


def test_a_top_level_merge_key_brings_in_nothing() -> None:
    data = in_block("id: x", "base: &b {reviewed: true}", "<<: *b")
    text, problems = read(data)
    assert text is not None and text.fields == {"id": "x"}
    assert [p.code for p in problems] == ["anchor", "merge-key", "alias"]


def test_depth_is_limited() -> None:
    deepest = DEPTH_LIMIT - 1
    fine = "x: " + "[" * deepest + "a, b" + "]" * deepest
    deep = "y: " + "[" * (deepest + 1) + "a, b" + "]" * (deepest + 1)
    text, problems = read(in_block("id: n", fine, deep, "z: 1"))
    assert text is not None
    assert list(text.fields) == ["id", "x", "z"]
    assert [(s.key, s.start, s.end) for s in text.spans][2:] == [("y", 3, 4), ("z", 4, 5)]
    assert [(p.code, p.line, p.column) for p in problems] == [("too-deep", 4, 4 + deepest)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[[note a]]", "[[note a]]"),
        ("[[a|b]]", "[[a|b]]"),
        ("[ [[a]], [[b]] ]", ("[[a]]", "[[b]]")),
        ("[[a, b]]", (("a", "b"),)),
        ("[ [a] ]", (("a",),)),
        ("[['a']]", (("a",),)),
    ],
)
def test_links_are_read_as_they_are_written(text: str, value: object) -> None:
    data = in_block(f"k: {text}")
    assert readable(data).fields == {"k": value}
    assert codes(data).count("wikilink") == str(value).count("[[")


@pytest.mark.parametrize(
    ("line", "cut_at"),
    [
        ("k: fix #42 now", 4),
        ("k: #general", 3),
        ("k: [a, b #c", None),
        ("k: a # a comment", None),
        ("k: 'a #b'", None),
        ("k: a#b", None),
        ("k: 'a'   #b", None),
    ],
)
def test_a_value_cut_by_a_comment_sign_is_told(line: str, cut_at: int | None) -> None:
    problems = read(in_block(line, "]") if "[" in line else in_block(line))[1]
    told = [p.code for p in problems]
    assert told == (["value-cut"] if cut_at or "[" in line else [])


def test_quoted_placeholders_are_told_but_readable() -> None:
    text, problems = read(in_block('title: "{{title}}"', "value: 'a {{b}} c'"))
    assert text is not None and text.fields["title"] == "{{title}}"
    assert [(p.code, p.field) for p in problems] == [("template-value", "title")]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("\n---\nid: y\n---\n", "double-block"),
        ("status: superseded\nvalid_to: 2026-08-20\n\ntext", "fields-in-body"),
        ("\n\nreviewed: true\n", "fields-in-body"),
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


def test_a_zero_width_mark_inside_the_block_does_not_shift_columns() -> None:
    data = in_block("a: x\ufeffy", "b: [[\ufefflink]]", "c: one #two")
    text, problems = read(data)
    assert text is not None
    assert text.fields == {"a": "x\ufeffy", "b": "[[\ufefflink]]", "c": "one"}
    assert [(p.code, p.line) for p in problems] == [("wikilink", 3), ("value-cut", 4)]


def test_a_missing_value_of_an_explicit_key_has_no_line() -> None:
    text = readable(in_block("? a", "? b", "? c", ": d"))
    assert text.fields == {"a": None, "b": None, "c": "d"}
    assert [(s.start, s.end) for s in text.spans] == [(1, 2), (2, 3), (3, 5)]


def test_the_handler_serves_python_frontmatter_and_reads_only() -> None:
    post = frontmatter.loads("---\nwhen: 012\nflag: yes\n---\nbody", handler=HANDLER)
    assert post.metadata == {"when": "012", "flag": "yes"}
    assert post.content == "body"
    assert not frontmatter.loads("no block", handler=HANDLER).metadata
    with pytest.raises(NotImplementedError):
        frontmatter.dumps(post, handler=HANDLER)


@pytest.mark.parametrize("text", ["---\na: 1\na: 2\n---\n", "---\na: b: c\n---\n"])
def test_the_handler_refuses_what_the_reader_finds_wrong(text: str) -> None:
    with pytest.raises(ValueError, match=r"line \d"):
        frontmatter.loads(text, handler=HANDLER)


@given(blocks)
def test_any_block_is_read_like_the_composer_reads_it_or_told(block: str) -> None:
    data = f"---\n{block}\n---\nbody\n".encode()
    text, problems = read(data)
    assert read(data) == (text, problems)
    if text is None:
        assert [p.code.startswith("unreadable-") for p in problems] == [True]
        return
    if text.open_line is None or "\n---" in f"\n{block}\n":
        return
    starts = [(span.start, span.end) for span in text.spans]
    assert starts == sorted(starts)
    assert all(before[1] <= after[0] for before, after in pairwise(starts))
    told = {p.code for p in problems} - {"value-cut", "template-value", "no-fields"}
    if told:
        return
    assert text.fields == yaml_oracle.fields(block + "\n")


@given(blocks)
def test_without_libyaml_the_values_are_the_same(block: str) -> None:
    lines = cut(block + "\n")
    fast, pure = parse_block(lines, 1), parse_block(lines, 1, pure=True)
    assume(isinstance(fast, Block) and isinstance(pure, Block))
    assert fast == pure


@given(st.binary(max_size=200), st.sampled_from([b"", b"---\n", b"\xef\xbb\xbf---\nid: x\n"]))
def test_no_bytes_crash_the_reader(data: bytes, head: bytes) -> None:
    text, problems = read(head + data)
    if text is None:
        assert problems[0].line is not None
    else:
        assert encode(text, text.raw) == head + data


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_double_quoted_escapes_are_read_as_yaml_reads_them(value: str) -> None:
    quoted = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f")
    try:
        wanted = yaml.load(f"k: {quoted}", yaml.CBaseLoader)["k"]
    except yaml.YAMLError:
        return
    text, _ = read(in_block(f"k: {quoted}"))
    assert text is None or text.fields == {"k": wanted}
