"""Values as YAML text that every reader gives back, and fresh notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.note import Kind
from curator_core.rules.editing import render_new
from curator_core.rules.rendering import as_read, inline, resolves
from curator_core.store.note_text import read
from tests.core.field_values import bodies, field_sets, texts

CORE_SCHEMA = re.compile(
    r"|~|null|Null|NULL|true|True|TRUE|false|False|FALSE"
    r"|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
"""What YAML 1.2's core schema does not read as text (its section 10.3.2)."""


HOUSE_TIME = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d))?")


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
