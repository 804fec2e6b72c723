"""A Home whose own settings name programs: nothing of Curator's ever starts one (FAULTS §6, 44)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from curator_core.store import transaction
from curator_core.store.git_objects import blob_id
from curator_core.store.repository import NewCommit, open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    AT,
    NOTE,
    apply_five,
    build,
    five_files,
    five_state,
    git,
)

PROGRAMS = (
    *("core.fsmonitor", "core.sshCommand", "core.askPass", "core.editor", "core.pager"),
    *("core.alternateRefsCommand", "core.gitProxy", "sequence.editor", "credential.helper"),
    *("diff.external", "diff.evil.textconv", "diff.evil.command", "interactive.diffFilter"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "merge.evil.driver"),
    *("gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.ssh.defaultKeyCommand"),
    *("pager.log", "pager.diff", "uploadpack.packObjectsHook", "trailer.x.command"),
    *("remote.origin.uploadpack", "remote.origin.receivepack", "mergetool.x.cmd"),
)
HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout"),
    *("reference-transaction", "post-index-change", "pre-auto-gc", "fsmonitor-watchman"),
    *("post-rewrite", "update", "pre-receive", "push-to-checkout", "applypatch-msg"),
)
COMMANDS = ("rev-parse", "cat-file", "ls-tree", "hash-object", "update-index", "var", "config")


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return tmp_path / "canary"


@pytest.fixture
def hostile(tmp_path: Path, canary: Path) -> Path:
    """Every setting, hook and attribute that could start a program starts the canary's."""
    home = build(tmp_path / "home")
    evil = tmp_path / "evil"
    evil.write_text(f'#!/bin/sh\necho "$0 $@" >> {canary}\ncat\n', encoding="ascii")
    evil.chmod(0o755)
    hooks = tmp_path / "hooks"
    for folder in (hooks, home / ".git/hooks"):
        folder.mkdir()
        for name in HOOKS:
            (folder / name).symlink_to(evil)
    (home / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n", encoding="ascii")
    rows = [(name, str(evil)) for name in PROGRAMS]
    rows += [(f"alias.{name}", f"!{evil}") for name in COMMANDS]
    rows += [
        ("core.hooksPath", str(hooks)),
        ("core.attributesFile", str(home / ".gitattributes")),
        ("log.showSignature", "true"),
        ("commit.gpgSign", "true"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", "evil@localhost:gone.git"),
        ("protocol.ext.allow", "always"),
        ("protocol.ssh.allow", "always"),
        ("fetch.recurseSubmodules", "true"),
    ]
    for name, value in rows:
        git(home, "config", name, value)
    # An edit of equal size, which only a comparison through the filter could tell.
    (home / "user/dirty.txt").write_bytes(b"dirty: as c0mmitted\n")
    canary.unlink(missing_ok=True)
    return home


def test_the_canary_sings(hostile: Path, canary: Path) -> None:
    subprocess.run(["git", "-C", str(hostile), "status"], capture_output=True, check=False)
    assert canary.exists()


def test_reading_starts_nothing(hostile: Path, canary: Path) -> None:
    with open_repository(hostile / "memory") as repo:
        commit = repo.head().commit or ""
        listed = repo.tree(commit)
        assert repo.blobs([*listed.values(), "1" * 40])
        assert repo.blob_of(commit, NOTE)
        assert repo.entries(commit, "memory")
        assert repo.tree_id(commit, "memory")
        assert repo.identity()
        assert repo.first_commit_date(NOTE)
        assert repo.ignored([NOTE, "x"]) == frozenset()
        assert repo.index_entries([NOTE, "memory"])
        assert repo.commit_with_decision("d_1") is None
        assert not repo.is_ancestor("1" * 40, commit)
        assert repo.has_active_hooks()
        assert transaction.pending(repo) is None
    for remote in ("ext::sh -c evil", "https://localhost:1/x", "file:///nowhere", "evil::x"):
        git(hostile, "config", "remote.origin.url", remote)
        with open_repository(hostile) as repo:
            assert repo.blobs(["2" * 40]) == {}
    assert not canary.exists()


def test_writing_starts_nothing(hostile: Path, canary: Path) -> None:
    result = apply_five(hostile, lambda _: None)
    assert isinstance(result, Applied)
    assert result.worktree == "done"
    with open_repository(hostile) as repo:
        new = NewCommit(files={"memory/notes/p.md": b"p"}, message="p", at=AT, author="A <a@b>")
        assert repo.make_ref("refs/heads/proposals/p", new)
        assert repo.blobs([blob_id(b"p")])
    assert not canary.exists()
    assert five_state(hostile) == "new"


def test_signing_starts_only_the_users_program(
    hostile: Path, canary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    (tmp_path / "bin").mkdir()
    own = tmp_path / "bin/gpg"
    own.write_text("#!/bin/sh\ntouch $(dirname $0)/used\nexit 1\n", encoding="ascii")
    own.chmod(0o755)
    with (
        open_repository(hostile) as repo,
        transaction.locked(repo, wait=0, owner="test") as lock,
        pytest.raises(Exception, match="not applied"),
    ):
        transaction.commit(lock, five_files(repo), CommitOptions(sign=True))
    assert (tmp_path / "bin/used").exists()
    assert not canary.exists()
    assert five_state(hostile) == "old"
