"""What approvals write and refuse, beyond the worked cases (CONTRACT 17-20)."""

from __future__ import annotations

import pytest

from curator_core.model.answer import Version
from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Note, Relation, Status
from curator_core.rules.closings import Approval, Closing, after
from curator_core.rules.relations import approve
from tests.core.time.memory import EVENT_AT, Memory, note, pair, refusal, relinked

CORRECTION, STATE_CHANGE = Relation.CORRECTION, Relation.STATE_CHANGE
REVOCATION, SCOPE_CHANGE = Relation.REVOCATION, Relation.SCOPE_CHANGE
JAN, FEB, MAR, MAY, JUN, SEP = (f"2026-{month:02}-01" for month in (1, 2, 3, 5, 6, 9))


def test_supersedes_without_relation_is_asked_with_a_suggestion() -> None:
    started = refusal(pair(), note("C", valid_from=MAY), None, ["B"])
    assert (started.code, started.ids) == ("relation-required", ("B",))
    assert "state_change" in started.hint
    assert "correction" in refusal(pair(), note("C"), None, ["B"]).hint


def test_restatement_is_for_split_and_merge_only() -> None:
    assert pair().refused(note("C"), Relation.RESTATEMENT, ["B"]) == "invalid"


@pytest.mark.parametrize("relation", [STATE_CHANGE, REVOCATION, SCOPE_CHANGE])
def test_what_divides_needs_a_start(relation: Relation) -> None:
    refused = refusal(pair(), note("C", scope="project:a"), relation, ["B"])
    assert (refused.code, refused.field) == ("valid-from-required", "valid_from")


def test_a_flag_wins_over_the_notes_own_start() -> None:
    memory = pair()
    memory.approve(note("C", valid_from=MAY), STATE_CHANGE, ["B"], valid_from=JUN)
    assert (memory.span("B"), memory.span("C")) == ((MAR, JUN), (JUN, None))


@pytest.mark.parametrize("start", [MAR, FEB, "2026-02-28T23:59:59Z", "2026-03", "/2026-05-01"])
def test_a_state_change_at_or_before_the_targets_start_is_refused(start: str) -> None:
    refused = refusal(pair(), note("C", valid_from=start), STATE_CHANGE, ["B"])
    assert (refused.code, refused.hint) == ("relation-order", "correction?")


@pytest.mark.parametrize("start", ["soon", "2026-02-30", ""])
def test_a_start_of_no_form_is_invalid(start: str) -> None:
    memory = pair()
    written = note("C", valid_from=MAY)
    assert memory.refused(written, STATE_CHANGE, ["B"], valid_from=start or " ") == "invalid"


def test_an_end_before_the_start_is_refused() -> None:
    memory = pair()
    ended = note("C", valid_from=MAY, valid_to=MAR)
    assert memory.refused(ended, STATE_CHANGE, ["B"]) == "relation-order"
    assert memory.refused(note("C", valid_from=MAY, valid_to=MAR, memory_key="t")) == (
        "relation-order"
    )
    assert memory.refused(note("C"), CORRECTION, ["B"], valid_to=FEB) == "relation-order"
    expired = note("C", valid_from=MAY, expires_at=JAN)
    assert memory.refused(expired, STATE_CHANGE, ["B"]) == "relation-order"


def test_dead_targets() -> None:
    memory = pair()
    proposed = Version(note=note("U", memory_key="u", status=Status.CANDIDATE), reviewed=False)
    memory.add(proposed)
    memory.approve(note("V", memory_key="v"))
    memory.archive("V")
    memory.approve(note("C"), CORRECTION, ["B"])
    for target in ("gone", "U", "V", "B"):
        for relation in (STATE_CHANGE, CORRECTION):
            refused = refusal(memory, note("X", valid_from=JUN), relation, [target])
            assert (refused.code, refused.ids) == ("dead", (target,))


def test_dead_when_nothing_holds_at_the_start() -> None:
    memory = Memory(note("A", valid_from=JAN, valid_to=MAR))
    assert memory.refused(note("C", valid_from=MAY), STATE_CHANGE, ["A"]) == "dead"
    assert memory.refused(note("C", valid_from=MAR), STATE_CHANGE, ["A"]) == "dead"


def test_a_start_that_another_version_has_is_refused() -> None:
    memory = pair()
    refused = refusal(memory, note("C", valid_from=MAR), STATE_CHANGE, ["A"])
    assert (refused.code, refused.ids) == ("relation-order", ("B",))


def test_a_state_change_takes_the_former_effective_end_or_keeps_its_own() -> None:
    memory = Memory(note("A", valid_from=JAN, expires_at="2026-08-31"))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    assert memory.span("B") == (MAR, SEP)
    memory.approve(note("C", valid_from=MAY, valid_to=JUN), STATE_CHANGE, ["B"])
    assert (memory.span("B"), memory.span("C")) == ((MAR, MAY), (MAY, JUN))
    assert memory.values("2026-07-01") == ["none"]


def test_an_own_end_beyond_the_next_version_collides() -> None:
    memory = pair()
    late = note("L", valid_from=FEB, valid_to=MAY)
    refused = refusal(memory, late, STATE_CHANGE, ["A"])
    assert (refused.code, refused.ids) == ("slot-collision", ("B",))


def test_a_late_arrival_never_becomes_current() -> None:
    memory = pair()
    memory.approve(note("L", valid_from=FEB), STATE_CHANGE, ["A"])
    spans = [memory.span(name) for name in ("A", "L", "B")]
    assert spans == [(JAN, FEB), (FEB, MAR), (MAR, None)]


def test_an_uncertain_start_inside_stays_one_unknown() -> None:
    memory = pair()
    memory.approve(note("C", valid_from="2026-06"), STATE_CHANGE, ["B"])
    assert (memory.span("B"), memory.span("C")) == ((MAR, "2026-06"), ("2026-06", None))
    assert memory.at("2026-06-15").status == "uncertain"
    previous = memory.at("2026-07-15").previous
    assert previous is not None and previous.note_id == "B"
    half = Memory(note("A", valid_from=JAN, valid_to="2026-06-15"))
    assert half.refused(note("C", valid_from="2026-06"), STATE_CHANGE, ["A"]) == "dead"


def test_a_certain_start_settles_an_uncertain_end() -> None:
    memory = Memory(note("A", valid_to="2026-09"))
    memory.approve(note("B", valid_from="2026-09-15"), STATE_CHANGE, ["A"])
    assert memory.span("A") == (None, "2026-09-15")
    assert memory.span("B") == ("2026-09-15", None)
    assert memory.at("2026-09-10").certain and memory.at("2026-09-20").certain
    followed = Memory(note("A", valid_from=JAN))
    followed.approve(note("C", valid_from="2026-09"), STATE_CHANGE, ["A"])
    followed.approve(note("B", valid_from="2026-09-15"), STATE_CHANGE, ["A"])
    assert followed.span("B") == ("2026-09-15", "2026-09")
    assert followed.at("2026-10-02").note_id == "C" and followed.codes() == []


def test_adding_before_the_next_version_is_cut_and_shown() -> None:
    memory = Memory(note("B", valid_from=MAR), note("C", valid_from=MAY, memory_key="t"))
    closing = memory.approve(note("A", valid_from=JAN))
    assert memory.span("A") == (JAN, MAR) and "B" in closing.notices[0]
    assert memory.refused(note("D", valid_from=FEB)) == "slot-collision"
    assert memory.refused(note("D", valid_from=MAR)) == "slot-collision"
    assert memory.refused(note("D", valid_from=MAY)) == "slot-collision"
    memory.approve(note("E"))
    assert memory.span("E") == (None, JAN)


def test_adding_what_expires_before_the_next_version_is_not_cut() -> None:
    memory = Memory(note("B", valid_from=MAY))
    memory.approve(note("A", valid_from=JAN, expires_at=MAR))
    assert memory.span("A") == (JAN, None) and memory.value("2026-03-02") == "none"


def test_the_same_text_in_two_periods_is_two_intervals() -> None:
    memory = Memory(note("A", value="v", valid_from=JAN, valid_to=MAR))
    memory.approve(note("B", value="v", valid_from=SEP))
    assert memory.values(FEB, MAY, "2026-10-01") == ["v", "none", "v"]


def test_adding_an_exception_needs_both_ends() -> None:
    memory = pair()
    assert memory.refused(note("E", valid_from=MAY, exception_to="B")) == "invalid"
    memory.approve(note("E", valid_from=MAY, valid_to=JUN, exception_to="B"))
    assert memory.values(MAR, MAY, JUN) == ["B", "E", "B"]


def test_revocation_at_the_old_start_empties_the_old_note() -> None:
    memory = pair()
    memory.approve(note("R", value=None, valid_from=MAR), REVOCATION, ["B"])
    assert memory.is_void("B") and memory.values(FEB, MAR) == ["A", "revoked"]
    assert memory.codes() == []


def test_a_revocation_occupies_the_slot_up_to_the_former_end() -> None:
    memory = pair()
    memory.approve(note("R", value=None, valid_from=FEB), REVOCATION, ["A"])
    assert memory.span("R") == (FEB, MAR)
    assert memory.refused(note("X", valid_from="2026-02-10", valid_to=MAR)) == "slot-collision"


def test_scope_change_at_the_old_start_means_it_never_held_in_the_wide_scope() -> None:
    memory = pair()
    memory.approve(note("N", scope="project:a", valid_from=MAR), SCOPE_CHANGE, ["B"])
    assert memory.is_void("B") and memory.value(JUN) == "none"
    assert memory.value(JUN, "s", "project:a") == "N"
    assert memory.codes() == []


def test_scope_change_needs_another_scope_and_a_free_place_there() -> None:
    memory = pair()
    assert memory.refused(note("N", valid_from=MAY), SCOPE_CHANGE, ["B"]) == "invalid"
    memory.approve(note("P", scope="project:a"))
    narrow = note("N", scope="project:a", valid_from=MAY)
    assert memory.refused(narrow, SCOPE_CHANGE, ["B"]) == "slot-collision"


def test_scope_change_keeps_exceptions_that_began_before() -> None:
    memory = Memory(note("W"), note("E", valid_from=MAY, valid_to=SEP, exception_to="W"))
    memory.approve(note("N", scope="project:a", valid_from=JUN), SCOPE_CHANGE, ["W"])
    assert memory.values(MAY, "2026-07-01", SEP) == ["E", "E", "none"]


def test_ten_notes_replaced_by_one() -> None:
    old = [note(f"n{i}", memory_key=None, valid_from=JAN) for i in range(10)]
    memory = Memory(*old)
    written = note("M", memory_key=None, valid_from=MAR)
    memory.approve(written, STATE_CHANGE, [one.id for one in old])
    assert {memory.span(one.id) for one in old} == {(JAN, MAR)}
    assert memory.span("M") == (MAR, None) and memory.at(JUN, "n7").note_id == "M"


def test_free_notes_are_retargeted_and_moved_along_their_chain() -> None:
    memory = Memory(note("A", memory_key=None, valid_from=JAN))
    memory.approve(note("B", memory_key=None, valid_from=MAR), STATE_CHANGE, ["A"])
    closing = memory.approve(note("C", memory_key=None, valid_from=JUN), STATE_CHANGE, ["A"])
    assert relinked(closing.retargets) == {"A": "B"}
    memory.approve(note("D", memory_key=None), CORRECTION, ["B"], valid_from=MAY)
    assert (memory.span("A"), memory.span("D")) == ((JAN, MAY), (MAY, JUN))
    assert memory.codes() == []


def test_set_members_are_retargeted_along_their_own_chain() -> None:
    sets = Config(slots=(SlotRule("s", Cardinality.SET),))
    memory = Memory(note("A", valid_from=JAN), note("X"), config=sets)
    memory.approve(note("A2", valid_from=MAR), STATE_CHANGE, ["A"])
    closing = memory.approve(note("A3", valid_from=JUN), STATE_CHANGE, ["A"])
    assert relinked(closing.retargets) == {"A": "A2"}
    assert memory.at(SEP).note_id == ("X", "A3")


def test_closings_are_values_and_change_nothing_themselves() -> None:
    memory = pair()
    before = memory.history
    approval = Approval(
        note=note("C", valid_from=JUN), at=EVENT_AT, relation=STATE_CHANGE, targets=("B",)
    )
    first, second = approve(approval, before), approve(approval, before)
    assert first == second and memory.history is before
    assert isinstance(first, Closing)
    assert after(before, first, [approval.note]).get("B") != before.get("B")


def test_a_note_of_another_slot_takes_the_interval_there() -> None:
    memory = pair()
    other: Note = note("C", memory_key="t")
    memory.approve(other, CORRECTION, ["A"])
    assert memory.is_void("A") and memory.value(FEB) == "none"
    assert memory.value(FEB, "t") == "C" and memory.span("C") == (JAN, MAR)
