"""Properties that no sequence of decisions breaks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from curator_core.model.note import Relation
from curator_core.rules import chains, validity
from curator_core.rules.closings import Closing
from tests.core.time.memory import Memory, note

FIRST = date(2026, 1, 1)
LAST_DAY = 40


def text(number: int) -> str:
    """Day `number` of 2026 as a date."""
    return (FIRST + timedelta(days=number)).isoformat()


DAYS = st.integers(0, LAST_DAY)
STARTS = st.one_of(
    DAYS.map(text),
    st.sampled_from(["2026-01", "2026-02", "2026"]),
    st.tuples(DAYS, DAYS).map(lambda pair: f"{text(min(pair))}/{text(max(pair))}"),
    DAYS.map(lambda number: f"{text(number)}T12:00:00+05:30"),
)
BOUNDS = st.one_of(st.none(), STARTS)
STEPS = st.tuples(
    st.sampled_from(["add", *Relation]), st.integers(0, 8), BOUNDS, BOUNDS, st.booleans()
)


def decided(steps: Sequence[tuple[str, int, str | None, str | None, bool]]) -> Memory:
    """A memory after those of the decisions that the rules let through."""
    memory = Memory(note("n0", valid_from=text(3)))
    for number, (kind, target, start, end, flag) in enumerate(steps, 1):
        scope = "project:a" if kind == Relation.SCOPE_CHANGE else "global"
        value = None if kind == Relation.REVOCATION else f"n{number}"
        written = note(f"n{number}", valid_from=start, valid_to=end, scope=scope, value=value)
        relation = None if kind == "add" else Relation(kind)
        targets = [] if relation is None else [f"n{target}"]
        said = {"valid_from": start, "valid_to": end} if flag else {}
        memory.try_approve(written, relation, targets, **said)
    return memory


def times() -> list[str]:
    """Noons and midnights over all the days that the strategies name."""
    return [text(number) + hour for number in range(-2, LAST_DAY + 25) for hour in ("", _NOON)]


_NOON = "T12:00:00+00:00"


@given(st.lists(STEPS, max_size=8))
def test_at_most_one_certain_note_per_single_slot_and_instant(
    steps: list[tuple[str, int, str | None, str | None, bool]],
) -> None:
    memory = decided(steps)
    held = [
        (v, chains.interval(memory.history, v))
        for v in memory.history.versions
        if chains.answers(v)
    ]
    for index, (one, first) in enumerate(held):
        for other, second in held[index + 1 :]:
            if one.note.scope == other.note.scope:
                assert not validity.overlap(first, second), (one.note, other.note)
    assert memory.codes() == []
    assert all(memory.at(time).status != "conflict" for time in times()[::7])


@given(st.lists(STEPS, max_size=8), st.randoms(use_true_random=False))
def test_neither_order_nor_time_of_recording_changes_an_answer(
    steps: list[tuple[str, int, str | None, str | None, bool]], shuffle: object
) -> None:
    memory = decided(steps)
    notes = [version.note for version in memory.history.versions]
    shuffle.shuffle(notes)  # type: ignore[attr-defined]
    other = Memory(*notes)
    for time in times()[::5]:
        one, two = memory.at(time, "s", "project:a"), other.at(time, "s", "project:a")
        assert (one.status, one.note_id, one.certain, one.scope) == (
            two.status,
            two.note_id,
            two.certain,
            two.scope,
        )


@given(st.permutations(range(1, 8)), st.permutations(range(1, 8)))
def test_facts_approved_in_any_order_give_one_history(
    approved: list[int], recorded: list[int]
) -> None:
    memory = Memory(note("n0", valid_from=text(0)))
    for number, learnt in zip(approved, recorded, strict=True):
        stamp = f"2026-05-{learnt:02}T00:00:00Z"
        written = note(f"n{number}", valid_from=text(number * 5), recorded_at=stamp)
        memory.approve(written, Relation.STATE_CHANGE, ["n0"])
    for number in range(8):
        assert memory.value(text(number * 5)) == f"n{number}"
        assert memory.value(text(number * 5 + 4)) == f"n{number}"


@given(st.lists(st.tuples(st.integers(0, 9), DAYS), max_size=9))
def test_state_changes_partition_time(changes: list[tuple[int, int]]) -> None:
    memory = Memory(note("n0", valid_from=text(0)))
    made = ["n0"]
    for number, (target, start) in enumerate(changes, 1):
        written = note(f"n{number}", valid_from=text(start))
        chosen = made[target % len(made)]
        if isinstance(memory.try_approve(written, Relation.STATE_CHANGE, [chosen]), Closing):
            made.append(written.id)
    spans = sorted(memory.span(name) for name in made)
    assert spans[0][0] == text(0) and spans[-1][1] is None
    assert all(earlier[1] == later[0] for earlier, later in pairwise(spans))
    answers = [memory.at(text(number) + _NOON) for number in range(LAST_DAY + 5)]
    assert all(answer.status == "known" and answer.certain for answer in answers)


@given(
    st.lists(st.integers(1, LAST_DAY - 1), min_size=1, max_size=6, unique=True),
    st.lists(st.tuples(st.integers(0, 9), st.one_of(st.none(), DAYS), st.one_of(st.none(), DAYS))),
)
def test_corrections_never_lose_the_neighbour(
    starts: list[int], corrections: list[tuple[int, int | None, int | None]]
) -> None:
    memory = Memory(note("n0", valid_from=text(0), valid_to=text(LAST_DAY)))
    for number, start in enumerate(starts, 1):
        memory.approve(note(f"n{number}", valid_from=text(start)), Relation.STATE_CHANGE, ["n0"])
    standing = {f"n{number}": f"n{number}" for number in range(len(starts) + 1)}
    for number, (target, begin, end) in enumerate(corrections):
        first = sorted(standing)[target % len(standing)]
        said = {
            "valid_from": None if begin is None else text(begin),
            "valid_to": None if end is None else text(end),
        }
        written = note(f"c{number}")
        closing = memory.try_approve(written, Relation.CORRECTION, [standing[first]], **said)
        if isinstance(closing, Closing):
            standing[first] = written.id
    assert all(not memory.is_void(name) for name in standing.values())
    spans = sorted(memory.span(name) for name in standing.values())
    assert all(earlier[1] == later[0] for earlier, later in pairwise(spans))
    assert memory.codes() == []
