"""A small Home with work of its user in it, plans over it, and what must hold afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from curator_core.model.plan import FileChange, Plan, Rescue
from curator_core.model.problem import Refusal
from curator_core.store import transaction
from curator_core.store.repository import Repository, blob_id, open_repository
from curator_core.store.transaction import Applied, CommitOptions, Lock

AT = "2026-11-29T08:00:00Z"
LEDGER = "ledger/2026-11/20261129T080000Z-d_five.jsonl"
NOTE = "memory/notes/team/deploy.md"
CANDIDATE = "memory/candidates/night/deploy.md"
CREATED = "memory/notes/new/folder/deploy.md"
SECOND = "memory/notes/second.md"

COMMITTED: Mapping[str, bytes] = {
    "curator.toml": b"",
    NOTE: b"---\nid: m_deploy\n---\nnpm run deploy\n",
    "memory/notes/team/other.md": b"other\n",
    CANDIDATE: b"---\nid: m_new\n---\nmake deploy\n",
    "user/dirty.txt": b"dirty: as committed\n",
    "user/staged.txt": b"staged: as committed\n",
}
USERS: Mapping[str, bytes] = {
    "user/dirty.txt": b"dirty: the user's unsaved thought\n",
    "user/staged.txt": b"staged: the user's next commit\n",
    "user/untracked.txt": b"untracked\n",
}
STATUS = b" M user/dirty.txt\0M  user/staged.txt\0?? user/untracked.txt\0"
"""`git status` while nothing but the user's own work is uncommitted."""


def git(home: Path, *arguments: str, data: bytes | None = None) -> bytes:
    """Run the user's git, with the user's settings."""
    return subprocess.run(
        ["git", "-C", str(home), *arguments], input=data, capture_output=True, check=True
    ).stdout


def build(home: Path) -> Path:
    """The Home in its first state: one commit, one dirty, one staged, one untracked file."""
    with Repository.init(home) as repo:
        repo.set_identity("Test Person", "person@curator.example")
        repo.commit_files(COMMITTED, "first", at=AT, author="Test Person <person@curator.example>")
    for path, data in USERS.items():
        (home / path).write_bytes(data)
    git(home, "add", "user/staged.txt")
    git(home, "status")  # the user looked: the index knows the files' times
    return home


def copy(template: Path, target: Path) -> Path:
    """A copy of a Home as it stands."""
    return Path(shutil.copytree(template, target, symlinks=True))


def change(path: str, before: bytes | None, after: bytes | None) -> FileChange:
    """One file of a plan."""
    return FileChange(path=path, before=None if before is None else blob_id(before), after=after)


AFTER: Mapping[str, bytes | None] = {
    NOTE: b"---\nid: m_deploy\nvalid_to: 2026-11-29\n---\nnpm run deploy\n",
    CANDIDATE: None,
    CREATED: b"---\nid: m_new\nstatus: active\n---\nmake deploy\n",
    SECOND: b"---\nid: m_second\n---\n\xe4\xb8\x8a\xe6\xb5\xb7\n",
    LEDGER: b'{"event_id": "e_1"}\n',
}
"""What the five-file plan makes of its files."""


def plan_of(
    base: str,
    changes: tuple[FileChange, ...],
    *,
    decision: str = "d_five",
    rescues: tuple[Rescue, ...] = (),
) -> Plan:
    """A plan over some changes."""
    return Plan(
        decision=decision,
        at=AT,
        actor="human:person@curator.example",
        base=base,
        changes=changes,
        events=(),
        message=f"approve make deploy\n\nCurator-Decision: {decision}\n",
        digest="",
        notes=(),
        rescues=rescues,
    )


def five_files(repo: Repository) -> Plan:
    """One edit, one delete, two creates in new folders, one ledger file."""
    base = repo.head().commit
    assert base is not None
    return plan_of(
        base, tuple(change(path, COMMITTED.get(path), after) for path, after in AFTER.items())
    )


@dataclass
class Checkpoints:
    """Counts the steps of an apply; at one of them it kills the process or raises."""

    at: int = 0
    act: Callable[[], None] = field(default=lambda: None)
    names: list[str] = field(default_factory=list)

    def __call__(self, name: str) -> None:
        self.names.append(name)
        if len(self.names) == self.at:
            self.act()


def kill_me() -> None:
    """The end of this process, as by kill -9."""
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def writing(home: Path, wait: float = 0.0) -> Iterator[Lock]:
    """The lock of a Home."""
    with open_repository(home) as repo, transaction.locked(repo, wait=wait, owner="test") as lock:
        yield lock


def apply_five(home: Path, step: Callable[[str], None]) -> Applied | Refusal:
    """Recover and apply the five-file plan, as a writing command does."""
    with writing(home) as lock:
        transaction.recover(lock, step=step)
        return transaction.commit(lock, five_files(lock.repo), CommitOptions(step=step))


def recover(home: Path, step: Callable[[str], None] = lambda _: None) -> tuple[str, ...]:
    """What the next writing command does first."""
    with writing(home) as lock:
        return transaction.recover(lock, step=step)


def in_child(work: Callable[[], object]) -> int:
    """Run `work` in a forked process; its exit code, negative for a signal, 70 for an exception."""
    child = os.fork()
    if child == 0:
        _work_and_exit(work)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _work_and_exit(work: Callable[[], object]) -> NoReturn:
    code = 70
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def users_work_is_intact(home: Path) -> None:
    """The dirty file, the staged file and what is staged are byte for byte the user's."""
    for path, data in USERS.items():
        assert (home / path).read_bytes() == data, path
    staged = git(home, "ls-files", "-s", "-z", "user").split(b"\0")[:-1]
    assert [row.split(b" ")[1].decode() for row in staged] == [
        blob_id(COMMITTED["user/dirty.txt"]),
        blob_id(USERS["user/staged.txt"]),
    ]


def sound(home: Path) -> None:
    """No git lock, no leftover of ours, objects in order, status with the user's work only."""
    assert not list((home / ".git").rglob("*.lock"))
    assert not (home / ".git/curator/intent.json").exists()
    assert not (home / ".git/curator/git-child.json").exists()
    assert not list(home.rglob(".curator-*"))
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == b""
    assert git(home, "status", "--porcelain", "-z") == STATUS
    users_work_is_intact(home)


def five_state(home: Path) -> str:
    """`old` or `new`: commit, files and index say the same; anything else fails."""
    entries = git(home, "ls-files", "-s", "-z", "memory", "ledger").split(b"\0")[:-1]
    index = {os.fsdecode(row.split(b"\t")[1]): row.split(b" ")[1].decode() for row in entries}
    count = git(home, "rev-list", "--count", "HEAD").strip()
    old: dict[str, bytes | None] = {path: COMMITTED.get(path) for path in AFTER}
    for name, wanted in (("old", old), ("new", dict(AFTER))):
        if count == (b"1" if name == "old" else b"2"):
            assert _worktree(home) == wanted
            assert {path: index.get(path) for path in AFTER} == {
                path: None if data is None else blob_id(data) for path, data in wanted.items()
            }
            return name
    raise AssertionError(f"{count!r} commits")


def _worktree(home: Path) -> dict[str, bytes | None]:
    return {p: (home / p).read_bytes() if (home / p).exists() else None for p in AFTER}


def everything(home: Path) -> dict[str, bytes]:
    """Every file of a folder by path, Curator's own state aside; links by their target."""
    found = {}
    for file in sorted(home.rglob("*")):
        path = os.fsdecode(file.relative_to(home))
        if path.startswith((".git/curator/", ".git/worktrees/")):
            continue
        if file.is_symlink():
            found[path] = os.fsencode(file.readlink())
        elif file.is_file():
            found[path] = file.read_bytes()
    return found


def apply(
    home: Path, plan: Callable[[Repository], Plan], options: CommitOptions
) -> Applied | Refusal:
    """Apply a plan that is made under the lock."""
    with writing(home) as lock:
        transaction.recover(lock)
        return transaction.commit(lock, plan(lock.repo), options)


def refusal_of(home: Path, plan: Callable[[Repository], Plan] = five_files) -> Refusal:
    """The refusal of a plan in this state; nothing at all may have changed."""
    before = everything(home)
    result = apply(home, plan, CommitOptions())
    assert isinstance(result, Refusal), result
    assert everything(home) == before
    assert not (home / ".git/curator/intent.json").exists()
    return result


def one_file(path: str, before: bytes | None, after: bytes | None) -> Callable[[Repository], Plan]:
    """A plan maker for a single change."""

    def plan(repo: Repository) -> Plan:
        base = repo.head().commit
        assert base is not None
        return plan_of(base, (change(path, before, after),))

    return plan
