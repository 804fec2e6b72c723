"""The wrong-date faults 71 to 78."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from curator_core.model.home import Config
from curator_core.model.note import Relation, Status
from curator_core.rules import boundaries
from tests.core.time.memory import Memory, note

JAN, MAR, JUN = "2026-01-01", "2026-03-01", "2026-06-01"
MIXED = ("2026-10-02", "2026-10-02T10:00:00+08:00", "2026-10-02T10:00:00", "2026-10", "soon", None)


def test_71_mixed_forms_are_ordered_and_never_a_type_error() -> None:
    for start, end in product(MIXED, MIXED):
        memory = Memory(note("A", valid_from=start, valid_to=end), note("B", valid_from=end))
        for time in ("2026-10-01", "2026-10-02T03:00:00Z", "2026-11-01"):
            answer = memory.at(time)
            assert len(answer.trail) == 2 and answer.status in (
                "known",
                "none",
                "uncertain",
                "conflict",
            )
        memory.codes()


def test_71_a_day_and_an_instant_of_it_in_one_chain() -> None:
    home = Config(timezone="Asia/Shanghai")
    memory = Memory(note("A", valid_from="2026-10-02"), config=home)
    later = note("B", valid_from="2026-10-02T10:00:00+08:00")
    memory.approve(later, Relation.STATE_CHANGE, ["A"])
    assert memory.value("2026-10-02T01:59:59Z") == "A"
    assert memory.value("2026-10-02T02:00:00Z") == "B"


@pytest.mark.parametrize("bad", ["0000-01-01", "2026-02-30", "2026-03-29T02:30:00"])
def test_72_what_is_no_time_is_a_finding_and_unknown(bad: str) -> None:
    memory = Memory(note("A", valid_from=bad), config=Config(timezone="Europe/Berlin"))
    assert memory.codes() == ["date-form"]
    assert memory.at(JUN).certain is False and memory.version("A").note.valid_from == bad


def test_72_gaps_folds_leap_seconds_and_the_ends_of_time_have_a_meaning() -> None:
    berlin = Config(timezone="Europe/Berlin")
    twice = Memory(note("A", valid_to="2026-10-25T02:30:00+02:00"), config=berlin)
    assert twice.value("2026-10-25T02:15:00+02:00") == "A"
    assert twice.value("2026-10-25T02:15:00+01:00") == "none"
    leap = Memory(note("A", valid_from="2016-12-31T23:59:60Z"))
    assert leap.value("2016-12-31T23:59:59Z") == "none"
    assert leap.value("2017-01-01T00:00:00Z") == "A"
    ends = Memory(note("A", valid_from="0001-01-01", valid_to="9999-12-31"), config=berlin)
    assert ends.value("0001-01-01") == "A" and ends.value("9999-12-31") == "none"
    skipped = Memory(note("A", valid_from="2011-12-30"), config=Config(timezone="Pacific/Apia"))
    assert skipped.value("2011-12-31") == "A" and skipped.value("2011-12-29") == "none"


def test_73_empty_negative_future_and_overlapping() -> None:
    assert Memory(note("A", valid_from=MAR, valid_to=JAN)).codes() == ["negative-interval"]
    assert Memory(note("A", valid_from=MAR, valid_to=MAR)).codes() == ["empty-interval"]
    future = Memory(note("A"), note("B", valid_from="2027-01-01"))
    assert future.value(JUN) == "A"
    assert future.codes() == ["collision"]
    assert future.at("2027-02-01").collision == ("A", "B")


def test_74_a_clock_set_back_changes_no_answer() -> None:
    notes = [
        note("A", valid_from=JAN, valid_to=MAR, recorded_at="2026-05-01T00:00:00Z"),
        note("B", valid_from=MAR, recorded_at="2020-01-01T00:00:00Z"),
    ]
    for order in permutations(notes):
        assert Memory(*order).values("2026-02-01", JUN) == ["A", "B"]


def test_75_cycle_self_missing_target_and_two_successors_end() -> None:
    memory = Memory(
        note("A", supersedes=("B", "A", "gone"), relation=Relation.STATE_CHANGE, valid_from=JAN),
        note("B", supersedes=("A",), relation=Relation.STATE_CHANGE, valid_from=MAR),
        note("F", memory_key=None, status=Status.SUPERSEDED, valid_from=JAN),
        note("G", memory_key=None, supersedes=("F",), valid_from=MAR),
        note("H", memory_key=None, supersedes=("F",), valid_from=MAR),
    )
    assert memory.codes() == ["collision", "cycle", "dangling", "fork", "self-supersede"]
    assert memory.at(JUN).status == "conflict"
    assert memory.at(JUN, "F").collision == ("G", "H")
    assert len(memory.at(JUN, "A").trail) == 2


def test_76_a_late_event_lands_in_history() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=JUN), Relation.STATE_CHANGE, ["A"])
    late = note("L", valid_from=MAR, recorded_at="2026-12-01T00:00:00Z")
    memory.approve(late, Relation.STATE_CHANGE, ["A"])
    assert memory.values("2026-02-01", "2026-04-01", "2026-12-02") == ["A", "L", "B"]


def test_77_correction_and_state_change_answer_the_past_differently() -> None:
    changed, corrected = Memory(note("A", valid_from=JAN)), Memory(note("A", valid_from=JAN))
    changed.approve(note("B", valid_from=MAR), Relation.STATE_CHANGE, ["A"])
    corrected.approve(note("B", valid_from=MAR), Relation.CORRECTION, ["A"])
    assert changed.values("2026-02-01", JUN) == ["A", "B"]
    assert corrected.values("2026-02-01", JUN) == ["B", "B"]


def test_78_trust_never_decides_time() -> None:
    strong = note("A", valid_from=JAN)
    weak = note("B", valid_from=MAR, origin=strong.origin.EXTERNAL)
    memory = Memory(strong, weak)
    assert memory.at(JUN).status == "conflict"
    assert boundaries.form_problem("valid_from", weak.valid_from) is None
