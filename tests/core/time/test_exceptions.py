"""Temporary exceptions: they win in their own time, then the base holds again (CONTRACT 15)."""

from __future__ import annotations

from curator_core.model.note import Relation
from tests.core.time.memory import Memory, note, reviewed

FEB, JUN = "2026-02-01", "2026-06-01"


def _excepting() -> Memory:
    return Memory(
        note("W"),
        note("E", valid_from="2026-08-01", valid_to="2026-08-20", exception_to="W"),
    )


def test_an_exception_wins_in_its_time_then_the_base_holds_again() -> None:
    memory = _excepting()
    assert memory.values("2026-07-31", "2026-08-01", "2026-08-20") == ["W", "E", "W"]
    inside = memory.at("2026-08-10")
    assert inside.certain and inside.exceptions == ("E",)
    assert memory.at(JUN).exceptions == ("E",)
    assert memory.codes() == []


def test_an_exception_survives_a_change_of_its_base() -> None:
    memory = _excepting()
    memory.approve(note("W2", valid_from="2026-08-10"), Relation.STATE_CHANGE, ["W"])
    assert memory.values("2026-08-15", "2026-08-25") == ["E", "W2"]


def test_a_correction_of_an_exception_inherits_ends_and_base() -> None:
    memory = _excepting()
    memory.approve(note("E2"), Relation.CORRECTION, ["E"])
    corrected = memory.version("E2").note
    assert corrected.exception_to == "W"
    assert memory.span("E2") == ("2026-08-01", "2026-08-20")
    assert memory.values("2026-08-10", "2026-08-25") == ["E2", "W"]
    assert memory.at(JUN).exceptions == ("E2",)


def test_two_exceptions_at_one_instant_collide() -> None:
    memory = _excepting()
    second = note("E2", valid_from="2026-08-10", valid_to="2026-08-30", exception_to="W")
    assert memory.refused(second) == "slot-collision"
    memory.add(reviewed(second))
    assert memory.at("2026-08-15").collision == ("E", "E2")
    assert memory.codes() == ["collision"]


def test_a_merely_possible_exception_leaves_the_base_known_but_not_certain() -> None:
    memory = Memory(
        note("W"), note("E", valid_from="2026-08", valid_to="2026-10-01", exception_to="W")
    )
    august, september = memory.at("2026-08-15"), memory.at("2026-09-15")
    assert (august.note_id, august.certain) == ("W", False)
    assert (september.note_id, september.certain) == ("E", True)


def test_an_exception_without_both_ends_does_not_answer() -> None:
    memory = Memory(note("W"), note("E", valid_from=FEB, exception_to="W"))
    assert memory.value(JUN) == "W"
    assert memory.codes() == ["exception-ends"]
