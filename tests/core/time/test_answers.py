"""The answer package, clause by clause (CONTRACT 8-16)."""

from __future__ import annotations

import json
from dataclasses import replace

from curator_core.model.answer import AnswerStatus, KnownBy, Version
from curator_core.model.home import Config
from curator_core.model.note import Modality, Relation, Status
from curator_core.rules import answers, chains
from tests.core.time.memory import UTC_HOME, Memory, instant, note, reviewed

JAN, FEB, MAR, JUN = "2026-01-01", "2026-02-01", "2026-03-01", "2026-06-01"
KEYS = (
    "slot scope status answer_value as_of certain note_id source previous collision candidates "
    "exceptions applies_when edited_since_review known_by trail nearest"
)
TRAIL_KEYS = (
    "note_id answer_value valid_from valid_to recorded_at observed_at status relation supersedes "
    "approved_by approved_at decision sources reviewed"
)


def test_package_has_every_key_in_order_as_json() -> None:
    memory = Memory(note("A", valid_from=JAN, valid_to=MAR), note("B", valid_from=MAR))
    plain = memory.at(JUN).plain()
    assert " ".join(plain) == KEYS
    assert json.loads(json.dumps(plain)) == plain
    trail = plain["trail"]
    assert isinstance(trail, list) and " ".join(trail[0]) == TRAIL_KEYS
    assert isinstance(plain["previous"], dict) and " ".join(plain["previous"]) == TRAIL_KEYS


def test_known_names_its_note_sources_conditions_and_instant() -> None:
    sources = ("ticket:7", "journal.md#L3-L4")
    memory = Memory(note("A", sources=sources, applies_when=("env:prod",), memory_key="Deploy-Cmd"))
    answer = memory.at("2026-03-04T05:06:07+02:00", "deploy_cmd")
    assert (answer.status, answer.answer_value, answer.note_id) == ("known", "A", "A")
    assert (answer.source, answer.applies_when, answer.slot) == (
        sources,
        ("env:prod",),
        "Deploy-Cmd",
    )
    assert answer.as_of == "2026-03-04T05:06:07+02:00"
    assert answer.certain and answer.known_by is KnownBy.LEDGER


def test_unknown_slot_names_the_nearest_reviewed_ones() -> None:
    memory = Memory(note("A", memory_key="deploy.prod"))
    secret = note("X", memory_key="deploy.prodd", status=Status.CANDIDATE)
    memory.add(Version(note=secret, reviewed=False))
    answer = memory.at(JUN, "deploy-prod")
    assert (answer.status, answer.note_id, answer.answer_value) == ("none", None, None)
    assert answer.nearest == ("deploy.prod",)
    assert memory.at(JUN, "deploy.prod").nearest == ()


def test_two_open_versions_are_a_conflict_and_never_one_of_them() -> None:
    memory = Memory(note("A"), note("B", valid_from=MAR))
    answer = memory.at(JUN)
    assert (answer.status, answer.collision) == (AnswerStatus.CONFLICT, ("A", "B"))
    assert (answer.note_id, answer.answer_value, answer.certain) == (None, None, False)
    assert memory.value(FEB) == "A"


def test_two_merely_possible_versions_are_candidates() -> None:
    memory = Memory(note("A", valid_from=JAN))
    memory.approve(note("B", valid_from="2026-09"), Relation.STATE_CHANGE, ["A"])
    answer = memory.at("2026-09-10")
    assert (answer.status, answer.note_id, answer.certain) == (AnswerStatus.UNCERTAIN, None, False)
    assert [(c.note_id, c.valid_from, c.valid_to) for c in answer.candidates] == [
        ("A", JAN, "2026-09"),
        ("B", "2026-09", None),
    ]
    assert memory.at("2026-08-31").certain and memory.at("2026-10-01").certain
    after = memory.at("2026-10-01")
    assert after.previous is not None and after.previous.note_id == "A"


def test_only_reviewed_notes_answer_and_others_stay_in_the_trail() -> None:
    memory = Memory(note("A", valid_from=JAN))
    proposed = note("B", status=Status.CANDIDATE, supersedes=("A",), valid_from=FEB, reviewed=True)
    memory.add(Version(note=proposed, reviewed=False))
    answer = memory.at(JUN)
    assert answer.note_id == "A"
    assert [(row.note_id, row.reviewed) for row in answer.trail] == [("A", True), ("B", False)]
    assert memory.at(JUN, "B").note_id == "A"


def test_archived_notes_free_their_slot_and_stay_in_the_trail() -> None:
    memory = Memory(note("A"), note("B", status=Status.ARCHIVED))
    answer = memory.at(JUN)
    assert answer.note_id == "A"
    assert {row.note_id for row in answer.trail} == {"A", "B"}


def test_expiry_ends_an_answer_after_its_day() -> None:
    home = Config(timezone="Europe/Berlin")
    memory = Memory(note("A", expires_at="2026-06-01"), config=home)
    assert memory.value("2026-06-01T23:59:59+02:00") == "A"
    assert memory.value("2026-06-02T00:00:00+02:00") == "none"
    assert Memory(note("A", expires_at="2026-06-01T12:00:00Z")).value("2026-06-01T12:00:00Z") == (
        "none"
    )


def test_superseded_without_end_ends_at_its_first_reviewed_successor() -> None:
    old = note("A", status=Status.SUPERSEDED)
    newer = note("B", supersedes=("A",), relation=Relation.STATE_CHANGE, valid_from=MAR)
    memory = Memory(old, newer)
    assert memory.values(FEB, MAR) == ["A", "B"]
    assert Memory(old).values(FEB, MAR) == ["none", "none"]
    recorded = replace(newer, valid_from=None, recorded_at="2026-04-01T00:00:00Z", memory_key="t")
    assert Memory(old, recorded).values("2026-03-31", "2026-04-01") == ["A", "none"]


def test_an_edge_closes_a_note_that_still_looks_active() -> None:
    newer = note("B", supersedes=("A",), relation=Relation.STATE_CHANGE, valid_from=MAR)
    memory = Memory(note("A"), newer)
    assert memory.values(FEB, MAR) == ["A", "B"]
    assert memory.codes() == ["status-against-edge"]


def test_revocation_answers_revoked_and_with_a_value_known() -> None:
    memory = Memory(note("A"))
    memory.approve(
        note("R", value=None, body="Never mind.", valid_from=MAR), Relation.REVOCATION, ["A"]
    )
    answer = memory.at(JUN)
    assert (answer.status, answer.note_id, answer.answer_value) == ("revoked", "R", None)
    assert answer.certain and answer.previous is not None and answer.previous.note_id == "A"
    other = Memory(note("A"))
    other.approve(note("R", value="never", valid_from=MAR), Relation.REVOCATION, ["A"])
    assert other.value(JUN) == "never"


def test_a_negated_note_revokes_only_when_it_supersedes_without_value() -> None:
    negated = note("N", value=None, body="We do not.", modality=Modality.NEGATED)
    assert Memory(negated).value(JUN) == "We do not."
    memory = Memory(note("A"))
    memory.approve(replace(negated, valid_from=MAR), Relation.STATE_CHANGE, ["A"])
    assert memory.at(JUN).status is AnswerStatus.REVOKED


def test_silent_modalities_neither_answer_nor_occupy() -> None:
    for modality in (Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED):
        memory = Memory(note("H", modality=modality))
        assert memory.value(JUN) == "none"
        memory.approve(note("A"))
        assert memory.value(JUN) == "A" and memory.at(JUN).certain


def test_the_first_scope_with_a_valid_or_possible_note_answers() -> None:
    memory = Memory(
        note("G"),
        note("P", scope="project:a", valid_from=MAR),
        note("Q", scope="project:b"),
        note("R", scope="review_required"),
    )
    assert memory.at(FEB, "s", "project:a/x").scope == "global"
    found = memory.at(MAR, "s", "project:a/x")
    assert (found.scope, found.note_id) == ("project:a", "P")
    assert memory.at(JUN, "s", "project:c", "project:b").note_id == "Q"
    assert memory.value(JUN, "s", "review_required") == "G"
    nothing = Memory(note("Q", scope="project:b")).at(JUN, "s", "project:a")
    assert (nothing.status, nothing.scope, nothing.nearest) == ("none", "project:a", ())


def test_a_note_id_answers_for_its_chain() -> None:
    memory = Memory(note("A", memory_key=None, scope="project:b", valid_from=JAN))
    newer = note("B", memory_key=None, scope="project:b", valid_from=MAR)
    memory.approve(newer, Relation.STATE_CHANGE, ["A"])
    for asked in ("A", "b"):
        answer = memory.at(JUN, asked)
        assert (answer.note_id, answer.slot, answer.scope) == ("B", None, "project:b")
        assert [row.note_id for row in answer.trail] == ["A", "B"]
    assert memory.value(FEB, "B") == "A"


def test_a_slot_wins_over_a_note_id_of_the_same_name_only_when_reviewed() -> None:
    memory = Memory(note("deploy", memory_key=None, value="by id"))
    hijack = note("X", memory_key="deploy", status=Status.CANDIDATE)
    memory.add(Version(note=hijack, reviewed=False))
    assert memory.value(JUN, "deploy") == "by id"
    memory.add(reviewed(note("Y", memory_key="deploy")))
    assert memory.value(JUN, "deploy") == "Y"


def test_edited_and_known_by_belong_to_the_answering_note() -> None:
    memory = Memory(note("B", valid_from=MAR))
    edited = Version(
        note=note("A", valid_to=MAR),
        reviewed=True,
        edited_since_review=True,
        known_by=KnownBy.COMMIT,
    )
    memory.add(edited)
    before, after = memory.at(FEB), memory.at(JUN)
    assert (before.edited_since_review, before.known_by) == (True, KnownBy.COMMIT)
    assert (after.edited_since_review, after.known_by) == (False, KnownBy.LEDGER)


def test_twins_with_one_text_are_one_answer_and_different_ones_a_conflict() -> None:
    memory = Memory(note("A"), note("A"))
    assert memory.value(JUN) == "A" and memory.codes() == ["duplicate-id"]
    split = Memory(note("A"), note("a", value="other"))
    assert split.at(JUN).status is AnswerStatus.CONFLICT


def test_explain_cuts_the_trail_to_a_window() -> None:
    memory = Memory(
        note("A", valid_to=FEB), note("B", valid_from=FEB, valid_to=MAR), note("C", valid_from=MAR)
    )
    window = (instant("2026-02-10"), instant("2026-02-20"))
    answer = answers.explain("s", (), instant(JUN), memory.history, window)
    assert answer.note_id == "C" and [row.note_id for row in answer.trail] == ["B"]
    whole = answers.explain("s", (), instant(JUN), memory.history, (None, None))
    assert whole == memory.at(JUN)


def test_answers_from_a_part_are_the_answers_of_the_whole() -> None:
    memory = Memory(*(note(f"n{i}", memory_key=f"k{i}") for i in range(50)))
    memory.approve(note("B", memory_key="k7", valid_from=MAR), Relation.STATE_CHANGE, ["n7"])
    slot = memory.history.slots.of(memory.version("n7").note)
    assert slot is not None
    small = chains.part(memory.history, [slot], [])
    assert {version.note.id for version in small.versions} == {"n7", "B"}
    whole = answers.answer("k7", (), instant(JUN), memory.history)
    assert answers.answer("k7", (), instant(JUN), small) == whole


def test_order_of_versions_never_matters() -> None:
    notes = [
        note("A", status=Status.SUPERSEDED),
        note("B", supersedes=("A",), relation=Relation.STATE_CHANGE, valid_from=MAR),
        note("C", valid_from="2026-09"),
    ]
    forward, backward = Memory(*notes), Memory(*reversed(notes))
    for time in (FEB, JUN, "2026-09-10", "2026-10-10"):
        assert forward.at(time) == backward.at(time)
    assert UTC_HOME.slots == ()
