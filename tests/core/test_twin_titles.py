"""When two notes have one title (C05)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.rules import twin_titles
from curator_core.rules.slots import SlotRules
from curator_core.rules.twin_titles import folded_title, names
from tests.core.proposing import NOTE

ALIKE = [
    ("Site Roadmap", "site-roadmap"),
    ("Site Roadmap", "SITE_ROADMAP"),
    ("\uff33ite\u3000Roadmap", "siteroadmap"),
    ("Straße", "STRASSE"),
    ("网站 路线图", "网站路线图"),
    ("A\u2010B\u2013C\u2014D", "a-b-c-d"),
]
APART = [("Site Roadmap", "Site Roadmap 2"), ("C++ style", "C style"), ("v1.2.x", "v12x")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_styles_of_one_title(one: str, other: str) -> None:
    assert folded_title(one) == folded_title(other) != ""


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_titles(one: str, other: str) -> None:
    assert folded_title(one) != folded_title(other)


@pytest.mark.parametrize(
    "text", ["", "-", "2026-11-29", "7", "ab", "README", "Notes", "index", "__", "\u3000"]
)
def test_names_that_say_nothing(text: str) -> None:
    assert folded_title(text) == ""
    assert names(text, f"memory/notes/{text}.md") == frozenset()


def test_the_file_name_counts_too() -> None:
    called = names("The plan", "memory/notes/deep/site-roadmap.md")
    assert called == {"theplan", "siteroadmap"}
    known = [("a/site-roadmap.md", "The plan"), ("b.md", "Site Roadmap"), ("1.md", "notes")]
    assert twin_titles.named(known) == {
        "theplan": ("a/site-roadmap.md",),
        "siteroadmap": ("a/site-roadmap.md", "b.md"),
    }


PATHS = st.sampled_from(["a.md", "b/a.md", "b/site-roadmap.md", "c.md"])
TITLED = st.dictionaries(PATHS, st.sampled_from(["Site Roadmap", "The plan", "notes", ""]))


@given(TITLED, TITLED)
def test_names_after_a_change_are_those_of_a_fresh_look(
    before: dict[str, str], after: dict[str, str]
) -> None:
    moved = twin_titles.renamed(
        twin_titles.named(before.items()),
        (pair for pair in before.items() if pair not in after.items()),
        (pair for pair in after.items() if pair not in before.items()),
    )
    fresh = twin_titles.named(after.items())
    assert {name: set(paths) for name, paths in moved.items()} == {
        name: set(paths) for name, paths in fresh.items()
    }


@given(st.text(), st.sampled_from(" -_\u2010\u3000"))
def test_folding_is_stable_and_ignores_what_stands_between(text: str, between: str) -> None:
    once = folded_title(text)
    assert folded_title(once) == once
    spread = folded_title(f"{between}Site{between}Roadmap{between}")
    assert spread == "siteroadmap"


PLACES = [
    ("global", "project:a", True),
    ("project:a", "project:b", False),
    ("project:a", "project:a/deep", True),
    ("user:u/project:a", "project:a", True),
    ("user:u", "project:a", False),
]


@pytest.mark.parametrize(("one", "other", "near"), PLACES)
def test_scopes_that_see_each_other(one: str, other: str, near: bool) -> None:
    mine, theirs = replace(NOTE, memory_key=None, scope=one), replace(NOTE, scope=other)
    assert twin_titles.alike(mine, theirs, SlotRules(()), UTC) is near
    assert twin_titles.alike(theirs, mine, SlotRules(()), UTC) is near
