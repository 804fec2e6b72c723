"""Items that wait for a decision (DESIGN §5, CONTRACT §D)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.answer import Finding


class Op(StrEnum):
    """What an item suggests (CONTRACT 24)."""

    ADD = "add"
    UPDATE = "update"
    SUPERSEDE = "supersede"
    MERGE = "merge"
    SPLIT = "split"
    ARCHIVE = "archive"
    FORGET = "forget"
    REPAIR = "repair"
    REVIEW = "review"
    CONFIG = "config"
    OUTSIDE_CHANGE = "outside-change"


class Lane(StrEnum):
    """Where an item waits; earlier ones win (CONTRACT 23)."""

    QUARANTINED = "quarantined"
    CONFLICTING = "conflicting"
    RE_REVIEW = "re-review"
    CANDIDATE = "candidate"
    DEFERRED = "deferred"
    SUPPRESSED = "suppressed"


WAITING = (Lane.QUARANTINED, Lane.CONFLICTING, Lane.RE_REVIEW, Lane.CANDIDATE)


class Health(StrEnum):
    """A proposal against today's files (DESIGN §5)."""

    CLEAN = "clean"
    REBASED = "rebased"
    CONFLICT = "conflict"
    APPLIED = "applied"
    DEAD = "dead"
    DUPLICATE = "duplicate"
    REJECTED_BEFORE = "rejected-before"
    INVALID = "invalid"


class Risk(StrEnum):
    """How carefully an item must be decided; medium until tiers exist (CONTRACT 30)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row of the queue.

    `paths` are Home-relative, at least one; the first holds the proposed text. `since` is the
    instant (with offset) from which the item waits. `confidence` is the proposer's own number.
    `item_hash` changes whenever the item's content or its circumstances change. `finding` is what
    an item of op repair is about.
    """

    item: str
    lane: Lane
    op: Op
    subject: str
    title: str
    memory_key: str | None
    scope: str
    kind: str | None
    origin: str | None
    taint: tuple[str, ...]
    proposer: str
    job: str | None
    session: str | None
    health: Health
    risk: Risk
    flags: tuple[str, ...]
    since: str
    confidence: float | None
    sources: tuple[str, ...]
    notes: tuple[str, ...]
    paths: tuple[str, ...]
    refs: tuple[str, ...]
    filled: tuple[str, ...]
    blob: str
    item_hash: str
    until: str | None = None
    finding: Finding | None = None
