"""A history in which versions were replaced is the one that would be made of them anew."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.answer import Version
from curator_core.model.home import Config, SlotRule
from curator_core.rules import boundaries, histories
from curator_core.rules.histories import History
from curator_core.rules.slots import SlotRules, folded_id
from tests.core.time.memory import note

IDS = st.sampled_from(["a", "A", "b", "c", "d", "e"])
SLOTS = (SlotRule("deploy.command", aliases=("deploy.cmd",)),)
CONFIG = Config(timezone="UTC", slots=SLOTS)
RULES = boundaries.zone(CONFIG.timezone), SlotRules(CONFIG.slots)


@st.composite
def versions(draw: st.DrawFn) -> Version:
    """A version that states links of every kind, by any note's word."""
    extra: dict[str, Any] = {}
    named = draw(st.one_of(st.none(), IDS, st.lists(IDS, max_size=3)))
    if named is not None:
        extra["superseded_by"] = named
    made = note(
        draw(IDS),
        scope=draw(st.sampled_from(["global", "project:a"])),
        memory_key=draw(st.sampled_from([None, "deploy.command", "deploy.cmd", "Deploy.CMD", "s"])),
        supersedes=tuple(draw(st.lists(IDS, max_size=3))),
        exception_to=draw(st.one_of(st.none(), IDS)),
        extra=extra,
    )
    return Version(note=made, reviewed=draw(st.booleans()))


def same(one: History, other: History) -> None:
    """Equal in every row and in the order of each row."""
    for name in History.__slots__:
        if name not in ("zone", "slots"):
            assert getattr(one, name) == getattr(other, name), name


@given(st.lists(versions(), max_size=8), st.lists(st.lists(versions(), max_size=3), max_size=4))
def test_replacing_is_indexing_anew(first: list[Version], later: list[list[Version]]) -> None:
    history = histories.indexed(tuple(first), *RULES)
    for changed in later:
        new = {folded_id(version.note.id): version for version in changed}
        kept = [v for v in history.versions if folded_id(v.note.id) not in new]
        before = history
        history = histories.replaced(history, changed)
        same(history, histories.indexed((*kept, *new.values()), *RULES))
        same(before, histories.indexed(before.versions, *RULES))
