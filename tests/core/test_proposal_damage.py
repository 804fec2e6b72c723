"""Branches that are damaged, shallow, forged or far too many: told, never a crash."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from curator_core.model.problem import Severity
from curator_core.store import git_commit_walk, git_proposals
from curator_core.store.git_objects import blob_id
from curator_core.store.git_proposals import Found
from curator_core.store.repository import Repository, open_repository
from tests.core.test_hostile_config import HOOKS, PROGRAMS
from tests.core.transaction_home import AT
from tests.proposal_branches import (
    NIGHT,
    NIGHTLY,
    Change,
    delete,
    git_bytes,
    point,
    propose,
    raw_object,
    tip,
)

AUTHOR = "Test Person <person@curator.example>"
GOOD = "refs/heads/proposals/good"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    git_proposals._known.clear()
    with Repository.init(tmp_path / "home") as repo:
        repo.set_identity("Test Person", "person@curator.example")
        repo.commit_files({"memory/notes/a.md": b"a\n"}, "Notes", at=AT, author=AUTHOR)
    return tmp_path / "home"


def found(home: Path) -> Found:
    with open_repository(home) as repo:
        return git_proposals.proposals(repo, ("proposals/**",), repo.head().commit)


def add(name: str, seconds: int | None = None) -> Change:
    return Change(files={f"memory/candidates/{name}.md": f"{name}\n"}, seconds=seconds)


def lose(home: Path, oid: str) -> None:
    """Take a loose object away."""
    (home / ".git/objects" / oid[:2] / oid[2:]).unlink()


def loose(home: Path) -> None:
    """Every object in a file of its own."""
    packs = sorted((home / ".git/objects/pack").glob("*.pack"))
    for pack in packs:
        data = pack.read_bytes()
        pack.chmod(0o644)
        pack.unlink()
        pack.with_suffix(".idx").unlink()
        git_bytes(home, "unpack-objects", "-q", data=data)


def told(result: Found, code: str, name: str) -> None:
    (one,) = result.problems
    assert (one.code, one.severity) == (code, Severity.WARNING)
    assert name in one.message


def commit_of(home: Path, tree: str, *, parent: str | None = None) -> str:
    who = b"A <a@b> %d +0000\n" % NIGHT
    head = f"tree {tree}\n" + (f"parent {parent}\n" if parent else "")
    return raw_object(
        home, "commit", head.encode() + b"author " + who + b"committer " + who + b"\nm"
    )


def test_refs_that_point_at_no_commit(home: Path) -> None:
    made = propose(home, add("x"), ref=GOOD)
    refs = home / ".git/refs/heads/proposals"
    (refs / "gone").write_text("1" * 40 + "\n", "ascii")
    (refs / "garbage").write_text("nothing\n", "ascii")
    (refs / "empty").write_text("", "ascii")
    blob = raw_object(home, "blob", b"text")
    point(home, "refs/remotes/origin/proposals/blob", blob)
    tag = f"object {blob}\ntype blob\ntag t\ntagger A <a@b> 1 +0000\n\nt\n"
    (refs / "tag-of-blob").write_text(raw_object(home, "tag", tag.encode()) + "\n", "ascii")
    result = found(home)
    assert [one.commit for one in result.proposals] == list(made)
    told(result, "proposal-branch-damaged", "origin/proposals/blob, proposals/empty, ")
    assert "proposals/garbage, proposals/gone, proposals/tag-of-blob" in result.problems[0].message


def test_a_tag_of_a_commit_is_that_commit(home: Path) -> None:
    (made,) = propose(home, add("x"), ref="refs/heads/other")
    git_bytes(home, "tag", "-a", "-m", "t", "t", made)
    (home / ".git/refs/remotes/origin/proposals").mkdir(parents=True)
    tag = git_bytes(home, "rev-parse", "t")
    (home / ".git/refs/remotes/origin/proposals/t").write_bytes(tag)
    (one,) = found(home).proposals
    assert (one.commit, one.refs) == (made, ("origin/proposals/t",))


def test_a_lost_ancestor_costs_its_branches_only(home: Path) -> None:
    made = propose(home, add("x"), add("y"), ref=GOOD)
    for number in range(4):
        propose(home, add(f"g{number}"), ref=f"{GOOD}{number}")
    first, _ = propose(home, add("1"), add("2"))
    loose(home)
    lose(home, first)
    result = found(home)
    told(result, "proposal-branch-damaged", "proposals/nightly")
    assert set(made) < {one.commit for one in result.proposals}
    assert len(result.proposals) == 6


def test_a_lost_tree_costs_its_proposals_only(home: Path) -> None:
    empty = raw_object(home, "tree", b"")
    broken = [commit_of(home, "3" * 40), commit_of(home, empty, parent=tip(home, "HEAD"))]
    broken.append(commit_of(home, "4" * 40, parent=broken[1]))
    for number, oid in enumerate(broken):
        point(home, f"refs/heads/proposals/{number}", oid)
    made = propose(home, add("x"), add("y"), ref=GOOD)
    result = found(home)
    told(result, "proposal-damaged", broken[0][:12])
    assert broken[2][:12] in result.problems[0].message
    assert {one.commit for one in result.proposals} == {*made, broken[1]}
    removed = next(one for one in result.proposals if one.commit == broken[1])
    assert [(f.path, f.after) for f in removed.files] == [("memory/notes/a.md", None)]


def test_many_lost_trees_end_in_one_problem(home: Path) -> None:
    parent = tip(home, "HEAD")
    for number in range(30):
        parent = commit_of(home, f"{number:040x}", parent=parent)
    point(home, NIGHTLY, parent or "")
    calls: list[str] = []
    with open_repository(home) as repo:
        repo.step = calls.append
        result = git_proposals.proposals(repo, ("**",), repo.head().commit)
    assert result.proposals == ()
    told(result, "proposal-damaged", "and 25 more")
    assert calls.count("before git diff-tree") == 20


def test_paths_that_no_file_may_have(home: Path) -> None:
    blob = raw_object(home, "blob", b"evil")
    tree = raw_object(home, "tree", b"100644 x.md\0" + bytes.fromhex(blob))
    for name in (b"..", b".git", b".GIT", b"."):
        tree_bytes = b"40000 %s\0" % name + bytes.fromhex(tree)
        oid = raw_object(home, "tree", tree_bytes)
        point(home, NIGHTLY, commit_of(home, oid))
        (one,) = found(home).proposals
        assert (one.files, one.odd) == ((), (f"{name.decode()}/x.md",))


def test_one_path_twice_is_odd(home: Path) -> None:
    blobs = [raw_object(home, "blob", text) for text in (b"seen", b"applied")]
    rows = [b"100644 x.md\0" + bytes.fromhex(blob) for blob in blobs]
    point(home, NIGHTLY, commit_of(home, raw_object(home, "tree", b"".join(rows))))
    (one,) = found(home).proposals
    assert (one.files, one.odd) == ((), ("x.md",))


def test_a_shallow_clone(home: Path, tmp_path: Path) -> None:
    propose(home, add("x"), add("y"), add("z"))
    propose(home, add("only"), ref=GOOD)
    clone = tmp_path / "clone"
    words = ("--depth=1", "--no-single-branch", home.as_uri(), str(clone))
    git_bytes(home, "clone", "-q", *words)
    shallow = found(clone)
    only = tip(home, GOOD) or ""
    # Its parent is HEAD, which the clone has, though git itself takes it for a root here.
    assert [(one.commit, one.parent) for one in shallow.proposals] == [(only, tip(home, "HEAD"))]
    assert [file.path for file in shallow.proposals[0].files] == ["memory/candidates/only.md"]
    told(shallow, "proposal-shallow", (tip(home, NIGHTLY) or "")[:12])
    git_bytes(clone, "fetch", "-q", "--unshallow")
    whole = found(clone)
    assert whole.problems == ()
    assert len(whole.proposals) == 4


def test_refs_that_cannot_be_listed(home: Path) -> None:
    propose(home, add("x"))
    (home / ".git/packed-refs").write_bytes(b"# pack-refs with: peeled\nnonsense\n")
    with open_repository(home) as repo:
        result = git_proposals.proposals(repo, ("proposals/**",), None)
    assert result.proposals == ()
    told(result, "proposal-refs", "packed-refs")


def test_too_many_commits(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_proposals, "MOST", 10)
    flood = propose(home, *[add(f"f{n}", NIGHT + 9_000_000 + n) for n in range(50)])
    quiet = propose(home, *[add(f"q{n}", NIGHT + n) for n in range(4)], ref=GOOD)
    result = found(home)
    told(result, "proposals-too-many", "54 commits on proposal branches; 10 of them are shown")
    assert [one.commit for one in result.proposals] == [*quiet, *flood[-6:]]
    monkeypatch.setattr(git_commit_walk, "MOST_WALKED", 20)
    told(found(home), "proposals-too-many", "20 or more commits")


def test_grafts_and_replaced_objects_are_not_believed(home: Path) -> None:
    (one,) = propose(home, add("x"))
    (other,) = propose(home, add("y"), ref="refs/heads/other")
    before = found(home)
    git_bytes(home, "replace", one, other)
    (home / ".git/info").mkdir(exist_ok=True)
    (home / ".git/info/grafts").write_text(f"{one}\n", "ascii")
    git_proposals._known.clear()
    assert found(home) == before


def test_a_hostile_repository_starts_nothing(home: Path, tmp_path: Path) -> None:
    canary, evil = tmp_path / "canary", tmp_path / "evil"
    evil.write_text(f'#!/bin/sh\necho "$0" >> {canary}\ncat\n', "ascii")
    evil.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in HOOKS:
        (hooks / name).symlink_to(evil)
    names = [
        "--upload-pack=evil",
        "-x",
        "$(touch${IFS}canary)",
        "|evil",
        "`evil`",
        "x;evil",
        "上\u202e",
    ]
    for number, name in enumerate(names):
        files = {f"memory/notes/{number}.md": "x", ".gitattributes": "* diff=evil filter=evil\n"}
        propose(home, Change(files=files), ref=f"refs/heads/proposals/{name}")
    (home / ".gitattributes").write_text("* diff=evil filter=evil\n", "ascii")
    rows = [(name, str(evil)) for name in PROGRAMS]
    rows += [(f"alias.{name}", f"!{evil}") for name in ("for-each-ref", "rev-list", "diff-tree")]
    rows += [("core.hooksPath", str(hooks)), ("diff.renames", "copies"), ("diff.relative", "true")]
    rows += [("diff.orderFile", str(evil)), ("core.quotePath", "true"), ("log.date", "relative")]
    rows += [("extensions.partialClone", "origin"), ("remote.origin.promisor", "true")]
    rows += [("remote.origin.url", f"ext::{evil}"), ("protocol.ext.allow", "always")]
    for name, value in rows:
        subprocess.run(["git", "-C", str(home), "config", name, value], check=True)
    canary.unlink(missing_ok=True)
    result = found(home)
    assert {one.refs for one in result.proposals} == {(f"proposals/{name}",) for name in names}
    assert all(len(one.files) == 2 for one in result.proposals)
    assert not canary.exists()
    point(home, GOOD, commit_of(home, "3" * 40))
    assert canary.exists(), "the user's own git runs the hooks"
    canary.unlink()
    assert [problem.code for problem in found(home).problems] == ["proposal-damaged"]
    assert not canary.exists()


def test_names_that_are_not_text(home: Path) -> None:
    ref = os.fsdecode(b"refs/heads/proposals/\xff")
    (made,) = propose(home, Change(files={os.fsdecode(b"memory/notes/\xfe.md"): "x"}), ref=ref)
    (one,) = found(home).proposals
    assert (one.commit, one.refs) == (made, (os.fsdecode(b"proposals/\xff"),))
    assert one.files[0].after == blob_id(b"x")
    delete(home, ref)
    assert found(home) == Found((), ())
