"""Changes of notes that somebody committed beside Curator: one item a commit (CONTRACT 24)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from curator_core.model.proposal import Health, Item, Lane, Op, Part
from curator_core.rules.hashing import short_id
from curator_core.rules.items import Queue
from curator_core.rules.rows import hashed
from curator_core.service.opening import Opened
from curator_core.store import git_outside
from curator_core.store.git_outside import OutsideCommit


def grouped(one: Opened, made: Queue) -> Queue:
    """The queue with the unreviewed notes of one commit as one item; what is not committed yet, or
    lay there before the Home was adopted, stays an item of its own."""
    reviews = [
        item
        for item in made.items
        if item.op is Op.REVIEW and item.finding is None and item.lane in _WAITING
    ]
    commits = _commits(one, reviews)
    if not commits:
        return made
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in reviews:
        known = commits.get(item.paths[0])
        if known is not None:
            groups[known.commit].append(item)
    by_id = {known.commit: known for known in commits.values()}
    rows = {commit: _row(by_id[commit], members) for commit, members in groups.items()}
    gone = {item.item for members in groups.values() for item in members}
    settled = one.snapshot.reviews.items
    kept = [item for item in made.items if item.item not in gone]
    parts = {rows[commit].item: _parts(members) for commit, members in groups.items()}
    fresh = [row for row in rows.values() if row.item not in settled]
    return replace(made, items=(*kept, *fresh), parts={**made.parts, **parts})


_WAITING = (Lane.RE_REVIEW, Lane.QUARANTINED)


def _commits(one: Opened, items: Sequence[Item]) -> Mapping[str, OutsideCommit]:
    blobs = {item.paths[0]: item.blob for item in items}
    known = one.memo.get("outside")
    if isinstance(known, tuple) and known[0] == blobs:
        return known[1]  # type: ignore[no-any-return]
    found = git_outside.newest(one.repo, blobs, one.snapshot.config.baseline)
    one.memo["outside"] = (blobs, found)
    return found


def _row(commit: OutsideCommit, members: Sequence[Item]) -> Item:
    first = members[0]
    tainted = any(item.lane is Lane.QUARANTINED for item in members)
    unfit = any(item.health is Health.INVALID for item in members)
    row = replace(
        first,
        item=short_id("i_", Op.OUTSIDE_CHANGE.value, sorted(item.item for item in members)),
        lane=Lane.QUARANTINED if tainted else Lane.RE_REVIEW,
        op=Op.OUTSIDE_CHANGE,
        title=first.title if len(members) == 1 else commit.subject,
        taint=tuple(dict.fromkeys(label for item in members for label in item.taint)),
        proposer=f"commit:{commit.author}",
        health=Health.INVALID if unfit else Health.CLEAN,
        flags=tuple(dict.fromkeys(flag for item in members for flag in item.flags)),
        since=commit.at,
        notes=tuple(name for item in members for name in item.notes),
        paths=tuple(item.paths[0] for item in members),
        filled=(),
        reason=commit.subject,
        outside=commit.commit,
    )
    return hashed(row)


def _parts(members: Sequence[Item]) -> tuple[Part, ...]:
    return tuple(
        Part(address=item.paths[0], path=item.paths[0], base=None, target=None, item=item.item)
        for item in members
    )
