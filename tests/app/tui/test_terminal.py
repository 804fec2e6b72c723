"""The app in a real terminal: what it sends, and how it ends."""

from __future__ import annotations

import re
from pathlib import Path

from tests.app.tui.desk import small_home
from tests.app.tui.terminal import PREVIEW, foreign_characters, opened
from tests.homes import git

MOUSE = ("\x1b[?1000h", "\x1b[?1003h", "\x1b[?1006h", "\x1b[?1015h")


def test_from_key_to_commit_and_back_in_a_terminal(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    with opened(home) as terminal:
        terminal.until("Candidate 1")
        terminal.until("TEXT")
        terminal.press("a", "staged approve")
        terminal.press("w", PREVIEW)
        terminal.press("y", "written: 1 decision")
        terminal.press("u", "takes back approve m_c01")
        terminal.press("y", "undone: approve m_c01")
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    assert git(home, "rev-list", "--count", "HEAD").strip() == "4"


def test_it_leaves_at_once_with_the_watcher_running(tmp_path: Path) -> None:
    """C74: no thread keeps the process alive, no lock stays, what is staged is named."""
    home = small_home(tmp_path / "home")
    with opened(home) as terminal:
        terminal.until("m_c01")
        terminal.press("a", "staged approve")
        assert terminal.quit() == 0
        assert "1 staged decision kept" in terminal.printed
        assert not terminal.child.isalive()
    assert not list((home / ".git").rglob("*.lock"))


def test_without_the_mouse_no_mouse_mode_is_set(tmp_path: Path) -> None:
    """Acceptance 42."""
    home = small_home(tmp_path / "home")
    with opened(home, mouse=False) as terminal:
        terminal.quit()
        assert not [mode for mode in MOUSE if mode in terminal.sequences]
    with opened(home, mouse=True) as terminal:
        terminal.quit()
        assert MOUSE[0] in terminal.sequences


def test_no_color_means_no_colour_and_an_empty_one_means_nothing(tmp_path: Path) -> None:
    """Acceptance 41: letters, signs and reverse carry everything."""
    home = small_home(tmp_path / "home")
    with opened(home, NO_COLOR="1") as terminal:
        terminal.until("m_c01")
        assert "> C" in terminal.text
        terminal.quit()
        assert [each for each in terminal.sequences if codes(each) - {7, 39, 49}] == []
        assert [each for each in terminal.sequences if 7 in codes(each)]
    with opened(home, NO_COLOR="") as terminal:
        terminal.quit()
        assert [each for each in terminal.sequences if 38 in codes(each)]


def codes(sequence: str) -> set[int]:
    """The colours and the reverse that a sequence sets; the numbers that say which are left out."""
    numbers = [int(part) for part in re.findall(r"\d+", sequence)] if sequence[-1] == "m" else []
    named: set[int] = set()
    while numbers:
        first = numbers.pop(0)
        named.add(first)
        if first in (38, 48) and numbers:
            del numbers[: 4 if numbers[0] == 2 else 2]
    return {n for n in named if n == 7 or 30 <= n <= 49 or n >= 90}


def test_copying_goes_through_the_terminal_and_says_so(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    with opened(home) as terminal:
        terminal.until("m_c01")
        terminal.press("y", "copied m_c01")
        terminal.quit()
        copied = [each for each in terminal.sequences if each.startswith("\x1b]52;")]
        assert copied == ["\x1b]52;c;bV9jMDE=\x07"]
