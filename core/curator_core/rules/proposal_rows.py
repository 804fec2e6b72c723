"""A proposal on a branch as a row of the queue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.model.files import Entry, FileState, Place
from curator_core.model.home import Snapshot
from curator_core.model.note import Modality, Origin, Relation
from curator_core.model.proposal import Health, Item, Lane, Op, Part, Proposal, Risk

UNFIT = frozenset({FileState.UNREADABLE, FileState.INVALID, FileState.NEWER})
"""Texts that cannot become memory as they are."""
_SILENT = frozenset({Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a commit proposes: its notes, each with the row of its text (of one that goes, of what
    it was), and what is wrong with the commit as a whole."""

    item: str
    proposal: Proposal
    op: Op
    parts: tuple[Part, ...]
    entries: tuple[Entry, ...]
    relation: Relation | None
    flags: tuple[str, ...]
    seen: tuple[tuple[str, str], ...] = ()


def trailer(proposal: Proposal, name: str) -> str | None:
    """The value of a `Curator-…` trailer; None where it is missing or empty."""
    found = next((value for key, value in proposal.trailers if key == name), None)
    return found.strip() or None if found is not None else None


def row(made: Said, snapshot: Snapshot) -> Item:
    """A proposal as an item of the queue; `item_hash` comes when its health is known."""
    proposal, parts, entries, flags = made.proposal, made.parts, made.entries, made.flags
    first = entries[0] if entries else None
    told = dict.fromkeys((*flags, *(flag for e in entries for flag in _entry_flags(e))))
    unfit = not parts or "protected-path" in told
    unfit = unfit or any(e.state in UNFIT for e, p in zip(entries, parts, strict=True) if p.address)
    said = _labels(trailer(proposal, "taint"))
    tainted = bool(said) or any(is_tainted(entry) for entry in entries)
    confidence = _number(trailer(proposal, "confidence"))
    relation = made.relation
    stated = next((entry.relation for entry in entries if entry.relation), None)
    return Item(
        item=made.item,
        lane=Lane.QUARANTINED if tainted else Lane.CANDIDATE,
        op=made.op,
        subject=first.subject if first else "",
        title=_title(first, proposal),
        memory_key=first.memory_key if first else None,
        scope=first.scope if first else "",
        kind=first.kind if first else None,
        origin=first.origin if first else None,
        taint=tuple(dict.fromkeys((*(t for entry in entries for t in entry.taint), *said))),
        proposer=trailer(proposal, "proposer") or f"agent:{proposal.author}",
        job=trailer(proposal, "job") or (first.job if first else None),
        session=trailer(proposal, "session") or (first.session if first else None),
        health=Health.INVALID if unfit else Health.CLEAN,
        risk=Risk.MEDIUM,
        flags=tuple(told),
        since=proposal.at,
        confidence=confidence if confidence is not None else _least(entries),
        sources=tuple(dict.fromkeys(s for entry in entries for s in entry.sources)),
        notes=tuple(dict.fromkeys(_ids(parts, entries, snapshot))),
        paths=tuple(p.path for p in parts) or tuple(f.path for f in proposal.files) or ("",),
        refs=proposal.refs,
        filled=tuple(dict.fromkeys(name for e in entries for name in e.filled)),
        blob=first.blob if first else "",
        item_hash="",
        commit=proposal.commit,
        files=tuple(part.address for part in parts if part.address is not None),
        targets=tuple(dict.fromkeys(_targets(parts, entries, snapshot))),
        reason=trailer(proposal, "reason") or "",
        relation=relation.value if relation is not None else stated,
        detector=trailer(proposal, "detector"),
        seen=made.seen,
    )


def _labels(text: str | None) -> tuple[str, ...]:
    """The labels of a `Curator-Taint` trailer, between commas or blanks."""
    return tuple(dict.fromkeys((text or "").replace(",", " ").split()))


def _title(first: Entry | None, proposal: Proposal) -> str:
    return first.title if first is not None else proposal.message.strip().split("\n", 1)[0]


def _ids(parts: Sequence[Part], entries: Sequence[Entry], snapshot: Snapshot) -> Iterator[str]:
    for part, entry in zip(parts, entries, strict=True):
        living = None if part.target is None else snapshot.entries.get(part.target)
        name = entry.note_id if living is None else living.note_id
        if name:
            yield name


def _targets(parts: Sequence[Part], entries: Sequence[Entry], snapshot: Snapshot) -> Iterator[str]:
    for part, entry in zip(parts, entries, strict=True):
        living = None if part.target is None else snapshot.entries.get(part.target)
        if living is not None:
            yield living.note_id or living.path
        yield from entry.supersedes if part.address is not None else ()


def is_tainted(entry: Entry) -> bool:
    """CONTRACT 6: by folder, taint or origin, wherever the file lies."""
    return entry.place is Place.QUARANTINE or bool(entry.taint) or entry.origin == Origin.EXTERNAL


def _entry_flags(entry: Entry) -> Iterator[str]:
    yield from entry.problem_codes
    if entry.memory_key and entry.modality in _SILENT:
        yield "modality"


def _least(entries: Sequence[Entry]) -> float | None:
    return min((e.confidence for e in entries if e.confidence is not None), default=None)


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None
