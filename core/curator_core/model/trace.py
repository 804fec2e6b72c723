"""Where something that was said came from (CONTRACT 34): the question and all that was found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.answer import Answer
from curator_core.model.inquiry import ChainView
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal


@dataclass(frozen=True, slots=True)
class Place:
    """A match in a text. `line` is 1-based, `text` that line, [start, end) what matched in it."""

    line: int
    text: str
    start: int
    end: int


class Where(StrEnum):
    """What kind of place still says it, and so how it is mended."""

    VIEW = "view"
    PROTECTED = "protected"
    FILE = "file"
    NOTE = "note"
    WAITING = "waiting"
    BRANCH = "branch"


@dataclass(frozen=True, slots=True)
class Leak:
    """A line that still says `value`. `path` is Home-relative, on a branch `<branch>:<path>`;
    `text` is the line, [start, end) the match in it; `note_id` is that of a file that is a note.
    """

    where: Where
    path: str
    line: int
    text: str
    value: str
    note_id: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """What is asked about: a text somebody said, a note id, or a slot; and when it was said, as a
    date or instant (None: now). `scopes` cut a slot down, all scopes where empty."""

    text: str
    when: str | None = None
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A note that could have said it. `place` is where in its text, None for shared words only.

    `valid_then` and `valid_now` are judged by what is known today; `known_then` says whether the
    memory held the text then, `known_from` since when (None: it never did). `replaced_by` are the
    notes that took its place, `proposals` items that wait for its slot or name it. `item` names the
    note in decisions, None where its file is gone; `path` is where the file lies, "" if gone.
    """

    note_id: str
    path: str
    answer_value: str | None
    place: Place | None
    valid_from: str | None
    valid_to: str | None
    known_from: str | None
    valid_then: bool
    known_then: bool
    valid_now: bool
    replaced_by: tuple[str, ...]
    approved_by: str | None
    proposals: tuple[str, ...]
    item: str | None
    slot: str | None
    scope: str


class Kind(StrEnum):
    """How a question was understood. WORDS: no note holds the text, these share its words."""

    TEXT = "text"
    WORDS = "words"
    NOTE = "note"
    SLOT = "slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """All that was found out; `when` is an instant in UTC."""

    asked: str
    kind: Kind
    when: str
    values: tuple[str, ...]
    said: tuple[Said, ...]
    leaks: tuple[Leak, ...]
    then: Answer
    now: Answer


class Because(StrEnum):
    """Why something stale may have been said, or may be said again."""

    WAITS = "waits"
    LINKED = "linked"
    STILL = "still"
    LEAKS = "leaks"
    LATE = "late"


class Mend(StrEnum):
    """The decision that mends it; the names are those of decisions and of the desk's keys."""

    APPROVE = "approve"
    REJECT = "reject"
    ARCHIVE = "archive"
    DETACH = "detach"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One finding of an investigation.

    WAITS: `others` would replace `note_id`, but wait in the queue since `at`. LINKED: `note_id`
    took the place of `others`, which may be wrong. STILL: `note_id` answers so and nothing would
    replace it. LEAKS: a line still says it. LATE: `others` held then already, but memory learnt it
    only `at`.
    `mend` None means that no decision mends it; else `item` is what it is about, and `effect` what
    it would change in the answers, or why it cannot be had as it is.
    """

    because: Because
    note_id: str | None = None
    others: tuple[str, ...] = ()
    at: str | None = None
    leak: Leak | None = None
    mend: Mend | None = None
    item: str | None = None
    effect: tuple[AnswerChange, ...] | Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Investigation:
    """A trace with its causes, the most telling first, and the chain of the note in question."""

    asked: Inquiry
    trace: Trace
    causes: tuple[Cause, ...]
    chain: ChainView | None
