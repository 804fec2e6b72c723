"""Split, merge, restore and detach beyond the worked cases (CONTRACT 18, 19)."""

from __future__ import annotations

from curator_core.model.answer import Version
from curator_core.model.note import Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules.closings import Closing
from tests.core.time.memory import Memory, note, pair

STATE_CHANGE = Relation.STATE_CHANGE
JAN, FEB, MAR, MAY, JUN, SEP = (f"2026-{month:02}-01" for month in (1, 2, 3, 5, 6, 9))


def test_split_into_one_single_slot_must_not_overlap() -> None:
    memory = pair()
    overlapping = memory.split("B", note("P"), note("Q"))
    assert isinstance(overlapping, Refusal) and overlapping.code == "slot-collision"
    closing = memory.split("B", note("P", valid_to=JUN), note("Q", valid_from=SEP))
    assert isinstance(closing, Closing)
    assert (memory.span("P"), memory.span("Q")) == ((MAR, JUN), (SEP, None))
    assert closing.uncovered == ((JUN, SEP),)


def test_split_parts_ignore_stated_times_outside_the_original() -> None:
    memory = pair()
    memory.split("A", note("P", memory_key="p", valid_from="2020-01-01", valid_to=SEP))
    assert memory.span("P") == (JAN, MAR)


def test_split_of_a_dead_note_and_a_part_without_relation() -> None:
    memory = pair()
    gone = memory.split("gone", note("P"), note("Q"))
    assert isinstance(gone, Refusal) and gone.code == "dead"
    old = note("R", memory_key="c")
    part = note("P", memory_key="c", valid_from=MAY, supersedes=("R",))
    unsaid = memory.split("B", old, part)
    assert isinstance(unsaid, Refusal) and unsaid.code == "relation-required"


def test_merge_of_equal_intervals_takes_them_over() -> None:
    memory = Memory(
        note("A", memory_key=None, valid_from=JAN), note("B", memory_key=None, valid_from=JAN)
    )
    closing = memory.merge(note("M", memory_key=None), "A", "B")
    assert isinstance(closing, Closing) and closing.notices == ()
    assert memory.span("M") == (JAN, None) and memory.version("M").note.supersedes == ("A", "B")
    assert memory.version("M").note.relation is Relation.RESTATEMENT
    assert memory.is_void("A") and memory.at(JUN, "A").note_id == "M"
    assert memory.codes() == []


def test_merge_of_equal_values_takes_the_union() -> None:
    memory = Memory(
        note("A", value="v", valid_from=JAN, valid_to=MAR), note("B", value="v", valid_from=MAR)
    )
    closing = memory.merge(note("M", value="v"), "A", "B")
    assert isinstance(closing, Closing) and JAN in closing.notices[0]
    assert memory.span("M") == (JAN, None) and closing.uncovered == ()


def test_merge_of_equal_values_apart_needs_a_result() -> None:
    memory = Memory(
        note("A", value="v", valid_from=JAN, valid_to=FEB), note("B", value="v", valid_from=MAR)
    )
    apart = memory.merge(note("M", value="v"), "A", "B")
    assert isinstance(apart, Refusal) and apart.code == "merge-validity"
    still = memory.merge(note("M", value="v"), "A", "B", given=True)
    assert isinstance(still, Refusal) and still.code == "merge-validity"
    stated = note("M", value="v", valid_from=MAR)
    closing = memory.merge(stated, "A", "B", given=True)
    assert isinstance(closing, Closing) and closing.uncovered == ((JAN, FEB),)


def test_merge_takes_unreviewed_inputs_without_writing_them() -> None:
    memory = Memory(note("A", value="v", valid_from=JAN))
    proposed = note("B", value="v", valid_from=JAN, status=Status.CANDIDATE)
    memory.add(Version(note=proposed, reviewed=False))
    closing = memory.merge(note("M", value="v"), "A", "B")
    assert isinstance(closing, Closing)
    assert [write.note_id for write in closing.writes] == ["A"]


def test_restore_of_a_replaced_note_stays_superseded() -> None:
    memory = pair()
    memory.archive("A")
    memory.restore("A")
    assert memory.version("A").note.status is Status.SUPERSEDED
    assert memory.value(FEB) == "A" and memory.codes() == []
    again = memory.restore("A")
    assert isinstance(again, Refusal) and again.code == "no-change"


def test_restore_into_a_taken_slot_needs_an_end() -> None:
    memory = Memory(note("A", valid_from=MAR))
    memory.archive("A")
    memory.approve(note("B", valid_from=JAN))
    taken = memory.restore("A")
    assert isinstance(taken, Refusal) and taken.code == "slot-collision"
    early = memory.restore("A", valid_from="2025-12-01", valid_to=JAN)
    assert isinstance(early, Closing) and memory.values("2025-12-15", FEB) == ["A", "B"]


def test_detach_with_an_end_and_beside_another_successor() -> None:
    memory = pair()
    memory.approve(note("L", valid_from=FEB), STATE_CHANGE, ["A"])
    memory.detach("B", "A", valid_to=FEB)
    assert memory.version("A").note.status is Status.SUPERSEDED
    assert memory.values(JAN, FEB, MAR) == ["A", "L", "B"]
    missing = pair()
    missing.before["A"] = missing.before["B"]
    missing.proposed["A"] = missing.proposed["B"]
    refused = missing.detach("A", "A")
    assert isinstance(refused, Refusal) and refused.code == "no-change"
