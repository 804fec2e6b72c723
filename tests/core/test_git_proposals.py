"""Proposals read from branches: which commits, in which order, and what they change."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from curator_core.model.proposal import Proposal, ProposedFile
from curator_core.store import git_proposals, git_reading
from curator_core.store.git_objects import blob_id
from curator_core.store.git_proposals import Found
from curator_core.store.repository import Repository, open_repository
from tests.core.transaction_home import AT
from tests.proposal_branches import (
    EXECUTABLE,
    LINK,
    NIGHT,
    NIGHTLY,
    SUBMODULE,
    Change,
    Odd,
    delete,
    git_bytes,
    point,
    propose,
    repropose,
    tip,
)

AUTHOR = "Test Person <person@curator.example>"
GLOBS = ("proposals/**",)
NOTES = {f"memory/notes/{name}.md": f"{name}\n".encode() for name in "abc"}


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    """Every test reads what it made, none what another one remembers."""
    git_proposals._known.clear()
    yield
    git_proposals._known.clear()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Repository.init(tmp_path / "home") as repo:
        repo.set_identity("Test Person", "person@curator.example")
        repo.commit_files(NOTES, "Notes", at=AT, author=AUTHOR)
    return tmp_path / "home"


def found(home: Path, globs: Sequence[str] = GLOBS) -> Found:
    with open_repository(home) as repo:
        return git_proposals.proposals(repo, globs, repo.head().commit)


def read(home: Path, globs: Sequence[str] = GLOBS) -> tuple[Proposal, ...]:
    result = found(home, globs)
    assert result.problems == ()
    return result.proposals


def ids(home: Path) -> list[str]:
    return [one.commit for one in read(home)]


def add(name: str, text: str = "text\n", *, seconds: int | None = None) -> Change:
    return Change(files={f"memory/candidates/{name}.md": text}, seconds=seconds)


def test_a_commit_is_a_proposal(home: Path) -> None:
    change = Change(
        files={
            "memory/notes/a.md": "A\n",
            "memory/notes/b.md": None,
            "memory/candidates/n.md": b"n",
        },
        message="Correct a\n\nWith a reason.",
        trailers={"Curator-Op": "update", "Curator-Job": "nightly", "Reviewed-by": "x"},
    )
    (made,) = propose(home, change)
    text = (
        "Correct a\n\nWith a reason.\n\nCurator-Op: update\nCurator-Job: nightly\nReviewed-by: x\n"
    )
    assert read(home) == (
        Proposal(
            commit=made,
            parent=tip(home, "HEAD"),
            refs=("proposals/nightly",),
            at="2026-11-29T02:11:00+01:00",
            author="night@agents.example",
            message=text,
            trailers=(("op", "update"), ("job", "nightly")),
            files=(
                ProposedFile("memory/candidates/n.md", None, blob_id(b"n")),
                ProposedFile("memory/notes/a.md", blob_id(b"a\n"), blob_id(b"A\n")),
                ProposedFile("memory/notes/b.md", blob_id(b"b\n"), None),
            ),
        ),
    )


def test_nothing_matches(home: Path) -> None:
    propose(home, add("x"), ref="refs/heads/feature/x")
    point(home, "refs/tags/proposals/tag", "refs/heads/feature/x")
    assert found(home) == Found((), ())
    assert found(home, ()) == Found((), ())
    calls: list[str] = []
    with open_repository(home) as repo:
        repo.step = calls.append
        git_proposals.proposals(repo, GLOBS, tip(home, "HEAD"))
    assert calls == ["before git for-each-ref", "after git for-each-ref"]


def test_branches_of_remotes_and_of_other_globs(home: Path) -> None:
    for ref in ("heads/agent/x", "remotes/origin/proposals/x", "remotes/b/agent/x/y"):
        propose(home, add(ref.replace("/", "-")), ref=f"refs/{ref}")
    propose(home, add("deep"), ref="refs/remotes/team/alice/proposals/y")
    propose(home, add("none"), ref="refs/remotes/origin/feature/proposals/z")
    assert [one.refs for one in read(home)] == [("origin/proposals/x",)]
    git_bytes(home, "config", "remote.team/alice.url", "nowhere")
    names = {one.refs for one in read(home)}
    assert names == {("origin/proposals/x",), ("team/alice/proposals/y",)}
    both = read(home, ("agent/*", "agent/**"))
    assert {one.refs for one in both} == {("agent/x",), ("b/agent/x/y",)}


def test_the_same_commits_on_several_refs_are_one(home: Path) -> None:
    first, second = propose(home, add("x"), add("y"))
    point(home, "refs/remotes/origin/proposals/nightly", first)
    point(home, "refs/remotes/backup/proposals/nightly", second)
    git_bytes(home, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/proposals/x")
    git_bytes(home, "symbolic-ref", "refs/heads/proposals/alias", NIGHTLY)
    both = ("backup/proposals/nightly", "proposals/nightly")
    assert [(one.commit, one.refs) for one in read(home)] == [
        (first, (both[0], "origin/proposals/nightly", both[1])),
        (second, both),
    ]


def test_parents_first_then_by_date_then_by_id(home: Path) -> None:
    late = propose(home, add("a", seconds=NIGHT + 90), add("b", seconds=NIGHT - 500))
    early = propose(home, add("c", seconds=NIGHT), ref="refs/heads/proposals/two")
    twins = [
        *propose(home, add("d", seconds=NIGHT + 91), ref="refs/heads/proposals/three"),
        *propose(home, add("e", seconds=NIGHT + 91), ref="refs/heads/proposals/four"),
    ]
    assert ids(home) == [*early, *late, *sorted(twins)]


def test_merges_are_passed_through(home: Path) -> None:
    (one,) = propose(home, add("x"))
    (two,) = propose(home, add("y"), ref="refs/heads/proposals/two")
    tree = git_bytes(home, "rev-parse", f"{two}^{{tree}}").decode().strip()
    words = ("commit-tree", tree, "-p", one, "-p", two, "-m", "Merge")
    merge = git_bytes(home, *words).decode().strip()
    delete(home)
    point(home, "refs/heads/proposals/two", merge)
    (three,) = propose(home, add("z"), ref="refs/heads/proposals/two")
    listed = read(home)
    assert {found.commit for found in listed} == {one, two, three}
    assert listed[-1].commit == three
    assert listed[-1].parent == merge
    assert [file.path for file in listed[-1].files] == ["memory/candidates/z.md"]


def test_what_head_has_is_decided_by_git(home: Path) -> None:
    first, second = propose(home, add("x"), add("y"))
    point(home, "refs/heads/main", first)
    assert ids(home) == [second]
    point(home, "refs/heads/main", second)
    assert ids(home) == []


def test_rebased_branch_has_other_commits_and_the_same_blobs(home: Path) -> None:
    propose(home, add("x"), add("y"))
    before = read(home)
    propose(home, Change(files={"memory/notes/a.md": "new\n"}), ref="refs/heads/main")
    repropose(home, add("x"), add("y"))
    after = read(home)
    assert not {one.commit for one in before} & {one.commit for one in after}
    assert [one.files for one in before] == [one.files for one in after]


def test_force_push_and_deleted_branch(home: Path) -> None:
    propose(home, add("x"), add("y"))
    assert len(ids(home)) == 2
    forced = repropose(home, add("z"))
    assert ids(home) == list(forced)
    point(home, "refs/remotes/origin/proposals/nightly", forced[0])
    delete(home)
    assert [one.refs for one in read(home)] == [("origin/proposals/nightly",)]
    delete(home, "refs/remotes/origin/proposals/nightly")
    assert ids(home) == []
    git_bytes(home, "pack-refs", "--all")
    propose(home, add("w"))
    git_bytes(home, "pack-refs", "--all")
    assert len(ids(home)) == 1


def test_unborn_detached_and_unrelated(home: Path, tmp_path: Path) -> None:
    (root, child) = propose(home, add("x"), add("y"), ref="refs/heads/proposals/own", parent=None)
    first, second = read(home)
    assert (first.commit, first.parent) == (root, None)
    assert (second.commit, second.parent) == (child, root)
    assert [file.before for file in first.files] == [None]
    git_bytes(home, "checkout", "-q", "--detach", "HEAD")
    assert ids(home) == [root, child]
    with Repository.init(tmp_path / "unborn"):
        pass
    made = propose(tmp_path / "unborn", add("x"), parent=None)
    assert ids(tmp_path / "unborn") == list(made)


def test_odd_entries_are_named(home: Path) -> None:
    head = tip(home, "HEAD") or ""
    (made,) = propose(
        home,
        Change(
            files={
                "memory/notes/a.md": Odd(LINK, b"/etc/passwd"),
                "memory/notes/b.md": Odd(EXECUTABLE, b"b\n"),
                "memory/notes/c.md": Odd(EXECUTABLE, b"changed\n"),
                "memory/notes/sub": Odd(SUBMODULE, head.encode()),
                "memory/candidates/link.md": Odd(LINK, b"x"),
                "memory/candidates/run.md": Odd(EXECUTABLE, b"x"),
            }
        ),
    )
    (one,) = read(home)
    assert one.commit == made
    changed = {file.path: file.before is not None for file in one.files}
    assert changed == {"memory/candidates/run.md": False, "memory/notes/c.md": True}
    odd = ("candidates/link.md", "notes/a.md", "notes/b.md", "notes/sub")
    assert one.odd == tuple(f"memory/{path}" for path in odd)
    for key in ("diff.ignoreSubmodules", "submodule.memory/notes/sub.ignore"):
        git_bytes(home, "config", key, "all")
    git_proposals._known.clear()
    assert read(home) == (one,)


def test_names_are_bytes(home: Path) -> None:
    names = ["上海 é\n\t", ":(top)x", "--output=x", '"q\\', os.fsdecode(b"\xff\xfe"), ":100644"]
    propose(home, Change(files={f"memory/notes/{name}.md": "x" for name in names}))
    (one,) = read(home)
    assert [file.path for file in one.files] == sorted(f"memory/notes/{n}.md" for n in names)


def test_an_empty_commit_is_a_proposal_of_nothing(home: Path) -> None:
    made = propose(home, Change(files={}, trailers={"Curator-Op": "archive"}), add("x"))
    assert ids(home) == list(made)
    assert read(home)[0].files == ()


def test_a_commit_remembered_is_not_read_again(home: Path) -> None:
    propose(home, *[add(f"n{number}") for number in range(3)])
    first = read(home)
    calls: list[str] = []
    with open_repository(home) as repo:
        repo.step = calls.append
        again = git_proposals.proposals(repo, GLOBS, repo.head().commit)
    assert again.proposals == first
    assert [name for name in calls if name.startswith("before")] == [
        "before git cat-file",
        "before git for-each-ref",
        "before git rev-list",
    ]


def test_a_night_costs_four_children(home: Path) -> None:
    changes = [add(f"n{number:03}") for number in range(120)]
    made = propose(home, *changes)
    for number in range(40):
        point(home, f"refs/remotes/r{number}/proposals/nightly", made[number * 3])
    calls: list[str] = []
    with open_repository(home) as repo:
        repo.step = calls.append
        result = git_proposals.proposals(repo, GLOBS, repo.head().commit)
    assert [one.commit for one in result.proposals] == list(made)
    assert [len(one.refs) for one in result.proposals] == [41 - (n + 2) // 3 for n in range(120)]
    assert all(len(one.files) == 1 for one in result.proposals)
    assert sum(name.startswith("before") for name in calls) == 4


def test_adding_commits(home: Path) -> None:
    (first,) = propose(home, add("x"), ref="refs/heads/main")
    (_, third) = propose(
        home, Change(files={"memory/candidates/x.md": None}), add("x", "2"), ref="refs/heads/main"
    )
    propose(home, add("x", "3"), add("y"), ref="refs/heads/main")
    paths = ["memory/candidates/x.md", "memory/notes/a.md", "never.md"]
    with open_repository(home) as repo:
        found = git_reading.adding_commits(repo, paths)
        assert found["memory/candidates/x.md"] == third
        assert set(found) == set(paths[:2])
        assert repo.is_ancestor(found["memory/notes/a.md"], first)
        assert git_reading.adding_commits(repo, []) == {}
