"""The tests' own repositories are those that the product's way makes."""

from __future__ import annotations

from pathlib import Path

from curator_core.store.repository import Repository
from tests.homes import AUTHOR, git
from tests.quick_git import QuickRepository

FIRST = {"b/c.md": b"one\r\n", "b.md": b"", "中/文 \t.md": b"\xff\0", "b-c/d": b"two\n"}
SECOND = {"b.md": b"changed\n", "b/a/z": b"new\n"}
"""Names around git's order of trees, bytes of any kind, empty files."""
COMMITS = ((FIRST, "Notes", "2026-11-01T00:00:00+05:30"), (SECOND, "Home", "2026-11-02T00:00:00Z"))


def test_it_is_what_the_product_writes(tmp_path: Path) -> None:
    quick = QuickRepository(tmp_path / "quick")
    with Repository.init(tmp_path / "slow") as slow:
        for files, message, at in COMMITS:
            expected = slow.commit_files(files, message, at=at, author=AUTHOR)
            assert quick.commit_files(files, message, at, AUTHOR) == expected
    git(quick.root, "fsck", "--strict", "--no-dangling")
    for words in (
        ["ls-files", "--stage", "-z"],
        ["status", "--porcelain"],
        ["log", "-g", "--format=%H %gs"],
        ["config", "--local", "--list"],
        ["for-each-ref"],
        ["symbolic-ref", "HEAD"],
    ):
        assert git(quick.root, *words) == git(slow.root, *words)
    made = {file.relative_to(quick.root) for file in quick.root.rglob("*")}
    assert made == {file.relative_to(slow.root) for file in slow.root.rglob("*")}
