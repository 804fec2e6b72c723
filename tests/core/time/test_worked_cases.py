"""The worked cases of CONTRACT §B, each by its name, on closings applied in memory."""

from __future__ import annotations

from itertools import permutations

import pytest

from curator_core.model.answer import AnswerStatus
from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Note, Relation
from curator_core.model.problem import Refusal
from curator_core.rules.closings import Closing
from curator_core.rules.placing import dependents
from tests.core.time.memory import Memory, note, relinked

CORRECTION, STATE_CHANGE = Relation.CORRECTION, Relation.STATE_CHANGE
REVOCATION, SCOPE_CHANGE = Relation.REVOCATION, Relation.SCOPE_CHANGE
JAN, FEB, MAR, MAY, JUN = (f"2026-{month:02}-01" for month in (1, 2, 3, 5, 6))
DEC = "2025-12-01"
TODAY = "2026-11-20T08:00:00+00:00"


def test_late_correction_of_a_superseded_note_takes_its_interval() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.approve(note("C"), CORRECTION, ["A"])
    assert memory.span("C") == (JAN, MAR)
    assert memory.is_void("A")
    assert memory.span("B") == (MAR, None)
    current = memory.at(TODAY)
    assert current.note_id == "B"
    assert current.previous is not None and current.previous.note_id == "C"
    assert memory.value(FEB) == "C"


def test_correction_of_a_correction_is_a_chain_of_voids() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B"), CORRECTION, ["A"])
    memory.approve(note("C"), CORRECTION, ["B"])
    assert memory.is_void("A") and memory.is_void("B")
    assert memory.span("C") == (JAN, None)
    assert memory.at(TODAY).previous is None


def test_correction_that_moves_its_start_moves_the_neighbours_end() -> None:
    memory = Memory(note("Z", valid_to=JAN), note("A", valid_from=JAN))
    closing = memory.approve(note("C"), CORRECTION, ["A"], valid_from=DEC)
    assert memory.span("Z") == (None, DEC)
    assert memory.span("C") == (DEC, None)
    assert any("Z" in notice and DEC in notice for notice in closing.notices)


def test_undo_in_mid_chain_names_its_dependents() -> None:
    memory = _chain_of_three()
    assert [version.note.id for version in dependents("B", memory.history)] == ["C"]
    assert dependents("C", memory.history) == ()


def test_undo_in_mid_chain_spliced() -> None:
    memory = _chain_of_three()
    memory.splice("B")
    assert memory.span("A") == (JAN, JUN)
    assert memory.version("C").note.supersedes == ("A",)
    assert memory.version("C").note.relation is STATE_CHANGE
    assert not memory.version("B").reviewed
    assert memory.values(FEB, MAY, TODAY) == ["A", "A", "C"]
    assert memory.codes() == []


def test_splice_of_a_note_that_several_supersede_ends_at_the_earliest() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.approve(note("D", valid_from=JUN), STATE_CHANGE, ["B"])
    memory.approve(note("C", valid_from=MAY, valid_to=JUN), STATE_CHANGE, ["B"])
    memory.splice("B")
    assert memory.span("A") == (JAN, MAY)
    assert memory.version("C").note.supersedes == memory.version("D").note.supersedes == ("A",)
    assert memory.values(MAR, MAY, TODAY) == ["A", "C", "D"]


def test_splice_of_a_corrected_note_puts_the_correction_in_its_place() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.approve(note("C"), CORRECTION, ["B"])
    memory.splice("B")
    assert memory.version("C").note.relation is STATE_CHANGE
    assert memory.values(FEB, MAR) == ["A", "C"]
    assert memory.codes() == []


def test_splice_out_of_two_corrections_leaves_the_first_note_void() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B"), CORRECTION, ["A"])
    memory.approve(note("C"), CORRECTION, ["B"])
    memory.splice("B")
    assert memory.is_void("A")
    assert memory.values(JAN, TODAY) == ["C", "C"]


def test_splice_of_a_scope_change_hands_it_to_its_successor() -> None:
    memory = Memory(note("W", valid_from=JAN))
    memory.approve(note("N", scope="project:a", valid_from=MAR), SCOPE_CHANGE, ["W"])
    memory.approve(note("C", scope="project:a", valid_from=JUN), STATE_CHANGE, ["N"])
    memory.splice("N")
    assert memory.version("C").note.relation is SCOPE_CHANGE
    assert memory.values(MAY, JUN) == ["W", "none"]
    assert [memory.value(time, "s", "project:a") for time in (MAY, JUN)] == ["W", "C"]
    assert memory.codes() == []


def _chain_of_three() -> Memory:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.approve(note("C", valid_from=JUN), STATE_CHANGE, ["B"])
    return memory


def test_split_of_the_past_into_two_slots() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.split("A", note("P", memory_key="p"), note("Q", memory_key="q"))
    assert memory.span("P") == memory.span("Q") == (JAN, MAR)
    assert memory.is_void("A")
    assert (memory.value(FEB, "p"), memory.value(FEB, "q")) == ("P", "Q")
    assert memory.value(MAR, "p") == "none"
    assert memory.value(FEB) == "none"
    assert memory.at(FEB, "A").note_id == ("P", "Q")
    assert memory.codes() == []


def test_merge_of_different_values_and_intervals_is_refused() -> None:
    memory = Memory(
        note("A", memory_key="a", valid_from=JAN, valid_to=MAR),
        note("B", memory_key="b", valid_from=FEB),
    )
    refusal = memory.merge(note("M", memory_key="m"), "A", "B")
    assert isinstance(refusal, Refusal) and refusal.code == "merge-validity"
    closing = memory.merge(note("M", memory_key="m"), "A", "B", given=True)
    assert isinstance(closing, Closing)
    assert memory.span("M") == (FEB, MAR)
    assert closing.uncovered == ((JAN, FEB), (MAR, None))


@pytest.mark.parametrize("keep", [False, True])
def test_scope_change_empties_later_exceptions_unless_kept(keep: bool) -> None:
    memory = Memory(
        note("W", valid_from=JAN),
        note("E", valid_from="2026-08-01", valid_to="2026-08-20", exception_to="W"),
    )
    narrow = note("N", scope="project:a", valid_from="2026-07-01")
    memory.approve(narrow, SCOPE_CHANGE, ["W"], keep_exceptions=keep)
    august = "2026-08-10"
    assert memory.value(august) == ("E" if keep else "none")
    assert memory.value(august, "s", "project:a") == "N"
    assert memory.value("2026-06-01") == "W"
    assert memory.value("2026-06-01", "s", "project:a") == "W"
    assert memory.codes() == []


def test_a_revoked_value_comes_back_by_superseding_the_revocation() -> None:
    memory = Memory(note("A", value="v", valid_from=JAN))
    memory.approve(note("R", value=None, valid_from=MAR), REVOCATION, ["A"])
    closing = memory.approve(note("V", value="v", valid_from=JUN), STATE_CHANGE, ["A"])
    assert relinked(closing.retargets) == {"A": "R"}
    assert memory.version("V").note.supersedes == ("R",)
    assert memory.values(FEB, MAR, TODAY) == ["v", "revoked", "v"]
    revoked = memory.at(MAY)
    assert revoked.status is AnswerStatus.REVOKED and revoked.note_id == "R"
    assert memory.codes() == []


V1, V2 = note("v1", valid_from=MAR), note("v2", valid_from=MAY)


@pytest.mark.parametrize("pair", list(permutations([V1, V2])), ids=["v1-first", "v2-first"])
def test_two_proposals_for_one_note_in_any_order(pair: tuple[Note, Note]) -> None:
    memory = Memory(note("A", valid_from=JAN))
    closings = [memory.approve(written, STATE_CHANGE, ["A"]) for written in pair]
    spans = [memory.span(name) for name in ("A", "v1", "v2")]
    assert spans == [(JAN, MAR), (MAR, MAY), (MAY, None)]
    retargets = relinked(r for closing in closings for r in closing.retargets)
    assert retargets == ({"A": "v1"} if pair[0] is V1 else {})
    assert memory.codes() == []


def test_correction_under_a_future_fact() -> None:
    memory = Memory(note("A"))
    memory.approve(note("B", valid_from="2027-01-01"), STATE_CHANGE, ["A"])
    memory.approve(note("C"), CORRECTION, ["A"])
    assert memory.span("C") == (None, "2027-01-01")
    assert memory.span("B") == ("2027-01-01", None)
    assert memory.value(TODAY) == "C"
    assert memory.value("2027-02-01") == "B"


def test_detach_of_a_wrong_link_in_one_slot() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.detach("B", "A")
    assert memory.span("A") == (JAN, MAR)
    newer = memory.version("B").note
    assert newer.supersedes == () and newer.relation is None
    assert memory.values(FEB, TODAY) == ["A", "B"]
    assert memory.codes() == []


def test_detach_of_a_wrong_correction_needs_a_start() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("C"), CORRECTION, ["A"])
    refusal = memory.detach("C", "A")
    assert isinstance(refusal, Refusal) and refusal.code == "valid-from-required"
    memory.detach("C", "A", valid_from=MAR)
    assert (memory.span("A"), memory.span("C")) == ((JAN, MAR), (MAR, None))


def test_detach_of_a_wrong_correction_keeps_the_proposed_start() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("C", valid_from=MAY), CORRECTION, ["A"])
    assert memory.span("C") == (JAN, None)
    memory.detach("C", "A")
    assert (memory.span("A"), memory.span("C")) == ((JAN, MAY), (MAY, None))


def test_restore_beside_a_living_note() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.archive("A")
    memory.approve(note("B", valid_from=MAR))
    memory.restore("A")
    assert memory.span("A") == (JAN, MAR)
    assert memory.values(FEB, TODAY) == ["A", "B"]


def test_uncertain_end_beside_a_certain_start() -> None:
    memory = Memory(note("A", valid_to="2026-09"), note("B", valid_from="2026-09-15"))
    late, early = memory.at("2026-09-20"), memory.at("2026-09-10")
    assert (late.note_id, late.status, late.certain) == ("B", AnswerStatus.KNOWN, False)
    assert (early.note_id, early.status, early.certain) == ("A", AnswerStatus.KNOWN, False)
    assert memory.codes() == []


SET_HOME = Config(slots=(SlotRule("s", Cardinality.SET),))


def test_set_slot_correct_one_and_revoke_another() -> None:
    memory = Memory(note("A"), note("B"), note("C"), config=SET_HOME)
    memory.approve(note("B2"), CORRECTION, ["B"])
    memory.approve(note("R", value=None, valid_from=MAR), REVOCATION, ["C"])
    assert memory.at(TODAY).note_id == ("A", "B2")
    assert memory.at(FEB).note_id == ("A", "B2", "C")
    assert memory.codes() == []


def test_partial_supersede_is_one_split() -> None:
    memory = Memory(note("A", valid_from=JAN))
    rest = note("Q", memory_key="rest")
    old, new = note("R", memory_key="clause"), note("P", memory_key="clause", valid_from=MAR)
    new = _superseding(new, "R")
    closing = memory.split("A", rest, old, new)
    assert isinstance(closing, Closing)
    spans = [memory.span(name) for name in ("Q", "R", "P")]
    assert spans == [(JAN, None), (JAN, MAR), (MAR, None)]
    assert memory.is_void("A")
    assert closing.uncovered == ()
    assert memory.codes() == []


def _superseding(written: Note, target: str) -> Note:
    return note(
        written.id,
        memory_key=written.memory_key,
        valid_from=written.valid_from,
        supersedes=(target,),
        relation=STATE_CHANGE,
    )
