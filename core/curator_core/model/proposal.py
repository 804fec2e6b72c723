"""Items that wait for a decision (DESIGN §5, CONTRACT §D)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from curator_core.model.answer import Finding
from curator_core.model.files import NoteFile
from curator_core.model.problem import Problem


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


class Way(StrEnum):
    """By which way a note takes over a taint."""

    SESSION = "session"
    SOURCE = "source"
    INPUT = "input"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Inherited:
    """One label of taint that a note does not state, and where it comes from.

    `name` is the session, source or note by which it came; `of` the tainted note, by id or path,
    None where the source itself comes from outside.
    """

    label: str
    way: Way
    name: str
    of: str | None

    @property
    def words(self) -> str:
        """Where it comes from, in words that hold foreign names."""
        other = "" if self.of in (None, self.name) else f" ({self.of})"
        way = "the text of" if self.way is Way.TEXT else self.way.value
        return f"inherited from {way} {self.name}{other}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row of the queue.

    `paths` are Home-relative, at least one; the first holds the proposed text. `since` is the
    instant (with offset) from which the item waits. `confidence` is the proposer's own number.
    `item_hash` changes whenever the item's content or its circumstances change. `finding` is what
    an item of op repair is about. `commit` is the proposal's commit on a branch, None for files of
    the worktree; `files` are then the addresses (`rules.branches`) of its notes. `reason`,
    `relation` and `detector` are the proposer's words. `targets` are the ids it is about.
    `fingerprint` is that of the claim (rejection memory). `cluster` names a group of near copies by
    its first item; `twin_of` is the note or item that this one repeats or waits for. `rule` is the
    standing rule that hit. `risk_why` says in words why the risk is high or low.
    `inherited` says for the labels in `taint` that no text states from where they come.
    `outside` is the commit of an outside change. `seen` are the notes that a merge or split cuts
    anew, each by its id with the content hash that the proposer saw.
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
    files: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    reason: str = ""
    relation: str | None = None
    detector: str | None = None
    fingerprint: str | None = None
    cluster: str | None = None
    twin_of: str | None = None
    risk_why: tuple[str, ...] = ()
    outside: str | None = None
    seen: tuple[tuple[str, str], ...] = ()
    rule: str | None = None
    inherited: tuple[Inherited, ...] = ()

    @property
    def file(self) -> str:
        """The address of the file that holds the proposed text: a path, or one on a branch."""
        return self.files[0] if self.files else self.paths[0]


@dataclass(frozen=True, slots=True)
class ProposedFile:
    """One file that a proposal's commit changes, by blob id; None where no file was or is."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One commit of a proposal branch (CONTRACT 26), the same commit of several refs once.

    `refs` are short names, sorted (`proposals/nightly`, `origin/proposals/nightly`). `parent` is
    the base, None for a root commit. `at` is the committer's instant with offset, `author` a mail
    address. `trailers` holds the last value of each `Curator-…` trailer, names case-folded without
    the prefix (`op`, `job`). `files` are in path order; links, submodules and changes of a mode
    alone are named in `odd`.
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


@dataclass(frozen=True, slots=True)
class Branched:
    """All proposals of a Home's branches, oldest first, with the notes they hold.

    `files` gives the proposed notes and `bases` what they were made from, by address
    (`rules.branches`). `problems` name branches that cannot be read.
    """

    proposals: tuple[Proposal, ...] = ()
    files: Mapping[str, NoteFile] = field(default_factory=dict)
    bases: Mapping[str, NoteFile] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def nothing_branched() -> Branched:
    """No proposals on branches."""
    return Branched()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One note of a proposal against what it was made from.

    `address` is where the proposed note is found: a path, or one on a branch; None when the
    proposal takes a note away. `path` is Home-relative, as proposed. `base` is the note it was made
    from, None for a new one or when nobody knows it (`no_base`). `target` is the path of the note
    under notes that it changes, None for a new note. `item` is the id that the part has alone,
    `claim` the fingerprint of what it says or changes (`rules.claims`).
    """

    address: str | None
    path: str
    base: NoteFile | None
    target: str | None
    item: str
    no_base: bool = False
    claim: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """The newest run of a job, as its proposals tell it; one branch is one run.

    `last_run` is an instant with offset. `repeats` is the instant of an earlier run that proposed
    all that this one does: nothing new came in since. `overdue`: silent for longer than usual,
    False while fewer than two runs are known.
    """

    job: str
    last_run: str
    proposals: int
    repeats: str | None
    overdue: bool

    @property
    def outcome(self) -> str:
        """In a word: did it bring anything new."""
        return "new" if self.repeats is None else "no new input"
