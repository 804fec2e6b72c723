"""Corrections: whole intervals, moved boundaries, voids (CONTRACT 18)."""

from __future__ import annotations

from curator_core.model.note import Relation, Status
from tests.core.time.memory import EVENT_AT, Memory, note, pair, refusal

CORRECTION, STATE_CHANGE = Relation.CORRECTION, Relation.STATE_CHANGE
JAN, FEB, MAR, MAY, SEP = (f"2026-{month:02}-01" for month in (1, 2, 3, 5, 9))


def test_a_correction_looks_at_flags_only() -> None:
    memory = pair()
    memory.approve(note("C", valid_from=MAY, valid_to=SEP), CORRECTION, ["B"])
    assert memory.span("C") == (MAR, None)


def test_correction_moves_the_end_and_the_next_start() -> None:
    memory = pair()
    closing = memory.approve(note("C"), CORRECTION, ["A"], valid_to=MAY)
    assert (memory.span("C"), memory.span("B")) == ((JAN, MAY), (MAY, None))
    assert closing.notices == (f"valid_from of B moves to {MAY}",)
    assert memory.codes() == []


def test_correction_beyond_the_neighbours_other_end_is_refused() -> None:
    memory = Memory(note("Z", valid_from=JAN, valid_to=FEB), note("A", valid_from=FEB))
    refused = refusal(memory, note("C"), CORRECTION, ["A"], valid_from=JAN)
    assert (refused.code, refused.ids) == ("relation-order", ("Z",))


def test_correction_into_a_neighbour_that_does_not_touch_collides() -> None:
    memory = Memory(note("Z", valid_to=JAN), note("A", valid_from=FEB))
    assert memory.refused(note("C"), CORRECTION, ["A"], valid_from="2025-12-01") == "slot-collision"
    closing = memory.approve(note("C"), CORRECTION, ["A"], valid_from=MAR)
    assert memory.span("Z") == (None, JAN) and "no neighbour" in closing.notices[0]


def test_correction_of_an_open_start_empties_at_the_recorded_instant() -> None:
    recorded = "2026-02-03T04:05:06Z"
    memory = Memory(note("A", recorded_at=recorded))
    memory.approve(note("C"), CORRECTION, ["A"])
    assert memory.span("A") == (recorded, recorded) and memory.span("C") == (None, None)
    odd = Memory(note("A", recorded_at="long ago"))
    odd.approve(note("C"), CORRECTION, ["A"])
    assert odd.span("A") == (EVENT_AT, EVENT_AT)


def test_correction_of_an_unclosed_superseded_note_does_not_reopen_it() -> None:
    memory = Memory(
        note("A", status=Status.SUPERSEDED, valid_from=JAN),
        note("B", supersedes=("A",), relation=STATE_CHANGE, valid_from=MAR),
    )
    memory.approve(note("C"), CORRECTION, ["A"])
    assert memory.span("C") == (JAN, MAR) and memory.codes() == []


def test_one_note_corrects_two_that_touch_but_not_two_apart() -> None:
    memory = pair()
    memory.approve(note("C"), CORRECTION, ["A", "B"])
    assert memory.span("C") == (JAN, None) and memory.is_void("A") and memory.is_void("B")
    apart = Memory(note("A", valid_to=JAN), note("B", valid_from=MAR))
    assert apart.refused(note("C"), CORRECTION, ["A", "B"]) == "relation-order"
