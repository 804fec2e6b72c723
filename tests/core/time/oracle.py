"""A slow, obvious oracle: every unknown boundary is the list of instants it could be.

It shares no code with the rules. Time is counted in half days from 2026-01-01; boundaries lie on
half days, questions on whole days, so no instant between can matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

FIRST = date(2026, 1, 1)
MONTHS = {1: (0, 62), 2: (62, 118), 3: (118, 180)}
EVER, STILL = -math.inf, math.inf


@dataclass(frozen=True)
class When:
    """A boundary: how it is written, and every half day it may be."""

    text: str
    options: tuple[float, ...]


def day(number: int) -> When:
    """The midnight that begins day `number`."""
    return When((FIRST + timedelta(days=number)).isoformat(), (number * 2.0,))


def month(number: int) -> When:
    """Some instant in a month of 2026."""
    low, high = MONTHS[number]
    return When(f"2026-{number:02}", tuple(float(half) for half in range(low, high)))


def between(first: int, last: int) -> When:
    """Some instant from one midnight to another, both included."""
    text = f"{day(first).text}/{day(last).text}"
    return When(text, tuple(float(half) for half in range(first * 2, last * 2 + 1)))


def until(last: int) -> When:
    """Unknown up to a midnight."""
    options = (EVER, *(float(half) for half in range(-4, last * 2 + 1)))
    return When("/" + day(last).text, options)


def since(first: int) -> When:
    """Unknown from a midnight on."""
    options = (*(float(half) for half in range(first * 2, 200)), STILL)
    return When(day(first).text + "/", options)


def nonsense() -> When:
    """A text without meaning: it may be any instant."""
    return When("next spring", (EVER, *(float(half) for half in range(-4, 200)), STILL))


@dataclass(frozen=True)
class Fact:
    """What the oracle knows of a note."""

    name: str
    slot: str
    scope: str
    status: str = "active"
    relation: str | None = None
    supersedes: tuple[str, ...] = ()
    start: When | None = None
    end: When | None = None
    expires: When | None = None
    expires_day: int | None = None
    recorded: int = 0
    modality: str = "explicit"
    has_value: bool = True
    exception_to: str | None = None
    reviewed: bool = True


@dataclass(frozen=True)
class Verdict:
    """What the oracle answers."""

    status: str
    names: tuple[str, ...] = ()
    certain: bool = True
    collision: frozenset[str] = frozenset()
    candidates: frozenset[str] = frozenset()
    scope: str | None = None


class Oracle:
    """Answers from first principles over a few facts."""

    def __init__(self, facts: Sequence[Fact], sets: frozenset[str] = frozenset()) -> None:
        self.facts = {fact.name: fact for fact in facts}
        self.sets = sets

    def slot(self, slot: str, chain: Sequence[str], half: float) -> Verdict:
        """What a slot answers, trying scopes in order."""
        if slot in self.sets:
            return self._set(self._in(slot, chain), chain[0], half)
        for scope in chain:
            verdict = self._single(self._in(slot, [scope]), half)
            if verdict.status != "none":
                return Verdict(
                    verdict.status,
                    verdict.names,
                    verdict.certain,
                    verdict.collision,
                    verdict.candidates,
                    scope,
                )
        return Verdict("none", scope=chain[0])

    def chain(self, name: str, half: float) -> Verdict:
        """What the chain of a note answers: it, what it replaces, what replaces it."""
        older = {name}
        for _ in self.facts:
            for fact in self.facts.values():
                if fact.name in older and (fact.reviewed or fact.name == name):
                    older |= set(fact.supersedes)
        linked = older | self._later_than(name)
        facts = [f for f in self.facts.values() if f.name in linked or f.exception_to in linked]
        return self._single(facts, half)

    def _in(self, slot: str, scopes: Iterable[str]) -> list[Fact]:
        return [f for f in self.facts.values() if f.slot == slot and f.scope in scopes]

    def _single(self, facts: Sequence[Fact], half: float) -> Verdict:
        sure = [f for f in facts if self.surely(f, half)]
        maybe = [f for f in facts if self.maybe(f, half) and f not in sure]
        if any(f.exception_to for f in sure):
            sure = [f for f in sure if f.exception_to]
            maybe = [f for f in maybe if f.exception_to]
        if len(sure) > 1:
            return Verdict("conflict", (), False, frozenset(f.name for f in sure))
        if len(sure) == 1:
            return Verdict(_word(sure[0]), (sure[0].name,), not maybe)
        if len(maybe) == 1:
            return Verdict(_word(maybe[0]), (maybe[0].name,), False)
        if maybe:
            names = frozenset(f.name for f in maybe)
            return Verdict("uncertain", (), False, candidates=names)
        return Verdict("none")

    def _set(self, facts: Sequence[Fact], scope: str, half: float) -> Verdict:
        members: list[Fact] = []
        certain = True
        for fact in facts:
            if not self.maybe(fact, half) or _revokes(fact) or fact.relation == "revocation":
                continue
            removers = [f for f in facts if f != fact and self._removes(f, fact)]
            if any(self.surely(f, half) for f in removers):
                continue
            members.append(fact)
            certain = certain and self.surely(fact, half)
            certain = certain and not any(self.maybe(f, half) for f in removers)
        members.sort(
            key=lambda f: (_options(f.start, EVER)[0], _options(f.start, EVER)[-1], f.name)
        )
        status = "known" if members else "none"
        return Verdict(status, tuple(f.name for f in members), certain, scope=scope)

    def _removes(self, remover: Fact, member: Fact) -> bool:
        if remover.exception_to is not None:
            return member.name in self._later_than(remover.exception_to)
        revoking = remover.relation == "revocation" or _revokes(remover)
        return revoking and member.name in remover.supersedes

    def _later_than(self, name: str) -> set[str]:
        found = {name}
        for _ in self.facts:
            for fact in self.facts.values():
                if fact.reviewed and found & set(fact.supersedes):
                    found.add(fact.name)
        return found

    def successors(self, fact: Fact) -> list[Fact]:
        """Reviewed facts that supersede this one and are not also superseded by it in the end."""
        found = [f for f in self.facts.values() if f.reviewed and fact.name in f.supersedes]
        return [f for f in found if f.name != fact.name and not self._reaches(fact, f.name)]

    def _reaches(self, fact: Fact, name: str) -> bool:
        """Whether following `supersedes` from a fact leads to a name."""
        reached = {fact.name}
        for _ in self.facts:
            for other in self.facts.values():
                if other.reviewed and other.name in reached:
                    reached |= set(other.supersedes)
        return name in reached

    def ends(self, fact: Fact) -> set[float]:
        """Every half day at which a fact may end; empty: it never holds."""
        newer = self.successors(fact)
        if any(f.relation in ("correction", "restatement") for f in newer):
            return set()
        if fact.start and fact.end and fact.start.text == fact.end.text:
            return set()
        if fact.end is not None:
            ends = set(fact.end.options)
        elif newer:
            ends = {STILL}
            for successor in newer:
                recorded = (successor.recorded * 2.0,)
                starts = successor.start.options if successor.start else recorded
                ends = {min(end, start) for end in ends for start in starts}
        else:
            ends = set() if fact.status == "superseded" else {STILL}
        if fact.expires_day is not None:
            ends = {min(end, fact.expires_day * 2.0 + 2) for end in ends}
        elif fact.expires is not None:
            ends = {min(end, other) for end in ends for other in fact.expires.options}
        return ends

    def maybe(self, fact: Fact, half: float) -> bool:
        """Whether a fact answers at an instant in some world."""
        starts = _options(fact.start, EVER)
        return _may_answer(fact) and any(
            start <= half < end for start in (starts[0], starts[-1]) for end in self.ends(fact)
        )

    def surely(self, fact: Fact, half: float) -> bool:
        """Whether a fact answers at an instant in every world."""
        starts = _options(fact.start, EVER)
        ends = self.ends(fact)
        return (
            _may_answer(fact)
            and bool(ends)
            and all(start <= half for start in starts)
            and all(half < end for end in ends)
        )

    def before(self, fact: Fact, facts: Iterable[Fact]) -> str | None:
        """Of facts with known boundaries, the one that ended last by the start of this one."""
        start = _options(fact.start, EVER)[0]
        ended = [
            (max(self.ends(f)), f.name)
            for f in facts
            if _may_answer(f) and f.exception_to is None and self.ends(f)
            if _options(f.start, EVER)[0] < start
            if max(self.ends(f)) <= start and _options(f.start, EVER)[0] < max(self.ends(f))
        ]
        return max(ended)[1] if ended else None


def _options(when: When | None, otherwise: float) -> tuple[float, ...]:
    return (otherwise,) if when is None else when.options


def _may_answer(fact: Fact) -> bool:
    ended = fact.exception_to is None or (fact.start is not None and fact.end is not None)
    silent = fact.modality in ("hypothetical", "conditional", "quoted")
    return fact.reviewed and fact.status in ("active", "superseded") and not silent and ended


def _revokes(fact: Fact) -> bool:
    negated = fact.modality == "negated" and bool(fact.supersedes)
    return not fact.has_value and (fact.relation == "revocation" or negated)


def _word(fact: Fact) -> str:
    return "revoked" if _revokes(fact) else "known"
