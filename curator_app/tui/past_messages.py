"""Messages about plans, the past and its numbers, named by what has happened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from curator_app.tui.paint.sheet import Sheet
from curator_core.model.problem import Refusal
from curator_core.model.view import Past, Preview
from curator_core.service.watching import Progress

if TYPE_CHECKING:
    from curator_core.service.stats import Stats


@dataclass
class WriteProgressed(Message, bubble=False):
    """A write, or the making of a plan, is that far."""

    progress: Progress

    def can_replace(self, message: Message) -> bool:
        """Only the newest counts."""
        return isinstance(message, WriteProgressed)


@dataclass
class WriteRecovered(Message, bubble=False):
    """What became of a write that was killed: the decisions that were finished, none when it was
    rolled back; None when nothing was interrupted."""

    finished: tuple[str, ...] | None


@dataclass
class AftermathForeseen(Message, bubble=False):
    """What follows from the plan of this digest, painted."""

    digest: str
    sheet: Sheet


@dataclass
class PastLoaded(Message, bubble=False):
    """What happened, newest first."""

    past: Past


@dataclass
class UndoForeseen(Message, bubble=False):
    """What taking back what stands under `key` would do, or why it cannot be done."""

    key: str
    outcome: Preview | Refusal


@dataclass
class TextSaved(Message, bubble=False):
    """A text is in a new file, or why it is not."""

    outcome: Path | Refusal


@dataclass
class StatsLoaded(Message, bubble=False):
    """The numbers about deciding."""

    stats: Stats
