"""Cutting one note into several, and making one of several, before it is decided."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.files import NoteText
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.model.view import Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The fields of a part that a person chooses; None and () leave a field out. `supersedes` are
    ids, also those of other parts."""

    title: str = ""
    memory_key: str | None = None
    value: str | None = None
    scope: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    supersedes: tuple[str, ...] = ()
    relation: Relation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A note that is to be cut. `lines` are its body's without line ends; `sections` says for each
    line in which part it starts out, counted from 1. `ids` are the ids that parts get, by their
    number less one. `supersedes` is what the original names itself. `shown_hash` binds a decision
    to it. `before` is what an update's note states now; then part 2 starts out with what was said
    before, part 3 with what is said now."""

    item: str
    shown_hash: str
    note_id: str
    title: str
    text: NoteText
    head: Head
    lines: tuple[str, ...]
    sections: tuple[int, ...]
    ids: tuple[str, ...]
    reviewed: bool
    supersedes: tuple[str, ...] = ()
    tainted: bool = False
    before: Head | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One of several notes that become one; `text` is its whole file, `lost` are lines of its body
    that the result does not have."""

    note_id: str
    title: str
    answer: str | None
    scope: str
    valid_from: str | None
    valid_to: str | None
    reviewed: bool
    text: str
    body: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """What a merge would make. `result` is its text: the one that was given, else the clean union;
    None when the notes do not say the same. `start` is a text to begin with then. `decided` are the
    fields that the merge decides, as (name, value). `origins` says for each line of the text which
    inputs have it too, from 1. `outcome` is the plan, or why there is none."""

    item: str
    shown_hash: str
    inputs: tuple[Input, ...]
    result: str | None
    start: str
    decided: tuple[tuple[str, str], ...]
    outcome: Preview | Refusal
    origins: tuple[tuple[int, ...], ...] = ()
