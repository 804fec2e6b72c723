"""`S` on a free note: the nearest slots, one digit stages the edit, esc leaves it free."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, DecisionStaged
from curator_app.tui.screens.memory import MemoryScreen
from curator_app.tui.screens.slot import SlotScreen
from curator_core.model.decision import Edit
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.homes import curator, make_home, reviewed


def slots_home(root: Path) -> Path:
    """A free note near to a slot, and one that is near to none."""
    key = {"memory_key": "deploy-command", "value": "make", "scope": "project:lab"}
    notes = {
        "a.md": reviewed("m_free", "Deploy by make release.", title="Deploys"),
        "b.md": reviewed("m_lost", "Zebra.", title="Zebra"),
        "c.md": reviewed("m_dep", title="Deploy command", **key),
    }
    return make_home(root, notes)


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_digit_puts_the_note_into_a_slot(tmp_path: Path, size: tuple[int, int]) -> None:
    home = slots_home(tmp_path / "home")
    async with driven(home, size) as one:
        await one.press("b", "S")
        assert one.at(SlotScreen)
        for shown in ("which slot is this about?", "deploy-command", "m_dep"):
            assert shown in one.text, shown
        assert one.straight()
        await one.press("2", "enter", "y", "a")
        assert one.at(SlotScreen), "only a shown digit chooses"
        await one.press("1")
        assert one.at(MemoryScreen)
        [staged] = one.of(DecisionStaged)
        assert isinstance(staged, DecisionStaged)
        assert isinstance(staged.outcome, Staged), staged.outcome
        assert isinstance(staged.decision, Edit)
        assert "[edit]" in one.text
        await one.press("w")
        await one.press(
            "slash", *(["space" if c == " " else c for c in "memory_key: dep"]), "enter"
        )
        assert "memory_key: deploy-command" in one.text
        await one.press("y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
    assert curator(home, "current", "deploy-command").json["note_id"] == "m_free"


async def test_nothing_near_esc_and_keys_that_are_off(tmp_path: Path) -> None:
    async with driven(slots_home(tmp_path / "home"), WIDE) as one:
        await one.press("b", "j", "S")
        assert "no slot is near" in one.text
        await one.press("1", "escape")
        assert one.at(MemoryScreen)
        await one.press("C")
        assert "[confirm]" in one.text, "the note may be decided about after esc"
        await one.press("j", "S")
        assert "states a value of a slot already" in one.said
        await one.press("k", "k", "enter", "S", "escape")
        assert not one.at(SlotScreen)


async def test_hostile_slot_names_are_words(tmp_path: Path) -> None:
    evil = "deploy " + MARKUP + CONTROLS.replace("\x00", "")
    key = {"memory_key": json.dumps(evil), "scope": "project:a"}
    notes = {
        "a.md": reviewed("m_a", "deploy", title="Deploy"),
        "b.md": reviewed("m_b", MARKUP, title="Deploy " + "x" * 90, **key),
    }
    async with driven(make_home(tmp_path / "home", notes), NARROW) as one:
        await one.press("b", "S")
        assert one.at(SlotScreen)
        assert acting(one.text) == set()
        assert one.straight()
        assert "[@click=" in one.text
