"""What a reviewer should know of every item before looking: said before, said twice, how risky."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from curator_core.model.event import Action
from curator_core.model.files import Entry, Place
from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Health, Item, Lane, Op, Part
from curator_core.rules import (
    boundaries,
    branches,
    chains,
    clusters,
    finding_items,
    items,
    proposed_claims,
    rejections,
    related,
    relations,
    risk,
    table,
    twin_titles,
    validity,
)
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval
from curator_core.rules.items import Queue
from curator_core.rules.rejections import Evidence, Rejections
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.service import burying, flagging, grouping, proposing, standing, titles, versions
from curator_core.service.grouping import CLAIMED
from curator_core.service.opening import EARLIER, Earlier, Opened

COLLISION = "slot-collision"
"""The flag of a new value that its slot has no room for."""
MEMORY = "rejections"
"""Where a memo keeps what was rejected before."""
_FRESH = frozenset({Health.CLEAN, Health.REBASED})


def triaged(one: Opened, made: Queue) -> Queue:
    """The queue with claims, rejections, duplicates, clusters, flags, risk and standing rules."""
    parts = {item.item: _claimed(one, item, made.parts.get(item.item, ())) for item in made.items}
    found = [_with_claim(item, parts[item.item]) for item in made.items]
    found = list(_rejected(one, found))
    found = list(burying.marked(one, found))
    found = list(_duplicates(one, found, parts))
    found = list(_colliding(one, found))
    found = list(_twinned(one, found))
    found = grouping.clustered(one, found)
    found = list(flagging.marked(one, found, parts))
    found = [_weighed(one, item, parts[item.item]) for item in found]
    found = list(standing.applied(one, found))
    known = {item: each for item, each in parts.items() if each}
    return items.ordered((*found, *made.applied), {**made.parts, **known})


def _claimed(one: Opened, item: Item, parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(replace(part, claim=_claim(one, item, part)) for part in parts)


def _claim(one: Opened, item: Item, part: Part) -> str | None:
    """What one note of a proposal claims: its own text, its change, or that a note goes."""
    target = None if part.target is None else one.snapshot.entries.get(part.target)
    name = None if target is None else target.note_id or target.path
    if part.address is None or item.op is Op.ARCHIVE:
        return proposed_claims.claim_of_part(None, part.base, name or part.path)
    entry = one.snapshot.entry(part.address)
    if name is None and part.base is None:
        return None if entry is None else entry.claim
    file = one.snapshot.file(part.address)
    return proposed_claims.claim_of_part(file, part.base, name or file.entry.note_id or part.path)


def _with_claim(item: Item, parts: Sequence[Part]) -> Item:
    if item.op is Op.OUTSIDE_CHANGE:
        return item
    claims = [part.claim for part in parts]
    return replace(item, fingerprint=proposed_claims.claim_of_item(item.op, item.targets, claims))


def memory(one: Opened) -> Rejections:
    """Which claims were rejected; gone on from the last opening where that is possible."""
    known = one.memo.get(MEMORY)
    if isinstance(known, Rejections):
        return known
    before = one.memo.get(EARLIER)
    earlier = before.memo.get(MEMORY) if isinstance(before, Earlier) else None
    made = rejections.remembered(
        one.ledger.events,
        one.snapshot.reviews.undone,
        earlier if isinstance(earlier, Rejections) else None,
    )
    one.memo[MEMORY] = made
    return made


def _rejected(one: Opened, found: Sequence[Item]) -> Iterator[Item]:
    known = memory(one)
    zone = boundaries.zone(one.snapshot.config.timezone)
    for item in found:
        settled = one.snapshot.reviews.items.get(item.item)
        own = settled is not None and settled.action is Action.REJECT
        if item.fingerprint is None or item.lane not in WAITING or own:
            yield item
            continue
        entry = one.snapshot.entry(item.file)
        start = None if entry is None else entry.valid_from
        evidence = Evidence(valid_from=start, sources=item.sources, now=one.caller.now)
        yield rejections.marked(item, known.match(item, evidence, zone))


def _duplicates(
    one: Opened, found: Sequence[Item], parts: Mapping[str, Sequence[Part]]
) -> Iterator[Item]:
    """Notes that say what a reviewed one says already, for the same time."""
    wanted = {i.item for i in found if i.op in CLAIMED and i.health in _FRESH}
    if not wanted:
        yield from found
        return
    by_claim = table.claims(one.snapshot.entries)
    for item in found:
        twin = _twin(one, parts[item.item], by_claim) if item.item in wanted else None
        yield item if twin is None else replace(item, health=Health.DUPLICATE, twin_of=twin)


def _twin(
    one: Opened, parts: Sequence[Part], by_claim: Mapping[str, tuple[str, ...]]
) -> str | None:
    """The note that says what all notes of a proposal say; None unless each has one."""
    twins = [_twin_of(one, part, by_claim) for part in parts]
    return twins[0] if twins and all(twins) else None


def _twin_of(one: Opened, part: Part, by_claim: Mapping[str, tuple[str, ...]]) -> str | None:
    paths = [path for path in by_claim.get(part.claim or "", ()) if path != part.address]
    if not paths or part.address is None:
        return None
    file = one.snapshot.file(part.address)
    if file.note is None:
        return None
    history = versions.history(one, paths)
    mine = validity.effective(file.note, (), history.zone)
    held = []
    for path in paths:
        entry = one.snapshot.entries[path]
        version = history.get(entry.note_id or "")
        if version is None or vouch(entry, one.snapshot.reviews).standing is not Standing.REVIEWED:
            continue
        if chains.answers(version) and version.note.status in chains.LIVE:
            held.append((version.note.id, chains.interval(history, version)))
    return clusters.duplicate_of(mine, held)


def _colliding(one: Opened, found: Sequence[Item]) -> Iterator[Item]:
    """New values of a slot that has another one at the same time: somebody must choose."""
    index, rules = versions.links(one)
    near: dict[str, tuple[str, ...]] = {}
    for item in found:
        fresh = item.op is Op.ADD and item.health is Health.CLEAN and item.lane in WAITING
        entry = one.snapshot.entry(item.file) if fresh else None
        slot = None if entry is None else related.slot_of(entry, rules)
        mates = index.by_slot.get(slot, ()) if slot is not None else ()
        kept = tuple(p for p in mates if one.snapshot.entries[p].place is Place.NOTES)
        if kept:
            near[item.item] = kept
    history = versions.history(one, [path for paths in near.values() for path in paths])
    for item in found:
        yield _collided(one, item, history) if item.item in near else item


def _collided(one: Opened, item: Item, history: History) -> Item:
    note = one.snapshot.file(item.file).note
    if note is None:
        return item
    asked = Approval(note=note, at=one.at)
    made = relations.approve(asked, history)
    if not isinstance(made, Refusal) or made.code != COLLISION:
        return item
    lane = Lane.QUARANTINED if item.lane is Lane.QUARANTINED else Lane.CONFLICTING
    return replace(item, lane=lane, flags=(*item.flags, COLLISION))


def _twinned(one: Opened, found: Sequence[Item]) -> Iterator[Item]:
    """New notes whose title or file name a living one has say so (C05)."""
    known = titles.living(one)
    for item in found:
        entry = None
        if item.op in CLAIMED and item.health is Health.CLEAN and item.lane in WAITING:
            entry = one.snapshot.entry(item.file)
        if entry is None or entry.note_id is None or entry.kind is None:
            yield item
            continue
        called = twin_titles.names(entry.title, branches.path_of(entry.path))
        spared = {folded_id(name) for name in item.targets}
        twin = known.twin(finding_items.note_of(entry), called, spared)
        yield item if twin is None else replace(item, flags=(*item.flags, twin_titles.CODE))


def _weighed(one: Opened, item: Item, parts: Sequence[Part]) -> Item:
    note = _note(one, item)
    targets = _targets(one, item)
    weighed = risk.weigh(
        item,
        note,
        targets=targets,
        shrinks=proposing.shrinks(one, parts),
        high_subjects=one.snapshot.config.high_risk,
    )
    return replace(item, risk=weighed.risk, risk_why=weighed.why)


def _note(one: Opened, item: Item) -> Note | None:
    if item.finding is not None or item.op in (Op.CONFIG, Op.OUTSIDE_CHANGE):
        return None
    if item.commit is not None and not item.files:
        return None
    entry = one.snapshot.entry(item.file)
    if entry is None or entry.note_id is None or entry.kind is None:
        return None
    return finding_items.note_of(entry)


def _targets(one: Opened, item: Item) -> list[Note]:
    index, _ = versions.links(one)
    found = []
    for name in item.targets:
        for path in index.by_id.get(folded_id(name), ()):
            entry: Entry = one.snapshot.entries[path]
            if vouch(entry, one.snapshot.reviews).standing is not Standing.UNREVIEWED:
                found.append(finding_items.note_of(entry))
    return found
