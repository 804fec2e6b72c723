"""Items that wait for a decision (DESIGN §5, CONTRACT §D)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.answer import Finding
from curator_core.model.files import NoteFile, Place


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
    """How carefully an item must be decided (DESIGN §5, risk)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row of the queue.

    `paths` are Home-relative, at least one; the first holds the proposed text. `since` is the
    instant (with offset) from which the item waits. `confidence` is the proposer's own number.
    `item_hash` changes whenever the item's content or its circumstances change. `finding` is what
    an item of op repair is about. `commit` is the proposal's commit on a branch, None for files of
    the worktree; `reason`, `relation` and `detector` are the proposer's words. `fingerprint` is that
    of the claim (rejection memory). `cluster` names a group of near copies by its first item;
    `twin_of` is the note or rejected item that this one repeats. `rule` is the standing rule that hit.
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
    commit: str | None = None
    reason: str = ""
    relation: str | None = None
    detector: str | None = None
    fingerprint: str | None = None
    cluster: str | None = None
    twin_of: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class ProposedFile:
    """One file that a proposal's commit changes, by blob id; None where no file was or is."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One commit of a proposal branch (CONTRACT 26), the same commit of several refs once.

    `refs` are short names, sorted (`proposals/nightly`, `origin/proposals/nightly`). `parent` is the
    base, None for a root commit. `at` is the committer's instant with offset, `author` a mail
    address. `trailers` holds the last value of each `Curator-…` trailer, names case-folded without
    the prefix (`op`, `job`). `files` are in path order; links, folders and submodules have mode other
    than a plain file's and are named in `odd`.
    """

    commit: str
    parent: str | None
    refs: tuple[str, ...]
    at: str
    author: str
    message: str
    trailers: tuple[tuple[str, str], ...]
    files: tuple[ProposedFile, ...]
    odd: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One note of a proposal against what it was made from.

    `path` is Home-relative, as proposed. `file` is the proposed note, None when the proposal takes
    the file away; `base` the note it was made from, None for a new one or when nobody knows it
    (`no_base`). `target` is the path of the note under notes that it changes, None for a new note.
    `item` is the id that the part would have alone.
    """

    path: str
    place: Place
    file: NoteFile | None
    base: NoteFile | None
    target: str | None
    item: str
    no_base: bool = False
