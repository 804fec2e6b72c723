"""What a plan does to history, worktree and index, and when it is refused (FAULTS §1)."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from curator_core.model.plan import Plan, Rescue
from curator_core.model.problem import Refusal
from curator_core.store import transaction
from curator_core.store.git_objects import blob_id
from curator_core.store.repository import Repository, open_repository
from curator_core.store.transaction import Applied, CommitOptions
from tests.core.transaction_home import (
    AFTER,
    CANDIDATE,
    COMMITTED,
    CREATED,
    NOTE,
    SECOND,
    STATUS,
    apply,
    build,
    change,
    copy,
    everything,
    five_files,
    five_state,
    git,
    one_file,
    plan_of,
    refusal_of,
    sound,
    writing,
)

EDITED = b"---\nid: m_deploy\n---\nedited by hand\n"
UNTRACKED = "memory/candidates/fresh/one.md"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("template") / "home")


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return copy(template, tmp_path / "home")


def applied(
    home: Path, plan: Callable[[Repository], Plan], options: CommitOptions | None = None
) -> Applied:
    result = apply(home, plan, options or CommitOptions())
    assert isinstance(result, Applied), result
    return result


def put(home: Path, path: str, data: bytes) -> None:
    (home / path).parent.mkdir(parents=True, exist_ok=True)
    (home / path).write_bytes(data)


def log(home: Path, form: str) -> list[str]:
    return git(home, "log", f"--format={form}").decode().splitlines()


# -- applied ------------------------------------------------------------------------------------


def test_five_files(home: Path) -> None:
    done = applied(home, five_files)
    assert (done.worktree, done.conflicts, done.rescued, done.detail) == ("done", (), (), "")
    assert done.parent_commit is None
    assert git(home, "rev-parse", "HEAD").decode().strip() == done.commit
    assert five_state(home) == "new"
    sound(home)
    assert log(home, "%an <%ae> %cI %s")[0] == (
        "Test Person <person@curator.example> 2026-11-29T08:00:00+00:00 approve make deploy"
    )
    assert b"curator: d_five" in git(home, "reflog", "-1", "main")
    assert stat.S_IMODE((home / ".git/curator").stat().st_mode) == 0o700


def test_the_same_plan_gives_the_same_commit(template: Path, tmp_path: Path) -> None:
    commits = {
        applied(copy(template, tmp_path / name), five_files).commit for name in ("one", "two")
    }
    assert len(commits) == 1


@pytest.mark.parametrize("way", list(transaction.Swap))
def test_both_ways_of_replacing(home: Path, way: transaction.Swap) -> None:
    applied(home, five_files, CommitOptions(way=way))
    assert five_state(home) == "new"
    sound(home)


def test_hand_edits_get_a_parent_commit_of_their_own(home: Path) -> None:
    put(home, NOTE, EDITED)
    put(home, CANDIDATE, EDITED + b"too\n")
    base = git(home, "rev-parse", "HEAD").decode().strip()

    def plan(repo: Repository) -> Plan:
        changes = (
            change(NOTE, EDITED, b"approved\n"),
            change(CANDIDATE, EDITED + b"too\n", None),
            change(SECOND, None, b"new\n"),
        )
        return plan_of(repo.head().commit or "", changes)

    done = applied(home, plan)
    assert log(home, "%H") == [done.commit, done.parent_commit, base]
    assert log(home, "%s") == ["approve make deploy", "edited by hand", "first"]
    assert git(home, "show", f"{done.parent_commit}:{NOTE}") == EDITED
    assert git(home, "show", f"{done.parent_commit}:{CANDIDATE}") == EDITED + b"too\n"
    shown = git(home, "show", "--format=", "--name-only", str(done.parent_commit))
    assert shown.decode().split() == sorted([NOTE, CANDIDATE])
    assert (home / NOTE).read_bytes() == b"approved\n"
    with open_repository(home) as repo:
        assert repo.commit_with_decision("d_five") == done.commit
    sound(home)


def test_a_forbidden_hand_edit_changes_nothing(home: Path) -> None:
    put(home, NOTE, EDITED)
    asked = []

    def rule(path: str, data: bytes) -> Refusal | None:
        asked.append((path, data))
        return Refusal("secret", "it holds a secret", path=path)

    before = everything(home)
    result = apply(home, one_file(NOTE, EDITED, b"x"), CommitOptions(may_commit_by_hand=rule))
    assert isinstance(result, Refusal)
    assert (result.code, result.path) == ("secret", NOTE)
    assert asked == [(NOTE, EDITED)]
    assert everything(home) == before


def test_an_untracked_candidate_gets_no_parent_commit(home: Path) -> None:
    put(home, UNTRACKED, b"fresh\n")

    def plan(repo: Repository) -> Plan:
        changes = (change(UNTRACKED, b"fresh\n", None), change(SECOND, None, b"fresh, approved\n"))
        return plan_of(repo.head().commit or "", changes)

    done = applied(home, plan)
    assert done.parent_commit is None
    assert not (home / "memory/candidates/fresh").exists()
    assert (home / CANDIDATE).exists()
    sound(home)


def test_a_candidate_that_is_only_staged_leaves_the_index_too(home: Path) -> None:
    put(home, UNTRACKED, b"fresh\n")
    git(home, "add", UNTRACKED)
    applied(home, one_file(UNTRACKED, b"fresh\n", None))
    sound(home)


def test_a_change_of_an_untracked_file_tracks_it(home: Path) -> None:
    put(home, UNTRACKED, b"fresh\n")
    (home / UNTRACKED).chmod(0o755)
    applied(home, one_file(UNTRACKED, b"fresh\n", b"confirmed\n"))
    assert git(home, "ls-tree", "HEAD", UNTRACKED).startswith(b"100755 ")
    sound(home)


def test_modes_are_kept_and_new_files_follow_the_umask(home: Path) -> None:
    (home / NOTE).chmod(0o750)
    git(home, "add", NOTE)
    git(home, "commit", "-q", "-m", "executable", "--", NOTE)
    old = os.umask(0o027)
    try:
        applied(home, five_files)
    finally:
        os.umask(old)
    assert stat.S_IMODE((home / NOTE).stat().st_mode) == 0o750
    assert stat.S_IMODE((home / CREATED).stat().st_mode) == 0o640
    assert git(home, "ls-tree", "HEAD", NOTE).startswith(b"100755 ")
    assert git(home, "ls-tree", "HEAD", CREATED).startswith(b"100644 ")
    assert git(home, "status", "--porcelain", "-z") == STATUS


@pytest.mark.parametrize("shown", ["worktree", "commit"])
def test_other_line_ends_are_no_hand_edit(home: Path, shown: str) -> None:
    crlf = COMMITTED[NOTE].replace(b"\n", b"\r\n")
    put(home, NOTE, crlf)
    before = crlf if shown == "worktree" else COMMITTED[NOTE]
    done = applied(home, one_file(NOTE, before, crlf + b"more\r\n"))
    assert done.parent_commit is None
    assert (home / NOTE).read_bytes() == crlf + b"more\r\n"
    sound(home)


def test_a_file_deleted_by_hand_can_be_written_anew(home: Path) -> None:
    (home / NOTE).unlink()
    done = applied(home, one_file(NOTE, None, b"anew\n"))
    assert done.parent_commit is None
    assert git(home, "show", f"HEAD:{NOTE}") == b"anew\n"
    sound(home)


def test_a_plan_without_tree_changes_still_has_its_commit(home: Path) -> None:
    put(home, UNTRACKED, b"fresh\n")
    applied(home, one_file(UNTRACKED, b"fresh\n", None))
    assert len(log(home, "%s")) == 2


def test_odd_names(home: Path) -> None:
    names = [
        "memory/notes/上海\n.md",
        os.fsdecode(b"memory/notes/\xff.md"),
        "memory/notes/-x",
        "memory/notes/:(glob)*",
        'memory/notes/"q\\".md',
    ]

    def plan(repo: Repository) -> Plan:
        base = repo.head().commit or ""
        return plan_of(base, tuple(change(name, None, os.fsencode(name)) for name in names))

    applied(home, plan)
    sound(home)
    for name in names:
        assert (home / name).read_bytes() == os.fsencode(name)


def test_two_hundred_files_at_once(home: Path) -> None:
    paths = [f"memory/candidates/many/{number}.md" for number in range(100)]
    for path in paths:
        put(home, path, path.encode())

    def plan(repo: Repository) -> Plan:
        gone = [change(path, path.encode(), None) for path in paths]
        new = [change(path.replace("candidates", "notes"), None, b"ok") for path in paths]
        return plan_of(repo.head().commit or "", (*gone, *new))

    applied(home, plan)
    assert not (home / "memory/candidates/many").exists()
    sound(home)


# -- refused ------------------------------------------------------------------------------------


def test_stale_names_the_path(home: Path) -> None:
    plan = five_files
    put(home, NOTE, EDITED)
    assert (refusal_of(home, plan).code, refusal_of(home, plan).path) == ("stale", NOTE)
    put(home, NOTE, COMMITTED[NOTE])
    put(home, SECOND, b"somebody made one\n")
    assert (refusal_of(home, plan).code, refusal_of(home, plan).path) == ("stale", SECOND)
    (home / SECOND).unlink()
    (home / CANDIDATE).unlink()
    assert (refusal_of(home, plan).code, refusal_of(home, plan).path) == ("stale", CANDIDATE)


def test_staged_work_on_a_planned_path_is_not_lost(home: Path) -> None:
    put(home, NOTE, b"staged\n")
    git(home, "add", NOTE)
    put(home, NOTE, COMMITTED[NOTE])
    assert (refusal_of(home).code, refusal_of(home).path) == ("staged-differs", NOTE)
    git(home, "reset", "-q", "--", NOTE)
    git(home, "rm", "-q", "--cached", CANDIDATE)
    assert refusal_of(home).code == "staged-differs"
    git(home, "reset", "-q", "--", CANDIDATE)
    put(home, SECOND, b"staged, then deleted\n")
    git(home, "add", SECOND)
    (home / SECOND).unlink()
    assert refusal_of(home).code == "staged-differs"


def test_what_is_staged_as_it_stands_is_no_obstacle(home: Path) -> None:
    put(home, NOTE, EDITED)
    git(home, "add", NOTE)
    put(home, UNTRACKED, b"x")
    git(home, "add", "-N", UNTRACKED)
    done = applied(home, one_file(NOTE, EDITED, b"approved\n"))
    assert done.parent_commit
    applied(home, one_file(UNTRACKED, b"x", None))
    sound(home)


def test_unmerged_entries(home: Path) -> None:
    rows = b"".join(b"100644 %040d %d\t%s\0" % (0, n, NOTE.encode()) for n in (1, 2, 3))
    blob = blob_id(COMMITTED[NOTE]).encode()
    git(home, "update-index", "-z", "--index-info", data=rows.replace(b"0" * 40, blob))
    assert refusal_of(home).code == "staged-differs"


def test_another_commit_moves_the_base(home: Path) -> None:
    with open_repository(home) as repo:
        plan = five_files(repo)
    git(home, "commit", "-q", "--allow-empty", "-m", "other work")
    assert refusal_of(home, lambda _: plan).code == "base-moved"


def test_a_commit_at_the_last_moment_wins(home: Path) -> None:
    def step(name: str) -> None:
        if name == "before git update-ref":
            git(home, "commit", "-q", "--allow-empty", "-m", "other work", "--only")

    result = apply(home, five_files, CommitOptions(step=step))
    assert isinstance(result, Refusal)
    assert result.code == "base-moved"
    assert log(home, "%s") == ["other work", "first"]
    git(home, "reset", "-q", "--soft", "HEAD~1")
    assert five_state(home) == "old"
    sound(home)


def test_a_branch_lock_at_the_last_moment_is_not_ours(home: Path) -> None:
    lock = home / ".git/refs/heads/main.lock"

    def step(name: str) -> None:
        if name == "before git update-ref":
            lock.write_bytes(b"")

    result = apply(home, five_files, CommitOptions(step=step))
    assert isinstance(result, Refusal)
    assert (result.code, result.path) == ("index-locked", str(lock))
    lock.unlink()
    assert five_state(home) == "old"
    sound(home)


# -- rescued texts ------------------------------------------------------------------------------


def test_redacted_originals_are_kept_before_the_commit_point(home: Path) -> None:
    secret = b"password is hunter2-Blue!"
    kept = Rescue(blob=blob_id(secret), path=CANDIDATE, data=secret)
    seen = []

    def step(name: str) -> None:
        if name == "before git update-ref":
            with open_repository(home) as repo:
                seen.append(transaction.rescued_blobs(repo, {blob_id(secret)}))

    def plan(repo: Repository) -> Plan:
        return plan_of(
            repo.head().commit or "", (change(SECOND, None, b"x"),), rescues=(kept, kept)
        )

    applied(home, plan, CommitOptions(step=step))
    assert seen == [{blob_id(secret): secret}]
    with open_repository(home) as repo:
        [found] = transaction.rescued(repo)
        assert (found.path, found.blob, found.size) == (CANDIDATE, blob_id(secret), len(secret))
        assert found.when == "2026-11-29T08:00:00Z"
        assert transaction.rescued_bytes(repo, found.name) == secret
        assert transaction.rescued_bytes(repo, "../intent.json") is None
        for file in (home / ".git/curator/rescued").iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        (home / f".git/curator/rescued/{found.name}.json").write_bytes(b"{torn")
        assert [one.name for one in transaction.rescued(repo)] == [found.name]
        assert transaction.forget_rescued(repo, found.name)
        assert transaction.rescued(repo) == []
        assert not transaction.forget_rescued(repo, found.name)
    assert b"hunter2" not in git(home, "log", "-p", "--all")


def test_nothing_is_made_by_reading(home: Path) -> None:
    with open_repository(home) as repo:
        assert transaction.pending(repo) is None
        assert transaction.rescued(repo) == []
        assert transaction.rescued_blobs(repo, {"x"}) == {}
    assert not (home / ".git/curator").exists()


def test_an_unfinished_apply_is_not_overwritten(home: Path) -> None:
    with writing(home) as lock:
        (home / ".git/curator").mkdir(exist_ok=True)
        (home / ".git/curator/intent.json").write_bytes(b"{}")
        result = transaction.commit(lock, five_files(lock.repo), CommitOptions())
    assert isinstance(result, Refusal)
    assert "not finished" in result.message
    assert set(AFTER) & set(everything(home)) == {NOTE, CANDIDATE}
