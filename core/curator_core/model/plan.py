"""Plans: the exact file changes and events that decisions mean (DESIGN §6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from curator_core.model.event import Event
from curator_core.model.files import NoteText
from curator_core.model.note import FieldValue


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """One file before and after.

    `before` is the blob id the worktree must still hold, None where no file may be. `after` are
    the exact new bytes, None removes the file. `fields` is what a re-read of `after` must give,
    None for files that are no notes (the ledger) and for bytes put back unread (undo). `edited` is
    the text that was edited line by line: every other line of it must stay byte-equal. `forgets`
    says that the old text must not get into history again, not even as a hand edit.
    """

    path: str
    before: str | None
    after: bytes | None
    fields: Mapping[str, FieldValue] | None = None
    edited: NoteText | None = None
    forgets: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """Bytes that the ledger keeps only redacted; kept locally for 30 days, by blob id."""

    blob: str
    path: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChange:
    """What a slot (or the chain of a free note) answers before and after a plan.

    `at` is an instant, None for now; equal texts mean that nothing changes there.
    """

    slot: str
    scope: str
    at: str | None
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will happen, whole: shown before, applied as shown.

    `base` is the HEAD commit the plan was made on. `changes` include the ledger file. `digest` is
    independent of the clock: two plans with one digest mean the same to a reviewer. `notices` are
    sentences a reviewer must see (moved boundaries, retargeting, filled fields). `uncommitted` are
    paths whose hand edit is kept in `rescues` instead of in a commit. `confirmed` are items of
    which a person said that what looks like a secret may get into git.
    """

    decision: str
    at: str
    actor: str
    base: str
    changes: tuple[FileChange, ...]
    events: tuple[Event, ...]
    message: str
    digest: str
    notes: tuple[str, ...]
    rescues: tuple[Rescue, ...] = ()
    uncommitted: frozenset[str] = frozenset()
    notices: tuple[str, ...] = ()
    answers: tuple[AnswerChange, ...] = ()
    confirmed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an applied plan did (CONTRACT 31).

    `commit` is None when history was rewritten since; `generation` while no index exists.
    `worktree` is "pending" when the redo has to wait for the next writing command. `already` is
    True when the decision had been taken before and nothing was written now. `notices` are what
    the plan said beside its changes.
    """

    decision: str | None
    commit: str | None
    notes: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    generation: int | None = None
    worktree: str = "done"
    already: bool = False
    recovered: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    hooks_skipped: bool = False
    notices: tuple[str, ...] = ()
