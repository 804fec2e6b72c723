"""What a preview is of: everything staged, an undo, or taking a lineage back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rich.text import Text

from curator_app.tui import lineages, past_jobs
from curator_app.tui.errands import Job
from curator_app.tui.paint import decisions, lineage, plan
from curator_app.tui.paint.foreign import listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.writing import Writing
from curator_core.model.undo import Names, Way
from curator_core.model.view import Preview, Staged


@dataclass(frozen=True, slots=True)
class Write:
    """Everything that is staged; `partial`: what is blocked stays staged, the rest is written."""

    partial: bool = False

    place: ClassVar[str] = "preview"

    def preview(self, writing: Writing) -> Job:
        """Make the plan."""
        return past_jobs.preview(writing)

    def write(self, digest: str, writing: Writing) -> Job:
        """Write the plan of this digest."""
        return past_jobs.apply(digest, writing, partial=self.partial)

    def headline(self, preview: Preview, staged: tuple[Staged, ...]) -> Text:
        """The plan in one line."""
        return plan.headline(preview, staged)


@dataclass(frozen=True, slots=True)
class Undo:
    """The undo of one decision, or of one event or several; None: of the newest decision."""

    decision: Names
    way: Way = Way.PLAIN

    place: ClassVar[str] = "preview of an undo"

    def preview(self, writing: Writing) -> Job:
        """Make the plan."""
        return past_jobs.preview_undo(self.decision, self.way)

    def write(self, digest: str, writing: Writing) -> Job:
        """Write the plan of this digest."""
        return past_jobs.undo(self.decision, self.way, digest, writing)

    def headline(self, preview: Preview, staged: tuple[Staged, ...]) -> Text:
        """What it takes back, in one line."""
        return decisions.undoing(preview.plan.events)

    def going(self, way: Way) -> Undo:
        """The same with another answer to decisions that build on it."""
        return replace(self, way=way)


@dataclass(frozen=True, slots=True)
class UndoWhere:
    """The undo of every standing decision that all terms take, as `undo --where`."""

    terms: tuple[str, ...]
    way: Way = Way.PLAIN

    place: ClassVar[str] = "preview of an undo"

    def preview(self, writing: Writing) -> Job:
        """Make the plan."""
        return past_jobs.preview_where(self.terms, self.way)

    def write(self, digest: str, writing: Writing) -> Job:
        """Write the plan of this digest."""
        return past_jobs.undo_where(self.terms, self.way, digest, writing)

    def headline(self, preview: Preview, staged: tuple[Staged, ...]) -> Text:
        """What it takes back, in one line."""
        said = listed(self.terms).append(": ")
        return said.append_text(decisions.undoing(preview.plan.events))

    def going(self, way: Way) -> UndoWhere:
        """The same with another answer to decisions that build on it."""
        return replace(self, way=way)


@dataclass(frozen=True, slots=True)
class RollBack:
    """Taking back all that came from somewhere; `partial`: what cannot be stays as it is."""

    asked: str
    partial: bool = False

    place: ClassVar[str] = "take back"

    def preview(self, writing: Writing) -> Job:
        """Make the plan."""
        return lineages.preview(self.asked)

    def write(self, digest: str, writing: Writing) -> Job:
        """Write the plan of this digest."""
        return lineages.take_back(self.asked, digest, writing, partial=self.partial)

    def headline(self, preview: Preview, staged: tuple[Staged, ...]) -> Text:
        """What it does, in one line; what it cannot first."""
        blocked = len(preview.refused)
        said = Text.assemble((f"cannot {blocked}  " if blocked else "", Ink.BAD))
        return said.append_text(lineage.deeds(preview.plan.events))


Planned = Write | Undo | UndoWhere | RollBack
