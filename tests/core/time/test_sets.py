"""Set slots: union along the scopes, revocations, no collisions (CONTRACT 8)."""

from __future__ import annotations

from curator_core.model.home import Cardinality, Config, SlotRule
from curator_core.model.note import Relation
from tests.core.time.memory import Memory, note

FEB, MAR, JUN = "2026-02-01", "2026-03-01", "2026-06-01"
SET_HOME = Config(slots=(SlotRule("pref.*", Cardinality.SET),))


def test_a_set_slot_lists_the_union_of_its_scopes_in_order() -> None:
    memory = Memory(
        note("b", memory_key="pref.x", valid_from=FEB, sources=("s:2", "s:1")),
        note("a", memory_key="pref.x", valid_from=FEB, sources=("s:1",)),
        note("c", memory_key="pref.x", scope="project:a"),
        note("d", memory_key="pref.x", scope="project:b"),
        config=SET_HOME,
    )
    answer = memory.at(JUN, "pref.x", "project:a")
    assert answer.note_id == ("c", "a", "b") and answer.answer_value == ("c", "a", "b")
    assert (answer.scope, answer.status, answer.certain) == ("project:a", "known", True)
    assert answer.source == ("s:1", "s:2") and answer.collision == ()
    assert memory.at(JUN, "pref.x").note_id == ("a", "b")


def test_an_empty_set_is_none_with_empty_lists() -> None:
    answer = Memory(note("a", memory_key="pref.x", valid_to=FEB), config=SET_HOME).at(JUN, "pref.x")
    assert (answer.status, answer.answer_value, answer.note_id) == ("none", (), ())
    assert answer.certain and answer.plain()["answer_value"] == []


def test_a_set_with_a_merely_possible_member_is_not_certain() -> None:
    memory = Memory(
        note("a", memory_key="pref.x"),
        note("b", memory_key="pref.x", valid_from="2026-09"),
        config=SET_HOME,
    )
    answer = memory.at("2026-09-10", "pref.x")
    assert answer.note_id == ("a", "b") and not answer.certain


def test_a_narrow_revocation_removes_a_member_of_the_union() -> None:
    memory = Memory(
        note("a", memory_key="pref.x"),
        note(
            "r",
            memory_key="pref.x",
            scope="project:a",
            value=None,
            relation=Relation.REVOCATION,
            supersedes=("a",),
            valid_to=JUN,
            valid_from=MAR,
        ),
        config=SET_HOME,
    )
    answer = memory.at("2026-04-01", "pref.x", "project:a")
    assert answer.note_id == ()


def test_an_exception_replaces_its_base_in_a_set_only() -> None:
    memory = Memory(
        note("a", memory_key="pref.x"),
        note("b", memory_key="pref.x"),
        note("e", memory_key="pref.x", valid_from=FEB, valid_to=MAR, exception_to="a"),
        config=SET_HOME,
    )
    assert memory.at(FEB, "pref.x").note_id == ("b", "e")
    assert memory.at(MAR, "pref.x").note_id == ("a", "b")
    assert memory.codes() == []
