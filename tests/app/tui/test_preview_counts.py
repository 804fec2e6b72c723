"""The preview says first what cannot be written and why; the rest can be written without it."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.event import Action
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, driven
from tests.homes import curator, make_home, note, put

CONFIG = '[layout]\ncandidates = ["memory/candidates/a", "memory/candidates/b"]\n'


def twins(root: Path) -> Path:
    """Two candidates that would lie at the same path, and one that replaces a reviewed note."""
    config = f'[review]\nheadless = "all"\n{CONFIG}'
    old = note("m_old", "Old.", status="active", memory_key="deploy", value="make old")
    new = note(
        "m_new", "New.", memory_key="deploy", value="make new", supersedes=["m_old"],
        valid_from="2026-11-20", title="How to deploy",
    )  # fmt: skip
    names = {"a/x.md": note("m_one", "One."), "b/x.md": note("m_two", "Two."), "a/new.md": new}
    home = make_home(root, {"old.md": old}, names, config)
    for name, words in (
        ("m_one", ("approve",)),
        ("m_two", ("approve",)),
        ("m_new", ("approve", "--relation", "state_change")),
    ):
        assert curator(home, "decide", name, *words, "--stage").code == 0
    return home


async def test_blocked_come_first_and_the_rest_is_written_without_them(tmp_path: Path) -> None:
    """C71: verb, note id and target status are on every row; UX §4.6: counts and blocked first."""
    home = twins(tmp_path / "home")
    async with driven(home, NARROW) as one:
        await one.press("w")
        assert "blocked 1  stale 0  warnings" in one.rows[0] and "2 decisions" in one.rows[0]
        first, *others = one.rows[1:4]
        for word in ("approve", "m_two", "not written", "BLOCKED"):
            assert word in first, word
        assert any("m_new" in row and "candidate -> active +1" in row for row in others)
        assert "path-taken" in one.rows[5] and "Y writes all the others" in one.text
        assert one.straight()
        await one.press("enter", "escape", "y")
        assert "blocked: backspace drops one, Y writes the rest" in one.said
        assert one.of(DecisionsApplied) == []
        await one.press("Y")
        [message] = one.of(DecisionsApplied)
        assert isinstance(message, DecisionsApplied)
        assert isinstance(message.outcome, BatchReceipt)
        assert len(message.outcome.receipt.events) == 2
        assert one.at(QueueScreen) and "2 decisions, 1 left out (w says why)" in one.said
        await one.press("w")
        assert one.app.session.staged_count == 1, "what was blocked is staged still"
        assert "CHANGED" in one.rows[1], "its place is taken now: it is asked for again"
        await one.press("Y")
        assert len(one.of(DecisionsApplied)) == 1


async def test_effects_stand_beside_the_files_where_there_is_room(tmp_path: Path) -> None:
    async with driven(twins(tmp_path / "home"), WIDE) as one:
        await one.press("w")
        for shown in (
            "- effects",
            "make old -> make new",
            "u brings back 3 files as now, byte for byte",
            "undone by u: deletion receipts (none here)",
            "VIEWS  made anew after the write",
            ".curator/views/INDEX.md",
        ):
            assert shown in one.text, shown
        assert one.straight()


async def test_e_decides_one_again_and_a_file_that_changed_is_told(tmp_path: Path) -> None:
    home = twins(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("w", "shift+tab", "shift+tab")
        screen = one.app.screen
        assert isinstance(screen, PlanScreen)
        await one.press("G")
        staged = screen.selected()
        assert staged is not None and staged.action is Action.APPROVE
        await one.press("e")
        assert one.at(DetailScreen) and "decide it again" in one.said
        await one.press("r", "4", "escape")
        assert one.at(PlanScreen)
        again = [each for each in screen.staged if each.item == staged.item]
        assert [each.action for each in again] == [Action.REJECT]
        put(home, "memory/candidates/b/x.md", note("m_two", "Another text."))
        await one.until("CHANGED")
        assert "stale 1" in one.rows[0] and "open it, decide again" in one.text
