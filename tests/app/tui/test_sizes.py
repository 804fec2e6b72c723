"""From 40x15 to 300 columns: whole keys, straight columns, a way to help and out."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.help import HelpScreen
from curator_app.tui.screens.queue import QueueScreen
from tests.app.tui.desk import NARROW, WIDE, driven, small_home
from tests.homes import make_home, put


@pytest.mark.parametrize("size", [(40, 15), (53, 16), (60, 20), NARROW, (119, 30), WIDE, (300, 60)])
async def test_every_screen_fits(tmp_path: Path, size: tuple[int, int]) -> None:
    """Acceptance 40."""
    home = small_home(tmp_path / "home")
    async with driven(home, size) as one:
        for keys in (["enter"], ["a", "escape", "w"], ["escape", "o"], ["escape", "question_mark"]):
            await one.press(*keys)
            assert one.straight()
            if not one.at(HelpScreen):
                assert "? help" in one.rows[-1]
                assert ("q quit" if one.at(QueueScreen) else "esc back") in one.rows[-1]
        await one.press("escape")


@pytest.mark.parametrize("size", [(39, 15), (40, 14), (20, 6), (10, 3)])
async def test_below_the_least_size_it_says_so(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(small_home(tmp_path / "home"), size) as one:
        assert f" {size[0]}x{size[1]}" in one.rows[-1]
        await one.press("j", "question_mark", "escape", "enter", "escape")
        assert one.straight()


async def test_where_nothing_can_be_read_nothing_can_be_approved(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home"), (60, 16)) as one:
        await one.press("a")
        assert "enter opens it" in one.said
        await one.press("enter", "a")
        assert one.app.session.staged_count == 1


async def test_growing_and_shrinking_keeps_the_place(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home", count=60)
    async with driven(home) as one:
        one.queue.rows.select(one.queue.rows.keys[40])
        await one.settle()
        name = one.current
        for size in [WIDE, (40, 15), (300, 60), (10, 3), NARROW]:
            await one.resize(*size)
            assert one.straight()
            assert one.current == name
        assert "> C" in one.text
        await one.press("enter")
        for size in [WIDE, (40, 15), NARROW]:
            await one.resize(*size)
            assert one.straight()
        assert one.at(DetailScreen)


async def test_an_empty_queue_says_what_to_do_next(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    async with driven(home) as one:
        for word in ("Nothing waits", "memory/candidates", "curator demo", "init --adopt"):
            assert word in one.text
        await one.press("a", "enter", "J", "h", "y", "w", "3")
        assert "lane quarantined" in one.text
        assert one.straight()


async def test_lanes_show_their_items_and_counts(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    text = (home / "memory/candidates/c01.md").read_text(encoding="utf-8")
    put(home, "memory/quarantine/q.md", text.replace("m_c01", "m_q"))
    async with driven(home) as one:
        assert "[1 all 6] | 2 candidate 5 | 3 quarantined 1" in one.text
        await one.press("3")
        assert one.current == "m_q"
        assert one.queue.rows.position == (1, 1)
        await one.press("2", "j")
        assert one.current == "m_c02"
        await one.press("1")
        assert one.current == "m_c02"


async def test_help_lists_the_keys_of_this_view_with_reasons(tmp_path: Path) -> None:
    """Acceptance 45."""
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("question_mark")
        assert "keys in this view: queue" in one.text
        assert "nothing is staged yet" in one.text
        await one.press("slash", *"copy")
        assert "OSC 52" in one.text
        assert "approve" not in one.rows[5]
        await one.press("enter")
        assert "copied m_c01" in one.said
        await one.press("colon", *"defer", "down", "up", "escape")
        assert one.at(QueueScreen)


async def test_the_palette_asks_the_same_questions_as_the_key(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("colon", *"everything staged", "enter")
        assert "nothing is staged" in one.said


async def test_searching_goes_from_match_to_match(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home", count=12)) as one:
        await one.press("n")
        assert "/ asks" in one.said
        await one.press("slash", *"candidate 1", "enter")
        assert one.current == "m_c10"
        await one.press("n", "n", "n")
        assert one.current == "m_c01"
        await one.press("N")
        assert one.current == "m_c12"
        await one.press("slash", *"nowhere", "enter")
        assert "not found" in one.said


async def test_what_is_typed_never_acts_on_the_terminal(tmp_path: Path) -> None:
    from textual import events

    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("slash")
        one.app.post_message(events.Paste("a\u202eb\x1b[8mc\nnext line"))
        await one.settle()
        assert "a<U+202E>b<ESC>[8mc next line" in one.text


async def test_keys_that_come_in_a_burst_are_typed_into_the_dialog(tmp_path: Path) -> None:
    """On a slow line the words come before the dialog is there; none of them decides."""
    from textual import events

    async with driven(small_home(tmp_path / "home", count=12)) as one:
        for letter in "/Candidate 11":
            name = {"/": "slash", " ": "space"}.get(letter, letter)
            one.app.post_message(events.Key(name, letter))
        await one.settle()
        assert "Candidate 11" in one.text
        await one.press("enter")
        assert one.current == "m_c11"
        assert one.app.session.staged_count == 0
