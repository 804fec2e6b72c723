"""Words, letters and signs for closed values; a sign is ASCII and never the only carrier."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from rich.text import Text

from curator_app.tui.paint.foreign import foreign
from curator_app.tui.paint.ink import Ink
from curator_core.model.decision import ReasonCode
from curator_core.model.flag import Grade
from curator_core.model.problem import Severity
from curator_core.model.proposal import Health, Lane, Op

LETTERS: Mapping[Lane, str] = {
    Lane.CANDIDATE: "C",
    Lane.QUARANTINED: "Q",
    Lane.CONFLICTING: "X",
    Lane.RE_REVIEW: "R",
    Lane.DEFERRED: "D",
    Lane.SUPPRESSED: "S",
}

TABS: tuple[tuple[str, Lane | None], ...] = (
    ("all", None),
    ("candidate", Lane.CANDIDATE),
    ("quarantined", Lane.QUARANTINED),
    ("conflicting", Lane.CONFLICTING),
    ("re-review", Lane.RE_REVIEW),
)

SIGNS: Mapping[Health, str] = {
    Health.CLEAN: " ",
    Health.REBASED: "+",
    Health.CONFLICT: "x",
    Health.APPLIED: "=",
    Health.DEAD: "-",
    Health.DUPLICATE: "=",
    Health.REJECTED_BEFORE: "<",
    Health.INVALID: "!",
}

SHORT_OPS: Mapping[Op, str] = {Op.SUPERSEDE: "super", Op.OUTSIDE_CHANGE: "outside"}

REASONS: tuple[ReasonCode, ...] = tuple(ReasonCode)
"""Reject reasons in the order of the keys 1-8."""

SCOPELESS = "scope-required"
"""The flag of an item that asks for the scope of a folder's notes."""

KIND = frozenset({"relation-required", "valid-from-required", "slot-collision", "relation-order"})
"""Refusals of a plain approve that choosing a kind of update answers."""

SEVERITY_INK: Mapping[Severity | Grade, Ink] = {
    Severity.ERROR: Ink.BAD,
    Severity.WARNING: Ink.WARN,
    Severity.INFO: Ink.DIM,
    Grade.HIGH: Ink.BAD,
    Grade.MEDIUM: Ink.WARN,
    Grade.LOW: Ink.DIM,
}


def short_op(op: Op) -> str:
    """An operation's word in at most seven letters."""
    return SHORT_OPS.get(op, op.value)


def age(since: str, now: datetime) -> str:
    """Time from an instant until now in its largest unit, at most four cells; "?" if unreadable."""
    try:
        past = now - datetime.fromisoformat(since)
    except (ValueError, TypeError):
        return "?"
    minutes = max(0, int(past.total_seconds() // 60))
    if minutes < 60:
        return f"{minutes}m"
    if minutes < 48 * 60:
        return f"{minutes // 60}h"
    days = minutes // (24 * 60)
    return f"{days}d" if days < 1000 else f"{days // 365}y"


def when(instant: str) -> str:
    """An instant of the ledger to the minute, as it was written."""
    return instant[:16].replace("T", " ")


def moment(text: str) -> str:
    """A boundary or instant as short as it can be said: a midnight is its date."""
    said = when(text)
    return said.removesuffix(" 00:00") if len(text) > 16 else text


def span(valid_from: str | None, valid_to: str | None) -> Text:
    """An interval, half-open, as it is written; an open side in words."""
    start = Text("since ever", Ink.DIM) if valid_from is None else foreign(moment(valid_from))
    end = Text("still", Ink.DIM) if valid_to is None else foreign(moment(valid_to))
    return Text(" -> ").join([start, end])


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
