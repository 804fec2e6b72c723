"""A changed key keeps its quotes, comment, list form and indent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules.editing import edit
from tests.core.field_values import texts
from tests.core.note_writing import applied, in_block, note


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


@given(st.lists(texts, min_size=1, max_size=6), st.integers(0, 5), texts, st.booleans())
def test_a_list_item_comes_and_goes_without_touching_the_others(
    items: list[str], place: int, item: str, flow: bool
) -> None:
    start = note(in_block("k: [x]" if flow else "k:\n  - x"))
    text = applied(start, {"k": tuple(items)})
    place = min(place, len(items))
    more = (*items[:place], item, *items[place:])
    after = applied(text, {"k": more})
    if not flow:
        assert len(after.lines) == len(text.lines) + 1
        kept = [line for line in after.lines if line in text.lines]
        assert len(kept) >= len(text.lines)
    assert applied(after, {"k": tuple(items)}).fields == text.fields
