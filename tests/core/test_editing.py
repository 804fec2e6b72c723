"""Writing fields: only the lines of the named keys change, and every reader gets the text back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.model.files import NoteText
from curator_core.model.note import Kind, Note
from curator_core.rules.editing import (
    KEY_ORDER,
    REMOVE,
    Changes,
    confirm,
    edit,
    encode,
    render_new,
)
from curator_core.rules.rendering import as_read, inline, resolves
from curator_core.store.note_text import read
from tests.core.yaml_lines import blocks

CORE_SCHEMA = re.compile(
    r"|~|null|Null|NULL|true|True|TRUE|false|False|FALSE"
    r"|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
"""What YAML 1.2's core schema does not read as text (its section 10.3.2)."""

HOUSE_TIME = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d))?")

WORDS = """yes no on off y n true Null null ~ 1e5 012 0o17 0x1F 1_000 12:30 1:2:3 190:20:30.15 .5
5. -.5 +1 .inf .nan 2026 2026-09 2026-9-1 2026-02-30 2026-13-01 2026-08-20T10:00:00 = << - -- ---
-x ? ?x : :x , [a] {a} #a &a *a !a |a >a 'a "a %a @a `a a: a:b a#b ... \\ a\\nb C:\\dir é 水 x,y
x] x} 1.2.3 0b101 2026-08-20T25:00:00Z 2026-08-20T10:00:00+01:00 <<a =a ~a it's 😀👩‍💻"""
PHRASES = [
    *("", " ", " a", "a ", "a: b", "a #b", "a\nb", "\n", "a\tb", "\ta", "a\rb", 'say "x: y"'),
    *("both ' and \": ", "\x00\x07\x1b[31m\x7f\x85\xa0", "\u2028\u2029\ufeff\u200b\u202e"),
    *("\ufffe\uffff", "2026-08-20 10:00:00", "word " * 60, "x" * 2000),
]

texts = st.one_of(
    st.sampled_from([*WORDS.split(), *PHRASES]),
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.text("ab 0123456789:-#'\"[]{},.?!&*|>%@`~\\\n\t水é", max_size=12),
)
scalars = st.one_of(
    texts,
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False),
)
short_keys = texts.filter(lambda text: len(text) < 100)
inner_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple), st.dictionaries(short_keys, inner, max_size=3)
    ),
    max_leaves=6,
)
new_keys = st.one_of(st.sampled_from(KEY_ORDER), short_keys)
field_sets = st.dictionaries(new_keys, inner_values, max_size=6)
bodies = st.sampled_from(["", "\n# Title\n\ntext\n", "no final line end", "---\nrule\n", "a\r\nb"])


def note(text: str) -> NoteText:
    """Read a text that must give fields."""
    found, problems = read(text.encode())
    assert found is not None, (problems, text)
    return found


def applied(text: NoteText, changes: Changes) -> NoteText:
    """Edit, read again, and let `confirm` agree."""
    after, problems = read(encode(text, edit(text, changes)))
    assert after is not None, (problems, edit(text, changes))
    assert confirm(text, after, changes) is None
    return after


def in_block(*lines: str) -> str:
    return "\n".join(("---", *lines, "---", "body", ""))


def test_the_key_order_names_every_field_of_schema_1() -> None:
    own = {field.name for field in dataclass_fields(Note)} - {"body", "extra"}
    assert set(KEY_ORDER) == own
    assert len(set(KEY_ORDER)) == len(KEY_ORDER)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (1, "1"),
        (0.9, "0.9"),
        (1e-07, "0.0000001"),
        (1e22, "10000000000000000000000"),
        (Kind.SEMANTIC, "semantic"),
        ("plain words", "plain words"),
        ("2026-08-01", "2026-08-01"),
        ("2026-11-09T08:18:00+01:00", "2026-11-09T08:18:00+01:00"),
        ("2026-11-09T08:18:00Z", "2026-11-09T08:18:00Z"),
        ("2026-02-30", '"2026-02-30"'),
        ("2026-08-20T10:00:00", '"2026-08-20T10:00:00"'),
        ("2026-09", "2026-09"),
        ("2026", '"2026"'),
        ("a: b", '"a: b"'),
        ('say "x: y"', "'say \"x: y\"'"),
        ("it's", "it's"),
        ("a\x1b\x85\n", '"a\\e\\x85\\n"'),
        ("\ufeff\u2028", '"\\ufeff\\u2028"'),
        ((), "[]"),
        (("a", "b, c", None, 1), '[a, "b, c", null, 1]'),
        ((("a",),), "[ [a] ]"),
        ((("a",), "b"), "[[a], b]"),
        ({"a": "b", "1": {"c": ("d",)}}, '{a: b, "1": {c: [d]}}'),
    ],
)
def test_values_are_written_so(value: object, text: str) -> None:
    assert inline(value) == text


@given(texts, st.sampled_from(["", "'", '"']), st.booleans())
def test_any_text_comes_back_from_every_reader(text: str, quote: str, flow: bool) -> None:
    written = inline(text, quote, flow)
    line = f"k: [{written}]\n" if flow else f"k: {written}\n"
    assert "\n" not in written
    wanted: object = [text] if flow else text
    assert yaml.load(line, yaml.CBaseLoader)["k"] == wanted
    plain = written[0] not in "'\""
    if plain and HOUSE_TIME.fullmatch(text):
        return
    assert yaml.load(line, yaml.CSafeLoader)["k"] == wanted
    assert yaml.load(line, yaml.SafeLoader)["k"] == wanted
    assert not (plain and CORE_SCHEMA.fullmatch(text))
    assert not (plain and text.lower() in ("y", "n"))


@given(texts.filter(lambda text: text[:1] not in ("!", "&", "*") and "\n" not in text))
def test_plain_text_is_exactly_what_no_reader_resolves(text: str) -> None:
    """`resolves` agrees with PyYAML's resolver and with the core schema."""
    resolver = yaml.SafeLoader("")
    tag = resolver.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    typed = tag != "tag:yaml.org,2002:str" or bool(CORE_SCHEMA.fullmatch(text))
    assert not typed or resolves(text)


@given(field_sets, bodies)
def test_a_fresh_note_reads_back_equal(fields: Mapping[str, Any], body: str) -> None:
    text = render_new(fields, body)
    found, problems = read(text.encode())
    assert found is not None, problems
    assert found.fields == {key: as_read(value) for key, value in fields.items()}
    assert found.body == body
    assert found.raw == text
    block = "".join(found.lines[1 : found.close_line])
    assert yaml.load(block, yaml.CBaseLoader) == (as_base(found.fields) or None)


def as_base(value: object) -> object:
    """What BaseLoader gives for what the writer wrote: null is the word, tuples are lists."""
    if isinstance(value, Mapping):
        return {key: as_base(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [as_base(item) for item in value]
    return "null" if value is None else value


def test_a_fresh_note_has_its_keys_in_schema_order() -> None:
    text = render_new({"zeta": "z", "tags": ("a",), "id": "n-1", "alpha": "a"}, "\nbody\n")
    assert text == "---\nid: n-1\ntags: [a]\nzeta: z\nalpha: a\n---\n\nbody\n"


def test_nothing_is_wrapped() -> None:
    long = "word " * 100 + "end"
    text = render_new({"title": long, "value": long + ": x", "tags": tuple("abc" * 40)}, "")
    assert len(text.splitlines()) == 5 + 120


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ("k: a", "b", "k: b"),
        ("k: a   # why", "b", "k: b   # why"),
        ("k:    a", "b", "k:    b"),
        ("k:\ta", "b", "k:\tb"),
        ("k: 'a'", "b", "k: 'b'"),
        ("k: 'a'  # '", "it's", "k: 'it''s'  # '"),
        ("k: 'a'", "two\nlines", 'k: "two\\nlines"'),
        ('k: "a \\" # b"  # c', "x", 'k: "x"  # c'),
        ('k: "a"', True, "k: true"),
        ("k: a", "yes", 'k: "yes"'),
        ("k:", "b", "k: b"),
        ("k:   ", "b", "k: b"),
        ("k:   # none yet", "b", "k: b   # none yet"),
        ("k: ~", None, "k: ~"),
        ("k: a # b", None, "k: null # b"),
        ('"k": a', "b", '"k": b'),
        ("'k' : a", "b", "'k' : b"),
        ("k: !x a  # b", "c", "k: c  # b"),
        ("k: &a b", "c", "k: c"),
        ("k: 1", 1, "k: 1"),
        ("k: '1'", 1, "k: '1'"),
        ("k: 1", 2, "k: 2"),
        ("k: [a, b]  # list", ("a", "b", "c"), "k: [a, b, c]  # list"),
        ("k: [ a, 'b c' ]", ("b c", "d"), "k: [ 'b c', d ]"),
        ("k: ['a', \"b\"]", ("b", "c"), "k: [\"b\", 'c']"),
        ("k: [a, b] # x] y", ("b",), "k: [b] # x] y"),
        ("k: [it's, b]", ("b", "c"), "k: [b, c]"),
        ("k: []", ("a",), "k: [a]"),
        ("k: [[a], b]", (("a",),), "k: [ [a] ]"),
        ("k: [a]", (), "k: []"),
        ("k: [a]", "b", "k: b"),
        ("k: {a: b}  # c", {"a": "c", "d": 1}, "k: {a: c, d: 1}  # c"),
        ("k: a  # b", ("x", "z"), "k: [x, z]  # b"),
    ],
)
def test_a_line_keeps_its_style(old: str, value: object, new: str) -> None:
    text = note(in_block("id: n-1", old, "z: z"))
    assert edit(text, {"k": value}) == in_block("id: n-1", new, "z: z")
    applied(text, {"k": value})


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        (["k:", "- a", "- b"], ("a", "b", "c"), ["k:", "- a", "- b", "- c"]),
        (["k:  # why", "    - a"], ("b",), ["k:  # why", "    - b"]),
        (["k:", '  - "a"  # one', "  - b"], ("a", "c"), ["k:", '  - "a"  # one', '  - "c"']),
        (["k:", "  # on a", "  - a", "  - b"], ("b",), ["k:", "  - b"]),
        (["k:", "  -   a"], ("a", "b"), ["k:", "  -   a", "  -   b"]),
        (["k:", "  - a", "", "  - b"], ("z", "a", "b"), ["k:", "  - z", "  - a", "", "  - b"]),
        (["k:", "- a: 1", "  b: 2", "- c"], ("c",), ["k:", "- c"]),
        (["k:", "  - |", "    text", "  - b"], ("text\n",), ["k:", "  - |", "    text"]),
        (["k:", "  - a"], (), ["k: []"]),
        (["k:  # c", "  - a"], "b", ["k: b  # c"]),
        (
            ["k: [", "  'a',", "  'b'", "]"],
            ("a", "c", "b"),
            ["k: [", "  'a',", "  'c',", "  'b'", "]"],
        ),
        (["k: [", "  a,", "]"], ("a", "b"), ["k: [", "  a,", "  b,", "]"]),
        (["k: [a,", "  b]"], ("a",), ["k: [a]"]),
        (
            ["k:", "    a: 1", "    b: 2  # b"],
            {"a": 3, "b": 2},
            ["k:", "    a: 3", "    b: 2  # b"],
        ),
        (["k:", "  a: 1"], {"a": 1, "x: y": "z"}, ["k:", "  a: 1", '  "x: y": z']),
        (["k:", "- a"], {"a": 1}, ["k:", "  a: 1"]),
        (["k: |", "  one", "  two"], "three", ["k: three"]),
        (["k: >-", "  one", "", "  two"], "a\nb", ['k: "a\\nb"']),
        (["k: 'one", "  two'"], "three", ["k: 'three'"]),
        (["k: one", "  two"], "three", ["k: three"]),
        (["? k", ": one"], "two", ["k: two"]),
        (["k:", "  a"], ("x", "y: z"), ["k:", "  - x", '  - "y: z"']),
    ],
)
def test_lines_below_a_key_keep_their_style(old: list[str], value: object, new: list[str]) -> None:
    text = note(in_block("id: n-1", *old, "", "# end", "z: z"))
    assert edit(text, {"k": value}) == in_block("id: n-1", *new, "", "# end", "z: z")
    applied(text, {"k": value})


@pytest.mark.parametrize(
    ("lines", "key", "place"),
    [
        (["id: x", "status: y", "sources: z"], "valid_to", 2),
        (["id: x", "", "# on status", "status: y"], "kind", 1),
        (["status: y", "id: x"], "kind", 2),
        (["id: x", "tags: [a]", "", "# end"], "other", 4),
        (["tags: [a]", "# end"], "id", 2),
        (["# only a comment"], "id", 1),
        ([], "id", 0),
    ],
)
def test_a_new_key_has_its_place(lines: list[str], key: str, place: int) -> None:
    new = [*lines[:place], f"{key}: v", *lines[place:]]
    text = note(in_block(*lines))
    assert edit(text, {key: "v"}) == in_block(*new)
    applied(text, {key: "v"})


def test_new_keys_of_one_edit_follow_the_schema_order() -> None:
    text = note(in_block("id: x", "title: t"))
    changes = {"zz": 1, "reviewed_by": "human:r", "kind": "semantic", "description": "d"}
    lines = ("id: x", "kind: semantic", "title: t", "description: d", "reviewed_by: human:r")
    assert edit(text, changes) == in_block(*lines, "zz: 1")


def test_an_indented_block_keeps_its_indent() -> None:
    text = note("---\n  id: x\n  # c\n  l:\n    - a\n---\n")
    changes: Changes = {"id": "z", "l": ("a", "b"), "kind": "semantic", "m": {"a": "b"}}
    wanted = "---\n  id: z\n  kind: semantic\n  # c\n  l:\n    - a\n    - b\n  m:\n    a: b\n---\n"
    assert edit(text, changes) == wanted
    applied(text, changes)


def test_line_ends_stay_what_they_are_around_a_change() -> None:
    text = note("---\r\nid: x\nkind: y\r\n---\nbody\r\nlast")
    assert edit(text, {"id": "z"}) == "---\r\nid: z\nkind: y\r\n---\nbody\r\nlast"
    assert edit(text, {"title": "t"}) == "---\r\nid: x\nkind: y\r\ntitle: t\r\n---\nbody\r\nlast"
    applied(text, {"title": "t", "id": "z"})


def test_a_text_without_a_block_gets_one_on_top() -> None:
    for raw in ("", "# T\n\nbody", "---\n\nA rule, then prose\n", "\n\ntext\r\n"):
        text = note(raw)
        end = text.newline
        assert edit(text, {"id": "n-1"}) == f"---{end}id: n-1{end}---{end}{raw}"
        assert applied(text, {"id": "n-1"}).body == raw
        assert edit(text, {"id": REMOVE}) == raw


def test_a_byte_order_mark_stays_in_front() -> None:
    for raw in (b"\xef\xbb\xbf---\nid: x\n---\n", b"\xef\xbb\xbftext\n"):
        text, _ = read(raw)
        assert text is not None
        new = encode(text, edit(text, {"id": "z"}))
        assert new.startswith(b"\xef\xbb\xbf---\nid: z\n---\n")
        assert confirm(text, note(new.decode()), {"id": "z"}) is None


def test_removing_takes_the_lines_of_the_key_only() -> None:
    text = note(in_block("# a", "id: x", "# b", "k: |", "  t", "", "# c", "z: z"))
    assert edit(text, {"k": REMOVE}) == in_block("# a", "id: x", "# b", "", "# c", "z: z")
    assert edit(text, {"none": REMOVE}) == text.raw
    applied(text, {"k": REMOVE, "id": REMOVE, "z": REMOVE})


def test_a_key_that_stands_twice_is_written_once() -> None:
    text = note(in_block("id: x", "status: a", "k: v", "status: b"))
    assert edit(text, {"status": "c"}) == in_block("id: x", "status: c", "k: v")
    assert edit(text, {"status": "a"}) == in_block("id: x", "status: a", "k: v")
    assert edit(text, {"status": REMOVE}) == in_block("id: x", "k: v")
    applied(text, {"status": "c"})


def test_no_change_changes_nothing() -> None:
    text = note(in_block("a: 012", "b: [x,y]  # c", "c:", "d: 'true'", "e: {f: g}"))
    same: Changes = {"a": "012", "b": ("x", "y"), "c": None, "d": True, "e": {"f": "g"}}
    assert edit(text, same) == text.raw
    assert edit(text, {}) == text.raw


def test_what_yaml_cannot_hold_is_refused() -> None:
    text = note(in_block("id: x"))
    with pytest.raises(ValueError, match="surrogate"):
        edit(text, {"id": "\ud800"})
    with pytest.raises(ValueError, match="too long"):
        edit(text, {"k" * 1001: "v"})
    with pytest.raises(TypeError, match="BUG"):
        edit(text, {"id": date(2026, 1, 1)})


BEFORE = in_block("id: x", "status: a", "# c", "k: v")


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (in_block("id: x", "status: a", "# c", "k: v"), "`status` reads back with another value"),
        (in_block("id: x", "# c", "k: v"), "`status` cannot be read back"),
        (in_block("id: x", "status: b", "# c", "k: v", "gone: y"), "`gone` is still there"),
        (in_block("id: y", "status: b", "# c", "k: v"), "`id` changed although it was not named"),
        (in_block("id: x", "status: b", "# c"), "`k` changed"),
        (in_block("id: x", "status: b", "# d", "k: v"), "line 4 changed"),
        (in_block("id: x", "status: b", "# c", 'k: "v"'), "line 5 changed"),
        (in_block("id: x", "status: b", "# c", "k: v") + "\n", "+1 lines"),
        (in_block("id: x", "status: b", "# c", "k: v")[:-1], "line 7 changed"),
        (in_block("id: x", "status: b", "# c", "k: v").replace("\n", "\r\n"), "line 1 changed"),
        ("\ufeff" + in_block("id: x", "status: b", "# c", "k: v"), "byte order mark"),
    ],
)
def test_confirm_names_the_first_difference(after: str, words: str) -> None:
    changes: Changes = {"status": "b", "gone": REMOVE}
    difference = confirm(note(BEFORE), note(after), changes)
    assert difference is not None
    assert words in difference


def test_confirm_accepts_what_was_meant() -> None:
    after = note(in_block("id: x", "status: b", "# c", "k: v"))
    assert confirm(note(BEFORE), after, {"status": "b", "gone": REMOVE}) is None


def test_confirm_sees_a_lost_line_above_a_new_block() -> None:
    before = note("# T\nbody\n")
    assert confirm(before, note("---\nid: x\n---\n# T\nbody\n"), {"id": "x"}) is None
    assert confirm(before, note("---\nid: x\n---\n# T\n"), {"id": "x"}) is not None
    assert confirm(before, note("---\nid: x\n# c\n---\n# T\nbody\n"), {"id": "x"}) is not None


@given(blocks, st.data())
@settings(max_examples=300)
def test_any_readable_block_takes_any_edit(block: str, data: st.DataObject) -> None:
    """Also with duplicate, marked and odd keys around.

    Left out is what a removed line changes for its neighbours, where `confirm` refuses the write:
    tabs alone on a line, and blank lines that a text with `+` above would take in.
    """
    text, _ = read(f"---\n{block}\n---\nbody\n".encode())
    if text is None or "\t" in block or "|+" in block:
        return
    keys = st.sampled_from([span.key for span in text.spans] or ["id"])
    values = st.one_of(inner_values, st.just(REMOVE))
    changes = data.draw(st.dictionaries(st.one_of(keys, new_keys), values, max_size=3))
    applied(text, changes)


@given(field_sets.filter(bool), bodies, st.booleans(), st.data())
def test_an_edit_and_its_reverse_give_the_bytes_back(
    fields: Mapping[str, Any], body: str, windows: bool, data: st.DataObject
) -> None:
    """Whenever both values can be written in the style that stands there; the fields always."""
    raw = render_new(fields, body)
    text = note(raw.replace("\n", "\r\n") if windows else raw)
    key = data.draw(st.sampled_from(sorted(fields)))
    value = data.draw(inner_values)
    after = applied(text, {key: value})
    back = applied(after, {key: text.fields[key]})
    assert back.fields == text.fields
    if one_style(text.fields[key]) and one_style(as_read(value)):
        assert back.raw == text.raw


def one_style(value: object) -> bool:
    """Text that is written plain wherever it is plain."""
    return isinstance(value, str) and inline(value) == value


@given(new_keys, inner_values, field_sets, bodies)
def test_adding_and_removing_a_key_gives_the_bytes_back(
    key: str, value: object, fields: Mapping[str, Any], body: str
) -> None:
    text = note(render_new({k: v for k, v in fields.items() if k != key}, body))
    after = applied(text, {key: value})
    assert edit(after, {key: REMOVE}) == text.raw


@given(st.lists(texts, min_size=1, max_size=6), st.integers(0, 5), texts, st.booleans())
def test_a_list_item_comes_and_goes_without_touching_the_others(
    items: list[str], place: int, item: str, flow: bool
) -> None:
    start = replace(note(in_block("k: [x]" if flow else "k:\n  - x")))
    text = applied(start, {"k": tuple(items)})
    place = min(place, len(items))
    more = (*items[:place], item, *items[place:])
    after = applied(text, {"k": more})
    if not flow:
        assert len(after.lines) == len(text.lines) + 1
        kept = [line for line in after.lines if line in text.lines]
        assert len(kept) >= len(text.lines)
    assert applied(after, {"k": tuple(items)}).fields == text.fields
