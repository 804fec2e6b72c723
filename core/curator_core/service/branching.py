"""The proposal branches of a Home, read once an opening and again only when a branch moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from curator_core.model.home import Snapshot
from curator_core.model.problem import Problem
from curator_core.model.proposal import Branched
from curator_core.store import branch_notes, git_proposal_refs
from curator_core.store.branch_notes import Read
from curator_core.store.repository import Repository

MEMO = "branches"
"""Where a memo keeps what was read, and for which branches."""


@dataclass(frozen=True, slots=True)
class _Known:
    tips: object
    head: str | None
    read: Read


def reader(
    repo: Repository, snapshot: Snapshot, memo: dict[str, object], earlier: Mapping[str, object]
) -> Callable[[], Branched]:
    """Reads the branches when first called, then answers from what it read.

    `memo` is this opening's, `earlier` that of the one before the Home changed.
    """
    found: list[Branched] = []

    def read() -> Branched:
        if not found:
            found.append(_read(repo, snapshot, memo, earlier))
        return found[0]

    return read


def _read(
    repo: Repository, snapshot: Snapshot, memo: dict[str, object], earlier: Mapping[str, object]
) -> Branched:
    config, head = snapshot.config, snapshot.head.commit
    tips = git_proposal_refs.tips(repo, config.proposal_refs)
    known = memo.get(MEMO) or earlier.get(MEMO)
    if isinstance(tips, Problem):
        return Branched(problems=(tips,))
    if isinstance(known, _Known) and (known.tips, known.head) == (tips, head):
        memo[MEMO] = known
        return known.read.branched
    kept = known.read.parsed if isinstance(known, _Known) else {}
    there = tips.refs or tips.broken
    made = branch_notes.read(repo, config, head, kept, tips) if there else Read(Branched())
    memo[MEMO] = _Known(tips, head, made)
    return made.branched
