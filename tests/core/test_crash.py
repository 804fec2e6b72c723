"""A five-file plan is killed, and the disk fails, at every step: all or nothing, nothing lost."""

from __future__ import annotations

import errno
import os
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from curator_core.model.plan import Rescue
from curator_core.model.problem import StoreError
from curator_core.store import transaction
from curator_core.store.git_objects import blob_id
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    COMMITTED,
    NOTE,
    SECOND,
    STATUS,
    Checkpoints,
    apply_five,
    build,
    change,
    copy,
    five_state,
    git,
    in_child,
    kill_me,
    plan_of,
    recover,
    sound,
    users_work_is_intact,
    writing,
)

pytestmark = pytest.mark.timeout(900)

KILLED = -9


MEMORY = Path("/dev/shm")
"""Where a sweep is quick: kill -9 loses nothing that was written, on any file system."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


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


def test_killed_before_every_step_it_is_all_old_or_all_new(template: Path, scratch: Path) -> None:
    fresh = homes(template, scratch)
    first = next(fresh)
    steps = steps_of(lambda step: apply_five(first, step))
    outcomes: Counter[str] = Counter()
    for at in range(1, len(steps) + 1):
        home = next(fresh)
        assert in_child(partial(apply_five, home, Checkpoints(at, kill_me))) == KILLED
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
    assert outcomes["old"] > 15
    assert outcomes["new"] > 30


def sent(number: signal.Signals) -> None:
    """A signal to this process, as from a closed terminal, `kill` or ctrl+c."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_no_more_than_a_kill(
    template: Path, scratch: Path, number: signal.Signals
) -> None:
    """Fault 84: ctrl+c unwinds through every `finally`, the others end the process at once."""
    fresh = homes(template, scratch)
    steps = steps_of(lambda step: apply_five(next(fresh), step))
    commit = steps.index("after git update-ref") + 1
    for at in (2, commit // 2, commit - 1, commit, commit + 4, len(steps)):
        home = next(fresh)
        ended = in_child(partial(apply_five, home, Checkpoints(at, partial(sent, number))))
        assert ended == (70 if number is signal.SIGINT else -number)
        recover(home)
        assert five_state(home) == ("new" if at >= commit else "old"), steps[at - 1]
        sound(home)
        users_work_is_intact(home)


@pytest.mark.slow
def test_recovery_is_killed_at_every_step_and_converges(template: Path, scratch: Path) -> None:
    fresh = homes(template, scratch)
    half = next(fresh)
    names = steps_of(lambda step: apply_five(half, step))
    half = next(fresh)
    at_ref = names.index("after git update-ref") + 1
    assert in_child(partial(apply_five, half, Checkpoints(at_ref, kill_me))) == KILLED
    home = copy(half, scratch / "counted")
    steps = steps_of(lambda step: recover(home, step))
    home = copy(half, scratch / "again-and-again")
    for at in range(1, len(steps) + 1):
        single = copy(half, scratch / f"half-{at}")
        assert in_child(partial(recover, single, Checkpoints(at, kill_me))) == KILLED
        recover(single)
        assert five_state(single) == "new"
        sound(single)
        assert in_child(partial(recover, home, Checkpoints(at, kill_me))) in (KILLED, 0)
        users_work_is_intact(home)
    recover(home)
    assert five_state(home) == "new"
    sound(home)
    print(f"recovery killed at {len(steps)} steps, once each and all in a row: converges")


HAND_EDIT = COMMITTED[NOTE] + b"a hand edit\n"
FRESH = "memory/candidates/fresh.md"
RARE = (
    *("commit-tree", "keep a rescued text", "config", "keep a link", "replace the old file"),
    *("name the old file", "look at", "mark own lock", "write index times", "check-attr"),
    *("index times", "unlink the temporary", "remove the replaced"),
)
"""Words of steps that the five-file plan does not take, or takes in another way."""


def apply_rare(home: Path, step: Callable[[str], None]) -> object:
    """A hand edit, an untracked candidate, a rescued text, a filter, and no atomic exchange."""
    secret = Rescue(blob=blob_id(b"secret"), path=FRESH, data=b"secret")
    with writing(home) as lock:
        base = lock.repo.head().commit or ""
        changes = (
            change(NOTE, HAND_EDIT, b"approved\n"),
            change(FRESH, b"fresh\n", None),
            change(SECOND, None, b"second\n"),
        )
        plan = plan_of(base, changes, rescues=(secret,))
        options = CommitOptions(step=step, way=transaction.Swap.LINK)
        transaction.recover(lock, step=step, way=transaction.Swap.LINK)
        return transaction.commit(lock, plan, options)


def rare_state(home: Path) -> str:
    """`old` or `new`, by commits, files and the user's git."""
    count = git(home, "rev-list", "--count", "HEAD")
    files = {path: (home / path).exists() for path in (FRESH, SECOND)}
    status = set(git(home, "status", "--porcelain", "-z").split(b"\0"))
    users = set(STATUS.split(b"\0"))
    if count == b"2\n":
        assert files == {FRESH: True, SECOND: False}
        assert (home / NOTE).read_bytes() == HAND_EDIT
        assert status == users | {b" M " + NOTE.encode(), b"?? " + FRESH.encode()}
        return "old"
    assert count == b"4\n"
    assert files == {FRESH: False, SECOND: True}
    assert (home / NOTE).read_bytes() == b"approved\n"
    assert git(home, "show", f"HEAD~1:{NOTE}") == HAND_EDIT
    assert status == users
    return "new"


def test_the_rarer_steps_are_killed_too(template: Path, scratch: Path) -> None:
    rare = copy(template, scratch / "rare")
    (rare / ".gitattributes").write_bytes(
        b"/memory/notes/team/deploy.md filter=up\nsecond.md filter=up\n"
    )
    git(rare, "add", ".gitattributes")
    git(rare, "commit", "-q", "-m", "attributes", "--", ".gitattributes")
    git(rare, "config", "filter.up.clean", "tr a-z A-Z")
    (rare / NOTE).write_bytes(HAND_EDIT)
    (rare / FRESH).write_bytes(b"fresh\n")
    steps = steps_of(lambda step: apply_rare(copy(rare, scratch / "counted"), step))
    chosen = [at for at, name in enumerate(steps, 1) if any(word in name for word in RARE)]
    outcomes: Counter[str] = Counter()
    for at in chosen:
        home = copy(rare, scratch / f"rare-{at}")
        assert in_child(partial(apply_rare, home, Checkpoints(at, kill_me))) == KILLED
        recover(home)
        state = rare_state(home)
        assert not list((home / ".git").rglob("*.lock"))
        assert not list(home.rglob(".curator-*"))
        users_work_is_intact(home)
        if state == "old":
            assert isinstance(apply_rare(home, Checkpoints()), Applied)
            assert rare_state(home) == "new"
        outcomes[state] += 1
    print(f"killed at {len(chosen)} of {len(steps)} rarer steps: {dict(outcomes)}, 0 mixed")
    assert {name for at in chosen for name in RARE if name in steps[at - 1]} >= set(RARE[:8])
    assert set(outcomes) == {"old", "new"}


def failing(number: int) -> Callable[[], NoReturn]:
    """The disk's answer to one step."""

    def fail() -> NoReturn:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    ("number", "first", "every"),
    [
        (errno.ENOSPC, 1, 2),
        (errno.EIO, 2, 2),
        pytest.param(errno.ENOSPC, 1, 1, marks=pytest.mark.slow),
        pytest.param(errno.EIO, 1, 1, marks=pytest.mark.slow),
    ],
)
def test_the_disk_fails_at_every_step(
    template: Path, scratch: Path, number: int, first: int, every: int
) -> None:
    """Quickly, one error at every second step and the other between; slowly, both at each."""
    fresh = homes(template, scratch)
    undisturbed = next(fresh)
    steps = steps_of(lambda step: apply_five(undisturbed, step))
    outcomes: Counter[str] = Counter()
    for at in range(first, len(steps) + 1, every):
        home = next(fresh)
        told = _told(home, Checkpoints(at, failing(number)))
        assert not list((home / ".git").rglob("*.lock")), steps[at - 1]
        users_work_is_intact(home)
        recover(home)
        state = five_state(home)
        assert told == state, steps[at - 1]
        sound(home)
        if state == "old" and at % 8 < 2:
            assert isinstance(apply_five(home, Checkpoints()), Applied)
            assert five_state(home) == "new"
        outcomes[state] += 1
    told = f"{errno.errorcode[number]} at {outcomes.total()} of {len(steps)} steps"
    print(f"{told}: {dict(outcomes)}, 0 mixed, 0 locks")
    assert outcomes["old"] > 15 // every
    assert outcomes["new"] > 30 // every


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
