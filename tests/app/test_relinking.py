"""Another kind for a link that was approved: as if it had been approved so from the start."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import FEB, JAN, MAR, MAY, SLOT, Timeline
from tests.homes import tree_bytes


@pytest.fixture
def line(tmp_path: Path) -> Timeline:
    """note-b replaced note-a in March by a state change."""
    made = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    kinds = {"supersedes": ["note-a"], "relation": "state_change"}
    made.approve("note-b", valid_from=MAR, **kinds)
    return made


def relink(line: Timeline, kind: str, *words: str) -> Any:
    """The decision on note-b, which nobody replaced."""
    file = str(line.file("note-b"))
    return line.decide(
        "note-b", "edit", "--relation", kind, "--result", file, *words, may=("supersedes",)
    )


def refused(line: Timeline, kind: str, *words: str) -> Any:
    """The same, which must leave no trace."""
    file = str(line.file("note-b"))
    found = line.refused("decide", "note-b", "edit", "--relation", kind, "--result", file, *words)
    return found["code"]


def test_a_state_change_was_a_correction_after_all(line: Timeline) -> None:
    before = tree_bytes(line.home, "memory")
    done = relink(line, "correction")
    assert line.void("note-a") and line.span("note-b") == (JAN, None)
    assert line.values(FEB, MAY) == ["run note-b", "run note-b"]
    assert line.fields("note-b")["relation"] == "correction"
    assert len(done["events"]) == 1 and line.codes() == set()
    line.run("undo")
    assert tree_bytes(line.home, "memory") == before


def test_and_back_again_the_old_note_holds_until_the_start(line: Timeline) -> None:
    files = tree_bytes(line.home, "memory")
    relink(line, "correction")
    relink(line, "state_change")
    assert line.values(FEB, MAY) == ["run note-a", "run note-b"]
    assert line.span("note-a") == (JAN, MAR)
    assert tree_bytes(line.home, "memory").keys() == files.keys()


def test_a_link_taken_back_after_that_gives_the_whole_span_back(line: Timeline) -> None:
    """The spans are those before the first approval, not those between two kinds."""
    relink(line, "correction")
    line.decide("note-b", "detach", may=("supersedes",))
    assert line.span("note-a") == (JAN, MAR) and line.span("note-b") == (MAR, None)


def test_the_first_approval_is_undone_only_together_with_it(line: Timeline) -> None:
    """And what was known before the change of kind is still told."""
    [first] = [e["decision"] for e in line.run("history")["events"] if e["action"] == "approve"]
    line.now += timedelta(hours=1)
    then = line.now.isoformat()
    line.now += timedelta(hours=1)
    relink(line, "correction")
    assert line.run("at", SLOT, FEB, "--known-at", then)["answer_value"] == "run note-a"
    assert line.run("at", SLOT, FEB)["answer_value"] == "run note-b"
    assert line.refused("undo", first)["code"] == "has-dependents"
    line.run("undo", first, "--with-dependents")
    assert line.values(FEB, MAY) == ["run note-a", "run note-a"]
    assert [each["notes"] for each in line.run("queue")["items"]] == [["note-b"]]


def test_a_start_can_be_said_with_it(line: Timeline) -> None:
    relink(line, "state_change", "--valid-from", MAY)
    assert line.span("note-a") == (JAN, MAY) and line.span("note-b") == (MAY, None)


def test_what_has_no_sense_is_refused(line: Timeline) -> None:
    assert refused(line, "state_change") == "no-change"
    assert refused(line, "restatement") == "invalid"
    assert refused(line, "scope_change") == "invalid"
    line.approve("note-c", valid_from=MAY, supersedes=["note-b"], relation="state_change")
    assert refused(line, "correction") == "has-dependents"


def test_a_text_and_a_kind_are_two_steps(line: Timeline, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text(line.file("note-b").read_text("utf-8") + "More.\n", "utf-8")
    words = ("decide", "note-b", "edit", "--relation", "correction", "--result", str(other))
    assert line.refused(*words)["code"] == "invalid"
