"""The one way anything is written into a Home: FAULTS §1, and nothing else (DESIGN §6)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass

from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_locks, git_opening, git_writing, intent, preconditions
from curator_core.store.finishing import finish
from curator_core.store.git_objects import Changes, Leaf, NewTree, blob_id, rebuilt
from curator_core.store.git_reading import BRANCHES, TRAILER
from curator_core.store.git_trees import Trees
from curator_core.store.git_writing import Ident, Message
from curator_core.store.intent import Intent, PathChange
from curator_core.store.lock import Lock, locked
from curator_core.store.preconditions import Target
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

SECRET = "a text that the ledger keeps only redacted"


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


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Objects are written; only the intent and the ref are missing."""

    intent: Intent
    parent_commit: str | None


def _prepare(lock: Lock, plan: Plan, options: CommitOptions) -> _Prepared | Refusal:
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
    for target in targets:
        if target.by_hand is not None:
            refusal = options.may_commit_by_hand(target.path, target.by_hand)
            if refusal is not None:
                return refusal
    _keep_rescues(repo, plan)
    return _write_objects(repo, plan, _Work(trees, targets, options))


def _keep_rescues(repo: Repository, plan: Plan) -> None:
    for one in plan.rescues:
        repo.step("keep a rescued text")
        rescue(repo, one.path, one.data, SECRET, plan.at)


@dataclass(frozen=True, slots=True)
class _Work:
    trees: Trees
    targets: tuple[Target, ...]
    options: CommitOptions


def _write_objects(repo: Repository, plan: Plan, work: _Work) -> _Prepared:
    by_hand = {one.path: one.by_hand for one in work.targets if one.by_hand is not None}
    after = {one.path: one.after for one in work.targets}
    git_writing.write_blobs(
        repo, (data for data in (*by_hand.values(), *after.values()) if data is not None)
    )
    modes = {one.path: one.mode for one in work.targets}
    hand_root, hand_trees = rebuilt(work.trees.read, work.trees.root, _leaves(by_hand, modes))
    known = {tree.oid: tree.entries for tree in hand_trees}
    root, trees = rebuilt(
        lambda oid: known[oid] if oid in known else work.trees.read(oid),
        hand_root if by_hand else work.trees.root,
        _leaves(after, modes),
    )
    written = _distinct((*hand_trees, *trees) if by_hand else trees)
    git_writing.write_trees(repo, written)
    ident = Ident(work.options.at or plan.at)
    above = None
    if by_hand:
        text = _hand_message(plan, sorted(by_hand))
        message = Message(text, ident, work.options.sign)
        above = git_writing.commit_tree(repo, hand_root, [plan.base], message)
    message = Message(plan.message, ident, work.options.sign)
    new = git_writing.commit_tree(repo, root, [above or plan.base], message)
    texts = (blob_id(data) for data in after.values() if data is not None)
    git_writing.expect_stored(repo, [*texts, *(tree.oid for tree in written), new])
    return _Prepared(_intent(repo, plan, new, work.targets), above)


def _distinct(trees: tuple[NewTree, ...]) -> tuple[NewTree, ...]:
    return tuple({tree.oid: tree for tree in trees}.values())


def _leaves(texts: dict[str, bytes | None] | dict[str, bytes], modes: dict[str, str]) -> Changes:
    return {
        path: None if data is None else Leaf(modes[path], blob_id(data))
        for path, data in texts.items()
    }


def _hand_message(plan: Plan, paths: list[str]) -> str:
    listed = "\n".join(f"- {path!r}" if not path.isprintable() else f"- {path}" for path in paths)
    return f"edited by hand\n\n{listed}\n\n{TRAILER}: {plan.decision}\n"


def _intent(repo: Repository, plan: Plan, new: str, targets: tuple[Target, ...]) -> Intent:
    return Intent(
        decision=plan.decision,
        at=plan.at,
        ref=f"{BRANCHES}{repo.head().branch}",
        old=plan.base,
        new=new,
        paths=tuple(
            PathChange(
                path=one.path,
                old=one.old,
                new=None if one.after is None else blob_id(one.after),
                staged=one.staged,
                mode=one.mode,
            )
            for one in targets
        ),
    )


def _publish(
    repo: Repository, plan: Plan, prepared: _Prepared, options: CommitOptions
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


def _applied_later(prepared: _Prepared, error: OSError | StoreError) -> Applied:
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
