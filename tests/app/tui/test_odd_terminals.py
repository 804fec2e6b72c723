"""Terminals at the edge (fault 81): each is usable or left at once with a clear word."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

from tests.app.tui.desk import small_home
from tests.app.tui.terminal import ROOT, opened


def test_a_dumb_terminal_is_told_what_works_there(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    surroundings = {**os.environ, "TERM": "dumb"}
    surroundings["PYTHONPATH"] = f"{ROOT / 'core'}{os.pathsep}{ROOT}"
    child: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable,
        ["-m", "curator_app", "-C", str(home)],
        env=surroundings,
        encoding=None,
        timeout=60,
    )
    said = child.read()
    child.wait()
    assert child.exitstatus == 2
    assert b"review --plain" in said
    assert b"\x1b" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "seen"), [((20, 5), "20x5"), ((1_000, 30), "q quit"), ((53, 200), "q quit")]
)
def test_odd_sizes_are_drawn_and_left(tmp_path: Path, size: tuple[int, int], seen: str) -> None:
    with opened(small_home(tmp_path / "home"), size, wait=seen) as terminal:
        terminal.blind("j")
        assert terminal.quit() == 0
