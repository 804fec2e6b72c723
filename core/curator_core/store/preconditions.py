"""What must hold before anything is written: the state of git, and every file of the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from curator_core.model.home import GitState
from curator_core.model.plan import FileChange, Plan
from curator_core.model.problem import Refusal
from curator_core.store import beneath, git_locks, git_opening, names
from curator_core.store.beneath import Held, OddFileError
from curator_core.store.git_objects import (
    EXECUTABLE,
    PLAIN,
    REGULAR,
    SUBMODULE,
    TREE,
    Leaf,
    blob_id,
    same_but_line_ends,
)
from curator_core.store.git_reading import Staged
from curator_core.store.git_trees import Trees
from curator_core.store.lock import Lock
from curator_core.store.repository import Repository

_EMPTY = blob_id(b"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One file of the plan against the worktree, HEAD's tree and the index, all at one moment.

    `by_hand` are bytes in the worktree that HEAD does not hold yet, line ends aside. `mode` is
    git's mode for what the plan writes.
    """

    path: str
    held: Held | None
    head: Leaf | None
    staged: str | None
    after: bytes | None
    by_hand: bytes | None

    @property
    def old(self) -> str | None:
        """The blob id of the bytes in the worktree."""
        return None if self.held is None else blob_id(self.held.data)

    @property
    def mode(self) -> str:
        """The mode in HEAD; an untracked file's own; plain for a new one."""
        if self.head is not None:
            return self.head.mode
        return EXECUTABLE if self.held is not None and self.held.mode & 0o100 else PLAIN


def state(lock: Lock, plan: Plan) -> Refusal | None:
    """Whether the branch can take a commit now, on the very commit that the plan was made on."""
    head = lock.repo.head()
    match head.state:
        case GitState.UNBORN:
            return Refusal("unborn", "the branch has no commit yet", "make a first commit")
        case GitState.DETACHED:
            return Refusal("detached", "HEAD is on no branch", "check a branch out first")
        case GitState.IN_PROGRESS:
            return Refusal(
                "in-progress",
                f"a {head.doing} is in progress",
                f"finish the {head.doing} or abort it, then decide again",
            )
        case GitState.READY:
            pass
        case _ as never:
            assert_never(never)
    if lock.repo.identity() is None:
        return git_opening.unknown_identity()
    standing = git_locks.foreign(lock.repo, f"refs/heads/{head.branch}", lock.wait)
    return standing or (base_moved() if head.commit != plan.base else None)


def base_moved() -> Refusal:
    """Somebody else committed since the plan was made."""
    return Refusal(
        "base-moved", "the branch moved since this plan was made", "look at the new state again"
    )


def targets(repo: Repository, plan: Plan, trees: Trees) -> tuple[Target, ...] | Refusal:
    """Every file of the plan as it stands, or the first reason why it must not be written."""
    paths = [change.path for change in plan.changes]
    assert len(set(paths)) == len(paths), "BUG: a plan names each path once"
    refusal = next((bad for path in paths if (bad := names.bad(path))), None)
    if refusal is not None:
        return refusal
    index = repo.index_entries(paths)
    found = []
    for change in plan.changes:
        target = _target(repo, change, trees, index.get(change.path, ()))
        if isinstance(target, Refusal):
            return target
        found.append(target)
    fresh = [one.path for one in found if one.held is None and one.after is not None]
    return names.collision(repo, trees, fresh) or tuple(found)


def _target(
    repo: Repository, change: FileChange, trees: Trees, index: tuple[Staged, ...]
) -> Target | Refusal:
    leaf, where = trees.leaf(change.path)
    if leaf is not None and (leaf.mode not in REGULAR or where != change.path):
        return _odd_in_head(change.path, where, leaf)
    try:
        held = beneath.look(repo.root, change.path)
    except OddFileError as error:
        return _odd(change.path, error)
    if not _as_shown(repo, change, held):
        return _stale(change.path)
    staged = index[0].blob if index else None
    if not _index_agrees(repo, index, leaf, held):
        return _staged_differs(change.path)
    if any(not entry.looked_at for entry in index):
        return _not_looked_at(change.path)
    return Target(
        path=change.path,
        held=held,
        head=leaf,
        staged=staged,
        after=change.after,
        by_hand=None if change.forgets else _by_hand(repo, leaf, held),
    )


def _as_shown(repo: Repository, change: FileChange, held: Held | None) -> bool:
    """The worktree holds what the plan was made from, line ends aside (CONTRACT 5)."""
    if held is None or change.before is None:
        return held is None and change.before is None
    return _same(repo, change.before, held)


def _same(repo: Repository, blob: str, held: Held) -> bool:
    if blob == blob_id(held.data):
        return True
    data = repo.blobs([blob]).get(blob)
    return data is not None and same_but_line_ends(data, held.data)


def _index_agrees(
    repo: Repository, index: tuple[Staged, ...], head: Leaf | None, held: Held | None
) -> bool:
    """Nothing is staged that lies neither in HEAD nor in the worktree: it would be lost."""
    if not index:
        return head is None or held is None
    blob = index[0].blob
    if len(index) > 1 or index[0].stage:
        return False
    if head is not None and blob == head.oid:
        return True
    if held is not None and _same(repo, blob, held):
        return True
    return head is None and blob == _EMPTY


def _by_hand(repo: Repository, head: Leaf | None, held: Held | None) -> bytes | None:
    if head is None or held is None or _same(repo, head.oid, held):
        return None
    return held.data


def _odd_in_head(path: str, where: str, leaf: Leaf) -> Refusal:
    what = {TREE: "a folder", SUBMODULE: "a submodule"}.get(leaf.mode, "a symbolic link")
    if leaf.mode in REGULAR:
        return names.taken(path, where)
    if leaf.mode == TREE:
        return names.taken(path, path)
    return Refusal(
        "invalid", f"{where} is {what} in git; Curator writes plain files only", path=path
    )


def _odd(path: str, error: OddFileError) -> Refusal:
    if error.in_the_way:
        return names.taken(path, error.name)
    return Refusal(
        "invalid",
        f"{error}: nothing is read or written through it",
        "put a plain file or folder in its place, then decide again",
        path,
    )


def _stale(path: str) -> Refusal:
    return Refusal(
        "stale",
        f"{path} is no longer what was shown; nothing was written",
        "look at it again, then decide",
        path,
    )


def _staged_differs(path: str) -> Refusal:
    return Refusal(
        "staged-differs",
        f"{path} is staged in git differently from the file, and a commit would lose that",
        f"commit it, or run `git restore --staged -- {path}`",
        path,
    )


def _not_looked_at(path: str) -> Refusal:
    return Refusal(
        "invalid",
        f"{path} is marked skip-worktree or assume-unchanged: git does not look at the file",
        f"run `git update-index --no-skip-worktree --no-assume-unchanged -- {path}`",
        path,
    )
