"""From a snapshot to the items that wait for a decision (DESIGN §5, CONTRACT §D)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from curator_core.model.event import Action, Settled
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.home import Snapshot
from curator_core.model.note import Status
from curator_core.model.proposal import WAITING, Health, Item, Lane, Op, Part
from curator_core.rules import sync_copies
from curator_core.rules.hashing import short_id
from curator_core.rules.proposal_rows import is_tainted
from curator_core.rules.proposals import Living, Proposed, proposed
from curator_core.rules.replay import PATH_KEY, key_of
from curator_core.rules.review_state import ADOPTABLE, Standing, vouch
from curator_core.rules.rows import bare, config_item, hashed
from curator_core.rules.table import glances

LANE_ORDER = {
    lane: number for number, lane in enumerate((*WAITING, Lane.DEFERRED, Lane.SUPPRESSED))
}


@dataclass(frozen=True, slots=True)
class Queue:
    """All open items in queue order, and the notes that proposals are made of, by item id.

    `applied` are those that propose what stands already; they wait for nobody (CONTRACT 23).
    """

    items: tuple[Item, ...]
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    applied: tuple[Item, ...] = ()

    def find(self, item_id: str) -> Item | None:
        """The open item of this id."""
        return next((item for item in self.items if item.item == item_id), None)


def queue(
    snapshot: Snapshot,
    today: str,
    findings: tuple[Item, ...] = (),
    corrected: frozenset[str] = frozenset(),
) -> Queue:
    """Every open item; `today` is the date (YYYY-MM-DD) in the Home's zone, for deferred ones.

    `findings` are items about notes that are there; `corrected` the paths of candidates whose value
    was corrected in their slot before.
    """
    undecided = [snapshot.entries[path] for path in unsettled(snapshot)]
    branched = snapshot.branches()
    wanted = [entry.note_id for entry in undecided if entry.note_id]
    wanted += [
        file.entry.note_id
        for file in (*branched.files.values(), *branched.bases.values())
        if file.entry.note_id
    ]
    living = _living(snapshot, wanted)
    made = [*_of_files(undecided, snapshot, living, corrected)]
    made += [
        replace(each, item=_conflicting(each.item)) if corrected & {*each.item.files} else each
        for each in proposed(branched, snapshot, living)
    ]
    settled = snapshot.reviews.items
    found = []
    for each in _once(made):
        found.append(replace(each, item=as_settled(each.item, settled.get(each.item.item), today)))
    plain = [as_settled(f, settled.get(f.item), today) for f in findings]
    if snapshot.config_change is not None:
        plain.append(as_settled(config_item(snapshot.config_change), None, today))
    parts = {each.item.item: each.parts for each in found if each.parts}
    return ordered((*(each.item for each in found), *plain), parts)


def ordered(found: Iterable[Item], parts: Mapping[str, tuple[Part, ...]]) -> Queue:
    """Items in queue order, hashed; what is applied already is set apart."""
    rows = [hashed(item) for item in found]
    shown = [item for item in rows if item.health is not Health.APPLIED]
    return Queue(
        tuple(sorted(shown, key=lambda item: (LANE_ORDER[item.lane], item.since, item.item))),
        parts,
        tuple(item for item in rows if item.health is Health.APPLIED),
    )


def _of_files(
    undecided: Sequence[Entry],
    snapshot: Snapshot,
    living: Living,
    corrected: frozenset[str],
) -> Iterator[Proposed]:
    """One item for each file of the worktree that nobody decided."""
    seen: set[str] = set()
    twins = _twins(undecided)
    for entry in undecided:
        made = _item(entry, snapshot, living)
        if made is None:
            continue
        item = made.item
        if item.item in seen:
            item = replace(item, item=short_id("i_", item.item, entry.path))
        seen.add(item.item)
        if entry.place is not Place.NOTES and (entry.note_id or "").casefold() in twins:
            item = replace(item, flags=(*item.flags, "duplicate-id"))
        if entry.path in corrected:
            item = _conflicting(item)
        yield replace(made, item=item)


def _once(made: Iterable[Proposed]) -> Iterator[Proposed]:
    """A file and a branch that propose the same are one item, that of the file."""
    found: dict[str, Proposed] = {}
    for each in made:
        known = found.get(each.item.item)
        if known is not None:
            each = replace(known, item=replace(known.item, refs=each.item.refs))
        found[each.item.item] = each
    return iter(found.values())


def _conflicting(item: Item) -> Item:
    """A corrected value coming back is a conflict, never a fresh update (DESIGN §4)."""
    lane = item.lane if item.lane is Lane.QUARANTINED else Lane.CONFLICTING
    return replace(item, lane=lane, flags=(*item.flags, "corrected-value"))


def _instant(seconds: float) -> str | None:
    """A file's time as an instant in UTC: since then a hand edit waits."""
    return datetime.fromtimestamp(seconds, UTC).isoformat() if seconds else None


def unsettled(snapshot: Snapshot) -> Iterator[str]:
    """The files that may wait: all but notes that are byte for byte what was adopted or approved
    last, which need no closer look."""
    reviews = snapshot.reviews
    touched = reviews.touched
    paths = {key for key in touched if key.startswith(PATH_KEY)}
    for path, place, state, status, note_id, blob, _ in glances(snapshot.entries):
        if place is Place.NOTES and state is not FileState.UNREADABLE and status in ADOPTABLE:
            known = key_of(note_id, path)
            if known in touched:
                approved = reviews.by_id.get(known)
                if approved is not None and approved.blob == blob:
                    continue
            elif blob in reviews.baseline_blobs and not (paths and PATH_KEY + path in paths):
                continue
        yield path


def _living(snapshot: Snapshot, wanted: Iterable[str]) -> Living:
    """The notes under notes that have one of these ids, and those that have none, by path."""
    ids = {note_id.casefold() for note_id in wanted}
    by_id: dict[str, Entry] = {}
    by_path: dict[str, Entry] = {}
    for path, place, _, _, note_id, *_ in glances(snapshot.entries):
        if place is not Place.NOTES:
            continue
        if not note_id:
            by_path[path] = snapshot.entries[path]
        elif note_id.casefold() in ids:
            by_id[note_id.casefold()] = snapshot.entries[path]
    return Living(by_id, by_path)


def _twins(undecided: Iterable[Entry]) -> frozenset[str]:
    """Ids that more than one candidate file claims."""
    counts: dict[str, int] = {}
    for entry in undecided:
        if entry.place is not Place.NOTES and entry.note_id:
            key = entry.note_id.casefold()
            counts[key] = counts.get(key, 0) + 1
    return frozenset(key for key, count in counts.items() if count > 1)


def _item(entry: Entry, snapshot: Snapshot, living: Living) -> Proposed | None:
    standing = vouch(entry, snapshot.reviews).standing
    edited = standing is Standing.EDITED
    if entry.place is Place.NOTES and (edited or entry.status != Status.CANDIDATE):
        item = _review_item(entry, snapshot)
        return None if item is None else Proposed(item, ())
    if standing is Standing.REVIEWED:
        return None
    target = living.by_id.get((entry.note_id or "").casefold())
    if target is None:
        target = living.by_path.get(sync_copies.original(entry.path) or "")
    if target is not None and target.path == entry.path:
        target = None
    op = Op.ADD
    if target is not None:
        op = Op.UPDATE
    elif entry.supersedes:
        op = Op.SUPERSEDE
    targets = (target.note_id or "",) if target is not None else entry.supersedes
    item = replace(bare(entry, op, targets), targets=targets)
    part = Part(
        address=entry.path,
        path=entry.path,
        base=None,
        target=None if target is None else target.path,
        item=item.item,
        no_base=target is not None,
    )
    if target is not None and target.content_hash == entry.content_hash:
        item = replace(item, health=Health.APPLIED)
    return Proposed(item, (part,))


def _review_item(entry: Entry, snapshot: Snapshot) -> Item | None:
    """A note under notes that nobody vouches for, or that was edited since."""
    standing = vouch(entry, snapshot.reviews).standing
    if standing is Standing.REVIEWED:
        return None
    item = bare(entry, Op.REVIEW, (entry.note_id or entry.path,))
    flags = list(item.flags)
    if standing is Standing.EDITED:
        flags.append(Standing.EDITED.value)
        item = replace(item, since=_instant(entry.mtime) or item.since)
    elif entry.claims_review:
        flags.append("claimed-review")
    lane = Lane.QUARANTINED if is_tainted(entry) else Lane.RE_REVIEW
    return replace(item, flags=tuple(flags), lane=lane)


def as_settled(item: Item, settled: Settled | None, today: str) -> Item:
    """What the ledger says of an item whose file is there (again)."""
    if settled is None:
        return item
    match settled.action:
        case Action.DEFER:
            until = settled.until or ""
            waiting = until > today
            return replace(item, lane=Lane.DEFERRED, until=until) if waiting else item
        case Action.REJECT:
            return replace(item, lane=Lane.SUPPRESSED, health=Health.REJECTED_BEFORE)
        case _:
            return item


def waiting(items: tuple[Item, ...]) -> Iterator[Item]:
    """Those that the default queue shows (CONTRACT 23)."""
    return (item for item in items if item.lane in WAITING)


def counts(items: tuple[Item, ...]) -> dict[Lane, int]:
    """Items by lane, every lane present."""
    result = dict.fromkeys(Lane, 0)
    for item in items:
        result[item.lane] += 1
    return result


def key(entry: Entry) -> str:
    """The replay key of the note in a file."""
    return key_of(entry.note_id, entry.path)
