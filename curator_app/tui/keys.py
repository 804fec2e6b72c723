"""What an entry of the key table is, and where keys work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Where a key works."""

    QUEUE = "queue"
    DETAIL = "detail"
    QUARANTINE = "quarantine"
    PREVIEW = "preview"
    HISTORY = "history"
    STATS = "stats"
    CHAIN = "chain"
    MEMORY = "memory"
    NOTE = "note"
    INVESTIGATE = "investigate"
    MERGE = "merge"
    SPLIT = "split"
    JOIN = "join"
    LINEAGE = "lineage"


ALL = tuple(Scope)
DECIDING = (Scope.QUEUE, Scope.DETAIL, Scope.QUARANTINE)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does. `keys` are Textual's key names, the first is the one shown.

    `word` stands in the footer, `says` in the help. `footer` orders the footer, 0 keeps it out.
    """

    name: str
    keys: tuple[str, ...]
    word: str
    says: str
    scopes: tuple[Scope, ...] = ALL
    footer: int = 0

    @property
    def key(self) -> str:
        """The shown key, as it is written on a keyboard."""
        return shown(self.keys[0])

    @property
    def all_keys(self) -> str:
        """Every key, for the help and the README."""
        return " ".join(shown(key) for key in self.keys)


_SHOWN = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "equals_sign": "=",
    "escape": "esc",
    "pagedown": "page-down",
    "pageup": "page-up",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "backslash": "\\",
    "asterisk": "*",
    "exclamation_mark": "!",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "number_sign": "#",
    "semicolon": ";",
}


def shown(key: str) -> str:
    """A Textual key name as a person reads it."""
    return _SHOWN.get(key, key)
