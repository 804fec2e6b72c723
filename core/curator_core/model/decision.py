"""Decisions: what a reviewer chose for an item, a closed union (DESIGN §5, CONTRACT 29)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.note import Relation


class ReasonCode(StrEnum):
    """Why something was rejected, in the order of the keys 1-8."""

    WRONG = "wrong"
    DUPLICATE = "duplicate"
    SCOPE = "scope"
    UNSUPPORTED = "unsupported"
    UNSAFE = "unsafe"
    STALE = "stale"
    OTHER = "other"
    PRIVATE = "private"


CONFIRMABLE = frozenset(
    {
        *("corrected-value", "modality", "attribution", "slot-differs", "twin-title", "noise"),
        *("shrinks", "scope-mismatch", "external-over-human", "mass-supersede", "no-source"),
        *("secret", "branch", "ignored", "flagged-result"),
    }
)
"""Refusals that a decision overcomes by confirming their code (CONTRACT 21; the last one is of a
text that the reviewer wrote)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What all decisions share. `item` is an item id or a note id.

    `expect` is the shown hash the person saw; None binds to the state at the command's start.
    `confirm` are the codes the person confirmed.
    """

    item: str
    expect: str | None = None
    confirm: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(Choice):
    """Make the proposed note memory; targets are closed by the relation.

    `only` names the notes of a proposal (ids or paths) that are meant; the others stay undecided.
    `picks` say for regions of an update's three-way merge what is taken: `hunk:2=current`.
    `redact` puts `[redacted <rule>]` in the place of every secret: it is then an edit.
    """

    relation: Relation | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    scope: str | None = None
    targets: tuple[str, ...] = ()
    keep_exceptions: bool = False
    only: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    redact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit(Approve):
    """Approve with the reviewer's own text instead of the proposed one."""

    result: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge(Choice):
    """One note out of several; no result means the clean union."""

    targets: tuple[str, ...]
    result: bytes | None = None
    scope: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Choice):
    """Several notes out of one; at least two results."""

    results: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject(Choice):
    """Take the candidate's file away; text, reason and hash stay in the ledger. `only` as above.

    `redact` lets a hand edit with a secret go without committing it: it stays on this device alone.
    """

    reason_code: ReasonCode = ReasonCode.OTHER
    only: tuple[str, ...] = ()
    redact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Defer(Choice):
    """Come back later; `until` is a date, None means seven days from the decision."""

    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Choice):
    """Still true: `verified_at` and the next `review_by`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive(Choice):
    """Out of recall; the file stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(Choice):
    """Back into recall, or a deferred, suppressed or rejected item back into the queue."""

    valid_from: str | None = None
    valid_to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin(Choice):
    """Always loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpin(Choice):
    """No longer always loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detach(Choice):
    """Take a supersede edge back; the target's interval comes from the ledger."""

    targets: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None


Decision = (
    Approve
    | Edit
    | Merge
    | Split
    | Reject
    | Defer
    | Confirm
    | Archive
    | Restore
    | Pin
    | Unpin
    | Detach
)
