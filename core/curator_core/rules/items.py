"""From a snapshot to the items that wait for a decision (DESIGN §5, CONTRACT §D)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from curator_core.model.event import Action, Event, Settled
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.home import ConfigChange, Snapshot
from curator_core.model.note import Modality, Origin, Status
from curator_core.model.proposal import WAITING, Health, Item, Lane, Op, Risk
from curator_core.rules.hashing import digest, short_id
from curator_core.rules.replay import PATH_KEY, key_of
from curator_core.rules.review_state import ADOPTABLE, Standing, vouch
from curator_core.rules.table import glances

LANE_ORDER = {
    lane: number for number, lane in enumerate((*WAITING, Lane.DEFERRED, Lane.SUPPRESSED))
}
_UNANSWERING = frozenset({Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED})


@dataclass(frozen=True, slots=True)
class Queue:
    """All open items in queue order, and every id by which an item may be named."""

    items: tuple[Item, ...]

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
    living = _living(snapshot, undecided)
    seen: set[str] = set()
    twins = _twins(undecided)
    found = []
    for entry in undecided:
        item = _item(entry, snapshot, living)
        if item is None:
            continue
        if item.item in seen:
            item = replace(item, item=short_id("i_", item.item, entry.path))
        seen.add(item.item)
        if entry.place is not Place.NOTES and (entry.note_id or "").casefold() in twins:
            item = replace(item, flags=(*item.flags, "duplicate-id"))
        if entry.path in corrected:
            item = _conflicting(item)
        found.append(_settled(item, snapshot.reviews.items.get(item.item), today))
    found += [_settled(f, snapshot.reviews.items.get(f.item), today) for f in findings]
    if snapshot.config_change is not None:
        found.append(_settled(_config_item(snapshot.config_change), None, today))
    shown = [_hashed(item) for item in found if item.health is not Health.APPLIED]
    return Queue(
        tuple(sorted(shown, key=lambda item: (LANE_ORDER[item.lane], item.since, item.item)))
    )


def _conflicting(item: Item) -> Item:
    """A corrected value coming back is a conflict, never a fresh update (DESIGN §4)."""
    lane = item.lane if item.lane is Lane.QUARANTINED else Lane.CONFLICTING
    return replace(item, lane=lane, flags=(*item.flags, "corrected-value"))


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


def _living(snapshot: Snapshot, undecided: Iterable[Entry]) -> dict[str, Entry]:
    """The notes under notes whose id an undecided file has, by that id, case folded."""
    wanted = {entry.note_id.casefold() for entry in undecided if entry.note_id}
    paths = {
        note_id.casefold(): path
        for path, place, _, _, note_id, *_ in glances(snapshot.entries)
        if place is Place.NOTES and note_id and note_id.casefold() in wanted
    }
    return {folded: snapshot.entries[path] for folded, path in paths.items()}


def _twins(undecided: Iterable[Entry]) -> frozenset[str]:
    """Ids that more than one candidate file claims."""
    counts: dict[str, int] = {}
    for entry in undecided:
        if entry.place is not Place.NOTES and entry.note_id:
            key = entry.note_id.casefold()
            counts[key] = counts.get(key, 0) + 1
    return frozenset(key for key, count in counts.items() if count > 1)


def _item(entry: Entry, snapshot: Snapshot, living: Mapping[str, Entry]) -> Item | None:
    standing = vouch(entry, snapshot.reviews).standing
    edited = standing is Standing.EDITED
    if entry.place is Place.NOTES and (edited or entry.status != Status.CANDIDATE):
        return _review_item(entry, snapshot)
    if standing is Standing.REVIEWED:
        return None
    target = living.get((entry.note_id or "").casefold())
    if target is not None and target.path == entry.path:
        target = None
    op = Op.ADD
    if target is not None:
        op = Op.UPDATE
    elif entry.supersedes:
        op = Op.SUPERSEDE
    targets = (target.note_id or "",) if target is not None else entry.supersedes
    item = _bare(entry, op, targets)
    if target is not None and target.content_hash == entry.content_hash:
        return replace(item, health=Health.APPLIED)
    return item


def _review_item(entry: Entry, snapshot: Snapshot) -> Item | None:
    """A note under notes that nobody vouches for, or that was edited since."""
    standing = vouch(entry, snapshot.reviews).standing
    if standing is Standing.REVIEWED:
        return None
    item = _bare(entry, Op.REVIEW, (entry.note_id or entry.path,))
    flags = list(item.flags)
    if standing is Standing.EDITED:
        flags.append(Standing.EDITED.value)
    elif entry.claims_review:
        flags.append("claimed-review")
    lane = Lane.QUARANTINED if _tainted(entry) else Lane.RE_REVIEW
    return replace(item, flags=tuple(flags), lane=lane)


def note_item(entry: Entry) -> Item:
    """A note that is memory, as the item of a decision about it (CONTRACT 25)."""
    item = _bare(entry, Op.REVIEW, (entry.note_id or entry.path,))
    return _hashed(replace(item, lane=Lane.RE_REVIEW))


def gone_item(event: Event, path: str, blob: str) -> Item:
    """A rejected item whose file is gone, for bringing it back."""
    bare = Entry(path=path, blob=blob, place=Place.CANDIDATES, state=FileState.READ, size=0)
    item = replace(
        _bare(bare, Op(event.op), ()),
        item=event.item,
        lane=Lane.SUPPRESSED,
        notes=event.about,
        subject=event.subject,
    )
    return _hashed(item)


def _config_item(change: ConfigChange) -> Item:
    """A change of `curator.toml` that Curator did not make (CONTRACT 2)."""
    return Item(
        item=item_id(Op.CONFIG, (change.path,), change.blob_found),
        lane=Lane.RE_REVIEW,
        op=Op.CONFIG,
        subject=change.path,
        title="changed configuration",
        memory_key=None,
        scope="",
        kind=None,
        origin=None,
        taint=(),
        proposer="unknown",
        job=None,
        session=None,
        health=Health.CLEAN,
        risk=Risk.MEDIUM,
        flags=("config",),
        since="",
        confidence=None,
        sources=(),
        notes=(),
        paths=(change.path,),
        refs=(),
        filled=(),
        blob=change.blob_found,
        item_hash="",
    )


def _bare(entry: Entry, op: Op, targets: tuple[str, ...]) -> Item:
    lane = Lane.QUARANTINED if _tainted(entry) else Lane.CANDIDATE
    unfit = entry.state in (FileState.UNREADABLE, FileState.INVALID, FileState.NEWER)
    return Item(
        item=item_id(op, targets, entry.blob),
        lane=lane,
        op=op,
        subject=entry.subject,
        title=entry.title,
        memory_key=entry.memory_key,
        scope=entry.scope,
        kind=entry.kind,
        origin=entry.origin,
        taint=entry.taint,
        proposer=f"{entry.origin or 'agent'}:unknown",
        job=entry.job,
        session=entry.session,
        health=Health.INVALID if unfit else Health.CLEAN,
        risk=Risk.MEDIUM,
        flags=_flags(entry),
        since=entry.recorded_at or "",
        confidence=entry.confidence,
        sources=entry.sources,
        notes=(entry.note_id,) if entry.note_id else (),
        paths=(entry.path,),
        refs=(),
        filled=entry.filled,
        blob=entry.blob,
        item_hash="",
    )


def item_id(op: Op, targets: tuple[str, ...], blob: str) -> str:
    """Independent of commit, ref and base (DESIGN §5)."""
    return short_id("i_", op.value, sorted(target.casefold() for target in targets), blob)


def _tainted(entry: Entry) -> bool:
    """CONTRACT 6: by folder, taint or origin, wherever the file lies."""
    return entry.place is Place.QUARANTINE or bool(entry.taint) or entry.origin == Origin.EXTERNAL


def _flags(entry: Entry) -> tuple[str, ...]:
    flags = list(entry.problem_codes)
    if entry.memory_key and entry.modality in _UNANSWERING:
        flags.append("modality")
    if entry.claims_review and entry.place is not Place.NOTES:
        flags.append("claimed-review")
    return tuple(dict.fromkeys(flags))


def _settled(item: Item, settled: Settled | None, today: str) -> Item:
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


def _hashed(item: Item) -> Item:
    """`item_hash` over all that a row shows, its age aside."""
    parts = (item.item, item.lane, item.op, item.health, item.risk, item.flags, item.paths)
    rest = (item.blob, item.notes, item.filled, item.until)
    return replace(item, item_hash=digest(*map(str, parts), *map(str, rest)))


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
