"""Several writers at once: one after another, and never two (FAULTS §6 B)."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal, StoreError
from curator_core.store import transaction
from curator_core.store.repository import open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    NOTE,
    apply_five,
    build,
    change,
    copy,
    five_files,
    five_state,
    git,
    in_child,
    plan_of,
    recover,
    sound,
    users_work_is_intact,
    writing,
)

PATIENCE = 60.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return build(tmp_path / "home")


def until(condition: Callable[[], bool]) -> None:
    """Wait for something another process does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@contextmanager
def stopped_at(home: Path, where: str) -> Iterator[int]:
    """A process that applies the five files and is stopped (SIGSTOP) at a step."""
    mark = home.parent / "stopped"

    def step(name: str) -> None:
        if name == where:
            mark.write_bytes(b"")
            os.kill(os.getpid(), signal.SIGSTOP)

    child = os.fork()
    if child == 0:
        try:
            apply_five(home, step)
        finally:
            os._exit(0)
    try:
        until(mark.exists)
        os.waitpid(child, os.WUNTRACED)
        yield child
    finally:
        os.kill(child, signal.SIGCONT)
        os.waitpid(child, 0)


@pytest.mark.parametrize("where", ["check state", "before git update-ref", "worktree: swap"])
def test_the_others_are_told_who_is_applying(home: Path, where: str) -> None:
    with stopped_at(home, where) as child:
        for wait in (0.0, 0.1):
            with pytest.raises(StoreError) as caught, writing(home, wait):
                pass
            refusal = caught.value.refusal
            assert refusal.code == "busy"
            assert f"pid {child} on {os.uname().nodename} since 20" in refusal.message
            assert "(test)" in refusal.message
        with open_repository(home) as repo:
            assert repo.head().commit
            assert (transaction.pending(repo) is not None) is (where == "worktree: swap")
    assert five_state(home) == "new"
    sound(home)


def test_a_waiting_writer_gets_its_turn(home: Path) -> None:
    with stopped_at(home, "check state") as child:
        waiting = os.fork()
        if waiting == 0:
            try:
                with writing(home, PATIENCE) as lock:
                    transaction.recover(lock)
                    os._exit(0 if lock.repo.head().commit else 1)
            finally:
                os._exit(70)
        os.kill(child, signal.SIGCONT)
        assert os.waitstatus_to_exitcode(os.waitpid(waiting, 0)[1]) == 0


def test_the_lock_of_a_dead_process_is_free(home: Path) -> None:
    def die() -> None:
        with writing(home):
            os.kill(os.getpid(), signal.SIGKILL)

    assert in_child(die) == -9
    with writing(home):
        assert json.loads((home / ".git/curator/holder").read_bytes())["pid"] == os.getpid()


def test_linked_worktrees_share_the_lock(home: Path) -> None:
    linked = home.parent / "linked"
    git(home, "worktree", "add", "-q", str(linked), "-b", "other")
    with (
        stopped_at(home, "check state"),
        pytest.raises(StoreError, match="another apply"),
        writing(linked),
    ):
        pass


def test_a_torn_holder_is_still_busy(home: Path) -> None:
    with stopped_at(home, "check state"):
        (home / ".git/curator/holder").write_bytes(b"{")
        with pytest.raises(StoreError, match="has not said who it is"), writing(home):
            pass


SLOW_GIT = """#!/bin/sh
case " $* " in
*" update-ref "*) touch {mark}; while [ ! -e {go} ]; do sleep 0.01; done ;;
esac
exec {git} "$@"
"""


def test_a_git_child_that_outlives_a_killed_apply_is_waited_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the wait a recovery would forget the intent just before the branch moves."""
    real = next(p for p in map(Path, os.environ["PATH"].split(":")) if (p / "git").exists())
    mark, go, folder = tmp_path / "mark", tmp_path / "go", tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(
        SLOW_GIT.format(mark=mark, go=go, git=real / "git"), encoding="ascii"
    )
    (folder / "git").chmod(0o755)
    child = os.fork()
    if child == 0:
        try:
            os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
            apply_five(home, lambda _: None)
        finally:
            os._exit(70)
    until(mark.exists)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with pytest.raises(StoreError, match=f"pid {child}"), writing(home, 0.1):
        pass
    assert git(home, "rev-list", "--count", "HEAD") == b"1\n"
    go.write_bytes(b"")
    with writing(home, PATIENCE) as lock:
        assert transaction.recover(lock) == ("d_five",)
    assert five_state(home) == "new"
    sound(home)


def one_of_six(home: Path, number: int) -> None:
    """Plan over what is there, apply, and plan again while others move the branch."""
    while True:
        with open_repository(home) as repo:
            base = repo.head().commit
            text = (home / NOTE).read_bytes()
        after = text + b"line of %d\n" % number
        ledger = change(f"ledger/{number}.jsonl", None, b"%d" % number)
        plan = plan_of(base or "", (change(NOTE, text, after), ledger), decision=f"d_{number}")
        with writing(home, PATIENCE) as lock:
            transaction.recover(lock)
            result = transaction.commit(lock, plan, CommitOptions())
        if isinstance(result, Applied):
            os._exit(0 if result.worktree == "done" and not result.conflicts else 1)
        assert isinstance(result, Refusal)
        assert result.code in ("base-moved", "stale"), result


def test_six_writers_with_six_plans_all_succeed(home: Path) -> None:
    start = git(home, "rev-list", "--count", "HEAD")
    children = []
    for number in range(6):
        child = os.fork()
        if child == 0:
            try:
                one_of_six(home, number)
            finally:
                os._exit(70)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * 6
    lines = (home / NOTE).read_bytes().splitlines()[-6:]
    assert sorted(lines) == [b"line of %d" % number for number in range(6)]
    assert start == b"1\n"
    assert git(home, "rev-list", "--count", "HEAD") == b"7\n"
    subjects = git(home, "log", "--format=%(trailers:key=Curator-Decision,valueonly)")
    assert sorted(subjects.split()) == [b"d_%d" % number for number in range(6)]
    sound(home)


def test_an_agent_that_keeps_rewriting_loses_nothing(home: Path) -> None:
    """40 rewrites by renaming and 40 in place, each numbered, while plans are applied."""
    for style in ("rename", "in place"):
        target = copy(home, home.parent / style)
        writer = os.fork()
        if writer == 0:
            try:
                _rewrite(target / NOTE, style)
                os._exit(0)
            finally:
                os._exit(70)
        refused = 0
        finished = False
        while not finished:
            finished = os.waitpid(writer, os.WNOHANG)[0] != 0
            with writing(target) as lock:
                transaction.recover(lock)
                made = partial(_touching, target)(lock)
                result = transaction.commit(lock, made, CommitOptions())
            refused += isinstance(result, Refusal)
        last = (target / NOTE).read_bytes()
        with open_repository(target) as repo:
            kept = [transaction.rescued_bytes(repo, one.name) for one in transaction.rescued(repo)]
        history = git(target, "log", "-p", "--format=", "--", NOTE)
        texts = b"".join([last, history, *(text or b"" for text in kept)])
        assert b"rewrite 39" in texts, style
        assert git(target, "fsck", "--strict", "--no-dangling") == b""
        users_work_is_intact(target)


def _rewrite(note: Path, style: str) -> None:
    for number in range(40):
        text = b"rewrite %d\n" % number
        if style == "rename":
            temporary = note.with_suffix(".agent")
            temporary.write_bytes(text)
            temporary.replace(note)
        else:
            note.write_bytes(text)
        time.sleep(0.01)


def _touching(home: Path, lock: transaction.Lock) -> Plan:
    text = (home / NOTE).read_bytes()
    base = lock.repo.head().commit or ""
    changes = (change(NOTE, text, text.rstrip(b".\n") + b".\n"),)
    return plan_of(base, changes, decision=f"d_{base[:8]}")


def test_the_same_plan_twice_is_refused_the_second_time(home: Path) -> None:
    with open_repository(home) as repo:
        plan = five_files(repo)
    with writing(home) as lock:
        assert isinstance(transaction.commit(lock, plan, CommitOptions()), Applied)
        again = transaction.commit(lock, plan, CommitOptions())
    assert isinstance(again, Refusal)
    assert again.code == "base-moved"
    assert recover(home) == ()
