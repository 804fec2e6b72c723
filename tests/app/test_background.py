"""What is known around a note: recut notes, earlier decisions, the effect as if confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_core.model.background import Background, How, Linked
from curator_core.model.problem import Refusal
from curator_core.service import background
from tests.homes import caller, curator, make_home, note, put, reviewed


def around(home: Path, name: str) -> Background:
    """The background of an item or note."""
    found = background.of(caller(home), name)
    assert isinstance(found, Background), found
    return found


def names(found: Background, how: How) -> list[str]:
    """The notes that are linked in one way."""
    return [link.name for link in found.linked if link.how is how]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two equal notes merged into one, a rejected candidate of a slot, one that asks to confirm."""
    kept = {
        "a.md": reviewed("m_a", "Cats purr."),
        "b.md": reviewed("m_b", "Cats purr."),
        "p.md": reviewed("m_p", "Port 80.", memory_key="web.port", value=80, origin="user"),
        "e.md": reviewed(
            "m_e",
            "Port 81 over Easter.",
            memory_key="web.port",
            exception_to="m_p",
            valid_from="2027-03-20",
            valid_to="2027-04-02",
        ),
    }
    root = make_home(tmp_path_factory.mktemp("around") / "home", kept)
    assert curator(root, "decide", "m_a", "merge", "--target", "m_b").code == 0
    put(root, "memory/candidates/x.md", note("m_x", "Port 7.", memory_key="web.port", value=7))
    assert curator(root, "decide", "m_x", "reject", "--reason-code", "wrong").code == 0
    newer = note("m_n", "Port 8.", memory_key="web.port", value=8, sources=None, supersedes=["m_p"])
    newer = newer.replace("supersedes", "relation: correction\nsupersedes")
    put(root, "memory/candidates/n.md", newer)
    return root


def test_merged_notes_know_each_other(home: Path) -> None:
    found = around(home, "m_b")
    [other] = [link for link in found.linked if link.how is How.RECUT and link.name == "m_a"]
    assert isinstance(other, Linked) and other.item is not None


def test_links_go_both_ways(home: Path) -> None:
    assert names(around(home, "m_p"), How.SUPERSEDED) == ["m_n"]
    assert names(around(home, "m_p"), How.EXCEPTION) == ["m_e"]
    assert names(around(home, "m_e"), How.BASE) == ["m_p"]
    assert names(around(home, "m_n"), How.SUPERSEDES) == ["m_p"]


def test_decisions_on_the_slot_are_told_without_the_note_s_own(home: Path) -> None:
    found = around(home, "m_n")
    assert [event.about for event in found.earlier if event.memory_key == "web.port"] == [("m_x",)]


def test_the_effect_is_shown_as_if_all_was_confirmed(home: Path) -> None:
    found = around(home, "m_n")
    assert "no-source" in found.asks
    assert not isinstance(found.changes, Refusal)
    told = {change.path.rpartition("/")[2]: change for change in found.changes}
    assert "web.port: 80 (m_p" in told["MEMORY.md"].dropped[0]
    assert "web.port: 8 (m_n" in told["MEMORY.md"].added[0]
    assert [(row.before, row.after) for row in found.answers if row.at is None] == [("80", "8")]


def test_what_is_not_there_is_said(home: Path) -> None:
    found = background.of(caller(home), "m_nobody")
    assert isinstance(found, Refusal) and found.code == "unknown-item"
