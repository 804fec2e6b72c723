"""What a forget keeps in the ledger, as JSON and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from curator_core.model.forgetting import Forgotten

_LISTS = tuple(field.name for field in fields(Forgotten) if "tuple" in str(field.type))
_WORDS = tuple(field.name for field in fields(Forgotten) if field.name not in _LISTS)
_SALT = re.compile("[0-9a-f]{0,128}")


def to_json(forgotten: Forgotten) -> dict[str, object]:
    """A table of words and lists of words."""
    lists = {name: list(getattr(forgotten, name)) for name in _LISTS}
    return {**{name: getattr(forgotten, name) for name in _WORDS}, **lists}


def from_json(value: Any) -> Forgotten | None:
    """The same from a table, None for none; TypeError or ValueError where anything is off."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise TypeError("forgotten must be a table")
    lists: dict[str, Any] = {n: tuple(map(_word, value.get(n, ()))) for n in _LISTS}
    made = replace(Forgotten(), **lists, **_words(value))
    if _SALT.fullmatch(made.salt) is None or len(made.salt) % 2:
        raise ValueError("the salt is no hexadecimal text")
    return made


def _words(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _word(value.get(name, "")) for name in _WORDS}


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("forgotten holds texts only")
    return value
