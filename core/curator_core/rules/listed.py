"""A reviewed note as lists of memory need it: its fields, and what it says in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from curator_core.model.note import (
    SCHEMA_VERSION,
    Kind,
    Modality,
    Note,
    Origin,
    Privacy,
    Relation,
    Status,
)
from curator_core.rules import chains, trails
from curator_core.rules.hashing import digest

LONGEST_LINE = 500
"""Characters of what a note says; a longer text is cut, and its file must be read."""

_TEXTS = (
    "title",
    "description",
    "subject",
    "memory_key",
    "value",
    "scope",
    "valid_from",
    "valid_to",
    "recorded_at",
    "observed_at",
    "expires_at",
    "review_by",
    "exception_to",
    "pin",
)
_LISTS = ("supersedes", "taint", "applies_when", "sources")
_WORDS: tuple[tuple[str, Callable[[str], StrEnum]], ...] = (
    ("kind", Kind),
    ("status", Status),
    ("modality", Modality),
    ("privacy", Privacy),
    ("origin", Origin),
)

Fact = list[object]
"""A listed note as JSON, by the blob that it was read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One reviewed note. `note.body` is a hash of the text, so that two texts are as equal as
    before. `line` is what it answers, cut at LONGEST_LINE (`cut`); None for a revocation.

    `title` is never empty. `edited` says that the file was edited since it was approved.
    """

    path: str
    blob: str
    note: Note
    title: str
    line: str | None
    cut: bool = False
    edited: bool = False


def listed(path: str, blob: str, note: Note, title: str) -> Listed:
    """A typed note as lists need it."""
    line = trails.answer_text(note)
    whole = None if line is None else " ".join(line.split())
    cut = whole is not None and len(whole) > LONGEST_LINE
    extra = {"superseded_by": list(links)} if (links := chains.back_links(note)) else {}
    return Listed(
        path=path,
        blob=blob,
        note=replace(
            note, body=digest(note.body)[:16], extra=extra, tags=(), signals=(), inputs=()
        ),
        title=title or note.id or path,
        line=whole if not cut or whole is None else whole[:LONGEST_LINE],
        cut=cut,
    )


def to_fact(row: Listed) -> Fact:
    """The row as JSON values."""
    note = row.note
    texts = [getattr(note, name) for name in _TEXTS]
    lists = [list(getattr(note, name)) for name in _LISTS]
    words = [getattr(note, name).value for name, _ in _WORDS]
    relation = None if note.relation is None else note.relation.value
    links = list(chains.back_links(note))
    known = [note.id, note.body, row.title, row.line, row.cut, relation, links]
    return [*known, texts, lists, words]


def from_fact(path: str, blob: str, fact: object) -> Listed | None:
    """The row that a fact stands for; None when the fact is damaged or of another form."""
    try:
        return _read(path, blob, fact)
    except (TypeError, ValueError, KeyError):
        return None


def _read(path: str, blob: str, fact: object) -> Listed:
    if not isinstance(fact, list):
        raise TypeError("a fact is a list")
    note_id, body, title, line, cut, relation, links, texts, lists, words = fact
    fields: dict[str, object] = dict(zip(_TEXTS, texts, strict=True))
    fields |= {name: tuple(value) for name, value in zip(_LISTS, lists, strict=True)}
    fields |= {name: make(word) for (name, make), word in zip(_WORDS, words, strict=True)}
    note = Note(
        schema_version=SCHEMA_VERSION,
        id=note_id,
        body=body,
        relation=None if relation is None else Relation(relation),
        extra={"superseded_by": links} if links else {},
        **fields,  # type: ignore[arg-type]
    )
    return Listed(path=path, blob=blob, note=note, title=title, line=line, cut=cut)


def is_plain(row: Listed, named: Sequence[str] | frozenset[str]) -> bool:
    """Whether a note surely holds at every instant: active, free, without dates and links, said
    by itself and named by no other (`named` are the folded ids that notes name)."""
    note = row.note
    dated = note.valid_from or note.valid_to or note.expires_at
    linked = note.supersedes or note.exception_to or note.extra or note.id.casefold() in named
    silent = note.modality in chains.SILENT or note.modality is Modality.NEGATED
    free = note.memory_key is None and note.relation is None
    return free and note.status is Status.ACTIVE and not (dated or linked or silent)
