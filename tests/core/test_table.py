"""Rows that decode on need stand for their entries, also when what was kept is damaged."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.files import Entry, FileState, Place
from curator_core.rules import table
from curator_core.rules.table import Table

texts = st.text(max_size=8)
maybe = st.none() | texts
lists = st.lists(texts, max_size=2).map(tuple)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "Place": st.sampled_from(Place),
    "FileState": st.sampled_from(FileState),
    "int": st.integers(0, 9999),
    "float": st.floats(0, 2e9),
    "float | None": st.none() | st.floats(0, 1),
    "bool": st.booleans(),
    "str": texts,
    "str | None": maybe,
    "tuple[str, ...]": lists,
}
entries = st.fixed_dictionaries({f.name: VALUES[str(f.type)] for f in fields(Entry)}).map(
    lambda values: Entry(**values)
)


def never(path: str) -> Entry:
    """A file that must not be read again."""
    raise AssertionError(path)


def tabled(*known: Entry) -> Table:
    """A table of these entries, as it comes back from where it was kept."""
    rows = {one.path: table.encode(one, b"key") for one in known}
    kept = {
        path: (stat, json.loads(json.dumps(head)), rest)
        for path, (stat, head, rest) in rows.items()
    }
    return Table(lambda: kept, never)


@given(st.lists(entries, unique_by=lambda one: one.path, max_size=4))
def test_a_table_is_its_entries(known: list[Entry]) -> None:
    made = tabled(*known)
    assert list(made) == [one.path for one in known]
    assert dict(made) == {one.path: one for one in known}
    assert list(made.values()) == known
    assert [hash(one) for one in made.values()] == [hash(one) for one in known]
    assert list(table.glances(made)) == list(table.glances({one.path: one for one in known}))
    assert list(table.addresses(made)) == list(table.addresses({one.path: one for one in known}))
    titles = list(table.titles({one.path: one for one in known}))
    assert list(table.titles(tabled(*known))) == titles


@given(entries)
def test_an_entry_of_a_table_is_replaced_like_any_other(one: Entry) -> None:
    lazy = tabled(one)[one.path]
    assert isinstance(lazy, Entry)
    assert replace(lazy, size=7) == replace(one, size=7)
    assert repr(lazy) == repr(one)


def test_an_entry_is_made_once() -> None:
    made = tabled(_entry("a.md"))
    assert made["a.md"] is made["a.md"]
    assert "b.md" not in made
    with pytest.raises(KeyError):
        made["b.md"]


@pytest.mark.parametrize("rest", ["", "[", "[]", "{}", "7", json.dumps([1, 2, 3])])
def test_a_damaged_row_is_read_again(rest: str) -> None:
    true = _entry("a.md")
    stat, head, _ = table.encode(true, b"key")
    again: list[str] = []

    def reread(path: str) -> Entry:
        again.append(path)
        return true

    found = Table(lambda: {"a.md": (stat, head, rest)}, reread)["a.md"]
    assert found == true
    assert again == ["a.md"]


@pytest.mark.parametrize(
    ("position", "value"),
    [
        (0, 3),
        (0, -1),
        (0, None),
        (1, 6),
        (2, 5),
        (3, 1.5),
        (4, None),
        (5, []),
        (6, None),
        (7, 7),
        (8, ""),
    ],
)
def test_heads_of_another_shape_are_known(position: int, value: object) -> None:
    head = table.encode(_entry("a.md"), b"key")[1]
    assert table.are_heads([head, list(head)])
    odd = [*head[:position], value, *head[position + 1 :]]
    assert not table.are_heads([head, odd])


@pytest.mark.parametrize("heads", [[[]], [[1], [1, 2]], [None], [7], [[0] * 10]])
def test_what_is_no_head_at_all_is_known(heads: list[Any]) -> None:
    assert not table.are_heads(heads)
    assert table.are_heads([])


def _entry(path: str) -> Entry:
    return Entry(
        path=path,
        blob="0" * 40,
        place=Place.NOTES,
        state=FileState.READ,
        size=12,
        note_id="m_one",
        status="active",
        memory_key="one.key",
        sources=("manual:me@2026-11-20",),
        supersedes=("m_two",),
    )
