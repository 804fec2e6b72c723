"""The one way anything is written into a Home: FAULTS §1, and nothing else (DESIGN §6)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_locks, git_opening, git_writing, intent, preconditions
from curator_core.store.finishing import finish
from curator_core.store.git_trees import Trees
from curator_core.store.git_writing import Ident
from curator_core.store.intent import Intent
from curator_core.store.lock import Lock, locked
from curator_core.store.preconditions import Target
from curator_core.store.preparing import Prepared, Work, prepare
from curator_core.store.recovery import pending, reached, recover
from curator_core.store.repository import Repository, no_step
from curator_core.store.rescue import (
    forget_rescued,
    rescue,
    rescued,
    rescued_blobs,
    rescued_bytes,
)
from curator_core.store.swapping import Swap

__all__ = [
    "Applied",
    "CommitOptions",
    "Intent",
    "Lock",
    "Swap",
    "commit",
    "forget_rescued",
    "locked",
    "pending",
    "recover",
    "rescue",
    "rescued",
    "rescued_blobs",
    "rescued_bytes",
]


def anything_goes(_path: str, _data: bytes) -> Refusal | None:
    """The rule that lets every hand edit into the "edited by hand" commit."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitOptions:
    """How a plan is applied.

    `may_commit_by_hand` refuses hand edits that must not get into history (secrets). `step` is
    told the name of every step before it is done, and of every git child before and after it.
    `at` is the commits' instant, None the plan's.
    """

    sign: bool = False
    may_commit_by_hand: Callable[[str, bytes], Refusal | None] = anything_goes
    step: Callable[[str], None] = no_step
    at: str | None = None
    way: Swap = Swap.EXCHANGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A plan that is in history.

    `worktree` is "pending" when the files have to wait for the next writing command; `detail` says
    why. `conflicts` are paths that somebody else changed meanwhile (left as theirs, or rescued
    under the names in `rescued`). `parent_commit` is the "edited by hand" commit, if one was made.
    """

    commit: str
    worktree: str = "done"
    conflicts: tuple[str, ...] = ()
    rescued: tuple[str, ...] = ()
    parent_commit: str | None = None
    detail: str = ""


def commit(lock: Lock, plan: Plan, options: CommitOptions) -> Applied | Refusal:
    """Apply a plan under the lock, after `recover`; the whole plan or nothing of it.

    A Refusal means that nothing changed. Raises StoreError when the disk or git failed before the
    commit point: the message starts with "not applied". Later failures give a pending Applied.
    """
    with lock.repo.watched(options.step, lock.descriptor):
        try:
            prepared = _prepare(lock, plan, options)
        except OSError as error:
            raise StoreError(_not_applied(plan, error)) from error
        except StoreError as error:
            raise StoreError(_named_not_applied(error.refusal)) from error
        if isinstance(prepared, Refusal):
            return prepared
        return _publish(lock.repo, plan, prepared, options)


def _prepare(lock: Lock, plan: Plan, options: CommitOptions) -> Prepared | Refusal:
    """Steps 3 and 4: preconditions, then objects that nothing points at yet."""
    repo = lock.repo
    repo.step("check state")
    if intent.read(repo) is not None:
        return Refusal("io", "an earlier apply is not finished yet", "run `curator apply` first")
    refusal = preconditions.state(lock, plan)
    if refusal is not None:
        return refusal
    repo.step("check files")
    trees = Trees(repo, plan.base)
    targets = preconditions.targets(repo, plan, trees)
    if isinstance(targets, Refusal):
        return targets
    kept = _by_hand(plan, targets, options)
    if isinstance(kept, Refusal):
        return kept
    return prepare(repo, plan, Work(trees, kept, Ident(options.at or plan.at), options.sign))


def _by_hand(
    plan: Plan, targets: Sequence[Target], options: CommitOptions
) -> tuple[Target, ...] | Refusal:
    """The targets, without the hand edits that must not be committed and that the plan may drop:
    their bytes are among its rescued texts."""
    found = []
    for target in targets:
        no = target.by_hand and options.may_commit_by_hand(target.path, target.by_hand)
        if isinstance(no, Refusal):
            if target.path not in plan.uncommitted:
                return no
            target = replace(target, by_hand=None)
        found.append(target)
    return tuple(found)


def _publish(
    repo: Repository, plan: Plan, prepared: Prepared, options: CommitOptions
) -> Applied | Refusal:
    """Steps 5 to 9: the intent, the commit point, the redo."""
    try:
        intent.write(repo, prepared.intent)
        refusal = _move_ref(repo, prepared.intent)
    except (OSError, StoreError) as error:
        if not _was_reached(repo, prepared.intent):
            _drop(repo)
            raise StoreError(_failed(plan, error)) from error
        return _applied_later(prepared, error)
    if refusal is not None:
        _drop(repo)
        return refusal
    try:
        done = finish(repo, prepared.intent, options.way)
    except (OSError, StoreError) as error:
        return _applied_later(prepared, error)
    return Applied(
        commit=prepared.intent.new,
        conflicts=done.conflicts,
        rescued=done.rescued,
        parent_commit=prepared.parent_commit,
    )


def _was_reached(repo: Repository, made: Intent) -> bool:
    try:
        return reached(repo, made)
    except (OSError, StoreError) as error:
        raise StoreError(
            Refusal(
                "io",
                "the disk failed at the commit point: applied or not cannot be told now",
                "mend the disk; the next writing command finishes it or forgets it",
            )
        ) from error


def _move_ref(repo: Repository, made: Intent) -> Refusal | None:
    locks = git_locks.ref_locks(repo, made.ref)
    reason = f"curator: {made.decision}"
    ran = git_locks.taking(
        repo, locks, lambda: git_writing.move_ref(repo, made.ref, made.new, made.old, reason)
    )
    if ran.code == 0 or reached(repo, made):
        return None
    if "File exists" in ran.err:
        return git_locks.locked(next((lock for lock in locks if lock.exists()), locks[0]))
    if repo.head().commit != made.old:
        return preconditions.base_moved()
    raise git_opening.failure("update-ref", ran.code, ran.err)


def _drop(repo: Repository) -> None:
    """Nothing was applied: take the intent away, or leave that to the next recovery."""
    try:
        intent.remove(repo)
        git_locks.forget_mark(repo)
    except OSError:
        return


def _applied_later(prepared: Prepared, error: OSError | StoreError) -> Applied:
    why = error.refusal.message if isinstance(error, StoreError) else _words(error)
    return Applied(
        commit=prepared.intent.new,
        worktree="pending",
        parent_commit=prepared.parent_commit,
        detail=f"applied; the files follow with the next writing command: {why}",
    )


def _failed(plan: Plan, error: OSError | StoreError) -> Refusal:
    if isinstance(error, StoreError):
        return _named_not_applied(error.refusal)
    return _not_applied(plan, error)


def _words(error: OSError) -> str:
    return error.strerror or str(error)


def _not_applied(plan: Plan, error: OSError) -> Refusal:
    needed = sum(len(change.after or b"") for change in plan.changes) // 1024 + 64
    hint = "mend the disk, then apply again; nothing was changed"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        hint = f"free about {needed} KiB, then apply again; nothing was changed"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        hint = "the Home is opened read-only; decide where it can be written"
    where = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else None
    return Refusal("io", f"not applied: {_words(error)}", hint, where)


def _named_not_applied(refusal: Refusal) -> Refusal:
    """A failure of the world says first that nothing was applied; other codes are clear as is."""
    if refusal.code != "io" or refusal.message.startswith("not applied"):
        return refusal
    return Refusal(
        "io", f"not applied: {refusal.message}", refusal.hint, refusal.path, ids=refusal.ids
    )
