"""The preview: y writes what is shown, nothing else does; undo goes the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, DecisionUndone, PlanShown, Purpose
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Preview
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import curator, git, make_home, note, put, tree_bytes


def applied(one: Driven) -> list[BatchReceipt]:
    """What was written, in order."""
    outcomes = [m.outcome for m in one.of(DecisionsApplied) if isinstance(m, DecisionsApplied)]
    assert all(isinstance(outcome, BatchReceipt) for outcome in outcomes), outcomes
    return [outcome for outcome in outcomes if isinstance(outcome, BatchReceipt)]


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_y_writes_what_the_preview_shows(tmp_path: Path, size: tuple[int, int]) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home, size) as one:
        await one.press("a", "r", "2", "d", "enter", "w")
        assert one.at(PlanScreen)
        pages = [one.text]
        for _ in range(8):
            await one.press("ctrl+d")
            pages.append(one.text)
        for shown in (
            "approve",
            "duplicate",
            "until a week on",
            "nothing is written until you press y",
            "memory/notes/c01.md",
            "- status: candidate",
            "+ status: active",
        ):
            assert shown in "".join(pages), shown
        assert one.straight()
        head = git(home, "rev-parse", "HEAD")
        await one.press("y")
        [receipt] = applied(one)
        assert one.at(QueueScreen)
        assert "written: 3 decisions" in one.said
        assert "left 2 of 2" in one.text
    assert receipt.receipt.commit == git(home, "rev-parse", "HEAD").strip()
    assert git(home, "rev-parse", "HEAD~1") == head
    assert (home / "memory/notes/c01.md").exists()
    assert not (home / "memory/candidates/c02.md").exists()


async def test_a_reading_that_changes_nothing_leaves_y_as_it_is(tmp_path: Path) -> None:
    """A queue that is read again by itself must not cost the person a second look."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "w")
        screen = one.app.screen
        assert isinstance(screen, PlanScreen)
        view = one.app.session.view
        assert view is not None
        for _ in range(2):
            screen.refreshed(view, by_key=False)
            assert screen.why_not("write") is None
            await one.settle()
        head = git(home, "rev-parse", "HEAD")
        put(home, "memory/candidates/c01.md", note("m_c01", "Something else."))
        screen.refreshed(view, by_key=False)
        await one.press("y")
        assert git(home, "rev-parse", "HEAD") == head, "another plan than the shown one was written"
        assert one.at(PlanScreen)


async def test_undo_after_a_restart_brings_every_byte_back(tmp_path: Path) -> None:
    """Acceptance 8 and 9: files and queue return, the ledger keeps both events."""
    home = small_home(tmp_path / "home")
    before = tree_bytes(home)
    async with driven(home) as one:
        await one.press("a", "r", "1", "w", "y")
        items = {item.item for item in one.app.session.waiting}
    async with driven(home) as one:
        await one.press("u")
        assert "takes back 1 approve, 1 reject" in one.text
        assert tree_bytes(home) != before
        await one.press("y")
        assert one.of(DecisionUndone)
        assert "undone: 1 approve, 1 reject" in one.said
        assert "left 5 of 5" in one.text
        assert items < {item.item for item in one.app.session.waiting}
    assert tree_bytes(home) == before
    actions = [event["action"] for event in curator(home, "history").json["events"]]
    assert sorted(actions) == ["approve", "reject", "undo", "undo"]


async def test_one_undo_is_one_decision_and_redo_is_an_undo(tmp_path: Path) -> None:
    """Acceptance 10, 11: a batch is one entry; nothing invisible is undone first."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "w", "y", "r", "1", "w", "y", "o")
        assert one.at(HistoryScreen)
        assert "2 decisions, 0 undone" in one.text
        await one.press("u", "y", "o")
        assert "undo of reject" in one.text
        assert "3 decisions, 1 undone" in one.text
        await one.press("u")
        assert "does again" in one.text
        await one.press("y")
        assert not (home / "memory/candidates/c02.md").exists()


async def test_a_row_of_the_history_can_be_undone_or_says_why_not(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("a", "w", "y", "r", "5", "w", "y", "o", "j", "u")
        assert "takes back approve m_c01" in one.text
        await one.press("y", "o", "j", "j", "u")
        assert one.at(HistoryScreen)
        assert "undone already" in one.said
        await one.press("slash", *"reject", "enter", "enter", "escape")
        assert one.at(QueueScreen)


async def test_only_y_writes_in_the_preview(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    head = git(home, "rev-parse", "HEAD")
    async with driven(home) as one:
        await one.press("a", "w")
        for key in ("enter", "a", "space", "w", "1", "r", "G", "g", "tab"):
            await one.press(key)
            while not one.at(PlanScreen):
                await one.press("escape")
        assert git(home, "rev-parse", "HEAD") == head
        await one.press("y")
        assert "y again writes" in one.said
        await one.press("y")
        assert len(applied(one)) == 1


async def test_backspace_drops_one_and_the_rest_is_written(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a", "a", "a", "w", "shift+tab", "j", "backspace")
        assert "dropped: Candidate 2" in one.said
        assert "2 decisions" in one.text
        await one.press("y")
        assert "written: 2 decisions" in one.said
        assert "left 3 of 3" in one.text
        assert one.of(PlanShown)


async def test_a_staged_decision_can_be_opened_from_the_preview(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a", "w", "shift+tab", "enter")
        assert one.at(DetailScreen)
        assert "m_c01" in one.rows[0]
        await one.press("escape", "escape")
        assert one.at(QueueScreen)


async def test_a_changed_item_falls_back_to_undecided(tmp_path: Path) -> None:
    """Acceptance 25 and 26: it is marked, the others keep their state, and the desk says why."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "a")
        text = (home / "memory/candidates/c01.md").read_text(encoding="utf-8")
        put(home, "memory/candidates/c01.md", text + "Another sentence.\n")
        await one.until("!changed")
        await one.settle()
        assert "changed since you decided: 1" in one.text
        assert "[approve]" in one.text
        assert "left 4 of 5" in one.text
        one.clock.advance(1)
        await one.press("w")
        assert "CHANGED" in one.text
        assert "changed on disk since, undecided again" in one.text
        await one.press("y")
        assert "written: 1 decision" in one.said
        assert "left 4 of 4" in one.text
        assert one.app.session.staged_count == 0
    assert (home / "memory/candidates/c01.md").exists()
    assert not (home / "memory/candidates/c02.md").exists()


async def test_blocked_decisions_are_counted_and_y_says_why_not(tmp_path: Path) -> None:
    twins = {"a/x.md": note("m_one", "One."), "b/x.md": note("m_two", "Two.")}
    config = '[layout]\ncandidates = ["memory/candidates/a", "memory/candidates/b"]\n'
    home = make_home(tmp_path / "home", {}, twins, config)
    async with driven(home) as one:
        await one.press("a", "a", "w")
        assert "blocked 1" in one.text
        assert "BLOCKED" in one.text
        assert "path-taken" in one.text
        await one.press("y")
        assert one.of(DecisionsApplied) == []
        assert "1 decision blocked" in one.said
        await one.press("shift+tab", "j", "backspace", "y")
        assert "written: 1 decision" in one.said


async def test_a_home_that_changed_meanwhile_is_shown_again(tmp_path: Path) -> None:
    """What the person saw is what is applied: a plan that differs is not written."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "w")
        taken = curator(home, "staged").json["decisions"][0]["item"]
        assert curator(home, "decide", taken, "reject", "--stage").code == 0
        one.app.simulate_key("y")
        await one.settle()
        assert one.of(DecisionsApplied) == []
        assert one.at(PlanScreen)
        assert "not written" in one.said
        assert "reject" in one.text
    assert (home / "memory/candidates/c01.md").exists()


async def test_writing_cannot_be_started_twice(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a", "w")
        one.app.simulate_key("y")
        one.app.simulate_key("y")
        one.app.simulate_key("q")
        one.app.simulate_key("escape")
        await one.settle()
        assert len(applied(one)) == 1
        assert one.at(QueueScreen)


async def test_a_held_lock_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    """C68: the error names the lock, there is no success, the decision stays staged."""
    home = small_home(tmp_path / "home")
    lock = put(home, ".git/index.lock", b"")
    async with driven(home) as one:
        await one.press("a", "w", "y")
        [message] = one.of(DecisionsApplied)
        assert isinstance(message, DecisionsApplied)
        assert isinstance(message.outcome, Refusal)
        assert message.outcome.code == "index-locked"
        assert "index-locked" in one.said
        assert one.at(PlanScreen)
        assert not one.app.errands.busy(*Purpose)
        lock.unlink()
        await one.press("y")
        assert one.at(QueueScreen)
        assert "written: 1 decision" in one.said


async def test_quitting_keeps_what_is_staged(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "q")
    async with driven(home) as one:
        assert "staged 1" in one.text
        assert "[approve]" in one.text
        await one.press("u")
        assert "taken back" in one.said


async def test_looking_back_changes_nothing(tmp_path: Path) -> None:
    """Acceptance 12."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "k", "enter", "escape", "w", "escape", "o", "escape")
        assert one.of(DecisionUndone) == one.of(DecisionsApplied) == []
        assert [p for p in one.of(PlanShown) if isinstance(p, PlanShown)]
        assert all(
            isinstance(p.outcome, Preview) for p in one.of(PlanShown) if isinstance(p, PlanShown)
        )
        assert "staged 1" in one.text
