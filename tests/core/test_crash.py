"""A five-file plan is killed, and the disk fails, at every step: all or nothing, nothing lost."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from curator_core.model.problem import StoreError
from curator_core.store.transaction import Applied
from tests.core.transaction_home import (
    Checkpoints,
    apply_five,
    build,
    copy,
    five_state,
    in_child,
    kill_me,
    recover,
    sound,
    users_work_is_intact,
)

KILLED = -9


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


def homes(template: Path, folder: Path) -> Iterator[Path]:
    """Fresh copies of the template without end."""
    number = 0
    while True:
        number += 1
        yield copy(template, folder / f"home-{number}")


def steps_of(work: Callable[[Checkpoints], object]) -> list[str]:
    """The steps of an undisturbed run."""
    counted = Checkpoints()
    work(counted)
    return counted.names


def test_killed_before_every_step_it_is_all_old_or_all_new(template: Path, tmp_path: Path) -> None:
    fresh = homes(template, tmp_path)
    first = next(fresh)
    steps = steps_of(lambda step: apply_five(first, step))
    outcomes: Counter[str] = Counter()
    for at in range(1, len(steps) + 1):
        home = next(fresh)
        assert (
            in_child(lambda at=at, home=home: apply_five(home, Checkpoints(at, kill_me))) == KILLED
        )  # type: ignore[misc]
        users_work_is_intact(home)
        recovered = recover(home)
        state = five_state(home)
        sound(home)
        assert recovered in ((), ("d_five",))
        assert not recovered or state == "new"
        if state == "old":
            assert isinstance(apply_five(home, Checkpoints()), Applied)
            assert five_state(home) == "new"
            sound(home)
        outcomes[state] += 1
    print(f"killed at {len(steps)} steps: {dict(outcomes)}, 0 mixed")
    assert outcomes["old"] > 20
    assert outcomes["new"] > 30


def test_recovery_is_killed_at_every_step_and_converges(template: Path, tmp_path: Path) -> None:
    fresh = homes(template, tmp_path)
    half = next(fresh)
    names = steps_of(lambda step: apply_five(half, step))
    half = next(fresh)
    at_ref = names.index("after git update-ref") + 1
    assert in_child(lambda: apply_five(half, Checkpoints(at_ref, kill_me))) == KILLED
    home = copy(half, tmp_path / "counted")
    steps = steps_of(lambda step: recover(home, step))
    home = copy(half, tmp_path / "again-and-again")
    for at in range(1, len(steps) + 1):
        single = copy(half, tmp_path / f"half-{at}")
        assert in_child(lambda: recover(single, Checkpoints(at, kill_me))) == KILLED  # noqa: B023
        recover(single)
        assert five_state(single) == "new"
        sound(single)
        assert in_child(lambda: recover(home, Checkpoints(at, kill_me))) in (KILLED, 0)  # noqa: B023
        users_work_is_intact(home)
    recover(home)
    assert five_state(home) == "new"
    sound(home)
    print(f"recovery killed at {len(steps)} steps, once each and all in a row: converges")


def failing(number: int) -> Callable[[], NoReturn]:
    """The disk's answer to one step."""

    def fail() -> NoReturn:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_the_disk_fails_at_every_step(template: Path, tmp_path: Path, number: int) -> None:
    fresh = homes(template, tmp_path)
    first = next(fresh)
    steps = steps_of(lambda step: apply_five(first, step))
    outcomes: Counter[str] = Counter()
    for at in range(1, len(steps) + 1):
        home = next(fresh)
        told = _told(home, Checkpoints(at, failing(number)))
        assert not list((home / ".git").rglob("*.lock")), steps[at - 1]
        users_work_is_intact(home)
        recover(home)
        state = five_state(home)
        assert told == state, steps[at - 1]
        sound(home)
        if state == "old":
            assert isinstance(apply_five(home, Checkpoints()), Applied)
            assert five_state(home) == "new"
        outcomes[state] += 1
    print(f"{errno.errorcode[number]} at {len(steps)} steps: {dict(outcomes)}, 0 mixed, 0 locks")
    assert outcomes["old"] > 20
    assert outcomes["new"] > 30


def _told(home: Path, step: Checkpoints) -> str:
    """Which of the two states the message tells, as it must hold after the next recovery."""
    try:
        result = apply_five(home, step)
    except StoreError as error:
        assert error.refusal.code == "io"
        assert "not applied" in error.refusal.message or "cannot be finished" in str(error)
        assert five_state(home) == "old"
        return "old"
    assert isinstance(result, Applied)
    assert result.worktree == "pending"
    assert "the files follow" in result.detail
    return "new"
