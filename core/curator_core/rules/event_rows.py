"""Ledger events without their texts as flat lists: what a cache keeps of a ledger file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from curator_core.model.event import Action, Event, NoteChange, ProposalRef
from curator_core.rules import forgotten_lines
from curator_core.rules.hashing import short_id

_EVENT = tuple(field.name for field in fields(Event))
_EVENT_LISTS = tuple(field.name for field in fields(Event) if str(field.type) == "tuple[str, ...]")
_CHANGE = tuple(field.name for field in fields(NoteChange) if field.name not in ("old", "new"))
_PROPOSAL = tuple(field.name for field in fields(ProposalRef))
_PROPOSAL_LISTS = tuple(f.name for f in fields(ProposalRef) if "tuple" in str(f.type))

FORM = short_id("", _EVENT, _CHANGE, _PROPOSAL)
"""Another one whenever rows would look otherwise."""


def encode(event: Event) -> list[Any]:
    """An event as JSON values in field order, texts left out."""
    row: dict[str, Any] = {name: getattr(event, name) for name in _EVENT}
    row["proposal"] = [getattr(event.proposal, name) for name in _PROPOSAL]
    row["notes"] = [[getattr(change, name) for name in _CHANGE] for change in event.notes]
    row["forgotten"] = event.forgotten and forgotten_lines.to_json(event.forgotten)
    return list(row.values())


def decode(row: Sequence[Any]) -> Event:
    """The event of a row; ValueError or TypeError when it is damaged."""
    values = dict(zip(_EVENT, row, strict=True))
    for name in _EVENT_LISTS:
        values[name] = tuple(values[name])
    values["action"] = Action(values["action"])
    if values["undone_action"] is not None:
        values["undone_action"] = Action(values["undone_action"])
    values["proposal"] = _proposal(values["proposal"])
    values["forgotten"] = forgotten_lines.from_json(values["forgotten"])
    values["notes"] = tuple(
        NoteChange(**dict(zip(_CHANGE, change, strict=True))) for change in values["notes"]
    )
    return Event(**values)


def _proposal(row: Sequence[Any]) -> ProposalRef:
    values = dict(zip(_PROPOSAL, row, strict=True))
    for name in _PROPOSAL_LISTS:
        values[name] = tuple(values[name])
    return ProposalRef(**values)
