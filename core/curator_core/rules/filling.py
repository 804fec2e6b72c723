"""What an incomplete or foreign note is taken to say (DESIGN §3, CONTRACT 6).

Nothing missing is ever filled with more trust, a wider scope or a longer validity than the Home's
own defaults; what was filled is named, so that a reviewer sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.model.note import SCHEMA_VERSION, FieldValue, Kind, Origin, Status
from curator_core.rules import layout
from curator_core.rules.hashing import short_id

ALIASES = {
    "kind": ("type",),
    "recorded_at": ("timestamp", "created", "created_at"),
    "sources": ("source",),
}
"""Other tools' names for our fields; never for `valid_from` (DESIGN §3)."""

REQUIRED = ("schema_version", "id", "kind", "subject", "scope", "status", "recorded_at", "origin")

STAND_INS = {
    "schema_version": "1",
    "id": "stand-in",
    "kind": "semantic",
    "subject": "inbox",
    "scope": "global",
    "status": "candidate",
    "recorded_at": "",
    "origin": "agent",
}
"""Sound values in place of required fields that are not, to judge the others."""


@dataclass(frozen=True, slots=True)
class Filled:
    """Fields after filling, and the names of those that were not in the text under that name."""

    fields: Mapping[str, FieldValue]
    filled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where a note lies; `recorded_at` None means "the instant of the decision"."""

    path: str
    blob: str
    place: Place
    archived: bool = False
    recorded_at: str | None = None


def is_foreign(fields: Mapping[str, FieldValue], place: Place) -> bool:
    """A note without `schema_version` that lies under notes keeps its own format."""
    return place is Place.NOTES and fields.get("schema_version") is None


def fill(fields: Mapping[str, FieldValue], where: Circumstances, config: Config) -> Filled:
    """Complete the fields of a candidate or read those of a foreign note.

    A schema 1 note under notes is never filled: what it lacks is a problem.
    """
    if where.place is Place.NOTES and fields.get("schema_version") is not None:
        return Filled(fields, ())
    values = dict(fields)
    filled = []
    for name, value in _defaults(fields, where, config).items():
        if values.get(name) is None and value is not None:
            values[name] = value
            filled.append(name)
    if "recorded_at" not in values or values["recorded_at"] is None:
        filled.append("recorded_at")
    return Filled(values, tuple(filled))


def _defaults(
    fields: Mapping[str, FieldValue], where: Circumstances, config: Config
) -> dict[str, FieldValue]:
    foreign = fields.get("schema_version") is None
    return {
        "schema_version": str(SCHEMA_VERSION),
        "id": None if where.place is Place.NOTES else generated_id(where),
        "kind": _kind(fields) if foreign else Kind.SEMANTIC.value,
        "subject": config.default_subject,
        "scope": layout.scope_of(where.path, config),
        "status": _status(where).value,
        "recorded_at": (_alias(fields, "recorded_at") if foreign else None) or where.recorded_at,
        "origin": Origin.AGENT.value,
        "sources": _alias(fields, "sources") if foreign else None,
    }


def generated_id(where: Circumstances) -> str:
    """The id a candidate without one gets: a hash of where and what it is."""
    return short_id("m_", where.path, where.blob)


def _alias(fields: Mapping[str, FieldValue], name: str) -> FieldValue:
    return next((fields[a] for a in ALIASES[name] if fields.get(a) is not None), None)


def _kind(fields: Mapping[str, FieldValue]) -> str:
    given = _alias(fields, "kind")
    return given if isinstance(given, str) and given in set(Kind) else Kind.SEMANTIC.value


def _status(where: Circumstances) -> Status:
    if where.archived:
        return Status.ARCHIVED
    return Status.ACTIVE if where.place is Place.NOTES else Status.CANDIDATE


def readable(
    fields: Mapping[str, FieldValue], where: Circumstances
) -> tuple[dict[str, FieldValue], tuple[str, ...]]:
    """A foreign note's own `kind` and `status` words that ours do not have, left out by name.

    CONTRACT 6: unknown `type` and `status` read as semantic and by folder, the text kept.
    """
    values = dict(fields)
    dropped = []
    for name, known in (("kind", set(Kind)), ("status", set(Status)), ("origin", set(Origin))):
        if values.get(name) is not None and values[name] not in known:
            del values[name]
            dropped.append(name)
    if where.archived and "status" in values:
        del values["status"]
        dropped.append("status")
    return values, tuple(dropped)
