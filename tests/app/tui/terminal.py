"""The app in a real terminal: every byte it sends is kept, the screen is read by pyte."""

from __future__ import annotations

import os
import re
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pyte

ROOT = Path(__file__).resolve().parents[3]
CODE = """\
import sys
from datetime import UTC, datetime
from pathlib import Path
from curator_app.tui.app import run_app
sys.exit(run_app(Path(sys.argv[1]), lambda: datetime.now(UTC), mouse=sys.argv[2] == "mouse"))
"""
SEQUENCE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|[ -/]*[0-~])"
)


class Terminal:
    """A running app, what it sent, and what stands on its screen."""

    def __init__(self, child: pexpect.spawn[bytes], columns: int, lines: int) -> None:
        self.child = child
        self.sent = b""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """The screen's text."""
        return "\n".join(self._screen.display)

    def read(self, seconds: float = 0.05) -> None:
        """Take what the app sent within this time."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return
        self.sent += data
        self._stream.feed(data)

    def until(self, what: str) -> None:
        """Read until this text is on the screen."""
        for _ in range(600):
            self.read()
            if what in self.text:
                return
        raise AssertionError(f"never shown: {what}\n{self.text}")

    def rest(self) -> None:
        """Read until the app has sent nothing for a moment."""
        for _ in range(200):
            before = len(self.sent)
            self.read(0.35)
            if len(self.sent) == before:
                return

    def press(self, keys: str) -> None:
        """Send keys and take what comes."""
        self.child.send(keys)
        self.read()

    def press_until(self, keys: str, what: str) -> None:
        """Press until this is on the screen: a key that decides rests for a moment after a change
        that no key caused, and says so."""
        for _ in range(6):
            self.press(keys)
            for _ in range(100):
                if what in self.text:
                    return
                self.read()
        raise AssertionError(f"never shown: {what}\n{self.text}")

    def quit(self) -> int:
        """Leave with q; the exit code. Fails when the process does not end by itself."""
        for _ in range(4):
            self.child.send("\x1b")
            time.sleep(0.15)
            self.read()
        self.child.send("q")
        self.sent += self.child.read()
        self.child.wait()
        return int(self.child.exitstatus or 0)

    @property
    def printed(self) -> str:
        """What was sent, without the terminal's own sequences."""
        return SEQUENCE.sub("", self.sent.decode("utf-8"))

    @property
    def sequences(self) -> list[str]:
        """The terminal's own sequences that were sent."""
        return SEQUENCE.findall(self.sent.decode("utf-8"))


def foreign_characters(printed: str) -> set[str]:
    """Characters that a terminal would act on or hide; line ends aside."""
    bad = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return {char for char in printed if unicodedata.category(char) in bad} - {"\r", "\n"}


@contextmanager
def opened(
    home: Path,
    size: tuple[int, int] = (80, 24),
    *,
    mouse: bool = True,
    wait: str = "left ",
    **env: str,
) -> Iterator[Terminal]:
    """The app over a Home, in a terminal of this size, its queue on the screen (when `wait` is)."""
    columns, lines = size
    surroundings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env}
    # Whoever runs the tests may have a size of its own in its environment.
    surroundings |= {"COLUMNS": str(columns), "LINES": str(lines)}
    surroundings["PYTHONPATH"] = f"{ROOT / 'core'}{os.pathsep}{ROOT}"
    child: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable,
        ["-c", CODE, str(home), "mouse" if mouse else "none"],
        env=surroundings,
        dimensions=(lines, columns),
        timeout=60,
        encoding=None,
    )
    terminal = Terminal(child, columns, lines)
    try:
        terminal.until(wait)
        yield terminal
    finally:
        child.close(force=True)
