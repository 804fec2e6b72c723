"""A really full, read-only or exhausted system, and a git child that fails (FAULTS §6 A)."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from curator_core.model.problem import StoreError
from curator_core.store import transaction
from curator_core.store.repository import open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    STATUS,
    apply,
    apply_five,
    build,
    copy,
    five_files,
    five_state,
    git,
    in_child,
    recover,
    sound,
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return copy(template, tmp_path / "home")


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
