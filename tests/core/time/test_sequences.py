"""Random sequences of all decisions together: whatever the rules let through adds no finding."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.rules import chains, conflicts
from curator_core.rules.closings import Closing
from tests.core.time.memory import Memory, note
from tests.core.time.oracle import day

KINDS = (
    ("add", "split", "merge", "archive", "restore", "detach", "splice")
    + (Relation.STATE_CHANGE,) * 4
    + (Relation.CORRECTION, Relation.REVOCATION)
)


class Sequence:
    """A memory to which chance applies decisions."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.memory = Memory(note("n0", valid_from=day(3).text))
        self.names = ["n0"]
        self.told = Counter[str]()

    def run(self, length: int = 9) -> None:
        """Take decisions; after each one that is let through nothing is wrong."""
        for number in range(1, length + 1):
            kind = self.chance.choice(KINDS)
            before = self.memory.history
            done = self._decide(str(kind), f"n{number}", self.chance.choice(self.names))
            if isinstance(done, Refusal):
                self.memory.history = before
                self.told[done.code] += 1
            elif done is not None:
                self.told[str(kind)] += 1
            assert self._wrong() == [], (self.seed, number, kind)

    def _wrong(self) -> list[str]:
        found = conflicts.findings(self.memory.history)
        return [f.code for f in found if self.memory.version(f.ids[0]).reviewed]

    def _decide(self, kind: str, name: str, target: str) -> Closing | Refusal | None:
        match kind:
            case "archive":
                return self._archive(target)
            case "restore":
                return self.memory.restore(target)
            case "detach" | "splice":
                return self._take_back(kind, target)
            case "split":
                return self._split(name, target)
            case "merge":
                return self._merge(name, target)
            case _:
                return self._approve(kind, name, target)

    def _archive(self, target: str) -> Closing | None:
        version = self.memory.version(target)
        if not chains.answers(version) or self.memory.is_void(target):
            return None
        self.memory.archive(target)
        return Closing()

    def _take_back(self, kind: str, newer: str) -> Closing | Refusal | None:
        version = self.memory.version(newer)
        known = self.memory.before.get(newer, {})
        targets = [target for target in version.note.supersedes if target in known]
        if not targets or not chains.answers(version):
            return None
        if kind == "detach":
            return self.memory.detach(newer, targets[0])
        whole = len(targets) == len(version.note.supersedes)
        return self.memory.splice(newer) if whole else None

    def _split(self, name: str, target: str) -> Closing | Refusal:
        parts = note(name + "p"), note(name + "q", memory_key="q" + name)
        closing = self.memory.split(target, *parts)
        return self._named(closing, *(part.id for part in parts))

    def _merge(self, name: str, target: str) -> Closing | Refusal | None:
        other = self.chance.choice(self.names)
        both = [self.memory.version(one) for one in (target, other)]
        if other == target or not all(version.reviewed for version in both):
            return None
        result = note(name, valid_from=self._time(), valid_to=self._end())
        given = self.chance.random() < 0.5
        return self._named(self.memory.merge(result, target, other, given=given), name)

    def _approve(self, kind: str, name: str, target: str) -> Closing | Refusal:
        relation = None if kind == "add" else Relation(kind)
        value = None if relation is Relation.REVOCATION else name
        written = note(name, valid_from=self._time(), valid_to=self._end(), value=value)
        targets = [] if relation is None else [target]
        return self._named(self.memory.try_approve(written, relation, targets), name)

    def _named(self, closing: Closing | Refusal, *names: str) -> Closing | Refusal:
        if isinstance(closing, Closing):
            self.names += names
        return closing

    def _time(self) -> str | None:
        certain = day(self.chance.randint(1, 40)).text
        return self.chance.choice((None, certain, certain, certain, "2026-01", "2026-02"))

    def _end(self) -> str | None:
        return self._time() if self.chance.random() < 0.3 else None


def test_some_sequences_of_all_decisions_add_no_finding() -> None:
    print(_told(range(400)))


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_many_sequences_of_all_decisions_add_no_finding() -> None:
    print(_told(range(10_000)))


def _told(seeds: range) -> dict[str, int]:
    told = Counter[str]()
    for seed in seeds:
        sequence = Sequence(seed)
        sequence.run()
        told += sequence.told
    assert {"split", "merge", "detach", "splice", "restore", "correction"} <= set(told)
    return dict(told.most_common())
