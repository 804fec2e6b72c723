"""First commits that also take files away, and branches of several commits from objects alone."""

from __future__ import annotations

from pathlib import Path

from curator_core.store.repository import NewCommit, Repository
from tests.homes import AUTHOR, git

AT = "2026-11-01T08:00:00+01:00"


def proposal(text: str, gone: str | None = None, parent: str | None = None) -> NewCommit:
    """A commit that writes one file and may take another away."""
    files: dict[str, bytes | None] = {f"{text}.md": text.encode()}
    if gone is not None:
        files[gone] = None
    return NewCommit(files=files, message=text, at=AT, author=AUTHOR, parent=parent)


def test_a_commit_takes_files_away_from_tree_index_and_worktree(tmp_path: Path) -> None:
    with Repository.init(tmp_path / "home") as repo:
        repo.commit_files({"a.md": b"a", "d/b.md": b"b"}, "one", at=AT, author=AUTHOR)
        repo.commit_files({"a.md": None, "d/b.md": b"c"}, "two", at=AT, author=AUTHOR)
        repo.commit_files({"never.md": None}, "three", at=AT, author=AUTHOR)
    home = tmp_path / "home"
    assert git(home, "ls-tree", "-r", "--name-only", "HEAD").split() == ["d/b.md"]
    assert git(home, "status", "--porcelain") == ""
    assert sorted(path.name for path in home.iterdir()) == [".git", "d"]


def test_a_branch_is_a_chain_that_begins_at_the_first_parent(tmp_path: Path) -> None:
    with Repository.init(tmp_path / "home") as repo:
        base = repo.commit_files({"a.md": b"a"}, "base", at=AT, author=AUTHOR)
        repo.commit_files({"b.md": b"b"}, "newer", at=AT, author=AUTHOR)
        commits = [proposal("one", parent=base), proposal("two", "one.md", parent="0" * 40)]
        tip = repo.make_branch("refs/heads/proposals/x", commits)
        again = repo.make_branch("refs/heads/proposals/x", commits[:1])
    home = tmp_path / "home"
    assert git(home, "log", "--format=%s", tip).split() == ["two", "one", "base"]
    assert git(home, "ls-tree", "--name-only", tip).split() == ["a.md", "two.md"]
    assert git(home, "rev-parse", "proposals/x").strip() == again
    assert git(home, "log", "--format=%s", again).split() == ["one", "base"]
    assert git(home, "status", "--porcelain") == ""


def test_a_branch_without_a_parent_has_a_history_of_its_own(tmp_path: Path) -> None:
    with Repository.init(tmp_path / "home") as repo:
        repo.commit_files({"a.md": b"a"}, "base", at=AT, author=AUTHOR)
        tip = repo.make_branch("refs/heads/proposals/y", [proposal("one"), proposal("two")])
    home = tmp_path / "home"
    assert git(home, "log", "--format=%s", tip).split() == ["two", "one"]
    assert git(home, "ls-tree", "--name-only", tip).split() == ["one.md", "two.md"]
