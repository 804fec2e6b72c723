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
    terminal.press("i")
    terminal.until("COULD HAVE SAID IT")
    terminal.press("i")
    terminal.until("what was said?")
    terminal.press(OLD)
    terminal.until(f"  {OLD}")
    terminal.press("\r")
    terminal.until("CLAUDE.md:3")


def test_three_causes_mended_by_keys(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    with opened(home, (140, 40)) as terminal:
        ask(terminal)
        for words in ("m_late would take its place", "m_staging took the place of m_right"):
            assert words in terminal.text
        terminal.press("j")
        terminal.until("L  takes the link back")
        terminal.until(f"(none) -> {NEW}")
        terminal.press_until("L", "staged detach")
        terminal.press_until("w", "EFFECTS")
        terminal.press_until("y", "written: 1 decision")
        ask(terminal)
        put(home, "CLAUDE.md", "# Agent\n\nAsk memory how to ship.\n")
        terminal.until("a  approves the waiting note")
        terminal.press_until("a", "state change")
        terminal.press("2")
        terminal.until("staged approve")
        terminal.press_until("w", "EFFECTS")
        terminal.press_until("y", "written: 1 decision")
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    assert curator(home, "current", SLOT).json["answer_value"] == LATE
    places = [leak["path"] for leak in curator(home, "trace", OLD).json["leaks"]]
    assert "CLAUDE.md" not in places
