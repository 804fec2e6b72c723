"""The trail of an answer, the version before, and what a note says (CONTRACT 10)."""

from __future__ import annotations

from curator_core.model.answer import Version
from curator_core.model.note import Modality, Relation, Status
from curator_core.rules import trails
from tests.core.time.memory import Memory, note

JAN, FEB, MAR, JUN = "2026-01-01", "2026-02-01", "2026-03-01", "2026-06-01"


def test_trail_is_oldest_first_with_effective_ends() -> None:
    memory = Memory(
        note("A", status=Status.SUPERSEDED, valid_from=JAN),
        note("B", supersedes=("A",), relation=Relation.STATE_CHANGE, valid_from=MAR),
        note("C", valid_from=FEB, expires_at="2026-02-10", observed_at=FEB),
        note("D", valid_from=FEB, valid_to=FEB, recorded_at="2026-02-01T09:00:00Z"),
    )
    trail = memory.at(JUN).trail
    assert [(row.note_id, row.valid_to) for row in trail] == [
        ("A", MAR),
        ("C", "2026-02-11"),
        ("D", FEB),
        ("B", None),
    ]


def test_trail_orders_equal_starts_by_when_they_were_seen() -> None:
    late = note("A", valid_from=JAN, valid_to=FEB, observed_at="2026-05-01T00:00:00Z")
    early = note("B", valid_from=JAN, valid_to=FEB, observed_at="2026-02-01T00:00:00Z")
    assert [row.note_id for row in Memory(late, early).at(JUN).trail] == ["B", "A"]


def test_trail_tells_who_approved_what() -> None:
    decided = Version(
        note=note("A"),
        reviewed=True,
        approved_by="human:p@e.org",
        approved_at="2026-01-02T00:00:00Z",
        decision="d1",
    )
    memory = Memory()
    memory.add(decided)
    row = memory.at(JUN).trail[0]
    assert (row.approved_by, row.approved_at, row.decision) == (
        "human:p@e.org",
        "2026-01-02T00:00:00Z",
        "d1",
    )


def test_previous_is_never_corrected_excepting_archived_or_silent() -> None:
    memory = Memory(
        note("O", valid_to=JAN),
        note("A", valid_from=JAN, valid_to=FEB),
        note("X", valid_from=FEB, valid_to=MAR, status=Status.ARCHIVED),
        note("E", valid_from="2026-02-10", valid_to="2026-02-20", exception_to="A"),
        note("H", valid_from=FEB, valid_to=MAR, modality=Modality.HYPOTHETICAL),
        note("B", valid_from=MAR),
    )
    answer = memory.at(JUN)
    assert answer.previous is not None and answer.previous.note_id == "A"
    memory.approve(note("C"), Relation.CORRECTION, ["A"])
    corrected = memory.at(JUN).previous
    assert corrected is not None and corrected.note_id == "C"


def test_the_first_paragraph_answers_where_no_value_is() -> None:
    body = "# Deploy\n\nUse the\nblue button.\n\nMore.\n"
    assert trails.answer_text(note("A", value=None, body=body)) == "Use the blue button."
    assert trails.first_paragraph("部署命令是\n蓝色按钮。\n") == "部署命令是蓝色按钮。"
    assert trails.answer_text(note("A", value=None, title="T")) == "T"
    assert trails.answer_text(note("A", value=None)) == ""
