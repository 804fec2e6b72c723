"""Findings about notes as items of the queue, each with its repair (CONTRACT 24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from curator_core.model.answer import Finding
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.home import Snapshot
from curator_core.model.note import (
    Authority,
    Kind,
    Modality,
    Note,
    Origin,
    Privacy,
    Relation,
    Status,
)
from curator_core.model.proposal import Health, Item, Lane, Op, Risk
from curator_core.rules import related
from curator_core.rules.hashing import short_id
from curator_core.rules.related import Links
from curator_core.rules.slots import folded_id

CONFLICTING = frozenset({"collision", "decided-twice"})
"""Finding codes of the lane conflicting; all others are re-review (CONTRACT 23)."""


def can_err(entry: Entry) -> bool:
    """Whether a note is linked, slotted, closed or badly dated, so that a finding may lie in it."""
    if entry.state is FileState.UNREADABLE or entry.note_id is None:
        return False
    linked = bool(entry.memory_key or related.named(entry))
    dated = bool(entry.valid_from or entry.valid_to or entry.expires_at)
    closed = entry.status == Status.SUPERSEDED or "date-form" in entry.problem_codes
    return linked or dated or closed


def note_of(entry: Entry) -> Note:
    """A row as a note without text: enough to judge links and intervals."""
    return Note(
        schema_version=1,
        id=entry.note_id or "",
        kind=Kind(entry.kind or Kind.SEMANTIC),
        subject=entry.subject,
        scope=entry.scope,
        status=Status(entry.status or Status.ACTIVE),
        recorded_at=entry.recorded_at or "",
        origin=Origin(entry.origin or Origin.AGENT),
        body="",
        memory_key=entry.memory_key,
        value=entry.value,
        valid_from=entry.valid_from,
        valid_to=entry.valid_to,
        expires_at=entry.expires_at,
        supersedes=entry.supersedes,
        relation=None if entry.relation is None else Relation(entry.relation),
        exception_to=entry.exception_to,
        modality=Modality(entry.modality or Modality.EXPLICIT),
        authority=Authority(entry.authority or Authority.INFERRED),
        pin=entry.pin,
        privacy=Privacy.INTERNAL,
        extra={"superseded_by": entry.superseded_by} if entry.superseded_by else {},
    )


def items(findings: Iterable[Finding], snapshot: Snapshot, index: Links) -> tuple[Item, ...]:
    """One item for each finding; its id changes when one of its notes' bytes change."""
    found = {}
    for finding in findings:
        entries = _entries(finding, snapshot.entries, index)
        if entries:
            made = item(finding, entries)
            found[made.item] = made
    return tuple(found.values())


def _entries(finding: Finding, entries: Mapping[str, Entry], index: Links) -> tuple[Entry, ...]:
    paths = [path for name in finding.ids for path in index.by_id.get(folded_id(name), ())]
    known = [entries[path] for path in dict.fromkeys(paths)]
    under_notes = [entry for entry in known if entry.place is Place.NOTES]
    return tuple(under_notes or known)


def item(finding: Finding, entries: tuple[Entry, ...]) -> Item:
    """The item of a finding about the notes in these files, at least one."""
    first = entries[0]
    blobs = sorted(entry.blob for entry in entries)
    lane = Lane.CONFLICTING if finding.code in CONFLICTING else Lane.RE_REVIEW
    return Item(
        item=short_id("i_", "finding", finding.code, sorted(finding.ids), blobs),
        lane=lane,
        op=Op.REPAIR,
        subject=first.subject,
        title=f"{finding.code}: {finding.message}",
        memory_key=first.memory_key,
        scope=first.scope,
        kind=first.kind,
        origin=first.origin,
        taint=(),
        proposer="curator:check",
        job=None,
        session=None,
        health=Health.CLEAN if finding.repair is not None else Health.INVALID,
        risk=Risk.MEDIUM,
        flags=(finding.code,),
        since=first.recorded_at or "",
        confidence=None,
        sources=first.sources,
        notes=finding.ids,
        paths=tuple(entry.path for entry in entries),
        refs=(),
        filled=(),
        blob=first.blob,
        item_hash="",
        finding=finding,
    )
