"""What is left half done, by whom, and how the next writing command ends it (FAULTS §1, §6 A)."""

from __future__ import annotations

import errno
import io
import os
import resource
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
    STATUS,
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


# -- agents that write at the same moment ---------------------------------------------------------


AGENTS = b"the agent's own text\n"


@dataclass
class Agent:
    """Another program that writes into a note while a decision is applied."""

    file: Path
    path: str
    where: str
    how: str
    here: bool = False
    held: io.FileIO | None = None

    def __call__(self, name: str) -> None:
        """Act when the apply has come to the step."""
        if name.startswith("worktree: open folder of "):
            self.here = name.endswith(self.path)
            if self.here and self.how == "held open":
                self.held = io.FileIO(self.file, "r+")
        if self.here and name == self.where:
            self.here = False
            self.write()
        if self.held is not None and name == "before git update-index":
            self.held.truncate(0)
            self.held.write(AGENTS)
            self.held.close()
            self.held = None

    def write(self) -> None:
        """Rewrite the note, as its style is."""
        if self.how == "rename":
            temporary = self.file.with_suffix(".agent")
            temporary.write_bytes(AGENTS)
            temporary.replace(self.file)
        else:
            self.file.write_bytes(AGENTS)


def agent_at(
    home: Path, path: str, where: str, how: str, way: transaction.Swap = transaction.Swap.EXCHANGE
) -> Applied:
    """Apply the five files while an agent rewrites one of them at a step."""
    agent = Agent(home / path, path, where, how)
    result = apply(home, five_files, CommitOptions(step=agent, way=way))
    assert isinstance(result, Applied)
    assert result.worktree == "done"
    return result


def kept_texts(home: Path) -> list[bytes | None]:
    with open_repository(home) as repo:
        return [transaction.rescued_bytes(repo, one.name) for one in transaction.rescued(repo)]


@pytest.mark.parametrize("how", ["rename", "in place"])
@pytest.mark.parametrize("where", ["worktree: write new file", "worktree: swap"])
def test_an_agent_replaces_the_edited_file(home: Path, how: str, where: str) -> None:
    done = agent_at(home, NOTE, where, how)
    assert done.conflicts == (NOTE,)
    assert len(done.rescued) == 1
    assert kept_texts(home) == [AGENTS]
    assert five_state(home) == "new"
    sound(home)


def test_an_agent_replaces_the_edited_file_without_exchange(home: Path) -> None:
    done = agent_at(home, NOTE, "worktree: swap", "rename", transaction.Swap.LINK)
    assert done.conflicts == (NOTE,)
    assert kept_texts(home) == [AGENTS]
    assert (home / NOTE).read_bytes() == AFTER[NOTE]
    sound(home)


@pytest.mark.parametrize("how", ["rename", "in place"])
def test_an_agent_replaces_the_file_to_be_removed(home: Path, how: str) -> None:
    done = agent_at(home, CANDIDATE, "worktree: take away", how)
    assert done.conflicts == (CANDIDATE,)
    assert (home / CANDIDATE).read_bytes() == AGENTS
    assert git(home, "ls-files", CANDIDATE) == b""
    assert not list(home.rglob(".curator-*"))


def test_an_agent_makes_the_new_file_first(home: Path) -> None:
    done = agent_at(home, SECOND, "worktree: link new file", "in place", transaction.Swap.LINK)
    assert done.conflicts == (SECOND,)
    assert (home / SECOND).read_bytes() == AGENTS
    assert git(home, "show", f"HEAD:{SECOND}") == AFTER[SECOND]
    assert git(home, "status", "--porcelain", "-z").startswith(b" M " + SECOND.encode())


@pytest.mark.parametrize("path", [NOTE, CANDIDATE])
def test_an_agent_writes_late_into_the_file_it_holds_open(home: Path, path: str) -> None:
    done = agent_at(home, path, "", "held open")
    assert done.conflicts == (path,)
    assert kept_texts(home) == [AGENTS]
    sound(home)


def test_a_kill_right_after_the_exchange_keeps_the_agents_text(home: Path) -> None:
    def step(name: str) -> None:
        if name == "worktree: swap":
            (home / NOTE).write_bytes(AGENTS)
        if name == "worktree: look at the replaced file":
            kill_me()

    assert in_child(lambda: apply_five(home, step)) == KILLED
    assert recover(home) == ("d_five",)
    assert kept_texts(home) == [AGENTS]
    assert five_state(home) == "new"
    sound(home)


# -- a full, read-only or exhausted system ---------------------------------------------------


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """A small file system of its own; skips where mounting is not allowed."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this user may not mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_really_full_disk(template: Path, tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    with mounted(tmp_path / "disk", "size=1m") as disk:
        home = copy(template, disk / "home")
        pristine = copy(template, tmp_path / "pristine")
        for left in range(0, 92, 4):
            subprocess.run(["rm", "-rf", str(home)], check=True)
            copy(pristine, home)
            free = os.statvfs(disk).f_bavail * 4
            (disk / "filler").write_bytes(b"x" * max(0, free - left) * 1024)
            told = _told(home)
            (disk / "filler").unlink()
            assert not list((home / ".git").rglob("*.lock"))
            recover(home)
            assert five_state(home) == told
            sound(home)
            outcomes[told] += 1
    print(f"a disk with 0 to 88 KiB left: {dict(outcomes)}, 0 mixed")
    assert outcomes["old"]
    assert outcomes["new"]


def _told(home: Path) -> str:
    try:
        result = apply_five(home, lambda _: None)
    except StoreError as error:
        assert "not applied" in error.refusal.message
        return "old"
    assert isinstance(result, Applied)
    return "new"


def test_a_read_only_file_system(template: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=4m") as disk:
        home = copy(template, disk / "home")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with open_repository(home) as repo:
            assert repo.head().commit
            assert transaction.pending(repo) is None
            with (
                pytest.raises(StoreError, match="not applied") as caught,
                transaction.locked(repo, wait=0, owner="test"),
            ):
                pass
        assert caught.value.refusal.code == "io"
        assert "read-only" in caught.value.refusal.hint


def test_too_few_descriptors(template: Path, tmp_path: Path) -> None:
    outcomes: Counter[str] = Counter()
    for limit in range(6, 30, 2):
        home = copy(template, tmp_path / f"home-{limit}")
        code = in_child(partial(_apply_with_limit, home, limit))
        assert code == 0
        recover(home)
        outcomes[five_state(home)] += 1
        sound(home)
    print(f"6 to 28 descriptors: {dict(outcomes)}, 0 mixed")


def _apply_with_limit(home: Path, limit: int) -> None:
    os.closerange(3, 1024)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    try:
        apply_five(home, lambda _: None)
    except StoreError as error:
        assert error.refusal.code == "io"


def test_a_failing_child_after_the_commit_point(home: Path) -> None:
    def step(name: str) -> None:
        if name == "before git update-index":
            (home / ".git/index").chmod(0)
            (home / ".git/index").write_bytes(b"not an index")

    kept = (home / ".git/index").read_bytes()
    result = apply(home, five_files, CommitOptions(step=step))
    assert isinstance(result, Applied)
    assert result.worktree == "pending"
    assert "update-index" in result.detail
    assert not (home / ".git/index.lock").exists()
    (home / ".git/index").write_bytes(kept)
    (home / ".git/index").chmod(0o644)
    assert recover(home) == ("d_five",)
    sound(home)


def test_unknown_at_the_commit_point_is_said(home: Path) -> None:
    def step(name: str) -> None:
        if name == "after git update-ref":
            (home / ".git/HEAD").rename(home / ".git/HEAD.away")
            raise OSError(errno.EIO, "injected")

    with pytest.raises(StoreError, match="cannot be told"):
        apply(home, five_files, CommitOptions(step=step))
    (home / ".git/HEAD.away").rename(home / ".git/HEAD")
    assert recover(home) == ("d_five",)
    assert git(home, "status", "--porcelain", "-z") == STATUS
