"""Cases C11, C14 and C16: what other memories lost or kept twice when a fact changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.timeline import FEB, JAN, JUN, MAR, MAY, SLOT, Timeline
from tests.homes import reviewed, tree_bytes

CHANGES = ("--relation", "state_change")


def test_c11_two_employers_are_a_conflict_and_neither_is_certain(tmp_path: Path) -> None:
    line = Timeline(
        tmp_path / "home",
        reviewed("works-x", memory_key="employer", value="Xylo", valid_from=JAN),
        reviewed("works-y", memory_key="employer", value="Yarrow", valid_from=MAR),
    )
    current = line.run("current", "employer")
    assert (current["status"], current["answer_value"], current["note_id"]) == (
        "conflict",
        None,
        None,
    )
    assert (current["certain"], current["collision"]) == (False, ["works-x", "works-y"])
    (item,) = line.run("queue", "--lane", "conflicting")["items"]
    assert (item["notes"], item["flags"]) == (["works-x", "works-y"], ["collision"])
    shown = line.run("show", item["item"])
    assert "works-x" in shown["repair"] and "works-y" in shown["repair"]
    assert line.run("at", "employer", FEB)["answer_value"] == "Xylo", "then there was one"
    line.run("decide", item["item"], "approve")
    assert line.run("current", "employer")["answer_value"] == "Yarrow"
    assert line.run("at", "employer", FEB)["answer_value"] == "Xylo"
    line.run("undo")
    assert line.run("current", "employer")["status"] == "conflict"


def test_c11_a_conflict_that_is_dismissed_is_still_a_conflict(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN}, note_b={"valid_from": MAR})
    (item,) = line.run("queue")["items"]
    line.run("decide", item["item"], "reject")
    assert line.run("queue")["items"] == []
    assert line.current()["status"] == "conflict"


def test_c14_the_same_sentence_in_two_periods_is_two_intervals(tmp_path: Path) -> None:
    span = {"value": "office closed", "valid_from": JAN, "valid_to": "2026-04-01"}
    line = Timeline(tmp_path / "home", note_a=span)
    line.propose("note-b", value="office closed", valid_from="2026-08-01")
    (item,) = line.run("queue")["items"]
    assert (item["health"], item["lane"]) == ("clean", "candidate"), "no duplicate"
    line.decide("note-b", "approve")
    assert line.values(FEB, MAY, "2026-09-01") == ["office closed", "none", "office closed"]
    trail = line.run("explain", SLOT)["trail"]
    assert [(row["valid_from"], row["valid_to"]) for row in trail] == [
        (JAN, "2026-04-01"),
        ("2026-08-01", None),
    ]


@pytest.mark.parametrize("relation", ["state_change", "correction", "revocation"])
def test_c16_the_old_one_is_closed_with_the_new_one(tmp_path: Path, relation: str) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    value = None if relation == "revocation" else "run note-b"
    words = ("--relation", relation)
    line.approve("note-b", *words, valid_from=MAR, value=value, supersedes=["note-a"])
    assert line.status("note-a") == "superseded"
    assert line.span("note-a")[1] == (JAN if relation == "correction" else MAR)
    answer = line.current()
    assert (answer["note_id"], answer["collision"]) == ("note-b", [])
    live = [row["note_id"] for row in line.run("explain", SLOT, "--from", JUN)["trail"]]
    assert live == ["note-b"], "nothing else holds from then on"
    line.run("views")
    views = tree_bytes(line.home, ".curator/views")
    memory = next(data for path, data in views.items() if path.endswith("MEMORY.md")).decode()
    assert "run note-a" not in memory
    assert ("run note-b" in memory) is (value is not None)
