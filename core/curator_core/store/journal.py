"""The staged decisions: one durable file each, kept until applied or taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curator_core.model.decision import Decision
from curator_core.store import choices, state
from curator_core.store.state import STAGED


@dataclass(frozen=True, slots=True)
class Record:
    """One staged decision as kept on disk; `order` rises with each staging."""

    decision: str
    choice: Decision
    title: str
    staged_at: str
    order: int
    actor: str


def records(folder: Path) -> tuple[Record, ...]:
    """All staged decisions in staging order; a torn file is left where it is and not counted."""
    found = (_record(table) for table in state.tables(folder / STAGED))
    return tuple(sorted((r for r in found if r is not None), key=lambda record: record.order))


def _record(table: Mapping[str, Any]) -> Record | None:
    try:
        return Record(
            str(table["decision"]),
            choices.from_table(table["choice"]),
            str(table["title"]),
            str(table["staged_at"]),
            int(table["order"]),
            str(table["actor"]),
        )
    except (KeyError, ValueError, TypeError):
        return None


def put(folder: Path, record: Record) -> None:
    """Keep one staged decision durably."""
    table = {
        "decision": record.decision,
        "choice": choices.to_table(record.choice),
        "title": record.title,
        "staged_at": record.staged_at,
        "order": record.order,
        "actor": record.actor,
    }
    state.write(_path(folder, record.decision), json.dumps(table).encode("ascii"))


def drop(folder: Path, decision: str) -> bool:
    """Take one staged decision back; False when it is not staged."""
    return state.remove(_path(folder, decision))


def _path(folder: Path, decision: str) -> Path:
    safe = "".join(c for c in decision if c.isalnum() or c == "_")
    return folder / STAGED / f"{safe}.json"
