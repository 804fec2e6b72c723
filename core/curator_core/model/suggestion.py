"""Slots suggested for a note that has none."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.decision import Edit


@dataclass(frozen=True, slots=True)
class Near:
    """A slot that a note may belong to. `shared` are the terms that say so, the most telling first;
    `score` compares suggestions of one note only."""

    key: str
    score: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A slot with the notes that state a value of it; `held` are those in the free note's scope,
    with which it may collide. `decision` puts the note into the slot."""

    near: Near
    notes: tuple[str, ...]
    held: tuple[str, ...]
    decision: Edit


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What one free note may state a value of, the nearest slot first; may be empty. `item` names
    the note in decisions."""

    item: str
    note_id: str | None
    title: str
    scope: str
    slots: tuple[Suggestion, ...]
