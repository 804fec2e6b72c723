"""What follows from a plan without being part of it."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.background import Mention, ViewChange


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The views that would say something else, and the golden questions that name a note or a slot
    which changes. `names` is how many notes and slots were looked for."""

    views: tuple[ViewChange, ...]
    golden: tuple[Mention, ...]
    names: int
