"""Notes whose review is due: past their `review_by`, or looked at too long ago for their kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo

from curator_core.model.answer import Finding, Repair
from curator_core.model.event import Action
from curator_core.model.files import Entry, Place
from curator_core.model.home import Config, Snapshot
from curator_core.model.interval import Validity
from curator_core.model.note import Status
from curator_core.model.problem import Severity
from curator_core.model.proposal import Item, Op
from curator_core.rules import boundaries, finding_items, validity
from curator_core.rules.finding_items import note_of
from curator_core.rules.related import Links
from curator_core.rules.review_state import Standing, Vouch, vouch
from curator_core.rules.slots import folded_id

CODE = "review-due"


@dataclass(frozen=True, slots=True)
class Day:
    """The day that reviews are judged by, at one instant of it."""

    today: date
    now: datetime
    home: tzinfo


def day(now: datetime, zone: str) -> Day:
    """The day of an aware instant in the zone of that name."""
    home = boundaries.zone(zone)
    return Day(now.astimezone(home).date(), now, home)


def items(snapshot: Snapshot, index: Links, when: Day) -> Iterator[Item]:
    """One item for each reviewed note that is live and due; from rows alone, linear in them.

    Approve and confirm say that it is still true; reject dismisses it until the note changes.
    """
    cycles = snapshot.config.cycle_days or {}
    for entry in snapshot.entries.values():
        if entry.place is not Place.NOTES or entry.status != Status.ACTIVE:
            continue
        if entry.review_by is None and (not cycles or entry.kind not in cycles):
            continue
        known = vouch(entry, snapshot.reviews)
        why = _why(entry, known, snapshot.config, when)
        if why is not None and not _over(entry, snapshot, index, when):
            yield _item(entry, why, snapshot.config, when)


def _why(entry: Entry, known: Vouch, config: Config, when: Day) -> str | None:
    """Why a note is due, in words; None when it is not, or when nobody vouches for it as it is."""
    if known.standing is not Standing.REVIEWED:
        return None
    if entry.review_by is not None and not _met(entry, when):
        late = validity.days_before(entry.review_by, when.today, when.home)
        return f"to be reviewed by {entry.review_by}" if late is not None and late > 0 else None
    cycle = (config.cycle_days or {}).get(entry.kind or "")
    if cycle is None:
        return None
    for text, said in _looked_at(entry, known):
        age = validity.days_before(text, when.today, when.home)
        if age is not None and age >= 0:
            long_ago = f"{said} {age} days ago; a {entry.kind} note is good for {cycle}"
            return long_ago if age > cycle else None
    return None


def _met(entry: Entry, when: Day) -> bool:
    """Whether a note was verified on its `review_by` or later, and got no new one."""
    if entry.review_by is None or entry.verified_at is None:
        return False
    late = validity.days_before(entry.review_by, when.today, when.home)
    seen = validity.days_before(entry.verified_at, when.today, when.home)
    return late is not None and seen is not None and 0 <= seen <= late


def _looked_at(entry: Entry, known: Vouch) -> Iterator[tuple[str, str]]:
    """When somebody looked at a note last, the surest first; a day to come is no such time."""
    approved = None if known.approved is None else known.approved.at
    told = ((entry.verified_at, "verified"), (approved, "approved"), (entry.recorded_at, "written"))
    return ((text, said) for text, said in told if text is not None)


def _over(entry: Entry, snapshot: Snapshot, index: Links, when: Day) -> bool:
    """Whether a note holds no more, or is about to be replaced: there is nothing to confirm."""
    span = validity.effective(note_of(entry), (), when.home)
    ended = validity.at(span, when.now) is Validity.NO
    if (ended and not validity.begins_after(span, when.now)) or entry.superseded_by:
        return True
    namers = index.namers.get(folded_id(entry.note_id or ""), ())
    return any(_supersedes(snapshot.entries[path], entry, snapshot) for path in namers)


def _supersedes(newer: Entry, older: Entry, snapshot: Snapshot) -> bool:
    named = folded_id(older.note_id or "") in map(folded_id, newer.supersedes)
    return named and vouch(newer, snapshot.reviews).standing is not Standing.UNREVIEWED


def _item(entry: Entry, why: str, config: Config, when: Day) -> Item:
    cycle = (config.cycle_days or {}).get(entry.kind or "")
    until = "" if cycle is None else f", next review by {when.today + timedelta(days=cycle)}"
    finding = Finding(
        code=CODE,
        severity=Severity.INFO,
        message=why,
        ids=(entry.note_id or entry.path,),
        field="review_by",
        repair=Repair((), f"confirm it: verified today{until}", Action.CONFIRM),
    )
    item = finding_items.item(finding, (entry,))
    notes = () if entry.note_id is None else item.notes
    return replace(item, op=Op.REVIEW, title=entry.title, taint=entry.taint, notes=notes)
