"""What use cases about time and truth hand to entrances: kinds of update, chains, memory rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from curator_core.model.answer import Answer, TrailRow
from curator_core.model.files import Entry
from curator_core.model.interval import Interval
from curator_core.model.note import Note, Relation
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.model.view import Preview

KINDS: tuple[Relation | None, ...] = (
    Relation.CORRECTION,
    Relation.STATE_CHANGE,
    Relation.REVOCATION,
    Relation.SCOPE_CHANGE,
    None,
)
"""The kinds a reviewer chooses between; None adds the note beside what is there."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One kind with its plan, or why it cannot be had. `asks` are the codes that staging it will
    ask to confirm; the plan is shown as if they were."""

    relation: Relation | None
    asks: tuple[str, ...]
    outcome: Preview | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """The choice for one proposal. `replaced` is what it would replace, by name or because it holds
    the slot, oldest first; empty when nothing stands in its way. `stated` is the proposal's own
    relation, `named` whether it names what it supersedes itself."""

    item: str
    proposed: TrailRow
    replaced: tuple[TrailRow, ...]
    stated: Relation | None
    named: bool
    choices: tuple[Alternative, ...]


class Life(StrEnum):
    """What became of a version, as of an instant. BESIDE: it holds, but is not the answer: in
    another slot, or behind an exception."""

    CURRENT = "CURRENT"
    POSSIBLE = "POSSIBLE"
    COLLIDES = "COLLIDES"
    PROPOSED = "PROPOSED"
    BESIDE = "holds too"
    FUTURE = "not yet"
    CORRECTED = "corrected"
    RESTATED = "restated"
    REVOKED = "revoked"
    NARROWED = "narrowed"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    ARCHIVED = "archived"
    UNREVIEWED = "unreviewed"
    SILENT = "silent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLink:
    """One version. `row.valid_to` is the effective end. `span` is its interval in judged instants,
    None where it never holds; `item` names it in decisions; `newer` are ids that supersede it."""

    row: TrailRow
    note: Note
    life: Life
    span: Interval | None
    item: str | None
    newer: tuple[str, ...]


class CheckCode(StrEnum):
    """A rule for the versions of a chain: one value at a time in a single slot, no time without
    one between the first and the last, no loop of links, learnt in the order in which they
    hold. The second and the last may be broken rightly; a person should know."""

    ONE_VALUE = "one value at a time"
    NO_GAP = "no gap between values"
    NO_LOOP = "no loop of links"
    IN_ORDER = "learnt in the order of valid time"


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a rule holds; else the notes that break it, or the spans (from, to as text)."""

    code: CheckCode
    holds: bool
    ids: tuple[str, ...] = ()
    spans: tuple[tuple[str | None, str | None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainView:
    """A chain as of a time. `links` are oldest valid first; `slot` None for a free note. `at` and
    `now` are the instants asked about and of the call; `zone` names the Home's time zone. `edges`
    are places in `links`: which version replaces which."""

    name: str
    slot: str | None
    scope: str
    links: tuple[ChainLink, ...]
    answer: Answer
    at: datetime
    now: datetime
    zone: str
    checks: tuple[Check, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """When is asked about; None is now. Dates or instants with offset, as text."""

    at: str | None = None
    known_at: str | None = None


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """One note under notes. `item` names it in decisions and changes with its bytes; `lane` is
    where it waits, if it does."""

    item: str
    entry: Entry
    reviewed: bool
    lane: Lane | None
