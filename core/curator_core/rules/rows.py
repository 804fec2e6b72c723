"""Rows of the queue: what a file, a note or a change of the configuration looks like as an item."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.event import Event
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.home import ConfigChange
from curator_core.model.note import Modality
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules.hashing import digest, item_id
from curator_core.rules.proposal_rows import is_tainted

_UNANSWERING = frozenset({Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED})


def note_item(entry: Entry) -> Item:
    """A note that is memory, as the item of a decision about it (CONTRACT 25)."""
    item = bare(entry, Op.REVIEW, (entry.note_id or entry.path,))
    return hashed(replace(item, lane=Lane.RE_REVIEW))


def gone_item(event: Event, path: str, blob: str) -> Item:
    """A rejected item whose file is gone, for bringing it back."""
    row = Entry(path=path, blob=blob, place=Place.CANDIDATES, state=FileState.READ, size=0)
    item = replace(
        bare(row, Op(event.op), ()),
        item=event.item,
        lane=Lane.SUPPRESSED,
        notes=event.about,
        subject=event.subject,
    )
    return hashed(item)


def config_item(change: ConfigChange) -> Item:
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


def bare(entry: Entry, op: Op, targets: tuple[str, ...]) -> Item:
    """A file as an item, before anybody judged it."""
    """A file as an item of this operation on these targets, before anything else is known."""
    lane = Lane.QUARANTINED if is_tainted(entry) else Lane.CANDIDATE
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


def _flags(entry: Entry) -> tuple[str, ...]:
    flags = list(entry.problem_codes)
    if entry.memory_key and entry.modality in _UNANSWERING:
        flags.append("modality")
    if entry.claims_review and entry.place is not Place.NOTES:
        flags.append("claimed-review")
    return tuple(dict.fromkeys(flags))


def hashed(item: Item) -> Item:
    """`item_hash` over all that a row shows, its age aside."""
    parts = (item.item, item.lane, item.op, item.health, item.risk, item.flags, item.paths)
    rest = (item.blob, item.notes, item.filled, item.until, item.twin_of)
    return replace(item, item_hash=digest(*map(str, parts), *map(str, rest)))
