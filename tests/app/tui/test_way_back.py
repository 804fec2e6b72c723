"""One level at a time: esc from every screen and dialog, and from a plan made on a workbench."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from tests.app.tui.desk import driven, small_home
from tests.app.tui.three_way import merge_home
from tests.homes import make_home

LEVELS = (
    ("question_mark",),
    ("colon",),
    ("slash",),
    ("f",),
    ("O",),
    ("r",),
    ("d",),
    ("c",),
    ("i",),
    ("enter", "r"),
    ("enter", "d"),
    ("o", "number_sign"),
    ("b", "enter", "t", "A"),
    ("s",),
    ("a", "w", "enter"),
)
"""Keys from the queue, each of them one level further. A text that is edited has two, so that a
digit can be typed into it: test_editing."""


async def test_esc_leaves_one_level_everywhere(tmp_path: Path) -> None:
    """Acceptance 7: no level is left by ctrl+c alone, and none takes another one along."""
    async with driven(small_home(tmp_path / "home", count=3)) as one:
        for keys in LEVELS:
            screens = [one.app.screen]
            for key in keys:
                await one.press(key)
                if one.app.screen is not screens[-1]:
                    screens.append(one.app.screen)
            assert len(screens) == len(keys) + (keys[0] != "a"), keys
            while len(screens) > 1:
                screens.pop()
                await one.press("escape")
                assert one.app.screen is screens[-1], keys


@pytest.mark.parametrize("opened", [(), ("enter",)], ids=["queue", "item"])
async def test_the_plan_of_a_merge_leads_back_before_the_merge(
    tmp_path: Path, opened: tuple[str, ...]
) -> None:
    """What is staged is no level to go back to; it stays staged."""
    async with driven(merge_home(tmp_path / "home")) as one:
        await one.press(*opened, "m", "3", "enter", "1")
        assert one.at(PlanScreen)
        assert "w previews" not in one.said
        await one.press("escape")
        assert one.at(DetailScreen if opened else QueueScreen)
        assert one.app.session.staged_count == 1 and "w previews" in one.said


async def test_what_is_stale_is_counted_and_listed(tmp_path: Path) -> None:
    async with driven(merge_home(tmp_path / "home")) as one:
        assert "1 stale (f has:stale)" in one.text
        await one.press("f", *"has", "colon", *"stale", "enter")
        assert "filter: has:stale (1 of 1)" in one.text


async def test_an_empty_queue_says_where_work_comes_from(tmp_path: Path) -> None:
    async with driven(make_home(tmp_path / "home")) as one:
        for offer in ("curator demo DIR", "curator init --adopt DIR", "connect your agent"):
            assert offer in one.text
