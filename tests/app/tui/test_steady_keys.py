"""What is read again and stays as it is on the screen costs no key; nor do letters in a burst."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from curator_app.tui.messages import DecisionStaged, Purpose, QueueLoaded
from curator_app.tui.screens.desk import Desk
from curator_app.tui.screens.help import HelpScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.view import Staged
from tests.app.trace_homes import planted
from tests.app.tui.desk import WIDE, Driven, driven, small_home
from tests.app.tui.terminal import opened
from tests.app.tui.test_forgetting import home_of
from tests.app.tui.test_memory import kept_home
from tests.app.tui.three_way import merge_home
from tests.homes import git, put, reviewed


async def read_again(one: Driven, key: str) -> None:
    """Let the screen in front read what it shows again; the key acts at every moment of that."""
    screen, view = one.app.screen, one.app.session.view
    assert isinstance(screen, Desk) and view is not None
    assert screen.reason(key) is None
    screen.refreshed(view, by_key=False)
    still = 0
    while still < 20:
        assert screen.reason(key) is None
        still = 0 if one.app.errands.busy(*Purpose) else still + 1
        await asyncio.sleep(0.001)
    await one.settle()
    assert screen.reason(key) is None


@pytest.mark.parametrize(
    ("home", "keys", "key"),
    [
        (small_home, "", "approve"),
        (small_home, "enter", "approve"),
        (kept_home, "b", "archive"),
        (kept_home, "b enter", "archive"),
        (kept_home, "b j t", "archive"),
        (planted, "i", "detach"),
        (merge_home, "m 2", "settle"),
        (home_of, "b Z", "write"),
    ],
    ids=["queue", "item", "memory", "note", "chain", "investigate", "merge", "forget"],
)
async def test_a_reading_that_changes_nothing_costs_no_key(
    tmp_path: Path, home: Callable[[Path], Path], keys: str, key: str
) -> None:
    async with driven(home(tmp_path / "home"), WIDE) as one:
        await one.press(*keys.split())
        while key == "detach" and isinstance(one.app.screen, Desk) and one.app.screen.reason(key):
            await one.press("j")
        await read_again(one, key)


async def test_another_cascade_than_the_shown_one_is_not_carried_out(tmp_path: Path) -> None:
    home = home_of(tmp_path / "home")
    async with driven(home) as one:
        await one.press("b", "Z", "y", *"forget")
        put(home, "memory/notes/c.md", reviewed("m_c", "Hazelnuts.", memory_key="k"))
        before = git(home, "rev-parse", "HEAD")
        await one.press("enter")
        assert git(home, "rev-parse", "HEAD") == before


@pytest.mark.parametrize("own", [True, False])
async def test_a_reading_under_way_while_one_stages_is_no_surprise(
    tmp_path: Path, own: bool
) -> None:
    """Keys rest only after a change that no key caused: what was staged here is none."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        earlier = one.app.session.roster
        await one.press("a")
        if not own:
            (home / "memory/candidates/c05.md").unlink()
            one.app.reload(by_key=True)
            await one.settle()
        one.app.session.roster = earlier
        now = [m for m in one.of(QueueLoaded) if isinstance(m, QueueLoaded)][-1].arranged
        one.app.post_message(QueueLoaded(now, by_key=False))
        await one.pilot.pause()
        assert one.app.session.hushed is not own


async def test_u_right_after_a_write_is_about_what_was_written(tmp_path: Path) -> None:
    """The queue says how many are staged as it was read last; what is staged now decides."""
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a")
        [staged] = [m.outcome for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
        assert isinstance(staged, Staged)
        await one.press("w", "y")
        one.app.session.kept(staged)
        await one.press("u")
        assert one.at(PlanScreen)
        assert "takes back approve m_c01" in one.text


async def burst(one: Driven, letters: str) -> None:
    """Letters at once, as on a slow line."""
    names = {":": "colon", " ": "space"}
    for letter in letters:
        one.app.post_message(events.Key(names.get(letter, letter), letter))
    await one.settle()


async def test_a_burst_after_the_colon_is_typed_into_the_palette(tmp_path: Path) -> None:
    """Its letters are also keys of the help (q closes, j moves) and of the queue (a approves)."""
    async with driven(small_home(tmp_path / "home")) as one:
        await burst(one, ":quiet fjag")
        assert one.at(HelpScreen)
        assert " quiet fjag " in one.text
        await one.press("escape")
        assert one.at(QueueScreen)
        assert one.app.session.staged_count == 0


async def test_in_the_help_letters_stay_keys(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("question_mark", "j", "q")
        assert one.at(QueueScreen)


@pytest.mark.parametrize("keys", [":next find", "/next find"])
def test_words_sent_at_once_are_typed_in_a_real_terminal(tmp_path: Path, keys: str) -> None:
    with opened(small_home(tmp_path / "home")) as terminal:
        terminal.until("TEXT")
        terminal.press(keys, " next find ")
        assert terminal.quit() == 0
