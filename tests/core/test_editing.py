"""Writing fields: only the lines of the named keys change, and `confirm` sees the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curator_core.model.note import Note
from curator_core.rules.editing import (
    KEY_ORDER,
    REMOVE,
    Changes,
    confirm,
    edit,
    encode,
    render_new,
)
from curator_core.rules.rendering import as_read, inline
from curator_core.store.note_text import read
from tests.core.field_values import bodies, field_sets, inner_values, new_keys
from tests.core.note_writing import applied, in_block, note
from tests.core.yaml_lines import blocks


def test_the_key_order_names_every_field_of_schema_1() -> None:
    own = {field.name for field in dataclass_fields(Note)} - {"body", "extra"}
    assert set(KEY_ORDER) == own
    assert len(set(KEY_ORDER)) == len(KEY_ORDER)


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
