"""After the commit point: worktree, git index, re-read; a redo that may run many times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_index_times, git_locks, git_opening, git_writing, intent
from curator_core.store.git_objects import Leaf, blob_id
from curator_core.store.git_trees import Trees
from curator_core.store.intent import Intent, PathChange
from curator_core.store.swapping import Swap
from curator_core.store.worktree import Redo

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


@dataclass(frozen=True, slots=True)
class Finished:
    """An apply brought to its end: where others' changes were met, and the rescued texts' names."""

    conflicts: tuple[str, ...]
    rescued: tuple[str, ...]


def finish(repo: Repository, pending: Intent, way: Swap) -> Finished:
    """Steps 7 to 9 of FAULTS §1. OSError or StoreError leave the intent for a later recovery."""
    overtaken = _overtaken(repo, pending)
    kept = tuple(change for change in pending.paths if change.path not in overtaken)
    redo = Redo(repo, _only(pending, kept), way)
    try:
        redo.run(_texts(repo, kept))
        unsettled = _settle_index(repo, kept)
        git_index_times.settle(repo, kept)
    finally:
        redo.look_again()
    _verify(repo, pending)
    intent.remove(repo)
    conflicts = dict.fromkeys((*redo.conflicts, *unsettled, *sorted(overtaken)))
    return Finished(tuple(conflicts), tuple(redo.rescued))


def _only(pending: Intent, paths: tuple[PathChange, ...]) -> Intent:
    return Intent(
        decision=pending.decision,
        at=pending.at,
        ref=pending.ref,
        old=pending.old,
        new=pending.new,
        paths=paths,
    )


def _overtaken(repo: Repository, pending: Intent) -> set[str]:
    """Paths that a later commit on top changed again: they are that commit's business now."""
    head = repo.head().commit
    if head is None or head == pending.new:
        return set()
    then, now = Trees(repo, pending.new), Trees(repo, head)
    paths = (change.path for change in pending.paths)
    return {path for path in paths if then.leaf(path) != now.leaf(path)}


def _texts(repo: Repository, changes: tuple[PathChange, ...]) -> dict[str, bytes]:
    wanted = {change.new for change in changes if change.new is not None}
    texts = repo.blobs(wanted)
    missing = wanted - texts.keys()
    if missing:
        lost = f"committed text {min(missing)} cannot be read"
        raise StoreError(Refusal("io", lost, "run `git fsck`"))
    return texts


def _settle_index(repo: Repository, changes: tuple[PathChange, ...]) -> tuple[str, ...]:
    """Set the index entries of these paths; those that somebody staged anew are left and named."""
    index = repo.index_entries(change.path for change in changes)
    leaves: dict[str, Leaf | None] = {}
    unsettled = []
    for change in changes:
        entries = index.get(change.path, ())
        wanted = None if change.new is None else Leaf(change.mode, change.new)
        now = Leaf(entries[0].mode, entries[0].blob) if entries else None
        if now == wanted:
            continue
        if len(entries) > 1 or (now and now.oid) not in (change.staged, change.new):
            unsettled.append(change.path)
        else:
            leaves[change.path] = wanted
    if leaves:
        _update_index(repo, leaves)
    return tuple(unsettled)


def _update_index(repo: Repository, leaves: dict[str, Leaf | None]) -> None:
    lock = git_locks.index_lock(repo)
    if lock.exists():
        raise StoreError(git_locks.locked(lock))
    ran = git_locks.taking(repo, (lock,), lambda: git_writing.update_index(repo, leaves))
    if ran.code != 0:
        if "File exists" in ran.err:
            raise StoreError(git_locks.locked(lock))
        raise git_opening.failure("update-index", ran.code, ran.err)


def _verify(repo: Repository, pending: Intent) -> None:
    """Re-read what was committed: the tree names every text, and every text is whole."""
    repo.step("verify the commit")
    trees = Trees(repo, pending.new)
    for change in pending.paths:
        leaf = trees.leaf(change.path)[0]
        wanted = None if change.new is None else Leaf(change.mode, change.new)
        if leaf != wanted:
            raise _unfaithful(change.path)
    for blob, data in _texts(repo, pending.paths).items():
        if blob_id(data) != blob:
            raise _unfaithful(blob)


def _unfaithful(what: str) -> StoreError:
    return StoreError(
        Refusal("io", f"applied, but {what} does not read back as written", "run `git fsck`")
    )
