"""What an undo is asked to take back, and what becomes of what builds on it."""

from __future__ import annotations

from enum import StrEnum

Names = str | tuple[str, ...] | None
"""A decision or one event of a batch; several of them; None: this reviewer's newest decision."""


class Way(StrEnum):
    """What becomes of decisions that build on the undone one.

    PLAIN: refused, naming them. WITH_DEPENDENTS: undone too. SPLICE: the note goes out of the
    middle of its chain, its successors supersede what it superseded.
    """

    PLAIN = "plain"
    WITH_DEPENDENTS = "with-dependents"
    SPLICE = "splice"
