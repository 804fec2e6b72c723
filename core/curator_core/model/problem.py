"""Problems of notes, configuration and Homes, and refusals of commands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a problem is; `check` exits 1 for error and warning."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where, and what to do about it.

    `line` and `column` are 1-based; None means the whole file. `path` is Home-relative.
    """

    code: str
    severity: Severity
    message: str
    hint: str = ""
    path: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An expected "no": nothing was written. Codes and exit numbers: CONTRACT 35."""

    code: str
    message: str
    hint: str = ""
    path: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None
    ids: tuple[str, ...] = ()


class StoreError(Exception):
    """The world failed (disk, git, lock); carries the refusal that an entrance shows."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
