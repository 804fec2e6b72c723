"""The staged decisions: one durable file each, kept until applied or taken back."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from curator_core.model.decision import Decision
from curator_core.model.event import Action
from curator_core.model.view import SetBack
from curator_core.store import choices, state
from curator_core.store.state import STAGED

SET_BACK = "set-back"
_ACTIONS = frozenset(action.value for action in Action)


@dataclass(frozen=True, slots=True)
class Record:
    """One staged decision as kept on disk; `order` rises with each staging.

    `path` is the file that held its item, `batch` names the decisions that one key staged.
    """

    decision: str
    choice: Decision
    title: str
    staged_at: str
    order: int
    actor: str
    path: str = ""
    batch: str = ""


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
            str(table.get("path", "")),
            str(table.get("batch", "")),
        )
    except (KeyError, ValueError, TypeError):
        return None


def put(folder: Path, record: Record, *, named: bool = True) -> None:
    """Keep one staged decision durably; not `named`: once `sync` was called."""
    table = {
        "decision": record.decision,
        "choice": choices.to_table(record.choice),
        "title": record.title,
        "staged_at": record.staged_at,
        "order": record.order,
        "actor": record.actor,
        "path": record.path,
        "batch": record.batch,
    }
    place = _path(folder, record.decision)
    state.write(place, json.dumps(table).encode("ascii"), named=named)


def drop(folder: Path, decision: str) -> bool:
    """Take one staged decision back; False when it is not staged."""
    return state.remove(_path(folder, decision))


def drop_all(folder: Path, decisions: Iterable[str]) -> tuple[str, ...]:
    """Take many staged decisions back at once; those that were staged."""
    places = [(decision, _path(folder, decision)) for decision in decisions]
    gone = tuple(decision for decision, place in places if state.remove(place, named=False))
    if gone:
        sync(folder)
    return gone


def sync(folder: Path) -> None:
    """Make what was kept or taken back durable."""
    state.sync(folder / STAGED)


def note_fall(folder: Path, record: Record, at: str) -> str:
    """Keep for good that Curator set a staged decision back; the instant at which that was first
    seen. Holds ids alone, no text of anybody."""
    place = folder / SET_BACK / _path(folder, record.decision).name
    known = _instant(state.read(place))
    if known is not None:
        return known
    table = {"by": "curator", "decision": record.decision, "item": record.choice.item}
    kept = {"action": choices.to_table(record.choice)["action"], "at": at}
    state.write(place, json.dumps({**table, **kept}).encode("ascii"))
    return at


def _instant(data: bytes | None) -> str | None:
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return None if data is None else str(json.loads(data)["at"])
    return None


def falls(folder: Path) -> tuple[SetBack, ...]:
    """Every staged decision that Curator set back, oldest first."""
    tables = state.tables(folder / SET_BACK)
    found = [
        SetBack(str(t["decision"]), str(t["item"]), Action(str(t["action"])), str(t["at"]))
        for t in tables
        if {"decision", "item", "action", "at"} <= t.keys() and t["action"] in _ACTIONS
    ]
    return tuple(sorted(found, key=lambda each: (each.at, each.decision)))


def _path(folder: Path, decision: str) -> Path:
    safe = "".join(c for c in decision if c.isalnum() or c == "_")
    return folder / STAGED / f"{safe}.json"
