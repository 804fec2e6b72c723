"""The app in a real terminal: every byte it sends is kept, the screen is read by pyte."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
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

READ, QUIET = 0.05, 0.35
"""Seconds that one read waits, and that an app at rest is silent."""

PATIENCE, LEAVING, TRIES = 2_000, 200, 20
"""How many reads to wait for a text, for the end of the app; how often a key is pressed."""

IGNORED = b"press again"
"""What the app says of a key that came too early and did nothing."""

PREVIEW = "EFFECTS"
"""What stands over a plan that is on the screen; the frame around it comes before it."""


class Terminal:
    """A running app, what it sent, and what stands on its screen.

    Limits count reads of at most `READ` seconds; no test knows how fast the machine is.
    """

    def __init__(self, child: pexpect.spawn[bytes], columns: int, lines: int) -> None:
        self.child = child
        self.sent = b""
        self.ignored: list[str] = []
        self._ended = False
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """The screen's text."""
        return "\n".join(self._screen.display)

    def until(self, *words: str) -> None:
        """Read until all of these are on the screen at once."""
        for _ in range(PATIENCE):
            if all(word in self.text for word in words):
                return
            self._read(READ)
        raise AssertionError(f"never shown: {words}\n{self.text}")

    def press(self, keys: str, then: str) -> None:
        """Send keys and wait for what they bring on the screen, which is not there before.

        A key that did nothing because it came too early is pressed again, whatever it does: the app
        says that it ignored it. No other key is ever pressed twice.
        """
        assert then not in self.text, f"there before the key, so it tells nothing: {then}"
        for _ in range(TRIES):
            before = len(self.sent)
            self.child.send(keys)
            if self._comes(then, before):
                return
            self.ignored.append(keys)
            self.rest()
        raise AssertionError(f"always ignored: {keys}\n{self.text}")

    def blind(self, keys: str) -> None:
        """Send keys of which nothing certain is expected; `rest` waits for whatever they do."""
        self.child.send(keys)
        self._read(READ)

    def answered(self, keys: str) -> None:
        """Send keys and wait until the app has done all that follows, whatever it is; what it
        ignored is pressed again as by `press`."""
        for _ in range(TRIES):
            before = len(self.sent)
            self.blind(keys)
            self.rest()
            if IGNORED not in self.sent[before:]:
                return
            self.ignored.append(keys)
        raise AssertionError(f"always ignored: {keys}\n{self.text}")

    def rest(self) -> None:
        """Read until the app has answered everything: it is silent, and has nothing in hand."""
        for _ in range(PATIENCE):
            idle = _asleep(self.child.pid)
            if not self._read(QUIET) and idle and _asleep(self.child.pid):
                return
        raise AssertionError(f"never at rest\n{self.text}")

    def quit(self) -> int:
        """Leave by esc and q, pressed until the app ends by itself; the exit code. Both keys are
        harmless when they come once more."""
        for keys in (*"\x1b\x1b\x1b", *("\x1b", "q") * TRIES):
            self.child.send(keys)
            for _ in range(LEAVING if keys == "q" else 3):
                self._read(READ)
                if self._ended:
                    self.child.wait()
                    return int(self.child.exitstatus or 0)
        raise AssertionError(f"it does not end\n{self.text}")

    def _comes(self, then: str, before: int) -> bool:
        """Whether this is shown, and not that the key was ignored; `before` it so much was sent."""
        for _ in range(PATIENCE):
            if then in self.text:
                return True
            if IGNORED in self.sent[before:]:
                return False
            self._read(READ)
        raise AssertionError(f"never shown: {then}\n{self.text}")

    def _read(self, seconds: float) -> bool:
        """Take what comes first within this time; whether something came."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self._ended = True
            return False
        self.sent += data
        self._stream.feed(data)
        return True

    @property
    def printed(self) -> str:
        """What was sent, without the terminal's own sequences."""
        return SEQUENCE.sub("", self.sent.decode("utf-8"))

    @property
    def sequences(self) -> list[str]:
        """The terminal's own sequences that were sent."""
        return SEQUENCE.findall(self.sent.decode("utf-8"))


def _asleep(pid: int | str | None) -> bool:
    """Whether no thread of a process and of its children wants to run; True where none can tell."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return True
    for task in tasks:
        try:
            state = (task / "stat").read_text("utf-8").rpartition(")")[2].split()[0]
            children = (task / "children").read_text("utf-8").split()
        except OSError:
            continue
        if state in "RD" or not all(map(_asleep, children)):
            return False
    return True


def foreign_characters(printed: str) -> set[str]:
    """Characters that a terminal would act on or hide; line ends aside."""
    bad = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    return {char for char in printed if unicodedata.category(char) in bad} - {"\r", "\n"}


@contextmanager
def spawned(
    words: Sequence[str],
    size: tuple[int, int],
    wait: str,
    env: Mapping[str, str],
) -> Iterator[Terminal]:
    """A Python program in a terminal of this size, once `wait` is on the screen."""
    columns, lines = size
    surroundings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env}
    # Whoever runs the tests may have a size of its own in its environment.
    surroundings |= {"COLUMNS": str(columns), "LINES": str(lines)}
    surroundings["PYTHONPATH"] = f"{ROOT / 'core'}{os.pathsep}{ROOT}"
    child: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable,
        list(words),
        env=surroundings,
        dimensions=(lines, columns),
        echo=False,
        timeout=60,
        encoding=None,
    )
    terminal = Terminal(child, columns, lines)
    try:
        terminal.until(wait)
        yield terminal
    finally:
        child.close(force=True)


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
    words = ("-c", CODE, str(home), "mouse" if mouse else "none")
    with spawned(words, size, wait, env) as terminal:
        yield terminal
