"""What a merged note may claim: all the evidence, and no more trust than its weakest input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC

from curator_core.model.interval import STILL, Instant, Interval
from curator_core.model.note import Authority, Note, Origin, Privacy
from curator_core.rules import boundaries, validity
from curator_core.rules.fingerprints import folded
from curator_core.rules.hashing import normal_body
from curator_core.rules.slots import folded_scope
from curator_core.rules.trails import answer_text

LOWERED = (
    "recorded_at",
    "observed_at",
    "verified_at",
    "origin",
    "authority",
    "confidence",
    "privacy",
    "taint",
    "sources",
    "tags",
    "pin",
    "scope",
)
"""Fields that a merge or split decides, whatever the result says (CONTRACT 20)."""


def lowered(result: Note, inputs: Sequence[Note], at: str, scope: str | None) -> Note:
    """The result with united evidence, lowest trust, oldest observation, recorded now."""
    everyone = [result, *inputs]
    numbers = [note.confidence for note in everyone if note.confidence is not None]
    return replace(
        result,
        recorded_at=at,
        observed_at=_oldest(note.observed_at or note.recorded_at for note in inputs),
        verified_at=_verified(inputs),
        origin=max((note.origin for note in everyone), key=list(Origin).index),
        authority=max((note.authority for note in everyone), key=list(Authority).index),
        privacy=max((note.privacy for note in everyone), key=list(Privacy).index),
        confidence=min(numbers, default=None),
        taint=_united(note.taint for note in everyone),
        sources=_united(note.sources for note in everyone),
        tags=_united(note.tags for note in everyone),
        pin=all(note.pin for note in inputs),
        scope=scope or narrowest([note.scope for note in everyone]),
    )


def _verified(inputs: Sequence[Note]) -> str | None:
    """When all of it was last known to be true; None where somebody never looked."""
    known = [note.verified_at for note in inputs if note.verified_at]
    return _oldest(known) if len(known) == len(inputs) else None


def _oldest(texts: Iterable[str]) -> str | None:
    return min((text for text in texts if text), key=_order, default=None)


def _order(text: str) -> tuple[Instant, Instant]:
    return validity.order(Interval(boundaries.boundary(text, UTC), STILL))


def _united(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


def narrowest(scopes: Sequence[str]) -> str:
    """The scope with the most parts; `global` is the widest (CONTRACT: narrowest unless said)."""
    return max(scopes, key=lambda scope: (folded_scope(scope) != "global", scope.count("/")))


def clean(inputs: Sequence[Note]) -> Note | None:
    """The input whose text says all that the others say; None when they say different things."""
    if len({folded(answer_text(note) or "") for note in inputs}) > 1:
        return None
    longest = max(inputs, key=lambda note: len(note.body))
    lines = {folded(line) for line in normal_body(longest.body).split("\n")}
    for note in inputs:
        if any(folded(line) not in lines for line in normal_body(note.body).split("\n")):
            return None
    return longest
