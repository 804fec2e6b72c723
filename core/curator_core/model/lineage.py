"""What came from one source, session, note, job or proposer, and what takes it back."""

from __future__ import annotations

from dataclasses import dataclass
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
    """What became of a text: `gone` where neither a file nor a rejection is left."""

    WAITING = "waiting"
    LIVE = "live"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    REJECTED = "rejected"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Descendant:
    """One note that came from what was asked. `name` is its id, or its path while it has none.

    `made_of` names what it was made of where it came by another note, not by itself. `item` is its
    open item, `decision` the standing decision that settled it.
    """

    name: str
    path: str | None
    standing: Standing
    made_of: tuple[str, ...] = ()
    item: str | None = None
    decision: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """All that came from what was asked, itself first; `kinds` says what the name is known as."""

    asked: str
    kinds: tuple[Kind, ...]
    notes: tuple[Descendant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledBack:
    """One plan that takes a lineage back, and its receipt once it is carried out.

    `refused` are the notes or items it leaves alone, and why. `preview` is None where nothing of it
    can be carried out.
    """

    lineage: Lineage
    preview: Preview | None
    refused: tuple[tuple[str, Refusal], ...] = ()
    receipt: Receipt | None = None
