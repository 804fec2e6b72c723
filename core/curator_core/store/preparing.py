"""What a plan needs before its commit point: objects nothing points at yet (FAULTS §1, 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.plan import Plan
from curator_core.store import git_writing
from curator_core.store.git_objects import Leaf, blob_id, rebuilt
from curator_core.store.git_reading import BRANCHES, TRAILER
from curator_core.store.git_trees import Trees
from curator_core.store.git_writing import Ident, Message
from curator_core.store.intent import Intent, PathChange
from curator_core.store.preconditions import Target
from curator_core.store.rescue import rescue

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

SECRET = "a text that the ledger keeps only redacted"


@dataclass(frozen=True, slots=True)
class Work:
    """A plan's files as they stand, and how its commits are made."""

    trees: Trees
    targets: tuple[Target, ...]
    ident: Ident
    sign: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """Objects are written; only the intent and the ref are missing."""

    intent: Intent
    parent_commit: str | None


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit and its tree."""

    oid: str
    tree: str


def prepare(repo: Repository, plan: Plan, work: Work) -> Prepared:
    """Keep the plan's rescued texts, then write its blobs, trees and commits."""
    for one in plan.rescues:
        repo.step("keep a rescued text")
        rescue(repo, one.path, one.data, SECRET, plan.at)
    base = _Commit(plan.base, work.trees.root)
    by_hand = {one.path: one.by_hand for one in work.targets if one.by_hand is not None}
    above = base
    if by_hand:
        message = Message(_hand_message(plan, sorted(by_hand)), work.ident, work.sign)
        above = _commit(repo, work, base, by_hand, message)
    after = {one.path: one.after for one in work.targets}
    new = _commit(repo, work, above, after, Message(plan.message, work.ident, work.sign))
    intent = _intent(repo, plan, new.oid, work.targets)
    return Prepared(intent, above.oid if by_hand else None)


def _commit(
    repo: Repository, work: Work, on: _Commit, texts: Mapping[str, bytes | None], message: Message
) -> _Commit:
    modes = {one.path: one.mode for one in work.targets}
    blobs = {path: None if data is None else blob_id(data) for path, data in texts.items()}
    git_writing.write_blobs(repo, (data for data in texts.values() if data is not None))
    leaves = {path: None if oid is None else Leaf(modes[path], oid) for path, oid in blobs.items()}
    tree, trees = rebuilt(work.trees.read, on.tree, leaves)
    git_writing.write_trees(repo, trees)
    new = git_writing.commit_tree(repo, tree, [on.oid], message)
    made = (oid for oid in blobs.values() if oid is not None)
    git_writing.expect_stored(repo, [*made, *(one.oid for one in trees), new])
    return _Commit(new, tree)


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
