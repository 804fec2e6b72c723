"""One note of a proposal that holds several."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.proposal import Op


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """What a proposal does to one note. `name` is what a decision on it alone calls it (`only`):
    its id, else its path. `before` is the text that stands now, None for a new note; `after` what
    would stand, None where the note is taken away. Of an update in conflict (`open`) they are what
    it was made from and what it proposes."""

    name: str
    path: str
    op: Op
    title: str
    before: str | None
    after: str | None
    open: bool = False
