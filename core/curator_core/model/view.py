"""What use cases hand to entrances: read-only views of a Home, its queue and one item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from curator_core.model.decision import Decision
from curator_core.model.event import Action, Event
from curator_core.model.files import Entry, NoteText
from curator_core.model.flag import Flag as Flag
from curator_core.model.merge import ThreeWay
from curator_core.model.note import Note
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Problem, Refusal
from curator_core.model.proposal import Item, JobRun, Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueView:
    """The queue at one moment. `counts` holds every lane, zero included; `waiting` sums the first
    four. `unreadable` counts files that give no fields; `stale` waiting items in health conflict or
    dead. `staged` maps item ids to the staged action. `token` changes when anything shown changes.
    `ages` gives whole days of waiting by item id. `applied` are proposals of what stands already;
    `problems` say which branches could not be read, `jobs` what each job brought last.
    """

    items: tuple[Item, ...]
    counts: Mapping[Lane, int]
    waiting: int
    unreadable: int
    stale: int
    staged: Mapping[str, Action]
    oldest_days: int | None
    name: str
    branch: str | None
    head: str | None
    recovery: bool
    token: str
    read_only: Refusal | None = None
    unpurged: bool = False
    ages: Mapping[str, int] = field(default_factory=dict)
    applied: tuple[Item, ...] = ()
    problems: tuple[Problem, ...] = ()
    jobs: tuple[JobRun, ...] = ()


class SourceState(StrEnum):
    """How honestly cited lines can be shown (DESIGN §3)."""

    FOUND = "found"
    CHANGED = "changed since"
    MOVED = "moved"
    GONE = "gone"
    ELSEWHERE = "elsewhere"
    UNKNOWN = "not resolvable"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceView:
    """One cited source; `lines` are (1-based number, text, cited), with some lines of context."""

    uri: str
    state: SourceState
    path: str | None = None
    commit: str | None = None
    lines: tuple[tuple[int, str, bool], ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One frontmatter field as text: as it stands now (None: no such note) and as proposed."""

    name: str
    current: str | None
    proposed: str | None
    filled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDelta:
    """One file of a plan as a person reads it; a text is None where there is none to read."""

    path: str
    kind: str
    before: str | None
    after: str | None
    moved_to: str | None = None


@dataclass(frozen=True, slots=True)
class NoteOutcome:
    """One note's status before and after a plan, as written; None where no note is."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A plan with its deltas; ledger lines are counted, not shown as text. `outcomes` are the notes
    of each event by its id, the item's own first; empty where nobody asked.
    """

    plan: Plan
    deltas: tuple[FileDelta, ...]
    refused: tuple[tuple[str, Refusal], ...] = ()
    outcomes: Mapping[str, tuple[NoteOutcome, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Merged:
    """The three-way merge of one update of a proposal: the note's path, the text it stands in now,
    and the regions. `hand_edited`: today's text holds an edit that nobody decided.
    """

    path: str
    current: NoteText
    way: ThreeWay
    hand_edited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """One item whole. `preview` is what approve would do, or why it cannot be done now.

    `repair` says what approving a finding mends. `merges` are the three-way merges of its updates.
    `said_by` names whose words they are where they come from outside or are quoted.
    """

    item: Item
    entry: Entry
    note: Note | None
    base_text: str | None
    current_text: str | None
    proposed_text: str
    fields: tuple[FieldRow, ...]
    problems: tuple[Problem, ...]
    flags: tuple[Flag, ...]
    sources: tuple[SourceView, ...]
    preview: Preview | Refusal
    shown_hash: str
    repair: str | None = None
    age_days: int = 0
    events: tuple[Event, ...] = ()
    merges: tuple[Merged, ...] = ()
    said_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A staged decision. `expect` inside `choice` binds it to what was shown when it was taken.

    `blocked` says why it cannot be applied now; `fallen` is True when its item changed since, so it
    counts as undecided again; `set_back` is when Curator saw that. `order` is the staging order,
    `path` the file that held the item, `batch` names the decisions that one key staged.
    """

    decision: str
    choice: Decision
    action: Action
    item: str
    title: str
    staged_at: str
    order: int
    blocked: Refusal | None = None
    fallen: bool = False
    health: str = "clean"
    path: str = ""
    batch: str = ""
    set_back: str | None = None


@dataclass(frozen=True, slots=True)
class SetBack:
    """A staged decision that Curator, not the person, set back: its proposal had changed. `title`
    is known while the decision is still kept."""

    decision: str
    item: str
    action: Action
    at: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class BulkStaged:
    """What came of deciding many items with one key: what is staged, which were left out and why,
    by item id. `sample` names those that must be opened first; then nothing is staged."""

    staged: tuple[Staged, ...]
    left_out: tuple[tuple[str, Refusal], ...] = ()
    sample: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReceipt:
    """Receipt of an apply: what was applied, what was refused and left staged or undecided."""

    receipt: Receipt
    refused: tuple[tuple[str, Refusal], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusView:
    """`curator status` (CONTRACT 28)."""

    waiting: int
    by_lane: Mapping[Lane, int]
    stale: int
    unreadable: int
    staged: int
    oldest_days: int | None
    index: str
    head: str | None
    recovery: str
    notes: int
    problems: tuple[Problem, ...]
    jobs: tuple[JobRun, ...] = ()
    unpurged: bool = False


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A ledger event, the event that took it back, and the commit it came with (None: unknown)."""

    event: Event
    undone_by: str | None
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class OutsideRow:
    """A commit that Curator did not make: its id, committer's instant, author's mail, subject line,
    and the files of the Home that it touched; `proposes` when these are candidates alone."""

    commit: str
    at: str
    author: str
    subject: str
    paths: tuple[str, ...]
    proposes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What happened: ledger events, other people's commits and staged decisions that Curator set
    back, each newest first.

    `undo` is the decision that an undo without a name would take back, None when there is none.
    `redo` is the undo that a redo would take back, or why there is nothing to redo.
    """

    rows: tuple[HistoryRow, ...]
    outside: tuple[OutsideRow, ...]
    undo: str | None
    redo: str | Refusal
    set_back: tuple[SetBack, ...] = ()
