"""Which repositories can hold a Home, and by which name the others are refused (FAULTS §6 C)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_core.model.problem import StoreError
from curator_core.store.repository import Repository, open_repository
from tests.core.transaction_home import AT, git

AUTHOR = "Test Person <person@curator.example>"


@pytest.fixture
def repo(tmp_path: Path) -> Iterator[Repository]:
    with Repository.init(tmp_path / "home $HOME") as made:
        yield made


def commit(repo: Repository, files: dict[str, bytes], message: str = "one", at: str = AT) -> str:
    return repo.commit_files(files, message, at=at, author=AUTHOR)


def refused(start: Path) -> str:
    with pytest.raises(StoreError) as caught:
        open_repository(start)
    assert caught.value.refusal.hint
    return caught.value.refusal.code


def test_paths_of_a_plain_repository(repo: Repository) -> None:
    (repo.root / "deep/er").mkdir(parents=True)
    with open_repository(repo.root / "deep/er") as found:
        assert found.root == repo.root.resolve()
        assert found.git_dir == found.common_dir == repo.root / ".git"
        assert found.state_dir == repo.root / ".git/curator"
        assert not found.state_dir.exists()


def test_linked_worktree_has_its_own_state_and_shares_the_common_dir(repo: Repository) -> None:
    commit(repo, {"a.md": b"a"})
    linked = repo.root.parent / "linked"
    git(repo.root, "worktree", "add", "-q", str(linked), "-b", "other")
    with open_repository(linked) as found:
        assert found.root == linked.resolve()
        assert found.common_dir == repo.git_dir
        assert found.state_dir == repo.git_dir / "worktrees/linked/curator"
        assert found.head().branch == "other"


def test_separate_git_dir_is_no_submodule(tmp_path: Path) -> None:
    home, store = tmp_path / "home", tmp_path / "store"
    git(tmp_path, "init", "-q", f"--separate-git-dir={store}", str(home))
    with open_repository(home) as found:
        assert found.git_dir == store


def test_not_a_home(tmp_path: Path, repo: Repository) -> None:
    assert refused(tmp_path) == "not-a-home"
    assert refused(tmp_path / "missing") == "not-a-home"
    assert refused(repo.git_dir) == "not-a-home"


def test_worktree_elsewhere_is_not_a_home(repo: Repository, tmp_path: Path) -> None:
    git(repo.root, "config", "core.worktree", str(tmp_path))
    assert refused(repo.root) == "not-a-home"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    git(repo.root, "config", "core.worktree", str(elsewhere))
    assert refused(repo.root) == "not-a-home"


def test_bare_repositories(tmp_path: Path, repo: Repository) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    assert refused(tmp_path / "bare.git") == "bare"
    git(repo.root, "config", "core.bare", "true")
    assert refused(repo.root) == "bare"


def test_other_formats_are_refused_by_name(tmp_path: Path, repo: Repository) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256", "long")
    with pytest.raises(StoreError, match="sha256"):
        open_repository(tmp_path / "long")
    assert refused(tmp_path / "long") == "object-format"
    git(repo.root, "config", "core.repositoryFormatVersion", "1")
    git(repo.root, "config", "extensions.refStorage", "reftable")
    with pytest.raises(StoreError, match=r"(?i)refstorage|reftable"):
        open_repository(repo.root)
    assert refused(repo.root) == "object-format"


def test_submodule_is_refused_by_name(tmp_path: Path, repo: Repository) -> None:
    commit(repo, {"a.md": b"a"})
    outer = tmp_path / "outer"
    git(tmp_path, "init", "-q", str(outer))
    allow = ("-c", "protocol.file.allow=always")
    git(outer, *allow, "submodule", "add", "-q", str(repo.root), "memory")
    with pytest.raises(StoreError, match="submodule"):
        open_repository(outer / "memory")
    assert refused(outer / "memory") == "object-format"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_foreign_owner_is_named_by_gits_own_words(repo: Repository) -> None:
    commit(repo, {"a.md": b"a"})
    for path in (repo.root, repo.git_dir):
        os.chown(path, 12345, 12345)
    assert refused(repo.root) == "unsafe-owner"


def test_broken_configuration_says_what_git_says(repo: Repository) -> None:
    with (repo.git_dir / "config").open("a", encoding="utf-8") as file:
        file.write("[broken\n")
    assert refused(repo.root) == "io"
