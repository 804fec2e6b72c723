"""Note files as they lie in the worktree: text, spans, place, state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.note import FieldValue, Note
from curator_core.model.problem import Problem


class Place(StrEnum):
    """Which folder of the layout a file lies in."""

    NOTES = "notes"
    CANDIDATES = "candidates"
    QUARANTINE = "quarantine"


class FileState(StrEnum):
    """What reading a file gave.

    READ: schema 1, typed. FILLED: an incomplete candidate, missing fields filled. FOREIGN: other
    tools' note under notes. INVALID: fields read, but they break the schema. NEWER: a schema
    version we do not know. UNREADABLE: no fields can be had; never skipped, never rewritten.
    """

    READ = "read"
    FILLED = "filled"
    FOREIGN = "foreign"
    INVALID = "invalid"
    NEWER = "newer"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class KeySpan:
    """Where one top-level key stands: 0-based, half-open line range [start, end) of the file."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoteText:
    """A note's text, cut into lines that keep their line ends; joined they are the file again.

    `open_line` and `close_line` are the 0-based lines of the two fences, None for a text without a
    frontmatter block. `body_start` is the first body line. `newline` is the file's line end.
    """

    lines: tuple[str, ...]
    open_line: int | None
    close_line: int | None
    body_start: int
    newline: str
    bom: bool
    spans: tuple[KeySpan, ...]
    fields: Mapping[str, FieldValue]

    @property
    def raw(self) -> str:
        """The whole text without a byte order mark."""
        return "".join(self.lines)

    @property
    def body(self) -> str:
        """Everything after the closing fence, as it stands."""
        return "".join(self.lines[self.body_start :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row of the file table: what lists, lanes and lookups need, without the text.

    `content_hash` is the `v1:` hash over the answering fields and the body (DESIGN §3), None when
    the file gives no typed note; `claim` the fingerprint of what it claims (`rules.claims`), None
    likewise. `recorded_at` is text as written or filled. `reject` reasons lie in `problem_codes`,
    errors first.
    """

    path: str
    blob: str
    place: Place
    state: FileState
    size: int
    note_id: str | None = None
    title: str = ""
    kind: str | None = None
    status: str | None = None
    subject: str = ""
    scope: str = ""
    memory_key: str | None = None
    value: str | None = None
    origin: str | None = None
    taint: tuple[str, ...] = ()
    confidence: float | None = None
    sources: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    recorded_at: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    expires_at: str | None = None
    review_by: str | None = None
    verified_at: str | None = None
    relation: str | None = None
    exception_to: str | None = None
    superseded_by: tuple[str, ...] = ()
    modality: str | None = None
    authority: str | None = None
    pin: bool = False
    claims_review: bool = False
    session: str | None = None
    job: str | None = None
    content_hash: str | None = None
    claim: str | None = None
    filled: tuple[str, ...] = ()
    problem_codes: tuple[str, ...] = ()
    errors: int = 0
    warnings: int = 0
    mtime: float = 0.0


@dataclass(frozen=True, slots=True)
class NoteFile:
    """One file in full. `text` is None when it is not UTF-8 text; `note` when it is not typed."""

    entry: Entry
    data: bytes
    text: NoteText | None
    note: Note | None
    problems: tuple[Problem, ...]
