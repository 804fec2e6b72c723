"""The workbenches' keys: help names them with the reason why they are off, esc always leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.screen import Screen

from curator_app.tui.actions import Scope, within
from curator_app.tui.screens.help import HelpScreen
from curator_app.tui.screens.join import JoinScreen
from curator_app.tui.screens.merge import MergeScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.screens.split import SplitScreen
from curator_app.tui.widgets.row_list import RowList
from tests.app.tui.desk import NARROW, driven
from tests.app.tui.test_join import cats_home
from tests.app.tui.test_split import DEPLOY
from tests.app.tui.three_way import merge_home
from tests.homes import make_home


def split_home(root: Path) -> Path:
    """One note with three headings."""
    return make_home(root, {"deploy.md": DEPLOY})


WAYS: dict[Scope, tuple[Callable[[Path], Path], list[str], type[Screen[None]], str]] = {
    Scope.MERGE: (merge_home, ["m"], MergeScreen, "1 region unresolved"),
    Scope.SPLIT: (split_home, ["b", "s"], SplitScreen, "nothing to take back here"),
    Scope.JOIN: (cats_home, ["b", "space", "space", "M"], JoinScreen, "nothing was written by"),
}


@pytest.mark.parametrize("scope", list(WAYS))
async def test_help_lists_every_key_and_why_some_are_off(tmp_path: Path, scope: Scope) -> None:
    """Acceptance 7 and 45."""
    made, keys, kind, off = WAYS[scope]
    async with driven(made(tmp_path / "home"), NARROW) as one:
        await one.press(*keys)
        assert one.at(kind)
        screen = one.app.screen
        await one.press("question_mark")
        assert one.at(HelpScreen)
        rows = one.app.screen.query_one(RowList)
        assert set(rows.keys) == {action.name for action in within(scope)}
        pages = ""
        for _ in range(12):
            pages += one.text
            await one.press("ctrl+d")
        assert off in pages
        await one.press("escape")
        assert one.app.screen is screen
        for _ in range(3):
            await one.press("escape")
        assert one.at(QueueScreen)
