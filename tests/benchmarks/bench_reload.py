"""Reloading a Home in which nothing changed: against a bare walk, and against parsing all notes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import frontmatter
import pytest

from curator_core.service import review
from curator_core.store import home
from curator_core.store.repository import open_repository
from tests.benchmarks.paired import PAIRS, Report, Row, alternated, timed
from tests.homes import caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]

FRESH = """
import json, sys
from pathlib import Path
import git
from curator_core.service import review
from tests.benchmarks import bench_reload as bench
from tests.benchmarks.paired import timed
from tests.homes import caller
root = Path(sys.argv[1])
bench.walked(root)
print(json.dumps([timed(lambda: bench.loaded(root)), timed(lambda: bench.walked(root))]))
"""


def walked(root: Path) -> int:
    """The least that any reload does: list the folders and ask for the state of each file."""
    count = 0
    waiting = [str(root / "memory")]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.name.endswith(".md"):
                    entry.stat(follow_symlinks=False)
                    count += 1
    return count


def loaded(root: Path) -> home.Loaded:
    """The Home as one snapshot, as every use case starts."""
    with open_repository(root) as repo:
        return home.load(repo)


def parsed(root: Path) -> int:
    """Every note read by python-frontmatter."""
    paths = sorted((root / "memory").rglob("*.md"))
    return sum(bool(frontmatter.load(str(path)).metadata) for path in paths)


@pytest.mark.parametrize("size", ["1k", "10k"])
def test_no_change_in_a_running_process(
    size: str, request: pytest.FixtureRequest, report: Report
) -> None:
    root: Path = request.getfixturevalue("thousand" if size == "1k" else "ten_thousand")
    assert len(loaded(root).snapshot.entries) == walked(root)
    assert loaded(root).snapshot.entries is loaded(root).snapshot.entries
    bar = "<= 2x" if size == "10k" else ""
    ours, theirs = alternated(lambda: loaded(root), lambda: walked(root))
    report.add(Row(f"reload {size}, nothing changed | walk + stat", ours, theirs, bar))
    ours, theirs = alternated(lambda: review.load(caller(root)), lambda: walked(root))
    report.add(Row(f"reload {size} with the queue | walk + stat", ours, theirs))


@pytest.mark.parametrize("size", ["1k", "10k"])
def test_no_change_in_a_fresh_process(
    size: str, request: pytest.FixtureRequest, report: Report, surroundings: dict[str, str]
) -> None:
    root: Path = request.getfixturevalue("thousand" if size == "1k" else "ten_thousand")
    pairs = []
    for _ in range(PAIRS):
        done = subprocess.run(
            [sys.executable, "-c", FRESH, str(root)],
            capture_output=True,
            check=True,
            env=surroundings,
        )
        pairs.append(json.loads(done.stdout))
    ours, theirs = zip(*pairs, strict=True)
    assert all(ours) and all(theirs)
    bar = "<= 2x" if size == "10k" else ""
    report.add(Row(f"first load {size} from the cache | walk + stat", ours, theirs, bar))


def test_against_reading_all_with_python_frontmatter(ten_thousand: Path, report: Report) -> None:
    assert parsed(ten_thousand) == len(loaded(ten_thousand).snapshot.entries)
    ours, theirs = alternated(lambda: loaded(ten_thousand), lambda: parsed(ten_thousand), 5)
    report.add(Row("reload 10k | python-frontmatter of all", ours, theirs, "<= 1/20"))


def test_growth(thousand: Path, ten_thousand: Path, report: Report) -> None:
    ours, theirs = alternated(lambda: loaded(ten_thousand), lambda: loaded(thousand))
    assert len(loaded(ten_thousand).snapshot.entries) > 9 * len(loaded(thousand).snapshot.entries)
    report.add(Row("growth: reload 10k | reload 1k (the other evicted)", ours, theirs, "n: 10x"))


def test_a_change_in_one_note(ten_thousand: Path, report: Report) -> None:
    """What a reload costs after an agent wrote one candidate."""
    file = ten_thousand / "memory/candidates/night/c_000000.md"
    text = file.read_text("utf-8")
    root = ten_thousand
    pairs = []
    for number in range(PAIRS):
        file.write_text(f"{text}\n{number}\n", "utf-8")
        pairs.append((timed(lambda: review.load(caller(root))), timed(lambda: walked(root))))
    file.write_text(text, "utf-8")
    assert review.load(caller(ten_thousand)).waiting > 0
    ours, theirs = zip(*pairs, strict=True)
    report.add(Row("reload 10k with the queue, one file changed | walk + stat", ours, theirs))
