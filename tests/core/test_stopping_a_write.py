"""A write is told step by step, and can be stopped at each of them before its commit point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Staged
from curator_core.service import review, undoing, writing
from curator_core.service.watching import CANCELLED, Progress, Stage
from curator_core.store import intent
from curator_core.store.repository import open_repository
from tests.homes import caller, git, make_home, note, put, tree_bytes


@dataclass
class Follower:
    """Lets a write pass `limit` checkpoints, then stops it; None stops nothing."""

    limit: int | None = None
    asked: list[bool] = field(default_factory=list)
    told_: list[Progress] = field(default_factory=list)

    def told(self, progress: Progress) -> None:
        """Keep it."""
        self.told_.append(progress)

    def may_go_on(self, *, last: bool = False) -> bool:
        """Until the limit is reached."""
        self.asked.append(last)
        return self.limit is None or len(self.asked) <= self.limit


def state(home: Path) -> tuple[object, ...]:
    """All that a write changes: HEAD, git's view, the files, what is staged, an intent."""
    with open_repository(home) as repo:
        left = intent.read(repo)
    staged = review.staged(caller(home))
    return git(home, "rev-parse", "HEAD"), git(home, "status", "-s"), tree_bytes(home), staged, left


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Three staged decisions, one over a file with a hand edit that goes along."""
    old = {"old.md": note("m-old", "Old.", status="active")}
    made = make_home(tmp_path / "home", old, {f"{n}.md": note(f"m-{n}") for n in "abc"})
    for item in review.load(caller(made)).items:
        name = item.notes[0]
        kind = {"m-a": Approve, "m-b": Reject, "m-c": Defer}[name]
        assert isinstance(review.stage(caller(made), kind(item=item.item)), Staged)
    return made


def stopped_everywhere(home: Path, write: Callable[[Follower], object]) -> Follower:
    """Stop a write at each checkpoint but the last question's yes, which then goes through."""
    before, limit = state(home), 0
    while True:
        follower = Follower(limit)
        outcome = write(follower)
        if not isinstance(outcome, Refusal):
            return follower
        assert outcome.code == CANCELLED and "nothing written" in outcome.message
        assert state(home) == before, f"stopped after {limit} checkpoints"
        assert len(follower.asked) == limit + 1, "asked again after the answer was no"
        limit += 1


@pytest.mark.slow
def test_stopped_at_any_step_before_the_commit_point_nothing_is_written(home: Path) -> None:
    """Acceptance 23: everything stays staged, no file, ref, intent or lock is left."""
    went = stopped_everywhere(home, lambda one: review.apply(caller(home, watch=one)))
    assert len(went.asked) > 10
    assert went.asked.index(True) == len(went.asked) - 1, "nothing is asked past the commit point"
    assert review.staged(caller(home)) == ()
    put(home, "memory/notes/old.md", note("m-old", "By hand.", status="active"))
    undone = stopped_everywhere(home, lambda one: undoing.undo(caller(home, watch=one)))
    assert undone.asked[-1] is True


def test_a_plan_in_the_making_is_told_and_stopped_at_each_decision(home: Path) -> None:
    """Acceptance 23: the plan of a batch says how far it is; stopped, nothing has changed."""
    before, limit = state(home), 0
    while True:
        one = Follower(limit)
        found = writing.foresee(caller(home, watch=one))
        assert state(home) == before and len(found.staged) == 3
        if not isinstance(found.outcome, Refusal):
            break
        assert found.outcome.code == CANCELLED and len(one.asked) == limit + 1
        limit += 1
    for stage in (Stage.BINDING, Stage.PLANNING):
        told = [each.done for each in one.told_ if each.stage is stage]
        assert set(told) == {0, 1, 2} and told == sorted(told)


def test_a_stop_right_before_the_commit_point_and_what_is_told(home: Path) -> None:
    whole = Follower()
    before = state(home)

    class AtThePoint(Follower):
        def may_go_on(self, *, last: bool = False) -> bool:
            return not last

    refused = review.apply(caller(home, watch=AtThePoint()))
    assert isinstance(refused, Refusal) and refused.code == CANCELLED
    assert state(home) == before
    assert isinstance(review.apply(caller(home, watch=whole)), BatchReceipt)
    stages = [each.stage for each in whole.told_]
    assert list(dict.fromkeys(stages)) == list(Stage)
    for one, two in pairwise(whole.told_):
        if one.stage is two.stage:
            assert one.done <= two.done <= two.total == one.total
    last = {each.stage: each for each in whole.told_}
    assert all(last[s].done == last[s].total > 0 for s in (Stage.OBJECTS, Stage.FILES))
