"""Taint is handed on by session, source, input and text, and by nothing else (DESIGN §3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.proposal import Way
from curator_core.rules import taint
from curator_core.rules.taint import Bearer

MAILED = Bearer(
    key="q.md",
    name="m-mailed",
    labels=("mail",),
    sessions=("s-1",),
    sources=("sources/log.md@abc1234#L3-L6", "https://forum.example/t/9#post", "docs/DEPLOY.md#L2"),
    notes=("m-mailed",),
)


def plain(key: str, **more: tuple[str, ...]) -> Bearer:
    return Bearer(key=key, name=key, notes=(key,), **more)


def ways(*waiting: Bearer, roots: tuple[Bearer, ...] = (MAILED,)) -> dict[str, list[str]]:
    found = taint.inherited(roots, waiting)
    return {key: [f"{i.label} {i.way.value} {i.name}" for i in each] for key, each in found.items()}


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        ("sources/log.md#L6-L9", True),
        ("sources/log.md", True),
        ("sources/log.md@fff0000#L7", False),
        ("sources/other.md#L3-L6", False),
        ("docs/DEPLOY.md#L2", False),
        ("https://forum.example/t/9", True),
        ("https://forum.example/t/10", False),
        ("conversation:S-1", True),
        ("manual:ines@2026-11-01", False),
        ("mailto:piet@club.example", True),
    ],
)
def test_a_source_hands_it_on_where_the_same_lines_are_cited(source: str, taken: bool) -> None:
    assert bool(ways(plain("n", sources=(source,)))) is taken


def test_each_way_is_named_with_where_it_comes_from() -> None:
    found = ways(
        plain("by-session", sessions=("S-1 ",)),
        plain("by-input", inputs=("M-Mailed",)),
        plain("by-text", made_of=("m-mailed",)),
        plain("free", sessions=("s-2",)),
    )
    assert found == {
        "by-session": ["mail session s-1"],
        "by-input": ["mail input M-Mailed"],
        "by-text": ["mail text m-mailed"],
    }


def test_it_goes_on_through_what_inherited_it() -> None:
    found = taint.inherited(
        (MAILED,),
        (
            plain("third", inputs=("second",)),
            plain("second", sessions=("s-3",)),
            plain("first", sessions=("s-1", "s-3")),
        ),
    )
    assert {key: (each[0].way, each[0].of) for key, each in found.items()} == {
        "first": (Way.SESSION, "m-mailed"),
        "second": (Way.SESSION, "first"),
        "third": (Way.INPUT, "second"),
    }


NAMES = st.sampled_from(["a", "b", "c", "d"])
BEARERS = st.lists(
    st.builds(
        Bearer,
        key=NAMES,
        name=st.just("x"),
        labels=st.sampled_from([(), (), ("mail",), ("web",)]),
        sessions=st.lists(NAMES, max_size=1).map(tuple),
        sources=st.lists(NAMES.map("sources/{}".format), max_size=1).map(tuple),
        notes=st.lists(NAMES, max_size=1).map(tuple),
        inputs=st.lists(NAMES, max_size=2).map(tuple),
    ),
    unique_by=lambda one: one.key,
    max_size=4,
)


@given(BEARERS, st.randoms())
def test_what_is_inherited_does_not_hang_on_the_order(
    waiting: list[Bearer], chance: object
) -> None:
    def labels(some: list[Bearer]) -> dict[str, set[str]]:
        found = taint.inherited((MAILED,), some)
        return {key: {each.label for each in all_of} for key, all_of in found.items()}

    other = list(waiting)
    chance.shuffle(other)  # type: ignore[attr-defined]
    assert labels(waiting) == labels(other)
    more = [replace(one, sessions=(*one.sessions, "s-1")) for one in waiting]
    assert all({"mail"} <= labels(more).get(one.key, set()) | {*one.labels} for one in more)
