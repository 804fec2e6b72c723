"""Ledger events and what their replay says about notes and items (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from curator_core.model.forgetting import Forgotten


class Action(StrEnum):
    """What was decided; one value per decision of DESIGN §5, plus undo."""

    APPROVE = "approve"
    EDIT = "edit"
    MERGE = "merge"
    SPLIT = "split"
    REJECT = "reject"
    DEFER = "defer"
    CONFIRM = "confirm"
    ARCHIVE = "archive"
    RESTORE = "restore"
    PIN = "pin"
    UNPIN = "unpin"
    DETACH = "detach"
    FORGET = "forget"
    UNDO = "undo"


DECIDING = frozenset({Action.APPROVE, Action.EDIT, Action.MERGE, Action.SPLIT, Action.REJECT})
"""Actions that settle an item (CONTRACT 32); defer and restore never do."""


@dataclass(frozen=True, slots=True)
class LedgerText:
    """A note's text as the ledger keeps it.

    Exactly one form holds: `text`; or `base64` for bytes that are not UTF-8; or `redacted` text
    with `digest`, the salted hash of the original, where a secret was found.
    """

    text: str | None = None
    base64: str | None = None
    redacted: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteChange:
    """What one event did to one note. Paths, blobs and hashes are None where nothing was or is.

    `reviewed_*` is the `v1:` content hash that a person had approved before and approves now.
    """

    id: str | None
    path_before: str | None
    path_after: str | None
    blob_before: str | None
    blob_after: str | None
    reviewed_before: str | None = None
    reviewed_after: str | None = None
    old: LedgerText | None = None
    new: LedgerText | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRef:
    """Where a decided proposal came from; `taint` is what it was tainted by when it was decided."""

    refs: tuple[str, ...] = ()
    commit: str | None = None
    proposer: str = ""
    detector: str | None = None
    job: str | None = None
    session: str | None = None
    sources: tuple[str, ...] = ()
    taint: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One decided item in the ledger; immutable.

    `at` is an instant with offset. `tty` says whether a terminal was there. `notes` starts with the
    item's own note. `after` are the newest event ids that the plan saw. `reverts` is the event that
    an undo takes back; `self_approved` is True when a person approved an own proposal. `until` is
    the date on which a deferred item comes back. `fingerprint` is that of the claim of a rejected
    item. `about` are the ids of the notes it
    concerns, also where it changes none. `forgotten` is what the receipt of a forget is made from.
    """

    event_id: str
    decision: str
    at: str
    actor: str
    entrance: str
    tty: bool
    action: Action
    item: str
    proposal: ProposalRef
    notes: tuple[NoteChange, ...]
    op: str = "add"
    items: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    subject: str = ""
    memory_key: str | None = None
    kind: str | None = None
    relation: str | None = None
    reason_code: str | None = None
    reason: str = ""
    plan_hash: str = ""
    self_approved: bool = False
    reverts: str | None = None
    undone_action: Action | None = None
    until: str | None = None
    fingerprint: str | None = None
    after: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    forgotten: Forgotten | None = None


@dataclass(frozen=True, slots=True)
class Approved:
    """The version of a note that a person approved last.

    `by` is an actor or "adoption"; `decision` and `at` are None for the baseline.
    """

    note_id: str | None
    path: str
    content_hash: str | None
    blob: str
    by: str
    at: str | None = None
    decision: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """How an item was decided, not undone: by which event and decision."""

    event_id: str
    decision: str
    action: Action
    at: str
    actor: str
    until: str | None = None
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Reviews:
    """The ledger in HEAD, replayed over the baseline.

    `by_id` holds approved versions by note key (`rules.replay.key_of`); `touched` the keys of all
    notes that any event names: for these the baseline no longer speaks. `baseline` holds adopted
    versions by path, `baseline_blobs` their blobs. `items` says which items are settled, deferred
    or restored.
    `newest` are the ids of the events that no other event lies after. `undone` maps an event id to
    the event that took it back. `count` is the number of events. `forgotten` are the blobs of texts
    that were forgotten: git may hold them still, nothing is answered or put back from them.
    """

    by_id: Mapping[str, Approved] = field(default_factory=dict)
    touched: frozenset[str] = frozenset()
    baseline: Mapping[str, Approved] = field(default_factory=dict)
    baseline_blobs: frozenset[str] = frozenset()
    items: Mapping[str, Settled] = field(default_factory=dict)
    undone: Mapping[str, str] = field(default_factory=dict)
    newest: tuple[str, ...] = ()
    count: int = 0
    forgotten: frozenset[str] = frozenset()
