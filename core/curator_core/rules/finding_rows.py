"""Findings as plain values and back, to be kept from one process to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from curator_core.model.answer import Finding, NoteWrite, Repair
from curator_core.model.event import Action
from curator_core.model.note import FieldValue
from curator_core.model.problem import Severity

VERSION = 2
"""Raised whenever the same notes would give other findings."""


def encoded(findings: Iterable[Finding]) -> list[list[object]]:
    """Rows of what JSON knows."""
    return [
        [one.code, one.severity.value, one.message, list(one.ids), one.field, _repair(one.repair)]
        for one in findings
    ]


def _repair(repair: Repair | None) -> list[object] | None:
    if repair is None:
        return None
    writes = [[write.note_id, dict(write.fields)] for write in repair.writes]
    return [writes, repair.says, None if repair.decision is None else repair.decision.value]


def decoded(rows: object) -> tuple[Finding, ...] | None:
    """The findings of some rows; None for what are no rows of this form."""
    try:
        return tuple(_finding(row) for row in rows)  # type: ignore[attr-defined]
    except (ValueError, TypeError, KeyError):
        return None


def _finding(row: Any) -> Finding:
    code, severity, message, ids, field, repair = row
    return Finding(
        code=code,
        severity=Severity(severity),
        message=message,
        ids=tuple(ids),
        field=field,
        repair=None if repair is None else _mended(repair),
    )


def _mended(row: Any) -> Repair:
    writes, says, decision = row
    return Repair(
        tuple(NoteWrite(note_id, _fields(fields)) for note_id, fields in writes),
        says,
        None if decision is None else Action(decision),
    )


def _fields(fields: Mapping[str, object]) -> dict[str, FieldValue]:
    return {name: _value(value) for name, value in fields.items()}


def _value(value: object) -> FieldValue:
    return tuple(_value(part) for part in value) if isinstance(value, list) else value
