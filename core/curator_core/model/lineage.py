"""What came from one source, session, note, job or proposer, and what takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview


class Kind(StrEnum):
    """What a lineage can be asked of."""

    NOTE = "note"
    SESSION = "session"
    SOURCE = "source"
    JOB = "job"
    PROPOSER = "proposer"


class Standing(StrEnum):
    """What became of a text: `undone` where only a decision that was taken back is left of it,
    `gone` where nothing tells."""

    WAITING = "waiting"
    LIVE = "live"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    REJECTED = "rejected"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Descendant:
    """One note that came from what was asked. `name` is its id, or its path while it has none.

    `kinds` says as what it knows the name, where it came by itself; `made_of` names what it was
    made of where it came by another note. `item` is its open item, `decision` the standing decision
    that settled it, `taken_back` the newest decision about it that an undo took back.
    """

    name: str
    path: str | None
    standing: Standing
    title: str = ""
    taint: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    made_of: tuple[str, ...] = ()
    item: str | None = None
    decision: str | None = None
    taken_back: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """All that came from what was asked, itself first; `kinds` says what the name is known as."""

    asked: str
    kinds: tuple[Kind, ...]
    notes: tuple[Descendant, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """Where notes may have come from; `came` is how many came from there, themselves included."""

    kind: Kind
    name: str
    came: int

    @property
    def asked(self) -> str:
        """How a lineage is asked from here."""
        return f"{self.kind.value}={self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledBack:
    """One plan that takes a lineage back, and its receipt once it is carried out.

    `refused` are the events or items it leaves alone, and why; `about` names the notes of each.
    """

    lineage: Lineage
    preview: Preview
    refused: tuple[tuple[str, Refusal], ...] = ()
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    receipt: Receipt | None = None
