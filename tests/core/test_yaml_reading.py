"""Fields as text: scalars, keys, marks, depth, and the same values as PyYAML composes."""

from __future__ import annotations

import json
from itertools import pairwise

import frontmatter
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from curator_core.model.problem import Severity
from curator_core.store.note_text import HANDLER, cut, read
from curator_core.store.yaml_events import parse_block
from curator_core.store.yaml_walk import DEPTH_LIMIT, Block
from tests.core import yaml_oracle
from tests.core.note_reading import codes, in_block, readable
from tests.core.yaml_lines import blocks

TYPED = """no yes on off true False y N 12:30 06:20 0161 0777 1_000 1e5 .5 .nan 0x1F 2026-02-30
2026-08-20T10:00:00 1.10 ="""


NOT_TEXT = "1 0x1f 012 1.5 1e5 true Yes NO on off null ~ 2026-08-01 12:30 .inf"


def value_of(text: str) -> object:
    """Read what the one-line YAML value gives under the key `k`."""
    return readable(f"---\nk: {text}\n---\n".encode()).fields["k"]


@pytest.mark.parametrize("text", TYPED.split())
def test_plain_scalars_stay_text(text: str) -> None:
    assert value_of(text) == text
    assert value_of(f"[{text}]") == (text,)


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_plain_null_is_none_and_quoted_null_is_text(text: str) -> None:
    assert value_of(text) is None
    assert value_of(f"'{text}'") == text
    assert value_of(f'"{text}"') == text


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


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_double_quoted_escapes_are_read_as_yaml_reads_them(value: str) -> None:
    quoted = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f")
    try:
        wanted = yaml.load(f"k: {quoted}", yaml.CBaseLoader)["k"]
    except yaml.YAMLError:
        return
    text, _ = read(in_block(f"k: {quoted}"))
    assert text is None or text.fields == {"k": wanted}
