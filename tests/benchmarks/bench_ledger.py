"""What 5,000 decisions cost a reload: in a running process, in a fresh one, after one more."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from curator_core.service import review
from tests.benchmarks.bench_approve import Desk
from tests.benchmarks.bench_reload import FRESH, loaded
from tests.benchmarks.paired import PAIRS, Report, Row, timed
from tests.homes import caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]


def _fresh(home: Path, env: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", FRESH, str(home)], capture_output=True, check=True, env=env
    )
    return float(json.loads(done.stdout)[0])


def test_no_change(decided: Path, undecided: Path, report: Report) -> None:
    assert loaded(decided).snapshot.reviews.count == 5_000
    ours = [(loaded(decided), timed(lambda: loaded(decided)))[1] for _ in range(PAIRS)]
    theirs = [(loaded(undecided), timed(lambda: loaded(undecided)))[1] for _ in range(PAIRS)]
    report.add(Row("reload 5k, 5,000 events | without a ledger", ours, theirs))


def test_a_fresh_process(
    decided: Path, undecided: Path, report: Report, surroundings: dict[str, str]
) -> None:
    pairs = [(_fresh(decided, surroundings), _fresh(undecided, surroundings)) for _ in range(PAIRS)]
    ours, theirs = zip(*pairs, strict=True)
    assert min(ours) > 0
    report.add(Row("first load 5k, 5,000 events | without a ledger", ours, theirs))


def test_one_more_decision(decided: Path, undecided: Path, report: Report) -> None:
    ours, theirs = (_after_decisions(home) for home in (decided, undecided))
    report.add(Row("reload after a decision, 5,000 events | without a ledger", ours, theirs))


def _after_decisions(home: Path) -> list[float]:
    """How long the reload after each of some decisions takes."""
    desk = Desk(home)
    desk.look()
    found = []
    for _ in range(PAIRS):
        desk.approve(desk.ready())
        found.append(timed(partial(loaded, home)))
    assert review.load(caller(home)).waiting
    return found
