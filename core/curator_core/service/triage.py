"""What a reviewer should know of every item before looking: said before, said twice, how risky."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from curator_core.model.event import Action
from curator_core.model.files import Entry
from curator_core.model.note import Note
from curator_core.model.proposal import WAITING, Health, Item, Lane, Op, Part
from curator_core.rules import (
    boundaries,
    chains,
    claims,
    clusters,
    finding_items,
    items,
    merging,
    rejections,
    risk,
    table,
    validity,
)
from curator_core.rules.items import Queue
from curator_core.rules.rejections import Evidence, Rejections
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.service import proposing, standing, versions
from curator_core.service.opening import EARLIER, Earlier, Opened

MEMORY = "rejections"
"""Where a memo keeps what was rejected before."""
CLAIMED = frozenset({Op.ADD, Op.SUPERSEDE})
"""Operations whose notes claim something by themselves."""


def triaged(one: Opened, made: Queue) -> Queue:
    """The queue with claims, rejections, duplicates, clusters, risk and standing rules."""
    parts = {item.item: _claimed(one, item, made.parts.get(item.item, ())) for item in made.items}
    found = [_with_claim(item, parts[item.item]) for item in made.items]
    found = list(_rejected(one, found))
    found = list(_duplicates(one, found, parts))
    found = _clustered(one, found)
    found = [_weighed(one, item, parts[item.item]) for item in found]
    found = list(standing.applied(one, found))
    known = {item: each for item, each in parts.items() if each}
    return items.ordered((*found, *made.applied), {**made.parts, **known})


def _claimed(one: Opened, item: Item, parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(replace(part, claim=_claim(one, item, part)) for part in parts)


def _claim(one: Opened, item: Item, part: Part) -> str | None:
    """What one note of a proposal claims: its own text, its change, or that a note goes."""
    if part.address is None or item.op is Op.ARCHIVE:
        target = None if part.target is None else one.snapshot.entries.get(part.target)
        name = part.path if target is None else target.note_id or target.path
        return claims.claim_of_operation(item.op.value, (name,))
    file = one.snapshot.file(part.address)
    if part.target is None and part.base is None:
        return file.entry.claim
    if part.base is None or part.base.text is None or file.text is None:
        return file.entry.claim
    changed = merging.delta(part.base.text, file.text)
    name = file.entry.note_id or part.path
    return claims.claim_of_change(name, changed.keys, changed.removed, changed.added)


def _with_claim(item: Item, parts: Sequence[Part]) -> Item:
    marks = tuple(dict.fromkeys(part.claim for part in parts if part.claim is not None))
    if item.op in (Op.MERGE, Op.SPLIT) and marks:
        return replace(
            item, fingerprint=claims.claim_of_operation(item.op.value, item.targets, marks)
        )
    return replace(item, fingerprint=" ".join(marks) or None)


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
    """New notes that say what a reviewed one says already, for the same time."""
    wanted = [i for i in found if i.op is Op.ADD and i.health is Health.CLEAN and parts[i.item]]
    if not wanted:
        yield from found
        return
    by_claim = table.claims(one.snapshot.entries)
    for item in found:
        twin = _twin(one, parts[item.item], by_claim) if item in wanted else None
        yield item if twin is None else replace(item, health=Health.DUPLICATE, twin_of=twin)


def _twin(
    one: Opened, parts: Sequence[Part], by_claim: Mapping[str, tuple[str, ...]]
) -> str | None:
    """The note that says what all notes of a proposal say; None unless each has one."""
    twins = [_twin_of(one, part, by_claim) for part in parts]
    return twins[0] if twins and all(twins) else None


def _twin_of(one: Opened, part: Part, by_claim: Mapping[str, tuple[str, ...]]) -> str | None:
    paths = [path for path in by_claim.get(part.claim or "", ()) if path != part.address]
    file = None if part.address is None else one.snapshot.file(part.address)
    if not paths or file is None or file.note is None:
        return None
    history = versions.history(one, paths)
    mine = validity.effective(file.note, (), history.zone)
    held = []
    for path in paths:
        entry = one.snapshot.entries[path]
        version = history.get(entry.note_id or "")
        if version is None or vouch(entry, one.snapshot.reviews).standing is Standing.UNREVIEWED:
            continue
        if chains.answers(version) and version.note.status in chains.LIVE:
            held.append((version.note.id, chains.interval(history, version)))
    return clusters.duplicate_of(mine, held)


def _clustered(one: Opened, found: Sequence[Item]) -> list[Item]:
    """Near copies among what waits, named by the first of them (C47)."""
    texts, apart = {}, {}
    for item in found:
        if item.op not in CLAIMED or item.lane not in WAITING or len(item.notes) != 1:
            continue
        file = one.snapshot.file(item.file)
        if file.note is not None:
            texts[item.item] = f"{file.note.value or ''}\n{file.note.body}"
            apart[item.item] = f"{item.memory_key or ''}\0{item.scope}"
    if len(texts) < 2:
        return list(found)
    groups = clusters.clusters(texts, apart)
    return [replace(item, cluster=groups.get(item.item)) for item in found]


def _weighed(one: Opened, item: Item, parts: Sequence[Part]) -> Item:
    note = _note(one, item, parts)
    targets = _targets(one, item)
    weighed = risk.weigh(
        item,
        note,
        targets=targets,
        shrinks=proposing.shrinks(one, parts),
        high_subjects=one.snapshot.config.high_risk,
    )
    return replace(item, risk=weighed.risk, risk_why=weighed.why)


def _note(one: Opened, item: Item, parts: Sequence[Part]) -> Note | None:
    if item.finding is not None or item.op in (Op.CONFIG, Op.OUTSIDE_CHANGE):
        return None
    if item.commit is not None and not item.files:
        return None
    entry = one.snapshot.entry(item.file)
    if entry is None or entry.note_id is None or entry.kind is None:
        return None
    if parts or item.lane is Lane.QUARANTINED:
        return one.snapshot.file(item.file).note
    return finding_items.note_of(entry)


def _targets(one: Opened, item: Item) -> list[Note]:
    index, _ = versions.links(one)
    found = []
    for name in item.targets:
        for path in index.by_id.get(folded_id(name), ()):
            entry: Entry = one.snapshot.entries[path]
            if vouch(entry, one.snapshot.reviews).standing is not Standing.UNREVIEWED:
                note = one.snapshot.files[path].note
                found += [note] if note is not None else []
    return found
