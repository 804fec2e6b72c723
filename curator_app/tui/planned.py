"""What a preview is of: everything staged, or an undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text

from curator_app.tui import jobs
from curator_app.tui.errands import Job
from curator_app.tui.paint import decisions, plan
from curator_core.model.view import Preview


@dataclass(frozen=True, slots=True)
class Write:
    """Everything that is staged."""

    place: ClassVar[str] = "preview"

    def preview(self) -> Job:
        """Make the plan."""
        return jobs.preview()

    def write(self, digest: str) -> Job:
        """Write the plan of this digest."""
        return jobs.apply(digest)

    def headline(self, preview: Preview, blocked: int) -> Text:
        """The plan in one line."""
        return plan.headline(preview, blocked)


@dataclass(frozen=True, slots=True)
class Undo:
    """The undo of one decision; None: of the newest that can be undone."""

    decision: str | None

    place: ClassVar[str] = "preview of an undo"

    def preview(self) -> Job:
        """Make the plan."""
        return jobs.preview_undo(self.decision)

    def write(self, digest: str) -> Job:
        """Write the plan of this digest."""
        return jobs.undo(self.decision, digest)

    def headline(self, preview: Preview, blocked: int) -> Text:
        """What it takes back, in one line."""
        return decisions.undoing(preview.plan.events)


Planned = Write | Undo
