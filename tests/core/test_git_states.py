"""States of git in which a plan is refused by name, or applied all the same (FAULTS §6, 28-45)."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from curator_core.model.problem import Refusal, StoreError
from curator_core.store.git_objects import blob_id
from curator_core.store.repository import Repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    AFTER,
    AT,
    CANDIDATE,
    COMMITTED,
    CREATED,
    NOTE,
    SECOND,
    STATUS,
    apply,
    apply_five,
    build,
    change,
    copy,
    five_files,
    five_state,
    git,
    one_file,
    plan_of,
    refusal_of,
    sound,
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return copy(template, tmp_path / "home")


def try_git(home: Path, *arguments: str) -> None:
    """A git command of the user that is expected to stop half way."""
    done = subprocess.run(["git", "-C", str(home), *arguments], capture_output=True, check=False)
    assert done.returncode != 0, done


def two_branches_in_conflict(home: Path) -> None:
    git(home, "stash", "-q")
    for branch, text in (("theirs", b"theirs\n"), ("main", b"ours\n")):
        git(home, "checkout", "-q", *(["-b", branch] if branch == "theirs" else [branch]))
        (home / "memory/notes/team/other.md").write_bytes(text)
        git(home, "commit", "-q", "-a", "-m", branch)


# -- refused, nothing changed -----------------------------------------------------------------


def test_detached_head(home: Path) -> None:
    git(home, "checkout", "-q", "--detach")
    assert refusal_of(home).code == "detached"


@pytest.mark.parametrize(
    ("operation", "named"),
    [
        (("merge", "theirs"), "merge"),
        (("rebase", "theirs"), "rebase"),
        (("cherry-pick", "theirs"), "cherry-pick"),
        (("revert", "--no-edit", "HEAD~1"), "revert"),
    ],
)
def test_operation_in_progress(home: Path, operation: tuple[str, ...], named: str) -> None:
    two_branches_in_conflict(home)
    if named == "revert":
        (home / "memory/notes/team/other.md").write_bytes(b"later\n")
        git(home, "commit", "-q", "-a", "-m", "later")
    try_git(home, *operation)
    refusal = refusal_of(home)
    assert refusal.code == "in-progress"
    assert named in refusal.message


def test_bisect_in_progress(home: Path) -> None:
    git(home, "bisect", "start")
    refusal = refusal_of(home)
    assert refusal.code == "in-progress"
    assert "bisect" in refusal.message


def test_unborn_branch(home: Path) -> None:
    git(home, "checkout", "-q", "--orphan", "new")
    plan = plan_of("0" * 40, (change(SECOND, None, b"x"),))
    assert refusal_of(home, lambda _: plan).code == "unborn"


def test_missing_identity(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home / ".git"))
    git(home, "config", "--unset", "user.email")
    assert refusal_of(home).code == "no-identity"
    git(home, "config", "user.email", "person@curator.example")
    git(home, "config", "--unset", "user.name")
    assert refusal_of(home).code == "no-identity"


@pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
def test_a_lock_of_another_git_is_named_and_never_removed(home: Path, name: str) -> None:
    (home / ".git" / name).write_bytes(b"")
    refusal = refusal_of(home)
    assert refusal.code == "index-locked"
    assert refusal.path == str(home / ".git" / name)
    assert (home / ".git" / name).exists()
    (home / ".git" / name).unlink()
    assert isinstance(apply_five(home, lambda _: None), Applied)
    sound(home)


@pytest.mark.parametrize("mark", ["--skip-worktree", "--assume-unchanged"])
def test_files_git_does_not_look_at(home: Path, mark: str) -> None:
    git(home, "update-index", mark, NOTE)
    refusal = refusal_of(home)
    assert (refusal.code, refusal.path) == ("invalid", NOTE)


def test_sparse_checkout_is_not_resurrected(home: Path) -> None:
    git(home, "stash", "-q")
    git(home, "sparse-checkout", "set", "--no-cone", "/curator.toml", "/user/", "/memory/notes/")
    git(home, "stash", "pop", "-q", "--index")
    assert not (home / CANDIDATE).exists()
    plan = one_file(CANDIDATE, None, b"resurrected")
    assert refusal_of(home, plan).code == "invalid"
    done = apply(home, one_file(SECOND, None, b"inside"), CommitOptions())
    assert isinstance(done, Applied)
    assert not (home / CANDIDATE).exists()
    assert git(home, "status", "--porcelain", "-z") == STATUS


def test_symbolic_links(home: Path) -> None:
    outside = home.parent / "outside.md"
    outside.write_bytes(COMMITTED[NOTE])
    (home / NOTE).unlink()
    (home / NOTE).symlink_to(outside)
    assert refusal_of(home).code == "invalid"
    (home / NOTE).unlink()
    (home / NOTE).write_bytes(COMMITTED[NOTE])
    (home / "memory/notes/new").symlink_to(home.parent)
    assert refusal_of(home).code == "invalid"
    assert outside.read_bytes() == COMMITTED[NOTE]


def test_links_and_submodules_in_head(home: Path) -> None:
    link = git(home, "hash-object", "-w", "--stdin", data=b"/etc/passwd").decode().strip()
    for mode, oid in (("120000", link), ("160000", "1" * 40)):
        git(home, "reset", "-q", "--mixed", "HEAD")
        git(home, "update-index", "--add", "--cacheinfo", f"{mode},{oid},memory/notes/odd")
        git(home, "commit", "-q", "-m", "odd")
        for path in ("memory/notes/odd", "memory/notes/odd/below.md"):
            refusal = refusal_of(home, one_file(path, None, b"x"))
            assert refusal.code in ("invalid", "path-taken"), (mode, path)
        git(home, "reset", "-q", "--soft", "HEAD~1")


def test_pipe_in_the_place_of_a_note(home: Path) -> None:
    (home / NOTE).unlink()
    os.mkfifo(home / NOTE)
    result = apply_five(home, lambda _: None)
    assert isinstance(result, Refusal)
    assert result.code == "invalid"


def test_file_and_folder_do_not_swap(home: Path) -> None:
    assert refusal_of(home, one_file("memory/notes/team", None, b"x")).code == "path-taken"
    assert refusal_of(home, one_file(f"{NOTE}/below.md", None, b"x")).code == "path-taken"
    (home / "memory/notes/loose").write_bytes(b"untracked")
    refusal = refusal_of(home, one_file("memory/notes/loose/below.md", None, b"x"))
    assert refusal.code == "path-taken"


@pytest.mark.parametrize(
    "path",
    [
        "memory/notes/team/Deploy.md",
        "memory/notes/TEAM/new.md",
        "Memory/new.md",
        "memory/notes/STRASSE.md",
        "memory/notes/cafe\u0301.md",
    ],
)
def test_names_that_some_file_systems_cannot_tell_apart(home: Path, path: str) -> None:
    for twin in ("memory/notes/stra\u00dfe.md", "memory/notes/caf\u00e9.md"):
        (home / twin).write_bytes(b"here first")
    assert refusal_of(home, one_file(path, None, b"x")).code == "path-taken"


def test_two_new_names_of_one_plan_collide(home: Path) -> None:
    def plan(repo: Repository) -> object:
        base = repo.head().commit or ""
        return plan_of(base, (change("n/A/x.md", None, b"1"), change("n/a/y.md", None, b"2")))

    assert refusal_of(home, plan).code == "path-taken"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path",
    [
        *("../out.md", "/etc/x", "memory/../../x", "a//b", "./a", "memory/"),
        *(".git/config", ".GIT/hooks/x", "memory/.git/x", "git~1/x", ".gi\u200ct/x", ".git. /x"),
        *("a\0b", "memory/notes/" + "x" * 256, "memory/notes/" + "上" * 86, "memory/\ud800.md"),
    ],
)
def test_paths_that_leave_the_home_or_reach_into_git(home: Path, path: str) -> None:
    refusal = refusal_of(home, one_file(path, None, b"x"))
    assert (refusal.code, refusal.path) == ("invalid", path)


# -- applied all the same ---------------------------------------------------------------------


def applied(home: Path) -> Applied:
    result = apply_five(home, lambda _: None)
    assert isinstance(result, Applied), result
    assert result.worktree == "done"
    assert five_state_of_tree(home)
    return result


def five_state_of_tree(home: Path) -> bool:
    for path, data in AFTER.items():
        listed = git(home, "ls-tree", "HEAD", path).split()
        assert listed[2].decode() == blob_id(data) if data is not None else not listed
        assert (home / path).exists() is (data is not None)
    return True


def test_failing_hooks_and_a_missing_signing_key_do_not_matter(home: Path) -> None:
    hooks = home / ".git/hooks"
    hooks.mkdir()
    for name in ("pre-commit", "commit-msg", "reference-transaction", "post-index-change"):
        (hooks / name).write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
        (hooks / name).chmod(0o755)
    git(home, "config", "commit.gpgSign", "true")
    git(home, "config", "user.signingKey", "missing")
    applied(home)


def test_signing_that_fails_is_not_applied(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    canary = home.parent / "canary"
    program = home.parent / "program"
    program.write_text(f"#!/bin/sh\ntouch {canary}\nexit 1\n", encoding="ascii")
    program.chmod(0o755)
    for key in ("gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"):
        git(home, "config", key, str(program))
    users = home.parent / "users"
    users.mkdir()
    (users / ".gitconfig").write_text("[gpg]\n\tprogram = /bin/false\n", encoding="ascii")
    monkeypatch.setenv("HOME", str(users))
    with pytest.raises(StoreError, match="not applied"):
        apply(home, five_files, CommitOptions(sign=True))
    assert five_state(home) == "old"
    assert not canary.exists()
    sound(home)


def test_signing_uses_the_users_own_program(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signer = home.parent / "signer"
    signer.write_text(
        "#!/bin/sh\ncat >/dev/null\nprintf '[GNUPG:] SIG_CREATED ' >&2\n"
        "printf -- '-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n'\n",
        encoding="ascii",
    )
    signer.chmod(0o755)
    users = home.parent / "users"
    users.mkdir()
    (users / ".gitconfig").write_text(f"[gpg]\n\tprogram = {signer}\n", encoding="ascii")
    monkeypatch.setenv("HOME", str(users))
    assert isinstance(apply(home, five_files, CommitOptions(sign=True)), Applied)
    assert b"gpgsig -----BEGIN PGP SIGNATURE-----" in git(home, "cat-file", "commit", "HEAD")


def test_shallow_clone(home: Path) -> None:
    (home / "memory/notes/team/other.md").write_bytes(b"second\n")
    git(home, "commit", "-q", "-a", "-m", "second")
    shallow = home.parent / "shallow"
    git(home.parent, "clone", "-q", "--depth", "1", f"file://{home}", str(shallow))
    applied(shallow)


def test_linked_worktree(home: Path) -> None:
    linked = home.parent / "linked"
    git(home, "worktree", "add", "-q", str(linked), "-b", "other")
    applied(linked)
    assert git(linked, "status", "--porcelain") == b""
    assert git(linked, "log", "-1", "--format=%s", "other") == b"approve make deploy\n"
    assert git(home, "rev-list", "--count", "main") == b"1\n"


def test_packed_refs_and_objects(home: Path) -> None:
    git(home, "gc", "-q")
    git(home, "pack-refs", "--all")
    applied(home)
    sound(home)


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_index_versions(home: Path, version: str) -> None:
    git(home, "update-index", f"--index-version={version}")
    applied(home)
    sound(home)


def test_split_index(home: Path) -> None:
    git(home, "update-index", "--split-index")
    applied(home)
    assert git(home, "status", "--porcelain", "-z") == STATUS


@pytest.mark.parametrize("branch", ["-x", "--upload-pack=x", "a\u202e\u009bb", "feature/deep/er"])
def test_odd_branch_names(home: Path, branch: str) -> None:
    git(home, "update-ref", f"refs/heads/{branch}", "HEAD")
    git(home, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    applied(home)
    assert git(home, "rev-list", "--count", "main", "--") == b"1\n"


CONVERSIONS = {
    "autocrlf": (("core.autocrlf=true",), b""),
    "eol": ((), b"*.md text eol=crlf\n"),
    "text": ((), b"*.md text\n"),
    "auto": ((), b"* text=auto\n"),
    "ident": ((), b"*.md ident\n"),
    "filter": (("filter.up.clean=tr a-z A-Z", "filter.up.smudge=tr A-Z a-z"), b"*.md filter=up\n"),
    "lfs": (
        ("filter.lfs.clean=git-lfs-is-missing", "filter.lfs.required=true"),
        b"*.md filter=lfs diff=lfs merge=lfs -text\n",
    ),
    "encoding": ((), b"*.md working-tree-encoding=UTF-16\n"),
}


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", CONVERSIONS)
def test_conversions_change_neither_the_blob_nor_the_status(
    home: Path, name: str, line_end: bytes
) -> None:
    settings, attributes = CONVERSIONS[name]
    others = b"other.md -text -filter -ident !eol !working-tree-encoding\n"
    (home / ".gitattributes").write_bytes(attributes + others)
    git(home, "add", ".gitattributes")
    git(home, "commit", "-q", "-m", "attributes", "--", ".gitattributes")
    for setting in settings:
        git(home, "config", *setting.split("=", 1))
    texts = {
        path: None if data is None else data.replace(b"\n", line_end)
        for path, data in AFTER.items()
    }

    def plan(repo: Repository) -> object:
        base = repo.head().commit or ""
        return plan_of(base, tuple(change(p, COMMITTED.get(p), t) for p, t in texts.items()))

    assert isinstance(apply(home, plan, CommitOptions()), Applied)  # type: ignore[arg-type]
    for path, text in texts.items():
        if text is not None:
            assert git(home, "cat-file", "blob", f"HEAD:{path}") == text
            assert (home / path).read_bytes() == text
    assert git(home, "status", "--porcelain", "-z") == STATUS
    (home / CREATED).write_bytes(b"edited later\n")
    if name != "lfs":
        assert b" M memory/notes/new" in git(home, "status", "--porcelain", "-z")


def test_dates_and_names_of_the_process_win(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Agent Smith")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "@1700000000 +0100")
    applied(home)
    text = git(home, "cat-file", "commit", "HEAD")
    assert b"author Agent Smith <person@curator.example> 1795939200 +0000\n" in text
    assert b"committer Test Person <person@curator.example> 1700000000 +0100\n" in text
    assert AT == "2026-11-29T08:00:00Z"
