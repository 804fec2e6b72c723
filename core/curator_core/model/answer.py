"""Versions that are judged, answers about them, and findings (CONTRACT §A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from curator_core.model.event import Action
from curator_core.model.note import FieldValue, Note
from curator_core.model.problem import Severity


class KnownBy(StrEnum):
    """Where a past state was read from (CONTRACT 16)."""

    LEDGER = "ledger"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One text of a note with what the ledger says about it; files, replay and index supply these.

    `note` is the approved text when `reviewed`, also after a later hand edit
    (`edited_since_review`). `approved_by` is an actor or "adoption"; `decision` None for the
    baseline and for texts that nobody approved.
    """

    note: Note
    reviewed: bool
    approved_by: str | None = None
    approved_at: str | None = None
    decision: str | None = None
    edited_since_review: bool = False
    known_by: KnownBy = KnownBy.LEDGER


class AnswerStatus(StrEnum):
    """What kind of answer was found (CONTRACT 8)."""

    KNOWN = "known"
    NONE = "none"
    CONFLICT = "conflict"
    UNCERTAIN = "uncertain"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailRow:
    """One version in a trail. `valid_to` is the effective end: of an unclosed superseded version
    its successor's start, of an expiring one the end of its last day."""

    note_id: str
    answer_value: str | None
    valid_from: str | None
    valid_to: str | None
    recorded_at: str
    observed_at: str | None
    status: str
    relation: str | None
    supersedes: tuple[str, ...]
    approved_by: str | None
    approved_at: str | None
    decision: str | None
    sources: tuple[str, ...]
    reviewed: bool


@dataclass(frozen=True, slots=True)
class AnswerCandidate:
    """One of several merely possible answers."""

    note_id: str
    answer_value: str | None
    valid_from: str | None
    valid_to: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The package of `current`, `at` and `explain`; fields and order are CONTRACT 8's.

    `slot` is the key as its notes write it, None for a chain of free notes. `answer_value` and
    `note_id` are tuples for a set slot and for the parts a note was split into. `said_by` names who
    says it where it comes from outside or is quoted; it is no part of the package.
    """

    slot: str | None
    scope: str
    status: AnswerStatus
    answer_value: str | tuple[str, ...] | None
    as_of: str
    certain: bool
    note_id: str | tuple[str, ...] | None
    source: tuple[str, ...] = ()
    previous: TrailRow | None = None
    collision: tuple[str, ...] = ()
    candidates: tuple[AnswerCandidate, ...] = ()
    exceptions: tuple[str, ...] = ()
    applies_when: tuple[str, ...] = ()
    edited_since_review: bool = False
    known_by: KnownBy = KnownBy.LEDGER
    trail: tuple[TrailRow, ...] = ()
    nearest: tuple[str, ...] = ()
    said_by: tuple[str, ...] = ()

    def plain(self) -> dict[str, object]:
        """The package as JSON values, in the order of the fields."""
        return _plain_fields(self)


@dataclass(frozen=True, slots=True)
class NoteWrite:
    """Fields that a plan sets in one note; None writes null, a time is text."""

    note_id: str
    fields: Mapping[str, FieldValue]


@dataclass(frozen=True, slots=True)
class Repair:
    """What would mend a finding: the writes, and the decision that means the same, if one does.

    `puts` are whole files instead, Home-relative, each with the blob whose bytes go back there;
    None takes the file away.
    """

    writes: tuple[NoteWrite, ...]
    says: str
    decision: Action | None = None
    puts: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong between or in versions. `ids` are the notes it is about, the one to mend
    first; `repair` None means that only a person can say what is right."""

    code: str
    severity: Severity
    message: str
    ids: tuple[str, ...]
    field: str | None = None
    repair: Repair | None = None


_BESIDE = frozenset({"said_by"})


def _plain_fields(value: Answer | TrailRow | AnswerCandidate) -> dict[str, object]:
    names = (field.name for field in fields(value) if field.name not in _BESIDE)
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: object) -> object:
    if isinstance(value, TrailRow | AnswerCandidate):
        return _plain_fields(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, StrEnum) else value
