"""Rules against two independent oracles: 800 scenarios in every run, 20,000 when slow."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from curator_core.model.answer import Answer
from curator_core.model.note import Relation
from curator_core.model.problem import Refusal
from curator_core.rules import answers, chains
from curator_core.rules.chains import History
from curator_core.rules.closings import Closing
from tests.core.time import oracle
from tests.core.time.calendar_oracle import DAYS, LAST, Calendar
from tests.core.time.memory import Memory, instant, note
from tests.core.time.oracle import Fact, Oracle, Verdict
from tests.core.time.scenarios import CHAINS, CONFIG, SETS, SPELLINGS, scenario

FAST, ALL = 400, 10_000


def test_some_scenarios_of_possible_worlds() -> None:
    print(f"{_compare_worlds(range(FAST))} answers in {FAST} scenarios, no difference")


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_all_scenarios_of_possible_worlds() -> None:
    print(f"{_compare_worlds(range(ALL))} answers in {ALL} scenarios, no difference")


def _compare_worlds(seeds: range) -> int:
    compared = 0
    for seed in seeds:
        made = scenario(seed)
        judge = Oracle(made.facts, SETS)
        history = chains.index(made.versions, CONFIG)
        chance = Random(seed)
        for _ in range(12):
            slot = chance.choice([fact.slot for fact in made.facts])
            scopes = chance.choice([("project:a",), *CHAINS])
            number = chance.randint(-1, 91)
            wanted = judge.slot(slot, CHAINS[scopes], number * 2.0)
            asked = chance.choice(SPELLINGS[slot])
            given = answers.answer(asked, scopes, instant(oracle.day(number).text), history)
            assert _verdict(given) == wanted, (seed, slot, scopes, number, given)
            _same_previous(judge, given, slot, seed)
            named = chance.choice(made.facts).name
            _same_chain(judge.chain(named, number * 2.0), history, named, number)
            compared += 2
    return compared


def _same_chain(wanted: Verdict, history: History, name: str, number: int) -> None:
    """A chain asked by id; where it collides the rules may also answer its parts."""
    given = _verdict(answers.answer(name, (), instant(oracle.day(number).text), history))
    if wanted.status == "conflict" and given.status == "known":
        assert frozenset(given.names) == wanted.collision, (name, number)
        return
    assert replace(given, scope=None) == wanted, (name, number, given, wanted)


def _verdict(answer: Answer) -> Verdict:
    names = (answer.note_id,) if isinstance(answer.note_id, str) else answer.note_id or ()
    return Verdict(
        answer.status.value,
        names,
        answer.certain,
        frozenset(answer.collision),
        frozenset(candidate.note_id for candidate in answer.candidates),
        answer.scope,
    )


def _same_previous(judge: Oracle, answer: Answer, slot: str, seed: int) -> None:
    """Where all boundaries of the slot are known, both name the same version before."""
    if not isinstance(answer.note_id, str):
        return
    facts = [f for f in judge.facts.values() if f.slot == slot and f.scope == answer.scope]
    if all(_known(judge, fact) for fact in facts):
        wanted = judge.before(judge.facts[answer.note_id], facts)
        given = None if answer.previous is None else answer.previous.note_id
        assert given == wanted, (seed, answer)


def _known(judge: Oracle, fact: Fact) -> bool:
    certain = fact.start is None or len(fact.start.options) == 1
    return certain and len(judge.ends(fact)) <= 1


def test_some_sequences_of_painted_days() -> None:
    print(f"{_compare_days(range(FAST))} decisions in {FAST} scenarios, no difference")


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_all_sequences_of_painted_days() -> None:
    print(f"{_compare_days(range(ALL))} decisions in {ALL} scenarios, no difference")


def _compare_days(seeds: range) -> int:
    return sum(_Sequence(seed).run() for seed in seeds)


class _Sequence:
    """One random sequence of decisions, taken by the rules and painted by the oracle."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.memory = Memory()
        self.wide = Calendar()
        self.narrow = Calendar()
        self.names: list[str] = []

    def run(self) -> int:
        count = self.chance.randint(3, 9)
        for number in range(count):
            self._step(f"n{number}")
        self._compare()
        return count

    def _step(self, name: str) -> None:
        chosen = self.chance.choice(
            ("add", "add", "change", "change", "change", "correct", "correct", "revoke")
            + ("leave", "archive", "restore", "undo")
        )
        before = (self.memory.history, self.wide.copy(), self.narrow.copy())
        painted, done = self._take(chosen, name)
        assert done == painted, (self.seed, name, chosen, done, painted)
        if painted != "done" or chosen == "undo":
            self.memory.history, self.wide, self.narrow = before
        elif chosen not in ("archive", "restore", "leave"):
            self.names.append(name)

    def _take(self, chosen: str, name: str) -> tuple[str, str]:
        if chosen in ("archive", "restore"):
            return self._shelve(chosen)
        start = self.chance.choice((None, self._day(), self._day(), self._day()))
        end = self.chance.choice((None, None, None, self._day()))
        target = self.chance.choice(self.names) if self.names else "missing"
        written = note(name, valid_from=_date(start), valid_to=_date(end))
        if chosen in ("add", "undo") or not self.names:
            painted = self.wide.add(name, start, end)
            return painted, _code(self.memory.try_approve(written))
        if chosen == "correct":
            painted = self.wide.correct(name, target, start, end)
            said = {"valid_from": _date(start), "valid_to": _date(end)}
            plain = note(name)
            closing = self.memory.try_approve(plain, Relation.CORRECTION, [target], **said)
            return painted, _code(closing)
        return self._divide(chosen, name, target, (start, end))

    def _divide(
        self, chosen: str, name: str, target: str, days: tuple[int | None, int | None]
    ) -> tuple[str, str]:
        start = self._day() if days[0] is None else days[0]
        span = (start, days[1])
        texts = {"valid_from": _date(start), "valid_to": _date(days[1])}
        if chosen == "leave":
            painted = self.wide.leave(target, span, self.narrow, name)
            written = note(name, scope="project:a", **texts)
            return painted, _code(self._approve(written, Relation.SCOPE_CHANGE, target))
        revoking = chosen == "revoke"
        painted = self.wide.change(name, target, span, at_start=revoking)
        relation = Relation.REVOCATION if revoking else Relation.STATE_CHANGE
        value = None if revoking else name
        return painted, _code(self._approve(note(name, value=value, **texts), relation, target))

    def _approve(self, written: object, relation: Relation, target: str) -> Closing | Refusal:
        return self.memory.try_approve(written, relation, [target])  # type: ignore[arg-type]

    def _shelve(self, chosen: str) -> tuple[str, str]:
        shelf = self.wide.gone if chosen == "restore" else self.wide.runs
        names = [name for name, run in shelf.items() if not run.empty]
        if not names:
            return "done", "done"
        name = self.chance.choice(names)
        if chosen == "archive":
            self.wide.archive(name)
            self.memory.archive(name)
            return "done", "done"
        return self.wide.restore(name), _code(self.memory.restore(name))

    def _day(self) -> int:
        return self.chance.randint(1, DAYS)

    def _compare(self) -> None:
        for number in range(LAST):
            time = _date(number) or "2025-06-01"
            wide, narrow = self.wide.owner(number), self.narrow.owner(number)
            assert self._shown(time) == wide, (self.seed, number)
            wanted = narrow if narrow is not None else wide
            assert self._shown(time, "project:a") == wanted, (self.seed, number)
        assert self.memory.codes() == [], (self.seed, self.memory.codes())

    def _shown(self, time: str, *scopes: str) -> str | None:
        answer = self.memory.at(time, "s", *scopes)
        assert answer.certain, (self.seed, answer)
        assert answer.note_id is None or isinstance(answer.note_id, str)
        return answer.note_id


def _date(number: int | None) -> str | None:
    return None if not number else oracle.day(number).text


def _code(closing: Closing | Refusal) -> str:
    return closing.code if isinstance(closing, Refusal) else "done"
