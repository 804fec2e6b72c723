"""A reviewed note as lists of memory need it: its fields, and what it says in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

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
from curator_core.rules.visible import path_text, visible

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


@dataclass(frozen=True, kw_only=True)
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

    @property
    def name(self) -> str:
        """How the note is called: its id, or its path while it has none."""
        return self.note.id or self.path

    @cached_property
    def order(self) -> tuple[str, str, str]:
        """Sort key of notes that stand together: subject, what they are about, name."""
        note = self.note
        return note.subject, note.memory_key or self.title, self.name

    @cached_property
    def mapped(self) -> tuple[str, str]:
        """The note on a map, escaped, as two halves between which marks may stand: id, slot and
        title (not of a restricted one), then the path."""
        note = self.note
        closed = note.privacy is Privacy.RESTRICTED
        key = f"{visible(note.memory_key)}: " if note.memory_key and not closed else ""
        name = f"{visible(note.id)} " if note.id else ""
        title = "(restricted)" if closed else visible(self.title)
        return f"{name}{key}{title}", f" [{path_text(self.path)}]"


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


def is_alone(row: Listed, named: frozenset[str]) -> bool:
    """Whether a note's own dates alone say when it holds: active, free, without links, said by
    itself and named by no other (`named` are the folded ids that notes name)."""
    note = row.note
    linked = note.supersedes or note.exception_to or note.extra or note.id.casefold() in named
    silent = note.modality in chains.SILENT or note.modality is Modality.NEGATED
    free = note.memory_key is None and note.relation is None
    return free and note.status is Status.ACTIVE and not (linked or silent)


def marked_edited(row: Listed) -> Listed:
    """The row of a note whose file was edited since it was approved."""
    return replace(row, edited=True)
