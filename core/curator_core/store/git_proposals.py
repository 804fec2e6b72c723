"""Proposals read from branches, one of each commit (CONTRACT 26): git objects only, no checkout.

Cost follows the commits that HEAD lacks and the files that they change, never the Home's size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.problem import Problem
from curator_core.model.proposal import Proposal
from curator_core.store import (
    git_commit_changes,
    git_commit_text,
    git_commit_walk,
    git_proposal_refs,
)
from curator_core.store.git_commit_changes import Changed
from curator_core.store.git_commit_text import CommitText
from curator_core.store.git_commit_walk import Walked
from curator_core.store.git_proposal_refs import Tips, problem, some

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

MOST = 2_000
"""Commits read at most; of more the newest of each branch, and a problem says so."""

_KEPT = 4_096
"""Commits whose content this process remembers: their ids vouch for it."""


@dataclass(frozen=True, slots=True)
class Found:
    """The proposals, oldest first, and what could not be read."""

    proposals: tuple[Proposal, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Content:
    """What a commit's id alone decides."""

    text: CommitText
    changed: Changed


_known: dict[str, _Content] = {}


def proposals(
    repo: Repository, globs: Sequence[str], head: str | None, tips: Tips | Problem | None = None
) -> Found:
    """The commits of matching branches that `head` (None: unborn) does not reach; merges are none.

    Parents come before children, else the older committer date comes first, then the id.
    `tips` are the refs where they were read already.
    StoreError only when git cannot be run; damaged objects cost the proposals that need them.
    """
    tips = git_proposal_refs.tips(repo, globs) if tips is None else tips
    if isinstance(tips, Problem):
        return Found((), (tips,))
    order = tuple(tips.refs)
    walked = git_commit_walk.walked(repo, order, head)
    bits = git_commit_walk.reached(walked, order)
    chosen = git_commit_walk.newest(walked, bits, len(order), MOST)
    contents, problems = _contents(repo, chosen)
    refs = _Refs([tips.refs[tip] for tip in order])
    return Found(
        tuple(_proposal(oid, one, refs.of(bits[oid])) for oid, one in contents.items()),
        (*_ref_problems(tips, walked), *_limits(walked, chosen), *problems),
    )


class _Refs:
    """Short names of the refs behind some bits."""

    def __init__(self, names_: Sequence[tuple[str, ...]]) -> None:
        self._names = names_
        self._of: dict[int, tuple[str, ...]] = {}

    def of(self, bits: int) -> tuple[str, ...]:
        """Sorted; commits that the same branches reach are asked for once."""
        if bits not in self._of:
            marked = (each for at, each in enumerate(self._names) if bits >> at & 1)
            self._of[bits] = tuple(sorted({name for each in marked for name in each}))
        return self._of[bits]


def _proposal(oid: str, content: _Content, refs: tuple[str, ...]) -> Proposal:
    text = content.text
    return Proposal(
        commit=oid,
        parent=text.parents[0] if text.parents else None,
        refs=refs,
        at=text.at,
        author=text.author,
        message=text.message,
        trailers=text.trailers,
        files=content.changed.files,
        odd=content.changed.odd,
    )


def _contents(
    repo: Repository, commits: Sequence[str]
) -> tuple[dict[str, _Content], list[Problem]]:
    """The content of these commits in order; those known already cost nothing."""
    found = {oid: _known.get(oid) for oid in commits}
    fresh = [oid for oid, content in found.items() if content is None]
    texts = _texts(repo, fresh)
    merges = {oid for oid, text in texts.items() if len(text.parents) > 1}  # hidden by grafts
    lost = _without_base(repo, texts) - merges
    based = {oid: text for oid, text in texts.items() if oid not in lost | merges}
    changed = git_commit_changes.changes(repo, based)
    new = {oid: _Content(based[oid], changed[oid]) for oid in based if oid in changed}
    _remember(new)
    damaged = [oid for oid in fresh if oid not in new.keys() | lost | merges]
    read = ((oid, content or new.get(oid)) for oid, content in found.items())
    whole = {oid: content for oid, content in read if content is not None}
    return whole, [*_base_problems(lost), *_damage_problems(damaged)]


def _remember(contents: Mapping[str, _Content]) -> None:
    if len(_known) + len(contents) > _KEPT:
        _known.clear()
    _known.update(contents)


def _texts(repo: Repository, commits: Sequence[str]) -> dict[str, CommitText]:
    found = zip(commits, repo.objects(commits), strict=True)
    return {
        oid: git_commit_text.parse(commit.data)
        for oid, commit in found
        if commit is not None and commit.kind == "commit"
    }


def _without_base(repo: Repository, texts: Mapping[str, CommitText]) -> frozenset[str]:
    """Commits at the edge of a shallow clone: nobody here can say what they change."""
    bases = dict.fromkeys(text.parents[0] for text in texts.values() if text.parents)
    asked = [oid for oid in bases if oid not in texts]
    absent = {oid for oid, base in zip(asked, repo.objects(asked), strict=True) if base is None}
    return frozenset(oid for oid, text in texts.items() if absent.intersection(text.parents[:1]))


def _ref_problems(tips: Tips, walked: Walked) -> Iterator[Problem]:
    cut = (name for tip in walked.broken for name in tips.refs[tip])
    broken = sorted({*tips.broken, *cut})
    if broken:
        message = f"these branches are damaged, their proposals are not shown: {some(broken)}"
        yield problem("proposal-branch-damaged", message, "fetch them again, or run `git fsck`")


def _limits(walked: Walked, chosen: Sequence[str]) -> Iterator[Problem]:
    plain = sum(not step.joins for step in walked.steps.values())
    if plain > len(chosen):
        more = " or more" if len(walked.steps) >= git_commit_walk.MOST_WALKED else ""
        message = f"{plain}{more} commits on proposal branches; {len(chosen)} of them are shown"
        yield problem("proposals-too-many", message, "delete branches that are decided")


def _base_problems(lost: Iterable[str]) -> Iterator[Problem]:
    commits = sorted(oid[:12] for oid in lost)
    if commits:
        message = f"proposals whose parent commit is not here are not shown: {some(commits)}"
        yield problem("proposal-shallow", message, "run `git fetch --unshallow`")


def _damage_problems(damaged: Iterable[str]) -> Iterator[Problem]:
    commits = [oid[:12] for oid in damaged]
    if commits:
        message = f"proposals with damaged objects are not shown: {some(commits)}"
        yield problem("proposal-damaged", message)
