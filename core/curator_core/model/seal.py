"""What the signature of a commit is worth on this device."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Seal(StrEnum):
    """How the signature of a commit was judged; only GOOD says who made the commit."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    REVOKED = "revoked"
    NONE = "none"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Sealed:
    """A judged signature. `by` names the signer of a good one, `key` its key where it is known.

    `why` and `step` say of an unchecked one what is missing here and how it can be had; of an
    unknown key `step` says how it becomes a known one.
    """

    seal: Seal
    by: str = ""
    key: str = ""
    why: str = ""
    step: str = ""
