"""Many decisions as one plan: kept, foreseen and written, ten times as many against one tenth."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path

import pytest

from curator_core.model.decision import Approve
from curator_core.model.view import BatchReceipt, BulkStaged, Preview
from curator_core.service import finding, looking, review, staging, writing
from curator_core.service.opening import opened, reviewer
from tests.benchmarks.many_notes import make_many
from tests.benchmarks.paired import Report, Row, timed
from tests.homes import NOW, caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

MANY, FEW = 500, 50
ROUNDS = 2


def _choices(home: Path, count: int) -> list[Approve]:
    """Approvals of items that were looked at; their sources are not in the Home."""
    with opened(caller(home, NOW, tty=True)) as one:
        actor = reviewer(one)
        assert isinstance(actor, str)
        items = finding.queue(one).items[:count]
        shown = [(item.item, looking.shown_hash(one, item, actor)) for item in items]
    return [Approve(item=name, expect=said, confirm=("no-source",)) for name, said in shown]


def _batch(home: Path, count: int) -> list[float]:
    """Seconds to keep, foresee and write so many approvals."""
    at = caller(home, NOW, tty=True)
    choices = _choices(home, count)
    kept: list[object] = []
    took = [timed(lambda: kept.append(staging.stage_many(at, choices)))]
    assert isinstance(kept[0], BulkStaged) and len(kept[0].staged) == count
    seen: list[writing.Foreseen] = []
    took.append(timed(lambda: seen.append(writing.foresee(at))))
    preview = seen[0].outcome
    assert isinstance(preview, Preview) and len(preview.plan.events) == count
    done: list[object] = []
    took.append(timed(lambda: done.append(writing.write(at, preview.plan.digest))))
    assert isinstance(done[0], BatchReceipt)
    return took


def _committed(home: Path, turn: int) -> None:
    """As many changed files as git alone commits them."""
    for file in (home / "memory/notes").rglob("m_*.md"):
        file.write_text(f"{file.read_text('utf-8')}more {turn}\n", "utf-8")
    command = ["git", "-C", str(home), "commit", "-q", "-m", "edit", "--", "memory/notes"]
    subprocess.run(command, check=True)


def test_five_hundred_decisions(tmp_path: Path, report: Report) -> None:
    many, few, git = [], [], []
    plain = make_many(tmp_path / "plain", MANY * 2, waiting=0)
    for turn in range(ROUNDS):
        home = make_many(tmp_path / f"home-{turn}", 100, waiting=MANY + FEW)
        git.append(timed(partial(_committed, plain, turn)))
        review.load(caller(home))
        few.append(_batch(home, FEW))
        review.load(caller(home))
        many.append(_batch(home, MANY))
    for place, name in enumerate(("kept", "foreseen", "written")):
        ours = [took[place] for took in many]
        report.add(Row(f"{MANY} decisions {name} | {FEW}", ours, [took[place] for took in few]))
        report.add(Row(f"{MANY} decisions {name} | git commit of {MANY * 2} files", ours, git))
    assert len(many) == ROUNDS
