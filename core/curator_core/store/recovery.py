"""What a killed apply left: finish it or forget it, never something in between (FAULTS §1)."""

from __future__ import annotations

from collections.abc import Callable

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_locks, intent
from curator_core.store.finishing import finish
from curator_core.store.git_objects import TREE
from curator_core.store.git_reading import BRANCHES, TRAILER, trailers
from curator_core.store.git_trees import Trees
from curator_core.store.intent import Garbage, Intent, PathChange
from curator_core.store.lock import Lock
from curator_core.store.repository import Repository, no_step
from curator_core.store.rescue import rescue
from curator_core.store.swapping import Swap

UNREADABLE = "an intent file that could not be read"


def reached(repo: Repository, made: Intent) -> bool:
    """Whether the commit point was passed: the new commit is in HEAD's history."""
    head = repo.head().commit
    return head is not None and repo.is_ancestor(made.new, head)


def pending(repo: Repository) -> Intent | None:
    """An applied plan whose files are not all in place yet; reads only, for every reader.

    Its paths are to be read from its commit. None also while a plan is not committed yet.
    """
    found = intent.read(repo)
    if isinstance(found, Garbage):
        return _reconstructed(repo)
    return found if found is not None and reached(repo, found) else None


def recover(
    lock: Lock, *, step: Callable[[str], None] = no_step, way: Swap = Swap.EXCHANGE
) -> tuple[str, ...]:
    """Finish or forget what an earlier apply left; the ids of the decisions that were finished.

    Raises StoreError `io` or `index-locked` when it cannot be finished now: it stays pending.
    """
    with lock.repo.watched(step, lock.descriptor):
        try:
            return _recover(lock, way)
        except OSError as error:
            why = error.strerror or str(error)
            raise StoreError(_unfinished(Refusal("io", why))) from error
        except StoreError as error:
            raise StoreError(_unfinished(error.refusal)) from error


def _recover(lock: Lock, way: Swap) -> tuple[str, ...]:
    repo = lock.repo
    repo.step("read intent")
    found = intent.read(repo)
    if found is None:
        return ()
    if isinstance(found, Garbage):
        found = _set_aside(repo, found)
    git_locks.remove_own(repo, found.ref if found else "HEAD", lock.wait)
    if found is None or not reached(repo, found):
        intent.remove(repo)
        return ()
    finish(repo, found, way)
    return (found.decision,)


def _unfinished(refusal: Refusal) -> Refusal:
    return Refusal(
        refusal.code,
        f"an earlier apply cannot be finished now: {refusal.message}",
        refusal.hint or "free space or mend the disk, then do it again; it stays pending",
        refusal.path,
    )


def _set_aside(repo: Repository, torn: Garbage) -> Intent | None:
    """Keep the torn intent for a person, and replace it by what the commit itself says."""
    repo.step("set the torn intent aside")
    at = "" if (head := repo.object("HEAD")) is None else _committed_at(head.data)
    rescue(repo, intent.FILE, torn.data, UNREADABLE, at)
    rebuilt = _reconstructed(repo)
    if rebuilt is not None:
        intent.write(repo, rebuilt)
    return rebuilt


def _committed_at(commit: bytes) -> str:
    """The committer's raw date of a commit: seconds since 1970 and the offset."""
    line = next(row for row in commit.split(b"\n") if row.startswith(b"committer "))
    return line.rpartition(b"> ")[2].decode("ascii")


def _reconstructed(repo: Repository) -> Intent | None:
    """The intent of the commit that HEAD names, if a plan made it: from its parent's blobs to its.

    Files that the parent did not track cannot be known; a later reading lists them as they are.
    """
    head = repo.head()
    found = repo.object("HEAD")
    if head.commit is None or head.branch is None or found is None:
        return None
    decisions = trailers(found.data, TRAILER)
    parent = _parent(found.data)
    if not decisions or parent is None:
        return None
    return Intent(
        decision=decisions[-1],
        at=_committed_at(found.data),
        ref=f"{BRANCHES}{head.branch}",
        old=parent,
        new=head.commit,
        paths=_differences(repo, parent, head.commit),
    )


def _parent(commit: bytes) -> str | None:
    for row in commit.partition(b"\n\n")[0].split(b"\n"):
        if row.startswith(b"parent "):
            return row[7:].decode("ascii")
    return None


def _differences(repo: Repository, old: str, new: str) -> tuple[PathChange, ...]:
    before, after = Trees(repo, old), Trees(repo, new)
    changes = []
    for path in sorted(_changed(before, before.root, after.root, "")):
        was, now = before.leaf(path)[0], after.leaf(path)[0]
        index = repo.index_entries([path]).get(path, ())
        changes.append(
            PathChange(
                path=path,
                old=was.oid if was else None,
                new=now.oid if now else None,
                staged=index[0].blob if index else None,
                mode=now.mode if now else "",
            )
        )
    return tuple(changes)


def _changed(trees: Trees, old: str | None, new: str | None, above: str) -> set[str]:
    """Paths of the leaves in which two trees differ; equal subtrees are not entered."""
    before = trees.read(old) if old else {}
    after = trees.read(new) if new else {}
    found: set[str] = set()
    for name in before.keys() | after.keys():
        was, now = before.get(name), after.get(name)
        if was == now:
            continue
        path = f"{above}/{name}" if above else name
        folders = [one.oid if one and one.mode == TREE else None for one in (was, now)]
        if any(folders):
            found |= _changed(trees, folders[0], folders[1], path)
        if any(one is not None and one.mode != TREE for one in (was, now)):
            found.add(path)
    return found
