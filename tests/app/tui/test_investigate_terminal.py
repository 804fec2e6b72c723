"""The planted stale answer in a real terminal: traced to its three causes, mended by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.trace_homes import LATE, NEW, OLD, SLOT, planted
from tests.app.tui.terminal import Terminal, foreign_characters, opened
from tests.homes import curator, put

pytestmark = pytest.mark.slow


def ask(terminal: Terminal) -> None:
    """From the queue to an investigation of the words that were said."""
    terminal.until("TEXT")
    terminal.press("i", "COULD HAVE SAID IT")
    terminal.press("i", "what was said?")
    terminal.press(OLD, f"\n {OLD} ")
    terminal.press("\r", f"investigate   {OLD}")
    terminal.rest()
    terminal.until("CLAUDE.md:3")


def test_three_causes_mended_by_keys(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    with opened(home, (140, 40)) as terminal:
        ask(terminal)
        terminal.until("m_late would take its place", "m_staging took the place of m_right")
        terminal.press("j", "L  takes the link back")
        terminal.until(f"(none) -> {NEW}")
        terminal.press("L", "staged detach")
        terminal.press("w", "EFFECTS")
        terminal.press("y", "written: 1 decision")
        ask(terminal)
        put(home, "CLAUDE.md", "# Agent\n\nAsk memory how to ship.\n")
        terminal.until("a  approves the waiting note")
        terminal.press("a", "state change")
        terminal.press("2", "staged approve")
        terminal.press("w", "EFFECTS")
        terminal.press("y", "written: 1 decision")
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    assert curator(home, "current", SLOT).json["answer_value"] == LATE
    places = [leak["path"] for leak in curator(home, "trace", OLD).json["leaks"]]
    assert "CLAUDE.md" not in places
