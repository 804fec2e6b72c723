"""What stands behind a note and around it: evidence, uses, relatives, the effect of approval."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.event import Event
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Lane
from curator_core.model.view import SourceView
from curator_core.model.words import Piece


@dataclass(frozen=True, slots=True)
class Support:
    """Literal overlap of one claim with the cited lines; it says nothing about meaning.

    `words` counts the claim's words, `found` those that stand in the lines; `missing` are the
    others as written. `lines` are (source, line): 0-based source, 1-based line.
    """

    claim: str
    words: int
    found: int
    missing: tuple[str, ...]
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ViewChange:
    """The lines of one view that an approval would take out and put in."""

    path: str
    dropped: tuple[str, ...]
    added: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A line of a file that names the note or its slot; `line` is 1-based."""

    path: str
    line: int
    text: str


class How(StrEnum):
    """How another note is linked with this one."""

    SUPERSEDES = "it supersedes"
    SUPERSEDED = "superseded by"
    BASE = "it is an exception to"
    EXCEPTION = "exception to it"
    INPUT = "made from"
    DERIVED = "made from it"
    RECUT = "merged or split with"


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Another note in relation to this one. `item` names it in decisions, None where it is gone;
    `waits` is its lane, None for what waits for nothing."""

    how: How
    name: str
    title: str
    item: str | None
    waits: Lane | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """Another item or note from the same source or session. `shared` says which; `text` is what it
    says, `first` the first line that it cites there. `waits` is None for what is memory."""

    name: str
    title: str
    item: str
    waits: Lane | None
    shared: str
    text: str
    first: int | None


@dataclass(frozen=True, slots=True)
class NearNote:
    """A reviewed note that says almost the same; `pieces` turn its answer into this one's."""

    note_id: str
    path: str
    pieces: tuple[Piece, ...]


class Stop(StrEnum):
    """What lies on the way by which outside text reached a note."""

    SOURCE = "source"
    SESSION = "session"
    NOTE = "note"
    HERE = "this item"
    HEIR = "taken over by"


@dataclass(frozen=True, slots=True)
class Step:
    """One stop of the way, oldest first; `labels` are the taint that it bears or hands on."""

    stop: Stop
    name: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What a reviewer may want to know about an item or note before deciding.

    `around` is the context of the sources in lines. `changes` are the views that approval would
    change, or why that cannot be said; of a note that is memory the lines in which it stands.
    `answers` are what slots would say before and after, now and at later dates. `asks` are the
    codes that approval would ask to confirm on the way. `way` is how outside text came here.
    """

    item: str
    around: int
    sources: tuple[SourceView, ...] = ()
    support: tuple[Support, ...] = ()
    changes: tuple[ViewChange, ...] | Refusal = ()
    answers: tuple[AnswerChange, ...] = ()
    asks: tuple[str, ...] = ()
    golden: tuple[Mention, ...] = ()
    linked: tuple[Linked, ...] = ()
    earlier: tuple[Event, ...] = ()
    kin: tuple[Kin, ...] = ()
    near: tuple[NearNote, ...] = ()
    way: tuple[Step, ...] = ()
