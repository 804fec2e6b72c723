"""The queue's filter language: terms joined by blanks, `-` negates (CONTRACT 24)."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from fnmatch import fnmatchcase

from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item

Matcher = Callable[[Item, int], bool]
"""Whether an item of this age in days belongs to the view."""

FIELDS: dict[str, Callable[[Item], tuple[str, ...]]] = {
    "lane": lambda item: (item.lane.value,),
    "op": lambda item: (item.op.value,),
    "kind": lambda item: (item.kind or "",),
    "origin": lambda item: (item.origin or "",),
    "taint": lambda item: item.taint,
    "subject": lambda item: (item.subject,),
    "scope": lambda item: (item.scope,),
    "health": lambda item: (item.health.value,),
    "risk": lambda item: (item.risk.value,),
    "flag": lambda item: item.flags,
    "job": lambda item: (item.job or "",),
    "proposer": lambda item: (item.proposer,),
    "detector": lambda item: (item.detector or "",),
    "session": lambda item: (item.session or "",),
    "source": lambda item: item.sources,
    "ref": lambda item: item.refs,
    "cluster": lambda item: (item.cluster or "",),
    "rule": lambda item: (item.rule or "",),
    "note": lambda item: item.notes,
}
"""Terms `name:value`; the value is a glob, and a subject also matches what lies below it."""

HAS: dict[str, Callable[[Item], bool]] = {
    "source": lambda item: bool(item.sources),
    "taint": lambda item: bool(item.taint),
    "flag": lambda item: bool(item.flags),
    "slot": lambda item: item.memory_key is not None,
    "filled": lambda item: bool(item.filled),
    "confidence": lambda item: item.confidence is not None,
    "rule": lambda item: item.rule is not None,
    "cluster": lambda item: item.cluster is not None,
    "stale": lambda item: item.health in (Health.CONFLICT, Health.DEAD),
}
"""Terms `has:name`."""


def parse(expression: str) -> Matcher | Refusal:
    """A matcher for an expression; an empty one takes all. Unknown terms are usage errors."""
    terms = []
    for word in _words(expression):
        negative = word.startswith("-") and len(word) > 1
        term = _term(word[1:] if negative else word)
        if isinstance(term, Refusal):
            return term
        terms.append(_negated(term) if negative else term)
    return lambda item, age: all(term(item, age) for term in terms)


def names_lane(expression: str) -> bool:
    """Whether an expression asks for a lane by its name."""
    return any(word.startswith("lane:") for word in _words(expression))


def _words(expression: str) -> list[str]:
    try:
        return shlex.split(expression)
    except ValueError:
        return expression.split()


def _negated(term: Matcher) -> Matcher:
    return lambda item, age: not term(item, age)


def _term(word: str) -> Matcher | Refusal:
    for name, sign in (("age", ">"), ("age", "<"), ("conf", ">"), ("conf", "<")):
        if word.startswith(name + sign):
            return _compare(name, sign, word[len(name) + 1 :])
    name, colon, value = word.partition(":")
    if colon and name in FIELDS:
        return _field(name, value.casefold())
    if colon and name == "has":
        if value not in HAS:
            return Refusal("usage", f"has:{value} is no term", f"has: takes {', '.join(HAS)}")
        return lambda item, age: HAS[value](item)
    return _text(word.casefold())


def _compare(name: str, sign: str, text: str) -> Matcher | Refusal:
    try:
        limit = float(text.removesuffix("d"))
    except ValueError:
        return Refusal("usage", f"{name}{sign}{text}: a number is wanted", f"like {name}{sign}7")
    if name == "age":
        return lambda item, age: age > limit if sign == ">" else age < limit
    return lambda item, age: _confidence(item, sign, limit)


def _confidence(item: Item, sign: str, limit: float) -> bool:
    if item.confidence is None:
        return False
    return item.confidence > limit if sign == ">" else item.confidence < limit


def _field(name: str, value: str) -> Matcher:
    read = FIELDS[name]

    def matches(item: Item, age: int) -> bool:
        for found in read(item):
            text = found.casefold()
            if fnmatchcase(text, value) or (name == "subject" and text.startswith(value + "/")):
                return True
        return False

    return matches


def _text(wanted: str) -> Matcher:
    def matches(item: Item, age: int) -> bool:
        words = (item.item, item.title, item.subject, item.memory_key or "", *item.notes)
        return any(wanted in word.casefold() for word in (*words, *item.paths))

    return matches
