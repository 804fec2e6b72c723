"""Approving one candidate, end to end, against committing one file with git and with GitPython."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from git import Repo

from curator_core.model.decision import Approve
from curator_core.model.plan import Receipt
from curator_core.model.view import ItemView
from curator_core.service import review
from tests.benchmarks import process
from tests.benchmarks.paired import Report, Row, percentile, timed
from tests.homes import NOW, caller

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]

ROUNDS = 20
SLOW_ROUNDS = 5
SOURCELESS = "no-source"


class Desk:
    """A Home in which one candidate after the other is approved."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._minutes = 0
        self._plain = sorted((home / "memory/notes").rglob("*.md"))[1]

    def candidate(self, place: int = 0) -> str:
        """The id of the note that waits and comes next, or later."""
        files = sorted((self.home / "memory/candidates/night").iterdir())
        return files[place].stem

    def ready(self, place: int = 0) -> Approve:
        """The approval of a candidate that was looked at; its source is not in the Home."""
        shown = review.show(caller(self.home), self.candidate(place))
        assert isinstance(shown, ItemView), shown
        return Approve(item=shown.item.item, expect=shown.shown_hash, confirm=(SOURCELESS,))

    def approve(self, choice: Approve) -> None:
        """Carry it out in this process."""
        self._minutes += 1
        at = caller(self.home, NOW + timedelta(minutes=self._minutes), tty=True)
        receipt = review.decide(at, choice)
        assert isinstance(receipt, Receipt) and receipt.worktree == "done", receipt

    def look(self) -> None:
        """Read the queue, as the desk does after every change."""
        assert review.load(caller(self.home)).waiting

    def edit(self) -> str:
        """Change a note by hand; its path below the top."""
        self._plain.write_text(f"{self._plain.read_text('utf-8')}more\n", "utf-8")
        return self._plain.relative_to(self.home).as_posix()

    def commit(self) -> None:
        """Commit the edited note as a person would."""
        path = self._plain.relative_to(self.home).as_posix()
        command = ["git", "-C", str(self.home), "commit", "-q", "-m", "edit", "--", path]
        subprocess.run(command, check=True)

    def commit_by_gitpython(self) -> None:
        """Commit the edited note through GitPython's index."""
        with Repo(self.home) as repo:
            repo.index.add([self.edit()])
            repo.index.commit("edit")


@pytest.fixture(params=["1k", "10k"])
def size(request: pytest.FixtureRequest) -> str:
    """Which Home is decided in."""
    return str(request.param)


@pytest.fixture
def desk(size: str, request: pytest.FixtureRequest) -> Desk:
    """A desk that knows its Home already."""
    made = Desk(request.getfixturevalue("thousand" if size == "1k" else "ten_thousand"))
    made.look()
    return made


def test_in_a_running_process(desk: Desk, size: str, report: Report) -> None:
    seen, unseen, theirs = [], [], []
    for _ in range(ROUNDS):
        first, second = desk.ready(), desk.ready(1)
        seen.append(timed(partial(desk.approve, first)))
        unseen.append(timed(partial(desk.approve, second)))
        desk.edit()
        theirs.append(timed(desk.commit))
    bar = "<= 2x" if size == "10k" else ""
    commit = percentile(theirs, 0.5)
    for name, ours, asked in (
        (f"approve {size} p95 | git commit median", seen, bar),
        (f"approve {size} p95, right after a change | git commit median", unseen, ""),
    ):
        report.add(Row(name, [percentile(ours, 0.95)], [commit], asked))
        report.add(Row(name.replace("p95", "median"), [percentile(ours, 0.5)], [commit]))
    assert len(seen) == len(unseen) == ROUNDS


def test_against_gitpython(desk: Desk, size: str, report: Report) -> None:
    ours, theirs = [], []
    for _ in range(SLOW_ROUNDS):
        ours.append(timed(partial(desk.approve, desk.ready())))
        theirs.append(timed(desk.commit_by_gitpython))
    bar = "<= 1/5" if size == "10k" else ""
    assert min(theirs) > 0
    report.add(Row(f"approve {size} | GitPython index.add + commit", ours, theirs, bar))


def test_as_a_command(desk: Desk, size: str, report: Report, surroundings: dict[str, str]) -> None:
    ours, theirs = [], []
    for _ in range(SLOW_ROUNDS):
        choice = desk.ready()
        assert choice.expect is not None
        words = ["-m", "curator_app", "-C", str(desk.home), "decide", choice.item, "approve"]
        words += ["--expect", choice.expect, "--confirm", SOURCELESS]
        ours.append(timed(partial(process.ran, words, surroundings)))
        desk.edit()
        theirs.append(timed(desk.commit))
    assert review.load(caller(desk.home)).waiting
    report.add(Row(f"curator decide … approve {size} | git commit -- path", ours, theirs))
