"""A night of the sample Home, decided by keyboard in a real terminal: staged, written, undone.

What the screen answers decides the next key, as for a person: approve where it goes through, answer
the question that comes, read what is tainted and approve it, reject what is unsafe or refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from curator_app.sample_path import sample_home
from curator_core.model.problem import Refusal
from curator_core.service import demo
from tests.app.tui.terminal import Terminal, opened
from tests.homes import NOW, curator, tree_bytes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

KEYS = {"enter": "\r", "esc": "\x1b"}
LEFT = re.compile(r"left (\d+) of (\d+)\s+staged (\d+)")
GOAL = 3.5


@dataclass
class Reviewer:
    """Somebody at the keyboard; counts what is pressed."""

    terminal: Terminal
    pressed: int = 0
    rejected: int = 0

    @property
    def staged(self) -> int:
        """How many decisions the header says are staged."""
        found = LEFT.search(self.terminal.text)
        return int(found[3]) if found else -1

    @property
    def left(self) -> int:
        """How many items the header says are left."""
        found = LEFT.search(self.terminal.text)
        return int(found[1]) if found else -1

    def press(self, *keys: str) -> None:
        """Press keys, each after the answer to the one before."""
        for key in keys:
            self.pressed += 1
            self.terminal.answered(KEYS.get(key, key))

    def follow(self, waiting: int) -> None:
        """Read until the header says that so many items wait."""
        self.terminal.until(f" of {waiting}   staged ")
        self.terminal.rest()

    def decide(self) -> None:
        """One item, whatever it is: approve it, then answer what the screen says."""
        before = self.left
        self.press("r" if re.search(r"(?m)^.?C\S* *H? forget .*$", self._row()) else "a")
        read = False
        for _ in range(14):
            text = self.terminal.text
            if self._decided(before):
                return
            if "kind of update: " in text:
                self._kind(text)
            elif "1 confirm " in text:
                self.press("1")
            elif "1 wrong" in text:
                self.rejected += 1
                self.press("5")
            elif "curator > merge" in text:
                self.press(*(("3", "enter") if "unresolved 1" in text else ("esc",)))
            elif "curator > preview" in text:
                self.press("esc")
            elif "curator > item" in text:
                self.press("esc" if "staged " in text else "a")
            elif "read it to the end" in text and "high flag" not in text and not read:
                read = True
                self.press("enter", "G", "a")
            else:
                self.press("r")
        raise AssertionError(self.terminal.text)

    def _row(self) -> str:
        """The row under the cursor."""
        rows = [line[1:] for line in self.terminal.text.splitlines() if line.startswith(">")]
        return rows[0] if rows else ""

    def _decided(self, before: int) -> bool:
        """Whether one item less is left."""
        return self.left == before - 1

    def write(self) -> None:
        """Everything staged, or what is not blocked by another decision of the batch."""
        self.press("w")
        self.terminal.until("y write")
        self.press("y" if "blocked 0" in self.terminal.text else "Y")
        self.terminal.until("left ")
        self.terminal.rest()

    def _kind(self, text: str) -> None:
        """Take the kind that the note itself says, where it can be taken."""
        suggested = re.search(
            r"(?m)^\W*([0-4]) [a-z ]+(?:\n.*)?\n?.*<- what the note itself says", text
        )
        self.press(suggested[1] if suggested else "2")
        if "kind of update: " in self.terminal.text:
            self.press("esc", "r")


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
def test_a_whole_night_by_keyboard(tmp_path: Path, size: tuple[int, int]) -> None:
    home = demo.build(tmp_path / "sample", NOW, sample_home())
    assert not isinstance(home, Refusal)
    before = tree_bytes(home)
    waiting = curator(home, "status").json["waiting"]
    with opened(home, size) as terminal:
        one = Reviewer(terminal)
        terminal.rest()
        batches = 0
        while still := curator(home, "status").json["waiting"]:
            one.follow(still)
            while one.left > 0:
                one.decide()
            one.write()
            batches += 1
            assert batches < 4, terminal.text
        pressed = one.pressed + len(terminal.ignored)
        each = pressed / waiting
        print(f"{size}: {waiting} decided in {batches} batches, {one.rejected} times rejected, ")
        print(f"{pressed} keys, {each:.2f} a proposal, previews and writing included")
        assert each <= GOAL
        for _ in range(batches):
            one.press("u")
            terminal.until("y write")
            one.press("y")
            terminal.until("left ")
            terminal.rest()
        one.follow(waiting)
        assert one.left == waiting
        assert tree_bytes(home) == before
        assert terminal.quit() == 0
