"""Who vouches for a note: the ledger, the adoption baseline, or nobody (DESIGN §3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.event import Approved, Reviews
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.note import Status
from curator_core.rules.replay import key_of


class Standing(StrEnum):
    """REVIEWED: a person approved just this. EDITED: an earlier version was approved, and it keeps
    answering. UNREVIEWED: nobody vouches, whatever the file claims.
    """

    REVIEWED = "reviewed"
    EDITED = "edited-since-review"
    UNREVIEWED = "unreviewed"


@dataclass(frozen=True, slots=True)
class Vouch:
    """A note's standing, and the version that answers; None when no version does."""

    standing: Standing
    approved: Approved | None = None


ADOPTABLE = frozenset({None, Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED})
"""Statuses that the adoption baseline vouches for (CONTRACT 4)."""


def vouch(entry: Entry, reviews: Reviews) -> Vouch:
    """Judge one file of the layout; only files under notes can be vouched for."""
    if entry.place is not Place.NOTES:
        return Vouch(Standing.UNREVIEWED)
    approved = approved_version(entry, reviews)
    if approved is None:
        return Vouch(Standing.UNREVIEWED)
    if _same(entry, approved):
        return Vouch(Standing.REVIEWED, approved)
    return Vouch(Standing.EDITED, approved)


def approved_version(entry: Entry, reviews: Reviews) -> Approved | None:
    """The last approved version of the note that a file under notes holds, if any."""
    key = key_of(entry.note_id, entry.path)
    by_path = key_of(None, entry.path)
    if key in reviews.touched or by_path in reviews.touched:
        return reviews.by_id.get(key) or reviews.by_id.get(by_path)
    if entry.blob in reviews.baseline_blobs and entry.status in ADOPTABLE:
        return Approved(entry.note_id, entry.path, entry.content_hash, entry.blob, "adoption")
    adopted = reviews.baseline.get(entry.path)
    if adopted is not None and adopted.blob == entry.blob and entry.status not in ADOPTABLE:
        return None
    return adopted


def _same(entry: Entry, approved: Approved) -> bool:
    if entry.state is FileState.UNREADABLE:
        return False
    if approved.content_hash is not None and approved.content_hash == entry.content_hash:
        return True
    return approved.blob == entry.blob
