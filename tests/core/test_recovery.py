"""What is left half done, by whom, and how the next writing command ends it (FAULTS §1, §6 A)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from curator_core.model.problem import StoreError
from curator_core.store import intent, transaction
from curator_core.store.git_objects import blob_id
from curator_core.store.repository import open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    AFTER,
    CANDIDATE,
    COMMITTED,
    CREATED,
    NOTE,
    SECOND,
    Checkpoints,
    apply,
    apply_five,
    build,
    change,
    copy,
    everything,
    five_files,
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

KILLED = -9


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return copy(template, tmp_path / "home")


def kill_at(home: Path, name: str, nth: int = 1) -> None:
    """Apply the five files in a child that is killed at a step."""

    def step(here: str, seen: list[str] = []) -> None:  # noqa: B006
        seen.append(here)
        if seen.count(name) == nth:
            kill_me()

    assert in_child(lambda: apply_five(home, step)) == KILLED


# -- pending ------------------------------------------------------------------------------------


def test_readers_see_what_is_pending_and_recover_nothing(home: Path) -> None:
    kill_at(home, "before git update-ref")
    with open_repository(home) as repo:
        assert transaction.pending(repo) is None
    assert recover(home) == ()
    kill_at(home, "after git update-ref")
    before = everything(home)
    with open_repository(home) as repo:
        found = transaction.pending(repo)
        assert found is not None
        assert found.decision == "d_five"
        assert {one.path: one.new for one in found.paths} == {
            path: None if data is None else blob_id(data) for path, data in AFTER.items()
        }
        assert {path: repo.blob_of(found.new, path) for path in AFTER} == {
            one.path: one.new for one in found.paths
        }
    assert everything(home) == before
    assert (home / NOTE).read_bytes() == COMMITTED[NOTE]
    assert recover(home) == ("d_five",)
    assert recover(home) == ()
    sound(home)


def test_an_index_lock_after_the_commit_point_leaves_it_pending(home: Path) -> None:
    lock = home / ".git/index.lock"

    def step(name: str) -> None:
        if name == "after git update-ref":
            lock.write_bytes(b"the user's")

    result = apply(home, five_files, CommitOptions(step=step))
    assert isinstance(result, Applied)
    assert result.worktree == "pending"
    assert "index.lock" in result.detail
    with pytest.raises(StoreError) as caught:
        recover(home)
    assert caught.value.refusal.code == "index-locked"
    assert lock.read_bytes() == b"the user's"
    lock.unlink()
    assert recover(home) == ("d_five",)
    assert five_state(home) == "new"
    sound(home)


def test_a_lock_of_a_killed_git_child_goes_and_the_users_stays(home: Path) -> None:
    """Only a lock that was free when our own child started may be that child's."""
    kill_at(home, "before git update-index")
    lock = home / ".git/index.lock"
    lock.write_bytes(b"left by our child")
    assert recover(home) == ("d_five",)
    sound(home)


def test_a_users_lock_is_kept_when_no_child_of_ours_was_running(home: Path) -> None:
    kill_at(home, "worktree: fsync folder")
    lock = home / ".git/index.lock"
    lock.write_bytes(b"the user's")
    with pytest.raises(StoreError, match=r"index\.lock"):
        recover(home)
    assert lock.exists()
    lock.unlink()
    assert recover(home) == ("d_five",)
    sound(home)


def test_ref_locks_of_a_killed_child_go(home: Path) -> None:
    kill_at(home, "before git update-ref")
    for name in ("refs/heads/main.lock", "HEAD.lock"):
        (home / ".git" / name).write_bytes(b"")
    assert recover(home) == ()
    assert five_state(home) == "old"
    sound(home)


def test_what_the_user_stages_meanwhile_is_left_and_named(home: Path) -> None:
    def step(name: str) -> None:
        if name == "worktree: swap":
            (home / NOTE).write_bytes(COMMITTED[NOTE])
            git(home, "update-index", "--cacheinfo", f"100644,{staged},{NOTE}")

    staged = git(home, "hash-object", "-w", "--stdin", data=b"staged meanwhile").decode().strip()
    result = apply(home, five_files, CommitOptions(step=step))
    assert isinstance(result, Applied)
    assert result.conflicts == (NOTE,)
    assert git(home, "show", f":{NOTE}") == b"staged meanwhile"
    assert git(home, "show", f"HEAD:{NOTE}") == AFTER[NOTE]


def test_a_later_commit_on_the_same_path_is_not_overwritten(home: Path) -> None:
    kill_at(home, "after git update-ref")
    (home / NOTE).write_bytes(b"the user went on\n")
    git(home, "commit", "-q", "-m", "went on", "--", NOTE)
    assert recover(home) == ("d_five",)
    assert (home / NOTE).read_bytes() == b"the user went on\n"
    assert (home / SECOND).read_bytes() == AFTER[SECOND]
    sound(home)


def test_history_that_lost_the_commit_forgets_the_intent(home: Path) -> None:
    kill_at(home, "after git update-ref")
    git(home, "reset", "-q", "--soft", "HEAD~1")
    assert recover(home) == ()
    assert five_state(home) == "old"
    sound(home)


def test_the_user_edits_before_recovery(home: Path) -> None:
    kill_at(home, "after git update-ref")
    (home / NOTE).write_bytes(b"an edit in between\n")
    (home / CANDIDATE).write_bytes(b"and another\n")
    (home / SECOND).write_bytes(b"and a third\n")
    assert recover(home) == ("d_five",)
    assert (home / NOTE).read_bytes() == b"an edit in between\n"
    assert (home / CANDIDATE).read_bytes() == b"and another\n"
    assert (home / SECOND).read_bytes() == b"and a third\n"
    assert (home / CREATED).read_bytes() == AFTER[CREATED]
    assert git(home, "diff", "--cached", "--name-only") == b"user/staged.txt\n"
    users_work_is_intact(home)


# -- torn intents -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "torn", [b"", b'{"version": 1, "dec', b"\xff\0", b"[]", b'{"version": 9}', b'{"version": 1}']
)
@pytest.mark.parametrize("step", ["before git update-ref", "after git update-ref"])
def test_a_torn_intent_is_kept_aside_and_blob_ids_decide(
    home: Path, torn: bytes, step: str
) -> None:
    kill_at(home, step)
    file = home / ".git/curator" / intent.FILE
    file.write_bytes(torn)
    committed = step.startswith("after")
    with open_repository(home) as repo:
        assert (transaction.pending(repo) is not None) is committed
    assert recover(home) == (("d_five",) if committed else ())
    assert five_state(home) == ("new" if committed else "old")
    sound(home)
    with open_repository(home) as repo:
        [kept] = transaction.rescued(repo)
        assert transaction.rescued_bytes(repo, kept.name) == torn
        assert "could not be read" in kept.why


def test_a_torn_intent_after_hand_edits(home: Path) -> None:
    edited = COMMITTED[NOTE] + b"by hand\n"
    (home / NOTE).write_bytes(edited)

    def work() -> None:
        with writing(home) as lock:
            base = lock.repo.head().commit or ""
            plan = plan_of(base, (change(NOTE, edited, b"approved\n"),))
            steps = Checkpoints()
            steps.act = kill_me
            transaction.commit(lock, plan, CommitOptions(step=partial(_kill_after_ref, steps)))

    assert in_child(work) == KILLED
    (home / ".git/curator" / intent.FILE).write_bytes(b"torn")
    assert recover(home) == ("d_five",)
    assert (home / NOTE).read_bytes() == b"approved\n"
    sound(home)


def _kill_after_ref(steps: Checkpoints, name: str) -> None:
    if name == "after git update-ref":
        steps.act()
