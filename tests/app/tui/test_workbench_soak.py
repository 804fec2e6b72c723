"""Random keys on all workbenches: no crash, no writing, no crooked line, nothing that acts."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, Purpose
from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.edit import EditScreen
from curator_app.tui.screens.help import HelpScreen
from tests.app.tui.desk import NARROW, PATIENCE, WIDE, Driven, driven
from tests.app.tui.test_copies import WAYS
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.three_way import BASE, CURRENT, NOTE, PROPOSED, edit_here
from tests.homes import make_home, note, put, reviewed, tree_bytes
from tests.proposal_branches import Change, propose

KEYS = (
    *"mmmssMMbxaredu0123BCPAUVWXHEJKRwthcG",
    *("space", "space", "right", "left", "enter", "escape", "tab", "ctrl+d", "j", "k", "j"),
    *("right_square_bracket", "left_square_bracket", "right_curly_bracket", "backslash"),
)
TYPING = (EditScreen, AskScreen, HelpScreen)


def full_home(root: Path) -> Path:
    """A conflict, a proposal of several notes, near copies, hostile text, notes to merge."""
    evil = MARKUP + CONTROLS.replace("\x00", "")
    home = make_home(
        root,
        {"router.md": BASE, "a.md": reviewed("a", "Cats."), "b.md": reviewed("b", "Cats.")},
    )
    several = {f"memory/notes/{name}.md": note(name, f"## {evil}\n\nx") for name in ("x", "y")}
    propose(home, Change(files={NOTE: PROPOSED}), Change(files=several))
    edit_here(home, CURRENT)
    for number, text in enumerate(WAYS):
        put(home, f"memory/candidates/c{number}.md", note(f"c{number}", text))
    return home


async def pressed(one: Driven, key: str) -> None:
    """Press a key and wait until nothing is going on."""
    await one.pilot.press(key)
    for _ in range(PATIENCE):
        await one.pilot.pause()
        if not one.app.errands.busy(*Purpose):
            return
        await asyncio.sleep(0.02)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(6))
async def test_random_keys(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    home = full_home(tmp_path / "home")
    before = tree_bytes(home, "memory")
    seen = set()
    async with driven(home, chance.choice([NARROW, WIDE, (50, 18)])) as one:
        for _ in range(250):
            seen.add(type(one.app.screen).__name__)
            leave = isinstance(one.app.screen, TYPING) and chance.random() < 0.7
            await pressed(one, "escape" if leave else chance.choice(KEYS))
            assert acting(one.text) == set()
            assert one.straight(), one.text
        assert one.of(DecisionsApplied) == []
    assert tree_bytes(home, "memory") == before
    assert seen & {"MergeScreen", "SplitScreen", "JoinScreen"}
