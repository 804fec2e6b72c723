"""A note of schema version 1 as a frozen value (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SCHEMA_VERSION = 1

# A frontmatter value as read, before typing: str, None (empty or `null`), tuple, or Mapping.
# Scalars stay text, so octal, sexagesimal, yes/no and dates never change (DESIGN §3).
FieldValue = object


class Kind(StrEnum):
    """What sort of memory a note is."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    PREFERENCE = "preference"


class Status(StrEnum):
    """Where a note stands in its life; transitions: DESIGN §5."""

    CANDIDATE = "candidate"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    REJECTED = "rejected"
    DELETED = "deleted"


class Relation(StrEnum):
    """How a note replaces those it supersedes (DESIGN §4)."""

    CORRECTION = "correction"
    STATE_CHANGE = "state_change"
    REVOCATION = "revocation"
    SCOPE_CHANGE = "scope_change"
    RESTATEMENT = "restatement"


class Origin(StrEnum):
    """Who wrote a note; approval never changes it. Ordered from most to least trusted."""

    USER = "user"
    AGENT = "agent"
    JOB = "job"
    IMPORT = "import"
    EXTERNAL = "external"


class Authority(StrEnum):
    """Input to conflict decisions, not truth. Ordered from strongest to weakest."""

    USER_EXPLICIT = "user_explicit"
    REPOSITORY = "repository"
    USER_CURATED = "user_curated"
    DOCUMENT = "document"
    INFERRED = "inferred"


class Modality(StrEnum):
    """How a claim is meant; hypothetical, conditional and quoted ones never answer a slot."""

    EXPLICIT = "explicit"
    CONDITIONAL = "conditional"
    NEGATED = "negated"
    HYPOTHETICAL = "hypothetical"
    QUOTED = "quoted"
    INFERRED = "inferred"


class Privacy(StrEnum):
    """Who may read the body; checked before it is opened. Ordered from open to strict."""

    PUBLIC = "public"
    INTERNAL = "internal"
    RESTRICTED = "restricted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One note as typed values. Times stay text as written; `rules.validity` reads them.

    `extra` holds unknown fields as read. `valid_from` None = since ever, `valid_to` None = still.
    `confidence` is the proposer's own number in 0..1, None when not given.
    """

    schema_version: int
    id: str
    kind: Kind
    subject: str
    scope: str
    status: Status
    recorded_at: str
    origin: Origin
    body: str
    title: str | None = None
    description: str | None = None
    memory_key: str | None = None
    value: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    observed_at: str | None = None
    expires_at: str | None = None
    review_by: str | None = None
    verified_at: str | None = None
    supersedes: tuple[str, ...] = ()
    relation: Relation | None = None
    exception_to: str | None = None
    authority: Authority = Authority.INFERRED
    taint: tuple[str, ...] = ()
    modality: Modality = Modality.EXPLICIT
    applies_when: tuple[str, ...] = ()
    confidence: float | None = None
    privacy: Privacy = Privacy.INTERNAL
    reviewed: bool = False
    reviewed_by: str | None = None
    reviewed_at: str | None = None
    reviewed_hash: str | None = None
    sources: tuple[str, ...] = ()
    pin: bool = False
    generated: bool = False
    recipe: str | None = None
    inputs: tuple[str, ...] = ()
    session: str | None = None
    job: str | None = None
    tags: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
