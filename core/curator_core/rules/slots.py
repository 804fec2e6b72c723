"""Slot identity, aliases, cardinality, scope chains and near names (DESIGN §4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from curator_core.model.home import Cardinality, SlotRule
from curator_core.model.note import Note

GLOBAL = "global"
REVIEW_REQUIRED = "review_required"
_BRACKET = re.compile(r"(\[[^\]]*\])")
_PART = re.compile(r"[^\W_]+")


class SlotId(NamedTuple):
    """A slot: folded key within a folded scope."""

    key: str
    scope: str


@lru_cache(maxsize=1 << 16)
def folded_key(key: str) -> str:
    """A slot's name as it is compared: NFKC, case folded, `-` = `_`, no blanks around."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", key).casefold())
    return folded.strip().replace("-", "_")


@lru_cache(maxsize=1 << 12)
def folded_scope(scope: str) -> str:
    """A scope as it is compared: NFKC, case folded; `-` and `_` stay two projects."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", scope).casefold())
    return folded.strip().rstrip("/")


def folded_id(note_id: str) -> str:
    """A note's id as it is compared: unique ignoring case (DESIGN §3)."""
    return note_id.casefold()


def folded_glob(pattern: str) -> str:
    """A glob over slot names as it is compared; a range inside brackets keeps its `-`."""
    parts = _BRACKET.split(pattern)
    return "".join(
        part.casefold() if part.startswith("[") and part.endswith("]") else folded_key(part)
        for part in parts
    )


@dataclass(frozen=True, slots=True)
class _Rule:
    match: str
    cardinality: Cardinality
    aliases: tuple[str, ...]


class SlotRules:
    """The `[[slots]]` tables; the first that matches a name, or has it as an alias, holds."""

    def __init__(self, rules: Sequence[SlotRule]) -> None:
        self._rules = tuple(
            _Rule(folded_glob(r.match), r.cardinality, tuple(folded_glob(a) for a in r.aliases))
            for r in rules
        )
        self._resolved: dict[str, tuple[str, Cardinality]] = {}

    def resolve(self, key: str) -> str:
        """The folded key of the slot that a name, maybe an alias, means."""
        return self._lookup(folded_key(key))[0]

    def cardinality(self, key: str) -> Cardinality:
        """How many values the slot of that name holds at one instant; single unless said."""
        return self._lookup(folded_key(key))[1]

    def of(self, note: Note) -> SlotId | None:
        """The slot a note states a value of; None for a free note."""
        if note.memory_key is None:
            return None
        return SlotId(self.resolve(note.memory_key), folded_scope(note.scope))

    def is_set(self, note: Note) -> bool:
        """Whether a note's slot holds several values."""
        return note.memory_key is not None and self.cardinality(note.memory_key) is Cardinality.SET

    def _lookup(self, name: str) -> tuple[str, Cardinality]:
        found = self._resolved.get(name)
        if found is None:
            found = self._resolved[name] = self._search(name)
        return found

    def _search(self, name: str) -> tuple[str, Cardinality]:
        for rule in self._rules:
            if fnmatchcase(name, rule.match):
                return name, rule.cardinality
            for alias in rule.aliases:
                if fnmatchcase(name, alias):
                    return _renamed(name, alias, rule.match), rule.cardinality
        return name, Cardinality.SINGLE


def _renamed(name: str, alias: str, match: str) -> str:
    """The slot behind an alias: the literal match, or the same text in place of the one `*`."""
    if not re.search(r"[*?\[]", match):
        return match
    if alias.count("*") == match.count("*") == 1 and not re.search(r"[?\[]", alias + match):
        head, _, tail = alias.partition("*")
        middle = name[len(head) : len(name) - len(tail)]
        return match.replace("*", middle)
    return name


def parents(scope: str) -> tuple[str, ...]:
    """A scope and those it lies in, nearest first, without `global`.

    `project:a/b` lies in `project:a`. Of a combined scope the last path shortens first, then the
    last part goes, then the other parts stand alone: `user:u/project:p/x`, `user:u/project:p`,
    `user:u`, `project:p/x`, `project:p`.
    """
    parts = _components(scope)
    combined = ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]
    chain = [short for whole in (*combined, *parts[1:]) for short in _shortened(whole)]
    return tuple(dict.fromkeys(chain))


def _components(scope: str) -> list[str]:
    parts: list[str] = []
    for segment in scope.strip().rstrip("/").split("/"):
        if ":" in segment or not parts:
            parts.append(segment)
        else:
            parts[-1] += "/" + segment
    return parts


def _shortened(scope: str) -> list[str]:
    """A scope and the same with its last path cut segment by segment, not beyond its kind."""
    chain = [scope]
    while ":" not in scope.rpartition("/")[2] and "/" in scope:
        scope = scope.rpartition("/")[0]
        chain.append(scope)
    return chain


def scope_chain(scopes: Iterable[str]) -> tuple[str, ...]:
    """The scopes a question tries: as given, each with its parents, `global` last, none twice.

    `review_required` is no scope to answer from.
    """
    chain: dict[str, str] = {}
    for scope in scopes:
        for part in parents(scope):
            if folded_scope(part) not in (GLOBAL, REVIEW_REQUIRED):
                chain.setdefault(folded_scope(part), part)
    return (*chain.values(), GLOBAL)


def nearest(asked: str, names: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """The slot names most like an unknown one, best first, by common words and letter pairs."""
    wanted = folded_key(asked)
    scored = [(_likeness(wanted, folded_key(name)), name) for name in set(names)]
    close = sorted((-score, name) for score, name in scored if score >= _NEAR)
    return tuple(name for _, name in close[:limit])


_NEAR = 0.3


def _likeness(one: str, other: str) -> float:
    """Dice over letter pairs, or over words where that is higher; 0 to 1."""
    return max(_dice(_pairs(one), _pairs(other)), _dice(_words(one), _words(other)))


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    total = len(one) + len(other)
    return 2 * len(one & other) / total if total else 0.0


@lru_cache(maxsize=1 << 14)
def _pairs(text: str) -> frozenset[str]:
    joined = "".join(_PART.findall(text))
    return frozenset(joined[at : at + 2] for at in range(max(1, len(joined) - 1)))


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> frozenset[str]:
    return frozenset(_PART.findall(text))
