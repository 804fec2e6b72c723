"""README's tour in a real terminal of 80x24: from `demo` to undo; screen, files, ledger and git."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.tui.terminal import PREVIEW, Terminal, foreign_characters, spawned
from tests.homes import git, tree_bytes

HEALTH, PERMISSION = "sb-health-check", "sb-standing-permission"
FOLDER = "memory/candidates/shiftboard"
WAITING = 45
"""What waits on the last morning: 12 candidates, an edited note, 32 proposals of branches."""
NAMES = ("health-check.md", "standing-permission.md")


@contextmanager
def demo(folder: Path) -> Iterator[Terminal]:
    """`curator demo FOLDER` in a terminal, the queue on its screen."""
    words = ("-m", "curator_app", "demo", str(folder))
    with spawned(words, (80, 24), f"left {WAITING} of {WAITING}", {}) as terminal:
        yield terminal


def go_to(terminal: Terminal, words: str, note_id: str) -> None:
    """Find a row by words of its title; the preview shows this note."""
    terminal.press("/", "enter finds")
    terminal.press(words, f"\n {words} ")
    terminal.press("\r", f"\n- {note_id} ")


@pytest.mark.slow
def test_the_tour_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CURATOR_NOW", raising=False)
    home = tmp_path / "tour"
    with demo(home) as terminal:
        before = tree_bytes(home)
        head = git(home, "rev-parse", "HEAD").strip()
        look_and_stage(terminal)
        assert tree_bytes(home) == before
        assert git(home, "rev-parse", "HEAD").strip() == head
        terminal.press("w", PREVIEW)
        terminal.rest()
        assert tree_bytes(home) == before
        write(terminal, home)
        take_back(terminal, home)
        assert tree_bytes(home) == before
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    history_is_right(home, head)


def look_and_stage(terminal: Terminal) -> None:
    """Open one item with its sources, stage its approval, and a rejection as unsafe."""
    terminal.until("3 unreadable")
    terminal.rest()
    go_to(terminal, "Health check", HEALTH)
    terminal.press("\r", "curator > item")
    terminal.until("SOURCES")
    terminal.press("\x1b", f"left {WAITING} of {WAITING}")
    terminal.press("a", "staged approve")
    go_to(terminal, "Standing permission", PERMISSION)
    terminal.press("r", "unsafe")
    terminal.press("5", "staged 2")


def write(terminal: Terminal, home: Path) -> None:
    """One key, one commit: the note is memory, the other candidate is gone."""
    for name in NAMES:
        assert (home / FOLDER / name).exists()
    terminal.press("y", "written: 2 decisions")
    terminal.until(f"left {WAITING - 2} of {WAITING - 2}   staged 0")
    for name in NAMES:
        assert not (home / FOLDER / name).exists()
    note = home / "memory/notes/shiftboard/health-check.md"
    assert b"reviewed: true" in note.read_bytes()


def take_back(terminal: Terminal, home: Path) -> None:
    """Previewed first, written by the same key."""
    decided = tree_bytes(home)
    terminal.press("u", "takes back")
    terminal.rest()
    assert tree_bytes(home) == decided
    terminal.press("y", "undone:")
    terminal.until(f"left {WAITING} of {WAITING}")


def history_is_right(home: Path, head: str) -> None:
    """Two commits with their trailers, two ledger files with four events; of the notes only the
    untracked candidate is another one: its undo brings it back tracked (CONTRACT 20).
    """
    commits = git(home, "rev-list", f"{head}..HEAD").split()
    assert len(commits) == 2
    files = sorted((home / "ledger").rglob("*.jsonl"))
    new = [file for file in files if _is_new(home, head, file)]
    events = [json.loads(line) for file in new for line in file.read_text().splitlines()]
    assert sorted(event["action"] for event in events) == ["approve", "reject", "undo", "undo"]
    assert {event["reason_code"] for event in events if event["action"] == "reject"} == {"unsafe"}
    decisions = {event["decision"] for event in events}
    trailers = git(home, "log", "--format=%(trailers:key=Curator-Decision,valueonly)", "-2")
    assert set(trailers.split()) == decisions
    assert all(event["tty"] and event["entrance"] == "tui" for event in events)
    tracked_now = git(home, "diff", "--name-only", head, "HEAD", "--", "memory").split()
    assert tracked_now == [f"{FOLDER}/standing-permission.md"]
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == ""
    assert not list((home / ".git").rglob("*.lock"))


def _is_new(home: Path, head: str, file: Path) -> bool:
    name = file.relative_to(home).as_posix()
    return git(home, "ls-tree", "--name-only", head, "--", name) == ""
