"""The git runner: opening, reading, and what it says when a repository cannot be a Home."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from curator_core.model.home import GitState, Head
from curator_core.model.problem import StoreError
from curator_core.store.git_objects import Leaf, NewTree, blob_id, parse_tree, raw_tree, rebuilt
from curator_core.store.git_writing import write_trees
from curator_core.store.repository import NewCommit, Repository, open_repository
from tests.core.transaction_home import AT, git

AUTHOR = "Test Person <person@curator.example>"
ODD_NAMES = {
    "memory/notes/上海 é\n\t.md": b"newline and tab\n",
    "memory/notes/*.md": b"star\n",
    "memory/notes/:(top)x.md": b"magic\n",
    "memory/notes/--output=x.md": b"option\n",
    os.fsdecode(b"memory/notes/\xff\xfe.md"): b"not UTF-8\n",
    'memory/notes/"quoted\\".md': b"quotes\n",
    "memory/notes/plain.md": b"no final newline",
}


@pytest.fixture
def repo(tmp_path: Path) -> Iterator[Repository]:
    with Repository.init(tmp_path / "home $HOME") as made:
        yield made


def commit(repo: Repository, files: dict[str, bytes], message: str = "one", at: str = AT) -> str:
    return repo.commit_files(files, message, at=at, author=AUTHOR)


def test_head_unborn_ready_detached(repo: Repository) -> None:
    assert repo.head() == Head(GitState.UNBORN, None, "main")
    first = commit(repo, {"a.md": b"a"})
    assert repo.head() == Head(GitState.READY, first, "main")
    second = commit(repo, {"a.md": b"b"})
    assert repo.head() == Head(GitState.READY, second, "main")
    git(repo.root, "checkout", "-q", first)
    assert repo.head() == Head(GitState.DETACHED, first, None)


def test_head_of_a_missing_commit_is_not_unborn(repo: Repository) -> None:
    commit(repo, {"a.md": b"a"})
    (repo.git_dir / "refs/heads/main").write_text("1" * 40 + "\n", encoding="ascii")
    with pytest.raises(StoreError, match="missing"):
        repo.head()


@pytest.mark.parametrize("branch", ["-x", "--upload-pack=x", "a\u202eb\u009b", "проба"])
def test_odd_branch_names_are_names(repo: Repository, branch: str) -> None:
    first = commit(repo, {"a.md": b"a"})
    git(repo.root, "update-ref", f"refs/heads/{branch}", first)
    git(repo.root, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    assert repo.head() == Head(GitState.READY, first, branch)
    assert repo.tree(f"refs/heads/{branch}") == {"a.md": blob_id(b"a")}


def test_a_name_is_never_an_option(repo: Repository) -> None:
    commit(repo, {"a.md": b"a"})
    for name in ("--output=stolen", "-x", "--upload-pack=x"):
        with pytest.raises(StoreError):
            repo.tree(name)
    assert not (repo.root / "stolen").exists()


def test_trees_and_blobs_with_odd_names(repo: Repository) -> None:
    done = commit(repo, ODD_NAMES)
    listed = repo.tree(done, "memory/notes")
    assert listed == {path: blob_id(data) for path, data in ODD_NAMES.items()}
    assert repo.tree(done, "memory/note", "sources", "*") == {}
    assert repo.blobs(listed.values()) == {blob_id(data): data for data in ODD_NAMES.values()}
    for path, data in ODD_NAMES.items():
        assert repo.blob_of(done, path) == blob_id(data)
        assert list(repo.index_entries([path])) == [path]
    assert set(repo.added_dates(ODD_NAMES)) == set(ODD_NAMES)
    assert git(repo.root, "status", "--porcelain") == b""


def test_links_and_submodules_are_given_apart(repo: Repository) -> None:
    commit(repo, {"notes/a.md": b"a"})
    (repo.root / "notes/link.md").symlink_to("/etc/passwd")
    git(repo.root, "add", "notes/link.md")
    git(repo.root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},notes/sub")
    git(repo.root, "commit", "-q", "-m", "odd")
    assert repo.tree("HEAD") == {"notes/a.md": blob_id(b"a")}
    modes = {path: leaf.mode for path, leaf in repo.entries("HEAD", "notes").items()}
    assert modes == {"notes/a.md": "100644", "notes/link.md": "120000", "notes/sub": "160000"}
    assert repo.blob_of("HEAD", "notes/link.md") is None
    assert repo.blob_of("HEAD", "notes") is None
    assert repo.tree_id("HEAD", "notes/sub") is None


def test_tree_ids_tell_equal_folders(repo: Repository) -> None:
    first = commit(repo, {"ledger/a": b"1", "notes/a": b"1"})
    second = commit(repo, {"notes/a": b"2"})
    assert repo.tree_id(first, "ledger/") == repo.tree_id(second, "ledger")
    assert repo.tree_id(first, "notes") != repo.tree_id(second, "notes")
    assert repo.tree_id(first, "nothing") is None
    assert repo.tree_id(first, "") == git(repo.root, "rev-parse", f"{first}^{{tree}}").decode()[:-1]


def test_thousands_of_blobs_through_one_reader(repo: Repository) -> None:
    files = {f"n/{number:04}.md": b"x" * (number % 7) + b"%d" % number for number in range(1100)}
    done = commit(repo, files)
    listed = repo.tree(done)
    assert repo.blobs([*listed.values(), "0" * 40]) == {blob_id(d): d for d in files.values()}


def test_a_damaged_or_missing_object_spoils_only_itself(repo: Repository) -> None:
    files = {f"{number}.md": os.urandom(3000) for number in range(5)}
    commit(repo, files)
    broken, lost = blob_id(files["1.md"]), blob_id(files["3.md"])
    for oid in (broken, lost):
        file = repo.git_dir / "objects" / oid[:2] / oid[2:]
        file.chmod(0o644)
        data = file.read_bytes()
        file.unlink()
        if oid == broken:
            file.write_bytes(data[:1500])
    with open_repository(repo.root) as fresh:
        kept = fresh.blobs(blob_id(data) for data in files.values())
    assert set(kept) == {blob_id(files[name]) for name in ("0.md", "2.md", "4.md")}


def test_the_reader_ends_with_the_repository(repo: Repository) -> None:
    done = commit(repo, {"a.md": b"a"})
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with open_repository(repo.root) as opened:
            assert opened.blob_of(done, "a.md")
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


def test_replaced_objects_are_not_believed(repo: Repository) -> None:
    commit(repo, {"a.md": b"honest", "b.md": b"forged"})
    git(repo.root, "replace", blob_id(b"honest"), blob_id(b"forged"))
    assert repo.blobs([blob_id(b"honest")]) == {blob_id(b"honest"): b"honest"}


def test_dates_are_of_the_commit_that_added_the_file_last(repo: Repository) -> None:
    commit(repo, {"a.md": b"1", "keep": b""}, at="2025-01-01T00:00:00Z")
    git(repo.root, "rm", "-q", "a.md")
    git(repo.root, "commit", "-q", "-m", "gone")
    commit(repo, {"a.md": b"2"}, at="2025-03-04T05:06:07+08:00")
    commit(repo, {"a.md": b"3"}, at="2026-01-01T00:00:00Z")
    assert repo.first_commit_date("a.md") == "2025-03-04T05:06:07+08:00"
    assert repo.first_commit_date("never.md") is None
    many = [f"never-{number}.md" for number in range(600)]
    assert repo.added_dates(["a.md", *many]) == {"a.md": "2025-03-04T05:06:07+08:00"}


def test_identity_from_configuration_only(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_repository(repo.root) as known:
        assert known.identity() == AUTHOR
    monkeypatch.setenv("HOME", str(repo.root))
    monkeypatch.setenv("EMAIL", "guessed@example.com")
    assert repo.identity() is None
    repo.set_identity("Li Lei", "lei@example.com")
    assert repo.identity() == "Li Lei <lei@example.com>"
    repo.set_identity("李雷", "li@example.com")
    assert repo.identity() == "李雷 <li@example.com>", "known, but said anew"
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Someone Else")
    with open_repository(repo.root) as again:
        assert again.identity() == "Someone Else <li@example.com>"


def test_ignored_paths(repo: Repository) -> None:
    commit(repo, {".gitignore": b"*.tmp\n/private/\n"})
    (repo.root / "tracked.tmp").write_bytes(b"")
    git(repo.root, "add", "-f", "tracked.tmp")
    asked = ["a.tmp", "private/x.md", "b.md", "tracked.tmp", ":x.tmp", "*.md", "上\n海.tmp"]
    assert repo.ignored(asked) == {"a.tmp", "private/x.md", ":x.tmp", "上\n海.tmp"}
    assert repo.ignored([]) == frozenset()


def test_active_hooks_are_the_users_real_ones(repo: Repository) -> None:
    assert not repo.has_active_hooks()
    hooks = repo.git_dir / "hooks"
    hooks.mkdir()
    (hooks / "pre-commit").write_text("#!/bin/sh\n", encoding="ascii")
    assert not repo.has_active_hooks()
    (hooks / "pre-commit").chmod(0o755)
    assert repo.has_active_hooks()
    git(repo.root, "config", "core.hooksPath", "own hooks")
    assert not repo.has_active_hooks()
    (repo.root / "own hooks").mkdir()
    (hooks / "pre-commit").rename(repo.root / "own hooks/commit-msg")
    assert repo.has_active_hooks()


def test_index_entries_tell_marks_and_stages(repo: Repository) -> None:
    commit(repo, {"a.md": b"a", "b.md": b"b", "f/c.md": b"c"})
    git(repo.root, "update-index", "--skip-worktree", "a.md")
    git(repo.root, "update-index", "--assume-unchanged", "b.md")
    found = repo.index_entries(["a.md", "b.md", "f", "nothing"])
    assert {path: [entry.looked_at for entry in rows] for path, rows in found.items()} == {
        "a.md": [False],
        "b.md": [False],
        "f/c.md": [True],
    }
    assert repo.index_entries([]) == {}


def test_commit_with_decision_reads_trailers_only(repo: Repository) -> None:
    wanted = commit(repo, {"a": b"1"}, "approve\n\nReviewed-by: x\nCurator-Decision: d_1\n")
    commit(repo, {"a": b"2"}, "quotes it\n\nCurator-Decision: d_1\n\nbut in the middle\n")
    commit(repo, {"a": b"3"}, "longer\n\nCurator-Decision: d_12\n")
    assert repo.commit_with_decision("d_1") == wanted
    assert repo.commit_with_decision("d_12") == repo.head().commit
    assert repo.commit_with_decision("d_2") is None


def test_make_ref_leaves_the_worktree_alone(repo: Repository) -> None:
    base = commit(repo, {"memory/notes/a.md": b"a", "old.md": b"old"})
    new = NewCommit(
        files={'memory/notes/"b"\n.md': b"b", "old.md": None},
        message="propose\n\nCurator-Op: add\n",
        at="2026-01-02T03:04:05+08:00",
        author="Night Job <job@example.com>",
        parent=base,
    )
    made = repo.make_ref("refs/heads/proposals/nightly", new)
    assert repo.is_ancestor(base, made)
    assert not repo.is_ancestor(made, base)
    assert not repo.is_ancestor("1" * 40, base)
    assert set(repo.tree(made)) == {"memory/notes/a.md", 'memory/notes/"b"\n.md'}
    assert git(repo.root, "status", "--porcelain") == b""
    assert b"Night Job <job@example.com> 1767294245 +0800" in git(
        repo.root, "cat-file", "commit", made
    )
    orphan = NewCommit(files={"x": b""}, message="m", at=AT, author=AUTHOR)
    assert repo.make_ref("refs/heads/proposals/orphan", orphan)
    for bad in ("refs/heads/a b", "proposals/x", "refs/heads/a\nreset refs/heads/main"):
        with pytest.raises(StoreError):
            repo.make_ref(bad, orphan)


def test_the_same_inputs_give_the_same_commits(tmp_path: Path) -> None:
    ids = set()
    for name in ("one", "two"):
        with Repository.init(tmp_path / name) as repo:
            ids.add(commit(repo, ODD_NAMES))
    assert len(ids) == 1


def test_rebuilt_trees_are_gits_own(repo: Repository) -> None:
    base = commit(repo, {"a/b/c.md": b"1", "a/b.md": b"2", "a/b-c": b"3", "z": b"4"})
    blob = Leaf("100755", blob_id(b"4"))
    changes = {"a/b/c.md": None, "a/b.md": None, "n/e/w.md": blob, "a/b0": blob}
    root, trees = rebuilt(repo.tree_at, repo.tree_id(base, ""), changes)
    write_trees(repo, trees)
    assert set(repo.tree(root)) == {"a/b-c", "z", "n/e/w.md", "a/b0"}
    assert git(repo.root, "fsck", "--strict", "--no-dangling") == b""
    everything = dict.fromkeys(("a/b/c.md", "a/b.md", "a/b-c", "z"))
    root, trees = rebuilt(repo.tree_at, repo.tree_id(base, ""), everything)
    assert trees == (NewTree(root, {}),)
    entries = repo.tree_at(repo.tree_id(base, "a") or "")
    assert parse_tree(raw_tree(entries)) == entries


HOSTILE_ENVIRONMENT = """
import json, os, sys
from pathlib import Path
from curator_core.store.repository import open_repository
with open_repository(Path(sys.argv[1])) as repo:
    head = repo.head()
    out = [str(repo.root), head.branch, repo.identity(), repo.tree(head.commit)]
    repo.run("hash-object", "-w", "--no-filters", "--stdin", data=b"landed at home")
print(json.dumps(out))
"""


def test_a_hostile_environment_is_not_heard(repo: Repository, tmp_path: Path) -> None:
    commit(repo, {"a.md": b"a"})
    decoy, canary = tmp_path / "decoy", tmp_path / "canary"
    with Repository.init(decoy) as other:
        commit(other, {"decoy.md": b"decoy"})
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "GIT_DIR": str(decoy / ".git"),
        "GIT_WORK_TREE": str(decoy),
        "GIT_INDEX_FILE": str(decoy / ".git/index"),
        "GIT_OBJECT_DIRECTORY": str(decoy / ".git/objects"),
        "GIT_COMMON_DIR": str(decoy / ".git"),
        "GIT_NAMESPACE": "elsewhere",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": f"touch {canary}",
        "GIT_CONFIG_PARAMETERS": f"'core.fsmonitor'='touch {canary}'",
        "GIT_EXEC_PATH": str(tmp_path),
        "GIT_LITERAL_PATHSPECS": "0",
        "GIT_NO_REPLACE_OBJECTS": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE_ENVIRONMENT, str(repo.root)],
        env=environment,
        capture_output=True,
        check=True,
    )
    assert str(repo.root).encode() in done.stdout
    assert b"decoy" not in done.stdout
    landed = blob_id(b"landed at home")
    assert (repo.git_dir / "objects" / landed[:2] / landed[2:]).exists()
    assert not canary.exists()
