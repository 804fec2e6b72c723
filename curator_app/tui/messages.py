"""Messages between workers, watcher, widgets and screens, named by what has happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from textual.message import Message

from curator_app.tui.arranging import Arranged
from curator_app.tui.paint.sheet import Sheet
from curator_core.model.background import Background
from curator_core.model.cutting import Joined, Original
from curator_core.model.decision import Decision
from curator_core.model.inquiry import Alternatives, AsOf, ChainLink, ChainView, MemoryRow
from curator_core.model.plan import Receipt
from curator_core.model.portion import Portion
from curator_core.model.problem import Refusal
from curator_core.model.suggestion import Suggestions
from curator_core.model.trace import Investigation
from curator_core.model.view import BatchReceipt, BulkStaged, ItemView, Preview, Staged


class Purpose(StrEnum):
    """What a worker is for; no two workers of one purpose run at once."""

    LOAD = "load"
    ARRANGE = "arrange"
    JUDGE = "judge"
    SHOW = "show"
    STAGE = "stage"
    LOOK = "look"
    DRAFT = "draft"
    APPLY = "apply"


@dataclass
class HomeHinted(Message, bubble=False):
    """Something under the Home may have changed; only a re-read says what."""

    def can_replace(self, message: Message) -> bool:
        """One waiting hint is as good as many."""
        return isinstance(message, HomeHinted)


@dataclass
class WatchStarted(Message, bubble=False):
    """The watcher runs, or `failure` says why not; `heard` lets it hint again, `end` stops it."""

    heard: Callable[[], None]
    end: Callable[[], None]
    failure: str | None


@dataclass
class QueueLoaded(Message, bubble=False):
    """The queue was read and seen through a lens. `by_key`: a key of this app caused the reading;
    `reveal`: that key asks to see what is new."""

    arranged: Arranged
    by_key: bool
    reveal: bool = False


@dataclass
class QueueArranged(Message, bubble=False):
    """The queue was seen through another lens."""

    arranged: Arranged


@dataclass
class HomeAudited(Message, bubble=False):
    """The whole Home was compared with its ledger; so many findings wait in the queue."""

    findings: int


@dataclass
class RowFound(Message, bubble=False):
    """The next row that a search came to; None: no row holds the query."""

    query: str
    key: str | None


@dataclass
class ItemShown(Message, bubble=False):
    """One item was read, or why it could not be; `note` is the typed note on its decision, `about`
    the notes that it is about or would replace, `portions` those of a proposal of several."""

    item: str
    outcome: ItemView | Refusal
    note: str = ""
    about: tuple[ChainLink, ...] = ()
    portions: tuple[Portion, ...] = ()


@dataclass
class BackgroundRead(Message, bubble=False):
    """What is known around an item or note was read, or why it cannot be; without `whole` only its
    sources are meant."""

    item: str
    outcome: Background | Refusal
    whole: bool


@dataclass
class DecisionStaged(Message, bubble=False):
    """A decision on `item` was staged, or refused."""

    item: str
    decision: Decision
    outcome: Staged | Refusal


@dataclass
class ManyStaged(Message, bubble=False):
    """Decisions about several items were staged with one key, or none could be."""

    outcome: BulkStaged | Refusal


@dataclass
class OriginalShown(Message, bubble=False):
    """A note to be cut was read, or why it cannot be; `kept` is how far it was cut before."""

    outcome: Original | Refusal
    kept: str


@dataclass
class JoinShown(Message, bubble=False):
    """What a merge of several notes would make, or why there is none."""

    outcome: Joined | Refusal


@dataclass
class KindsCompared(Message, bubble=False):
    """What each kind of update would do for one proposal, or why it cannot be said."""

    outcome: Alternatives | Refusal


@dataclass
class ChainTraced(Message, bubble=False):
    """A chain was read as of a time, or why it could not be."""

    as_of: AsOf
    outcome: ChainView | Refusal


@dataclass
class VersionsCompared(Message, bubble=False):
    """Two marked versions were compared; `marks` names them."""

    marks: tuple[str, ...]
    sheet: Sheet


@dataclass
class AnswerInvestigated(Message, bubble=False):
    """Where an answer came from, or why that cannot be asked."""

    outcome: Investigation | Refusal


@dataclass
class NotesFound(Message, bubble=False):
    """The paths of the notes whose text holds `text`, best first."""

    text: str
    paths: tuple[str, ...]


@dataclass
class MemoryLoaded(Message, bubble=False):
    """All notes under notes, in path order."""

    rows: tuple[MemoryRow, ...]


@dataclass
class SlotsSuggested(Message, bubble=False):
    """The slots near to a free note, or why none are looked for."""

    outcome: Suggestions | Refusal


@dataclass
class StagedJudged(Message, bubble=False):
    """Every staged decision was held against the Home as it is now."""

    staged: tuple[Staged, ...]


@dataclass
class DecisionDropped(Message, bubble=False):
    """A staged decision was taken back; None when there was none any more. `others` were staged
    with the same key."""

    staged: Staged | None
    others: tuple[Staged, ...] = ()


@dataclass
class PlanShown(Message, bubble=False):
    """A plan was made, nothing written; `effects` and `files` are its text. `changed` since it was
    shown last."""

    outcome: Preview | Refusal
    staged: tuple[Staged, ...]
    effects: Sheet
    files: Sheet
    changed: bool = False


@dataclass
class DecisionsApplied(Message, bubble=False):
    """All staged decisions were written as one, or why they were not."""

    outcome: BatchReceipt | Refusal


@dataclass
class DecisionUndone(Message, bubble=False):
    """A written decision was taken back, or why it was not."""

    outcome: Receipt | Refusal


@dataclass
class DraftLoaded(Message, bubble=False):
    """The text that was typed under `key` and kept."""

    key: str
    text: str


@dataclass
class PicksLoaded(Message, bubble=False):
    """The picks kept for an item's merges; `dropped` says that some were for an earlier text of
    the proposal and are gone."""

    item: str
    text: str
    dropped: bool


@dataclass
class DraftSaved(Message, bubble=False):
    """A typed text is on disk."""

    key: str


@dataclass
class WorldFailed(Message, bubble=False):
    """The disk, git or a lock failed during an errand; nothing more came of it."""

    purpose: Purpose
    refusal: Refusal


@dataclass
class ErrandEnded(Message, bubble=False):
    """A worker of this purpose has posted its answer and is done."""

    purpose: Purpose
