"""First match against validity over reordered files, and the cost of answers as a Home grows.

Run with `pytest -m benchmark -s tests/benchmarks/bench_answers.py`; figures are printed, only the
answers are asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter

import pytest

from curator_core.model.answer import Version
from curator_core.model.note import Note, Relation, Status
from curator_core.rules import answers, chains, conflicts
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.relations import approve
from tests.core.time.memory import EVENT_AT, UTC_HOME, Memory, instant, note, reviewed

SLOTS, SHUFFLES = 32, 200
OLD, CHANGE = "2026-08-01T10:00:00+08:00", "2026-08-20T10:00:00+08:00"
THEN, NOW = instant("2026-08-10"), instant("2026-09-01")


def _key(number: int) -> str:
    return f"project-{number}.deploy-command"


def _decided(slots: int) -> tuple[Version, ...]:
    """Per slot an old command and the new one that replaced it, by a decision."""
    memory = Memory()
    versions: list[Version] = []
    for number in range(slots):
        memory = Memory(_command(number, "old", OLD))
        memory.approve(_command(number, "new", CHANGE), Relation.STATE_CHANGE, [f"old-{number}"])
        versions += memory.history.versions
    return tuple(versions)


def _command(number: int, age: str, start: str) -> Note:
    return note(
        f"{age}-{number}",
        memory_key=_key(number),
        value=f"npm run deploy:{age}",
        valid_from=start,
        sources=(f"sources/session-{age}.md#L{number + 1}",),
    )


def _first_match(versions: list[Version], key: str) -> tuple[str | None, int]:
    """The value a reader takes that knows no time, and how many it could have taken."""
    found = [v.note.value for v in versions if v.note.memory_key == key]
    return found[0], len(found)


@pytest.mark.benchmark
def test_first_match_against_validity() -> None:
    versions = list(_decided(SLOTS))
    chance = Random(20260901)
    right = {"first now": 0, "curator now": 0, "curator then": 0}
    seen = {"first": 0, "curator": 0}
    for _ in range(SHUFFLES):
        chance.shuffle(versions)
        history = chains.index(versions, UTC_HOME)
        for number in range(SLOTS):
            value, could = _first_match(versions, _key(number))
            right["first now"] += value == "npm run deploy:new"
            seen["first"] += could
            current = answers.answer(_key(number), (), NOW, history)
            past = answers.answer(_key(number), (), THEN, history)
            right["curator now"] += current.answer_value == "npm run deploy:new"
            right["curator then"] += past.answer_value == "npm run deploy:old"
            seen["curator"] += isinstance(current.note_id, str)
    asked = SLOTS * SHUFFLES
    print(f"\n{asked} current and {asked} historical queries, {SLOTS} slots, {SHUFFLES} shuffles")
    print("strategy       current    historical    candidates a query")
    print(
        f"first match    {right['first now'] / asked:7.2%}    cannot say    {seen['first'] / asked}"
    )
    now, then = right["curator now"] / asked, right["curator then"] / asked
    print(f"curator        {now:7.2%}    {then:7.2%}       {seen['curator'] / asked}")
    _invariants(versions)
    assert right["curator now"] == right["curator then"] == asked == 6_400
    assert right["first now"] < asked * 0.6


def _invariants(versions: list[Version]) -> None:
    history = chains.index(versions, UTC_HOME)
    unsourced = sum(not version.note.sources for version in versions)
    wrong = len(conflicts.findings(history))
    print(f"slots without exactly one valid version: {wrong}; versions without source: {unsourced}")
    assert (wrong, unsourced) == (0, 0)


@pytest.mark.benchmark
def test_cost_of_answers_and_plans_as_a_home_grows() -> None:
    small, large = _home(500), _home(4_500)
    print(f"\n{len(small.versions)} against {len(large.versions)} notes, median of 9 pairs")
    for name, work in (("current", _ask), ("plan a state change", _plan), ("index all", _index)):
        pairs = [(_timed(work, small), _timed(work, large)) for _ in range(9)]
        ratio = median(second / first for first, second in pairs)
        micros = median(first for first, _ in pairs) * 1e6
        print(f"{name:<20} {micros:9.1f} us at the small one, ratio {ratio:5.2f}")


def _home(slots: int) -> History:
    versions: list[Version] = []
    for number in range(slots):
        old, new = _command(number, "old", OLD), _command(number, "new", CHANGE)
        closed = replace(old, valid_to=CHANGE, status=Status.SUPERSEDED)
        linked = replace(new, supersedes=(old.id,), relation=Relation.STATE_CHANGE)
        versions += (reviewed(closed), reviewed(linked))
    return chains.index(versions, UTC_HOME)


def _timed(work: Callable[[History], object], history: History) -> float:
    begun = perf_counter()
    work(history)
    return perf_counter() - begun


def _ask(history: History) -> None:
    for number in range(0, 500, 10):
        assert answers.answer(_key(number), (), NOW, history).note_id == f"new-{number}"


def _plan(history: History) -> None:
    for number in range(0, 500, 10):
        written = _command(number, "next", "2026-08-25")
        approval = Approval(
            note=written, at=EVENT_AT, relation=Relation.STATE_CHANGE, targets=(f"old-{number}",)
        )
        assert isinstance(approve(approval, history), Closing)


def _index(history: History) -> None:
    chains.index(history.versions, UTC_HOME)
