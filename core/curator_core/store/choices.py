"""Decisions as JSON tables and back: the staged journal and batch files."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from curator_core.model.decision import Approve, Decision, Edit, ReasonCode, Split
from curator_core.model.event import Action
from curator_core.model.note import Relation
from curator_core.rules.planning.batch import VERBS

TYPES = {action: kind for kind, action in VERBS.items()}
_TUPLES = frozenset({"confirm", "targets", "results", "only", "picks"})
ALIASES = {"target": "targets", "pick": "picks"}
_BYTES = frozenset({"result", "results"})


def to_table(choice: Decision) -> dict[str, Any]:
    """A choice as plain JSON values; bytes as base64."""
    table: dict[str, Any] = {"action": VERBS[type(choice)].value}
    for field in fields(choice):
        table[field.name] = _plain(getattr(choice, field.name))
    return table


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode("ascii")}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def from_table(table: Mapping[str, Any]) -> Decision:
    """A choice from its table; wrong words or types raise ValueError with a sentence to show."""
    action = table.get("action")
    if not isinstance(action, str) or action not in TYPES_BY_NAME:
        raise ValueError(f"action must be one of {', '.join(TYPES_BY_NAME)}")
    kind = TYPES_BY_NAME[action]
    if kind is Edit and table.get("redact") is True and table.get("result") is None:
        kind = Approve
    table = {ALIASES.get(name, name): value for name, value in table.items()}
    if kind is Split and "result" in table:
        table["results"] = table.pop("result")
    known = {field.name: field for field in fields(kind)}
    unknown = sorted(set(table) - set(known) - {"action"})
    if unknown:
        raise ValueError(f"{action} takes no {', '.join(unknown)}")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if table.get(name) is not None:
            values[name] = _value(name, table[name])
        elif field.default is MISSING:
            raise ValueError(f"{name} is missing")
    return kind(**values)  # type: ignore[no-any-return]


TYPES_BY_NAME: dict[str, Any] = {action.value: kind for action, kind in TYPES.items()}


def _value(name: str, value: object) -> object:
    if name == "relation":
        return Relation(str(value))
    if name == "reason_code":
        return ReasonCode(str(value))
    if name in ("keep_exceptions", "redact"):
        return value is True
    if name == "result":
        return _given_text(name, value)
    if name == "results":
        return tuple(_given_text(name, item) for item in _list(value))
    if name in _TUPLES:
        return tuple(_bytes_or_text(name, item) for item in _list(value))
    return _bytes_or_text(name, value)


def _given_text(name: str, value: object) -> bytes:
    """A whole note: bytes, or text as a batch line holds it."""
    given = _bytes_or_text(name, value)
    return given if isinstance(given, bytes) else str(given).encode("utf-8", "surrogatepass")


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _bytes_or_text(name: str, value: object) -> object:
    if isinstance(value, bytes):
        return value
    if name in _BYTES and isinstance(value, dict) and set(value) == {"base64"}:
        return base64.b64decode(str(value["base64"]), validate=True)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    return value


def action_name(choice: Decision) -> Action:
    """The action a choice is recorded as."""
    return VERBS[type(choice)]
