"""No key pressed twice writes anything; in the preview only the writing keys do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from curator_app.tui.actions import Scope, within
from curator_app.tui.messages import DecisionsApplied, DecisionUndone
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.screens.stats import StatsScreen
from tests.app.tui.desk import Driven, driven, small_home
from tests.homes import git, tree_bytes

SCREENS: dict[Scope, tuple[type[Screen[Any]], str]] = {
    Scope.QUEUE: (QueueScreen, ""),
    Scope.HISTORY: (HistoryScreen, "o"),
    Scope.STATS: (StatsScreen, "number_sign"),
    Scope.PREVIEW: (PlanScreen, "w"),
}
LEAVING = frozenset({"leave", "quit", "editor", "back", "stay"})
WRITING = frozenset({"write", "write_rest"})


async def to(one: Driven, scope: Scope) -> None:
    """Back to the queue, then to this screen."""
    kind, key = SCREENS[scope]
    for _ in range(6):
        if one.at(QueueScreen):
            break
        await one.press("escape")
    if scope is Scope.PREVIEW and not one.app.session.staged_count:
        await one.press("j", "a")
    if key:
        await one.press(key)
    assert one.at(kind), scope


@pytest.mark.slow
@pytest.mark.parametrize("scope", SCREENS)
async def test_no_key_pressed_twice_writes(tmp_path: Path, scope: Scope) -> None:
    """Acceptance 2 and 6: nothing is written, and nothing asks whether it really should be."""
    home = small_home(tmp_path / "home", 6)
    async with driven(home) as one:
        await one.press("a", "w", "y")
        written = git(home, "rev-parse", "HEAD"), tree_bytes(home)
        assert len(one.of(DecisionsApplied)) == 1
        for action in within(scope):
            for key in () if action.name in LEAVING | WRITING else action.keys:
                await to(one, scope)
                await one.press(key, key)
                assert (git(home, "rev-parse", "HEAD"), tree_bytes(home)) == written, key
        assert len(one.of(DecisionsApplied)) == 1 and one.of(DecisionUndone) == []
