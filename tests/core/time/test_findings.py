"""Every finding by its code, with the repair that mends it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from curator_core.model.answer import Finding, Version
from curator_core.model.event import Action
from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import FieldValue, Note, Relation, Status
from curator_core.rules import conflicts
from curator_core.rules.closings import Closing
from tests.core.time.memory import Memory, note

STATE_CHANGE, CORRECTION = Relation.STATE_CHANGE, Relation.CORRECTION
JAN, MAR, JUN = "2026-01-01", "2026-03-01", "2026-06-01"


def only(memory: Memory) -> Finding:
    """The one finding of a memory."""
    found = conflicts.findings(memory.history)
    assert len(found) == 1, found
    return found[0]


def repaired(memory: Memory) -> Memory:
    """The memory after the one finding's repair."""
    repair = only(memory).repair
    assert repair is not None
    memory.apply(Closing(writes=repair.writes))
    return memory


def writes(finding: Finding) -> dict[str, Mapping[str, FieldValue]]:
    """The fields that a repair sets, by note."""
    assert finding.repair is not None
    return {write.note_id: write.fields for write in finding.repair.writes}


def test_collision_is_mended_by_ending_the_older_one() -> None:
    memory = Memory(note("A", valid_from=JAN), note("B", valid_from=MAR))
    assert only(memory).code == "collision"
    assert writes(only(memory)) == {"A": {"valid_to": MAR}}
    mended = repaired(memory)
    assert mended.codes() == [] and mended.values(JAN, MAR) == ["A", "B"]


def test_collision_from_one_start_or_of_three_needs_a_person() -> None:
    assert only(Memory(note("A"), note("B"))).repair is None
    three = Memory(note("A"), note("B", valid_from=JAN), note("C", valid_from=MAR))
    assert only(three).ids == ("A", "B", "C") and only(three).repair is None


def test_collisions_of_one_slot_are_grouped_by_time() -> None:
    memory = Memory(
        note("A", valid_to=MAR),
        note("B", valid_from=JAN, valid_to=MAR),
        note("C", valid_from=MAR),
        note("D", valid_from=JUN),
    )
    groups = [finding.ids for finding in conflicts.findings(memory.history)]
    assert groups == [("A", "B"), ("C", "D")]


@pytest.mark.parametrize(
    "other",
    [
        note("B", scope="project:a"),
        note("B", memory_key="t"),
        note("B", memory_key=None),
        note("B", valid_from="2026-09", valid_to=None, status=Status.ARCHIVED),
    ],
)
def test_other_scopes_slots_and_free_notes_do_not_collide(other: Note) -> None:
    assert Memory(note("A"), other).codes() == []


def test_possible_overlap_and_sets_are_no_collision() -> None:
    assert Memory(note("A", valid_to="2026-09"), note("B", valid_from="2026-09-15")).codes() == []
    sets = Config(slots=(SlotRule("s", Cardinality.SET),))
    assert Memory(note("A"), note("B"), config=sets).codes() == []


def test_fork_with_overlap_is_mended_by_chaining() -> None:
    memory = Memory(
        note("A", memory_key=None, status=Status.SUPERSEDED, valid_from=JAN, valid_to=MAR),
        _newer("B", MAR),
        _newer("C", JUN),
    )
    finding = only(memory)
    assert (finding.code, finding.ids) == ("fork", ("A", "B", "C"))
    assert writes(finding) == {
        "B": {"valid_to": JUN, "status": "superseded"},
        "C": {"supersedes": ("B",)},
    }
    mended = repaired(memory)
    assert mended.codes() == [] and mended.at("2026-07-01", "A").note_id == "C"


def test_fork_without_overlap_is_no_finding() -> None:
    memory = Memory(
        note("A", memory_key=None, status=Status.SUPERSEDED, valid_from=JAN, valid_to=MAR),
        _newer("B", MAR, valid_to=JUN),
        _newer("C", JUN),
    )
    assert memory.codes() == []


def _newer(name: str, start: str | None, target: str = "A", **fields: object) -> Note:
    fields.setdefault("relation", STATE_CHANGE)
    return note(name, memory_key=None, supersedes=(target,), valid_from=start, **fields)


def test_cycle_has_no_effect_and_loses_its_oldest_edge() -> None:
    memory = Memory(
        note("A", supersedes=("C",), relation=CORRECTION, valid_from=JAN, valid_to=MAR),
        note("B", supersedes=("A",), relation=STATE_CHANGE, valid_from=MAR, valid_to=JUN),
        note("C", supersedes=("B",), relation=STATE_CHANGE, valid_from=JUN),
    )
    finding = only(memory)
    assert (finding.code, finding.ids) == ("cycle", ("A", "B", "C"))
    assert writes(finding) == {"A": {"supersedes": (), "relation": None}}
    assert finding.repair is not None and finding.repair.decision is Action.DETACH
    assert memory.values(JAN, MAR, JUN) == ["A", "B", "C"]
    mended = repaired(memory)
    assert "cycle" not in mended.codes()
    assert mended.values(JAN, MAR, JUN) == ["A", "B", "C"]


def test_an_unreviewed_note_cannot_break_an_edge_by_a_cycle() -> None:
    memory = Memory(note("A", supersedes=("X",)))
    memory.approve(note("B", valid_from=MAR), STATE_CHANGE, ["A"])
    memory.add(Version(note=note("X", supersedes=("B",), status=Status.CANDIDATE), reviewed=False))
    assert memory.values(JAN, JUN) == ["A", "B"]
    assert memory.codes() == []


def test_self_supersede_has_no_effect() -> None:
    memory = Memory(note("A", supersedes=("A",), relation=CORRECTION))
    assert only(memory).code == "self-supersede"
    assert memory.value(JUN) == "A"
    assert repaired(memory).codes() == []


def test_dangling_links_are_named_and_dropped() -> None:
    memory = Memory(
        note("A", supersedes=("gone", "B"), relation=STATE_CHANGE, valid_from=MAR),
        note("B", status=Status.SUPERSEDED, valid_to=MAR),
    )
    assert (only(memory).code, only(memory).ids) == ("dangling", ("A", "gone"))
    assert writes(only(memory)) == {"A": {"supersedes": ("B",), "relation": "state_change"}}
    assert repaired(memory).codes() == []


def test_dangling_exception_and_successor_are_named() -> None:
    memory = Memory(
        note("E", valid_from=JAN, valid_to=MAR, exception_to="gone"),
        note("F", memory_key="t", extra={"superseded_by": "nobody"}),
    )
    found = conflicts.findings(memory.history)
    assert [(f.code, f.ids, f.field) for f in found] == [
        ("dangling", ("E", "gone"), "exception_to"),
        ("dangling", ("F", "nobody"), "superseded_by"),
    ]


def test_a_back_link_is_an_edge_and_one_sided_until_both_say_it() -> None:
    memory = Memory(
        note("A", status=Status.SUPERSEDED, extra={"superseded_by": "B"}),
        note("B", valid_from=MAR),
    )
    assert memory.values(JAN, JUN) == ["A", "B"]
    assert memory.at(JUN, "A").note_id == "B"
    assert (only(memory).code, only(memory).ids) == ("one-sided", ("A", "B"))
    assert writes(only(memory)) == {"B": {"supersedes": ("A",)}}
    assert repaired(memory).codes() == []


def test_a_note_that_names_another_successor_is_one_sided() -> None:
    memory = Memory(
        note("A", status=Status.SUPERSEDED, valid_to=MAR, extra={"superseded_by": ("C",)}),
        note("B", memory_key="t", supersedes=("A",), relation=STATE_CHANGE, valid_from=MAR),
        note("C", memory_key="u", supersedes=("A",), relation=STATE_CHANGE, valid_from=MAR),
    )
    assert (only(memory).code, only(memory).ids) == ("one-sided", ("A", "B"))


def test_status_against_edge_is_closed_as_the_edge_says() -> None:
    newer = note("B", supersedes=("A",), relation=STATE_CHANGE, valid_from=MAR)
    memory = Memory(note("A", valid_from=JAN), newer)
    assert only(memory).code == "status-against-edge"
    assert writes(only(memory)) == {"A": {"status": "superseded", "valid_to": MAR}}
    assert repaired(memory).codes() == []


def test_a_corrected_note_that_keeps_an_interval_is_emptied() -> None:
    newer = note("B", supersedes=("A",), relation=CORRECTION, valid_from=JAN, valid_to=MAR)
    memory = Memory(note("A", status=Status.SUPERSEDED, valid_from=JAN, valid_to=MAR), newer)
    assert memory.value("2026-02-01") == "B"
    assert only(memory).code == "status-against-edge"
    mended = repaired(memory)
    assert mended.codes() == [] and mended.span("A") == (JAN, JAN)


def test_superseded_without_successor_reopens_or_is_archived() -> None:
    lone = Memory(note("A", status=Status.SUPERSEDED))
    assert only(lone).code == "superseded-without-successor"
    assert lone.value(JUN) == "none"
    assert repaired(lone).value(JUN) == "A"
    taken = Memory(note("A", status=Status.SUPERSEDED), note("B", valid_from=JAN))
    assert writes(only(taken)) == {"A": {"status": "archived"}}
    assert repaired(taken).codes() == []


@pytest.mark.parametrize(
    "field", ["valid_from", "valid_to", "recorded_at", "observed_at", "expires_at", "review_by"]
)
def test_a_time_of_no_form_is_a_finding_and_keeps_its_text(field: str) -> None:
    memory = Memory(note("A", **{field: "2026-02-30"}))
    finding = only(memory)
    assert (finding.code, finding.field, finding.ids) == ("date-form", field, ("A",))
    assert getattr(memory.version("A").note, field) == "2026-02-30"
    bounds = field in ("valid_from", "valid_to", "expires_at")
    assert memory.at(JUN).certain is not bounds


def test_empty_and_negative_intervals() -> None:
    assert Memory(note("A", valid_from=MAR, valid_to=JAN)).codes() == ["negative-interval"]
    assert Memory(note("A", valid_from=MAR, valid_to=MAR)).codes() == ["empty-interval"]
    same = note("A", valid_from="2026-03-01", valid_to="2026-03-01T00:00:00Z")
    assert Memory(same).codes() == ["empty-interval"]


@pytest.mark.parametrize("relation", [r for r in Relation if r is not STATE_CHANGE])
def test_a_replaced_note_may_be_empty(relation: Relation) -> None:
    newer = note("B", supersedes=("A",), relation=relation, valid_from=JAN, scope="project:a")
    old = note("A", status=Status.SUPERSEDED, valid_from=JAN, valid_to=JAN)
    assert Memory(old, newer).codes() == []


def test_duplicate_ids_ignore_case_but_not_an_update_of_a_living_note() -> None:
    assert "duplicate-id" in Memory(note("A"), note("a")).codes()
    memory = Memory(note("A"))
    memory.add(Version(note=note("A", value="new", status=Status.CANDIDATE), reviewed=False))
    assert memory.codes() == [] and memory.value(JUN) == "A"


def test_an_exception_needs_both_ends_and_its_own_slot() -> None:
    memory = Memory(
        note("W"),
        note("E", valid_from=JAN, exception_to="W"),
        note("F", memory_key="t", valid_from=JAN, valid_to=MAR, exception_to="W"),
    )
    assert memory.codes() == ["exception-ends", "exception-slot"]


def test_candidates_are_judged_for_their_times_only() -> None:
    memory = Memory()
    odd = note("A", supersedes=("gone", "A"), valid_from="soon", status=Status.CANDIDATE)
    memory.add(Version(note=odd, reviewed=False))
    assert memory.codes() == ["date-form"]
