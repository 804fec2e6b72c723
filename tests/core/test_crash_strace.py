"""Git's children are killed, and their disk fails, at each system call that changes something."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from curator_core.store.transaction import Applied
from tests.core import crash_child
from tests.core.transaction_home import (
    apply_five,
    build,
    copy,
    five_state,
    recover,
    sound,
    users_work_is_intact,
)

CALLS = (
    *("openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "mkdir", "mkdirat"),
    *("rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat"),
    *("chmod", "fchmod", "fchmodat", "utimensat"),
)
CALL = re.compile(r"^\d+\s+(\w+)\((.*)$")

WRAPPER = """#!/bin/sh
number=$(( $(cat {folder}/count) + 1 )); echo $number > {folder}/count
case "$SWEEP_CHILD" in
all|$number)
    strace -f -qq -o {folder}/log.$number -e trace={calls} $SWEEP_INJECT {git} "$@"
    code=$?
    [ -n "$SWEEP_KILL" ] && kill -9 $PPID
    exit $code ;;
esac
exec {git} "$@"
"""


@dataclass(frozen=True)
class Point:
    """The nth call of one kind in one git child, both counted from 1."""

    child: int
    call: str
    nth: int


class Sweep:
    """Runs an apply whose git children go through a wrapper that can trace one of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        git = shutil.which("git")
        text = WRAPPER.format(folder=folder, calls=",".join(CALLS), git=git)
        (folder / "git").write_text(text, encoding="ascii")
        (folder / "git").chmod(0o755)

    def run(self, home: Path, child: str, inject: str = "", kill: str = "") -> int:
        """The exit code of an apply with one traced child ("all": every child is traced)."""
        (self._folder / "count").write_text("0", encoding="ascii")
        environment = {
            **os.environ,
            "PATH": f"{self._folder}:{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "SWEEP_CHILD": child,
            "SWEEP_INJECT": inject,
            "SWEEP_KILL": kill,
        }
        command = [sys.executable, str(crash_child.__file__), str(home)]
        return subprocess.run(command, env=environment, capture_output=True, check=False).returncode

    def points(self) -> Iterator[Point]:
        """Every changing call of every child in the last fully traced run."""
        logs = sorted(self._folder.glob("log.*"), key=lambda log: int(log.suffix[1:]))
        for log in logs:
            seen: Counter[str] = Counter()
            for line in log.read_text(errors="replace").splitlines():
                match = CALL.match(line)
                if match is None:
                    continue
                seen[match[1]] += 1
                if _changes(match[1], match[2]):
                    yield Point(int(log.suffix[1:]), match[1], seen[match[1]])


def _changes(call: str, arguments: str) -> bool:
    """Reading opens and writes into a pipe to us change nothing on the disk."""
    if call == "openat":
        return "O_CREAT" in arguments
    if call == "write":
        return not arguments.startswith(("1,", "2,"))
    return "/dev/null" not in arguments


@pytest.fixture
def sweep(tmp_path: Path) -> Sweep:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    probe = subprocess.run(["strace", "-qq", "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        pytest.skip("this user may not trace processes")
    return Sweep(tmp_path / "bin")


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", ["KILL", "ENOSPC", "EIO"])
def test_every_changing_call_of_every_git_child(sweep: Sweep, tmp_path: Path, fault: str) -> None:
    template = build(tmp_path / "template")
    assert sweep.run(copy(template, tmp_path / "traced"), "all") == 0
    points = list(sweep.points())
    outcomes: Counter[str] = Counter()
    locks = 0
    for number, point in enumerate(points):
        home = copy(template, tmp_path / f"home-{number}")
        what = "signal=KILL" if fault == "KILL" else f"error={fault}"
        inject = f"-e inject={point.call}:{what}:when={point.nth}"
        code = sweep.run(home, str(point.child), inject, "yes" if fault == "KILL" else "")
        assert code in ((-9,) if fault == "KILL" else (0, 3)), point
        left = list((home / ".git").rglob("*.lock"))
        assert not left or fault == "KILL", (point, left)
        locks += bool(left)
        users_work_is_intact(home)
        recover(home)
        state = five_state(home)
        assert code == -9 or state == {0: "new", 3: "old"}[code], point
        sound(home)
        if state == "old":
            assert isinstance(apply_five(home, lambda _: None), Applied)
            assert five_state(home) == "new"
        outcomes[state] += 1
        shutil.rmtree(home)
    print(f"{fault} at {len(points)} calls: {dict(outcomes)}, 0 mixed, {locks} git locks left")
    assert len(points) > 60
    assert set(outcomes) == {"old", "new"}
