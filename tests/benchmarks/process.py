"""Whole processes, seen from outside: when they said something, how much memory they took."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PAINTED = "painted"
READ = "read"


def say_painted() -> None:
    """Tell the parent that a paint is done, and this process's peak memory in KiB.

    `ru_maxrss` would count the parent's memory at the fork.
    """
    status = Path("/proc/self/status").read_text("ascii", "replace")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    os.write(2, f"{PAINTED} {peak}\n".encode())


def say_read() -> None:
    """Tell the parent that what the next paint shows is read."""
    os.write(2, f"{READ}\n".encode())


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds from start to each paint, and the peak memory in MiB at the last one. `read` is when
    what the last paint shows was read; 0 where the program does not say."""

    paints: tuple[float, ...]
    peak: float
    read: float = 0.0


def started(words: Sequence[str], env: Mapping[str, str]) -> Started:
    """Run a program of this folder until it leaves."""
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stderr is not None
        paints, peak, read = [], 0.0, 0.0
        for line in child.stderr:
            if line.startswith(READ):
                read = time.perf_counter() - begin
            if line.startswith(PAINTED):
                paints.append(time.perf_counter() - begin)
                peak = int(line.split()[1]) / 1024
    assert paints, f"{words[0]} painted nothing"
    return Started(tuple(paints), peak, read)


def ran(words: Sequence[str], env: Mapping[str, str]) -> None:
    """Run Python with these words; it must succeed, or find something (exit 1)."""
    done = subprocess.run([sys.executable, *words], env=env, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode("utf-8", "replace")


def worked(words: Sequence[str], env: Mapping[str, str]) -> float:
    """Seconds of processor time that a run of Python with these words takes, git included; other
    programs on the machine hardly change it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran(words, env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def counting_git(folder: Path, env: Mapping[str, str]) -> tuple[dict[str, str], Path]:
    """Surroundings in which every git call is written down, and the file it is written to."""
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True)
    log = folder / "calls"
    log.touch()
    shim = folder / "git"
    shim.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> {log}\nexec {real.stdout.strip()} "$@"\n')
    shim.chmod(0o755)
    return {**env, "PATH": f"{folder}{os.pathsep}{env['PATH']}"}, log
