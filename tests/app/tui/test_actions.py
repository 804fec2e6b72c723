"""The one key table: bindings, footer, help and README say the same."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from rich.cells import cell_len

from curator_app.tui.actions import ACTIONS, Scope, footer, key_table_markdown, named, within
from curator_app.tui.paint import chrome
from curator_app.tui.screens.desk import bindings


@pytest.mark.parametrize("scope", list(Scope))
def test_no_key_means_two_things_in_one_place(scope: Scope) -> None:
    keys = Counter(key for action in within(scope) for key in action.keys)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("scope", list(Scope))
def test_bindings_are_the_table(scope: Scope) -> None:
    bound = {key for binding in bindings(scope) for key in binding.key.split(",")}
    table = {key for a in within(scope) if a.name != "pane" for key in a.keys}
    assert bound == table
    names = [binding.id for binding in bindings(scope)]
    assert len(names) == len(set(names))


def test_the_writing_key_neither_stages_nor_opens() -> None:
    assert named("write").keys == ("y",)
    assert named("write").scopes == (Scope.PREVIEW,)
    for action in ACTIONS:
        if action.name not in ("write", "copy"):
            assert "y" not in action.keys
    entering = {a.name for a in ACTIONS if "enter" in a.keys}
    assert entering == {"open", "settle"}
    assert set(named("settle").scopes) == {Scope.MERGE, Scope.SPLIT, Scope.JOIN}


def test_no_key_needs_what_terminals_or_multiplexers_take() -> None:
    """ctrl+s, ctrl+a, ctrl+b, ctrl+j and ctrl+z are never used; ctrl is never the only way."""
    taken = {"ctrl+s", "ctrl+a", "ctrl+b", "ctrl+j", "ctrl+z"}
    assert not taken & {key for action in ACTIONS for key in action.keys}
    only = [a.name for a in ACTIONS if all(key.startswith("ctrl") for key in a.keys)]
    assert only == ["leave"]


@pytest.mark.parametrize("scope", list(Scope))
@pytest.mark.parametrize("width", [40, 53, 80, 140, 300])
def test_the_footer_shows_whole_keys_help_and_quit(scope: Scope, width: int) -> None:
    """Acceptance 40."""
    shown = chrome.footer(footer(scope), width).plain
    assert cell_len(shown) <= width
    assert "? help" in shown
    assert ("q quit" if scope is Scope.QUEUE else "esc back") in shown
    entries = {f"{action.key} {action.word}" for action in footer(scope)}
    assert set(shown.strip().split("  ")) <= entries


def test_the_table_for_the_readme_names_every_key() -> None:
    table = key_table_markdown()
    assert table.count("\n") == len(ACTIONS) + 2
    for action in ACTIONS:
        assert f"`{action.key}`" in table
        assert action.says in table


def test_signs_and_words_have_no_ambiguous_width() -> None:
    text = key_table_markdown() + "".join(a.word + a.says + a.key for a in ACTIONS)
    assert {unicodedata.east_asian_width(char) for char in text} <= {"Na", "N"}
