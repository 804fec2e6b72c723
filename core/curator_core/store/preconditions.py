"""What must hold before anything is written: the state of git, and every file of the plan."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from curator_core.model.home import GitState
from curator_core.model.plan import FileChange, Plan
from curator_core.model.problem import Refusal
from curator_core.store import beneath, git_locks, git_opening
from curator_core.store.beneath import Held, OddFileError
from curator_core.store.git_objects import (
    EXECUTABLE,
    PLAIN,
    REGULAR,
    SUBMODULE,
    TREE,
    Leaf,
    Tree,
    blob_id,
    same_but_line_ends,
)
from curator_core.store.git_reading import Staged
from curator_core.store.lock import Lock
from curator_core.store.repository import Repository

_EMPTY = blob_id(b"")

_GIT_FOLDER = re.compile(r"\.git|git~[0-9]+", re.IGNORECASE)

_IGNORABLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
"""Characters that some file systems drop from names (git's own list for HFS+)."""


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


class Trees:
    """Tree objects of one commit, each read once."""

    def __init__(self, repo: Repository, commit: str) -> None:
        self._repo = repo
        self._known: dict[str, Tree] = {}
        self.root = repo.tree_id(commit, "") or ""

    def read(self, oid: str) -> Tree:
        """The entries of a tree."""
        if oid not in self._known:
            self._known[oid] = self._repo.tree_at(oid)
        return self._known[oid]

    def names(self, folder: str) -> Iterable[str]:
        """The names in a folder of the commit; none when there is no such folder."""
        found = self.leaf(folder)[0] if folder else Leaf(TREE, self.root)
        return self.read(found.oid) if found is not None and found.mode == TREE else ()

    def leaf(self, path: str) -> tuple[Leaf | None, str]:
        """What lies at a path or, where a part above it is no folder, that part; and which."""
        found = Leaf(TREE, self.root)
        above = ""
        for part in path.split("/"):
            if found.mode != TREE:
                return found, above
            above = f"{above}/{part}" if above else part
            below = self.read(found.oid).get(part)
            if below is None:
                return None, above
            found = below
        return found, above


def state(lock: Lock, plan: Plan) -> Refusal | None:
    """Whether the repository can take a commit on its branch, on the commit the plan was made on."""
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
    refusal = next((bad for path in paths if (bad := _bad_name(path))), None)
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
    return _collision(repo, trees, fresh) or tuple(found)


def _bad_name(path: str) -> Refusal | None:
    for part in path.split("/"):
        plain = _IGNORABLE.sub("", part).rstrip(". ")
        if part in ("", ".", "..") or "\0" in part or _GIT_FOLDER.fullmatch(plain):
            return Refusal("invalid", f"{path!r} is no path for a file of a Home", path=path)
    return None


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
        by_hand=_by_hand(repo, leaf, held),
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


def _collision(repo: Repository, trees: Trees, fresh: list[str]) -> Refusal | None:
    """A new name that a file system without case or with one Unicode form cannot tell apart."""
    known: dict[str, dict[str, str]] = {}
    for path in fresh:
        for folder, name in _steps(path):
            if folder not in known:
                names = {*trees.names(folder), *beneath.names_in(repo.root, folder)}
                known[folder] = {fold(other): other for other in sorted(names)}
            other = known[folder].setdefault(fold(name), name)
            if other != name:
                return _taken(path, f"{folder}/{other}" if folder else other)
    return None


def _steps(path: str) -> list[tuple[str, str]]:
    parts = path.split("/")
    return [("/".join(parts[:depth]), parts[depth]) for depth in range(len(parts))]


def fold(name: str) -> str:
    """A name as the least discerning file system sees it: one case, one Unicode form."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _odd_in_head(path: str, where: str, leaf: Leaf) -> Refusal:
    what = {TREE: "a folder", SUBMODULE: "a submodule"}.get(leaf.mode, "a symbolic link")
    if leaf.mode in REGULAR:
        return _taken(path, where)
    if leaf.mode == TREE:
        return _taken(path, path)
    return Refusal("invalid", f"{where} is {what} in git; Curator writes plain files only", path=path)


def _odd(path: str, error: OddFileError) -> Refusal:
    if error.in_the_way:
        return _taken(path, error.name)
    return Refusal(
        "invalid",
        f"{error}: nothing is read or written through it",
        "put a plain file or folder in its place, then decide again",
        path,
    )


def _taken(path: str, other: str) -> Refusal:
    return Refusal(
        "path-taken",
        f"{path} cannot be written: {other} stands in its way",
        "rename one of the two",
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
