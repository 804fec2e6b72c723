"""Decisions by key: bound to what was painted, staged only, taken back one by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from curator_app.tui.messages import (
    DecisionDropped,
    DecisionsApplied,
    DecisionStaged,
)
from curator_app.tui.screens.confirm import ConfirmScreen
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.decision import Approve, Defer, ReasonCode, Reject
from curator_core.model.problem import Refusal
from curator_core.model.view import Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import git, make_home, note, put, tree_bytes


def staged(one: Driven) -> list[DecisionStaged]:
    """What was staged, in order."""
    return [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]


def untouched(home: Path, files: dict[str, bytes], head: str) -> bool:
    """Whether neither files nor commits have changed."""
    return tree_bytes(home) == files and git(home, "rev-parse", "HEAD") == head


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_approve_is_bound_to_the_painted_hash(tmp_path: Path, size: tuple[int, int]) -> None:
    home = small_home(tmp_path / "home")
    files, head = tree_bytes(home), git(home, "rev-parse", "HEAD")
    async with driven(home, size) as one:
        shown = one.queue.shown
        assert shown is not None
        await one.press("a")
        [message] = staged(one)
        assert isinstance(message.outcome, Staged)
        assert message.decision == Approve(item=shown.item.item, expect=shown.shown_hash)
        assert one.current == "m_c02"
        assert "[approve]" in one.text
        assert "left 4 of 5" in one.text
        assert "staged approve" in one.said
        assert one.straight()
    assert untouched(home, files, head)


async def test_two_fast_presses_stage_one_item(tmp_path: Path) -> None:
    """Acceptance 1: the second press comes before the row has moved and been painted."""
    async with driven(small_home(tmp_path / "home")) as one:
        one.app.simulate_key("a")
        one.app.simulate_key("a")
        await one.settle()
        assert len(staged(one)) == 1
        assert one.current == "m_c02"


async def test_a_key_before_the_paint_is_ignored_with_a_word(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        one.app.simulate_key("j")
        one.app.simulate_key("a")
        await one.pilot.pause()
        await one.settle()
        assert staged(one) == []
        assert "not on the screen yet" in one.said


async def test_no_key_pressed_twice_writes(tmp_path: Path) -> None:
    """Acceptance 2."""
    home = small_home(tmp_path / "home", count=2)
    files, head = tree_bytes(home), git(home, "rev-parse", "HEAD")
    async with driven(home) as one:
        for key in [*"acdehknuwyRJGTx125", "enter", "space", "backspace", "tab"]:
            await one.press("a")
            await one.press(key, key)
            while not one.at(QueueScreen):
                await one.press("escape")
        assert one.of(DecisionsApplied) == []
    assert untouched(home, files, head)


@pytest.mark.parametrize(
    "sentence",
    [
        "away, why not try lawyers today",
        "we already saw what you wrote yesterday",
        "always write yes",
    ],
)
async def test_a_sentence_typed_into_the_list_writes_nothing(tmp_path: Path, sentence: str) -> None:
    """Acceptance 3: at worst items are staged, and u takes each of them back."""
    home = small_home(tmp_path / "home")
    files, head = tree_bytes(home), git(home, "rev-parse", "HEAD")
    async with driven(home) as one:
        names = {" ": "space", ",": "comma"}
        for letter in sentence:
            await one.press(names.get(letter, letter))
            if not one.app.is_running:
                break
        assert one.of(DecisionsApplied) == []
    assert untouched(home, files, head)


async def test_pasted_text_stages_nothing(tmp_path: Path) -> None:
    """Acceptance 4."""
    async with driven(small_home(tmp_path / "home")) as one:
        one.app.post_message(events.Paste("a\nrrr 1 d w y approve all of it"))
        await one.settle()
        assert staged(one) == []
        assert one.at(QueueScreen)


async def test_enter_opens_and_never_approves(tmp_path: Path) -> None:
    """C71: enter approves nowhere, and what is decided is named on the screen."""
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("enter", "enter", "enter")
        assert one.at(DetailScreen)
        assert staged(one) == []
        assert "m_c01" in one.rows[0]
        assert "UNREVIEWED" in one.rows[0]


async def test_reject_needs_a_second_key_and_takes_a_text(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("r", "r", "a", "enter", "y")
        assert staged(one) == []
        await one.press("tab", *"not so", "enter", "4")
        [message] = staged(one)
        assert isinstance(message.decision, Reject)
        assert message.decision.reason_code is ReasonCode.UNSUPPORTED
        assert message.decision.reason == "not so"
        assert "[reject:4]" in one.text


async def test_reject_left_with_esc_changes_nothing(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("r", "escape")
        assert staged(one) == []
        await one.press("a")
        assert len(staged(one)) == 1


async def test_defer_takes_a_date_or_a_week(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("d", *"tomorrow", "enter")
        assert "no date" in one.text
        assert staged(one) == []
        await one.press("escape", "d", *"2026-12-24", "enter", "d", "enter")
        first, second = (message.decision for message in staged(one))
        assert isinstance(first, Defer)
        assert first.until == "2026-12-24"
        assert isinstance(second, Defer)
        assert second.until is None
        assert "[defer 12-24]" in one.text


async def test_u_takes_back_the_newest_and_shows_it(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a", "a", "u")
        assert one.current == "m_c02"
        assert "taken back: approve of Candidate 2" in one.said
        await one.press("u")
        assert one.current == "m_c01"
        assert "staged 0" in one.text
        assert len(one.of(DecisionDropped)) == 2


async def test_a_change_on_disk_before_the_key_arrives_refuses_it(tmp_path: Path) -> None:
    """C01: the decision is bound to what was shown; twenty lines more are another text."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        path = home / "memory/candidates/c01.md"
        path.write_text(path.read_text(encoding="utf-8") + "More.\n" * 20, encoding="utf-8")
        one.app.simulate_key("a")
        await one.settle()
        [message] = staged(one)
        assert isinstance(message.outcome, Refusal)
        assert message.outcome.code == "stale"
        assert "stale" in one.said
        assert path.read_text(encoding="utf-8").endswith("More.\n" * 20)


async def test_keys_rest_after_a_change_that_no_key_caused(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        put(home, "memory/candidates/c00.md", note("m_c00", recorded_at="2026-10-01T00:00:00Z"))
        await one.until("left 6 of 6")
        await one.settle()
        assert one.current == "m_c01"
        await one.press("a")
        assert staged(one) == []
        assert "changed by itself" in one.said
        one.clock.advance(0.31)
        await one.press("a")
        assert len(staged(one)) == 1


async def test_the_cursor_goes_on_and_the_scroll_stays(tmp_path: Path) -> None:
    """C73: row 37 of 100 is decided; the next row has the cursor, the list does not jump."""
    async with driven(small_home(tmp_path / "home", count=100)) as one:
        one.queue.rows.select(one.queue.rows.keys[36])
        await one.settle()
        top = one.queue.rows.scroll_y
        at, _ = one.queue.rows.position
        assert at == 37
        await one.press("a")
        assert one.queue.rows.position == (38, 100)
        assert one.queue.rows.scroll_y in (top, top + 1)


async def test_a_code_to_confirm_is_asked_for_by_name(tmp_path: Path) -> None:
    """C71: the dialog names the code; enter, y and a do nothing in it."""
    home = make_home(tmp_path / "home", {}, {"x.md": note("m_x", sources=None)})
    async with driven(home) as one:
        await one.press("a")
        assert one.at(ConfirmScreen)
        assert "no-source" in one.text
        await one.press("enter", "y", "a")
        assert one.at(ConfirmScreen)
        await one.press("escape")
        assert "undecided" in one.said
        await one.press("a", "1")
        last = staged(one)[-1]
        assert isinstance(last.outcome, Staged)
        assert last.decision.confirm == ("no-source",)


async def test_an_unreadable_item_says_why_it_cannot_be_approved(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"bad.md": "---\nid: x\nnever closed\n"})
    async with driven(home) as one:
        assert "1 unreadable" in one.text
        assert "C!" in one.text
        await one.press("a")
        [message] = staged(one)
        assert isinstance(message.outcome, Refusal)
        assert message.outcome.code in one.said
        await one.press("r", "7")
        assert "[reject:7]" in one.text
