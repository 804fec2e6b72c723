"""What a reviewer must see in a proposal before deciding (FAULTS §3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curator_core.model.problem import Severity


class Grade(StrEnum):
    """How much a flag weighs: a high one must be acknowledged, none decides anything by itself."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


GRADE_OF = {
    Severity.ERROR: Grade.HIGH,
    Severity.WARNING: Grade.MEDIUM,
    Severity.INFO: Grade.LOW,
}
"""The weight of a problem among the flags."""


LONGEST = 160
"""Code points of a marked text that a sentence about it repeats."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One thing a reviewer must see in a text; 1-based line and column of the shown text.

    `text` is the marked text as it stands, or words where there is no such text. `end_line` and
    `end_column` are those of the code point after the mark, None where there is no mark. `rule`
    names the rule, `why` says in words what it means. `decoded` is what a hidden text spells.
    `ids` are other notes that belong to it. `path` is the file that is marked where a proposal has
    several and this is not the one that is shown, else None.
    """

    code: str
    severity: Grade
    line: int | None
    column: int | None
    text: str
    rule: str = ""
    why: str = ""
    decoded: str | None = None
    end_line: int | None = None
    end_column: int | None = None
    ids: tuple[str, ...] = ()
    path: str | None = None

    @property
    def said(self) -> str:
        """What it says in one sentence, without its place; as foreign as the text."""
        text = self.text if len(self.text) <= LONGEST else self.text[:LONGEST] + "…"
        said = f"{self.why}: {text}" if self.why else text
        if self.decoded is not None:
            said += f" (reads: {self.decoded[:LONGEST]})"
        if self.ids:
            said += f" (with {', '.join(self.ids)})"
        return said if self.path is None else f"{self.path}: {said}"
