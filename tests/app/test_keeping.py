"""Decisions about memory by the command line: confirm, archive, pin, detach, and undo of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.timeline import AUG, FEB, JAN, JUN, MAR, MAY, SLOT, Timeline
from tests.homes import CONFIG, tree_bytes

CORRECTS = ("--relation", "correction")
CHANGES = ("--relation", "state_change")


@pytest.fixture
def line(tmp_path: Path) -> Timeline:
    return Timeline(tmp_path / "home", note_a={"valid_from": JAN})


def test_confirm_sets_verified_at_and_the_next_review(tmp_path: Path) -> None:
    config = CONFIG + 'cycle = { semantic = "90d" }\n'
    line = Timeline(
        tmp_path / "home", config=config, note_a={}, note_p={"kind": "preference", "pin": True}
    )
    line.decide("note-a", "confirm", may=["verified_at", "review_by"])
    fields = line.fields("note-a")
    assert (fields["verified_at"], fields["review_by"]) == ("2026-11-29T08:00:00Z", "2027-02-27")
    line.decide("note-p", "confirm", may=["verified_at"])
    assert "review_by" not in line.fields("note-p"), "no cycle, no date"
    assert line.current()["collision"] == ["note-a", "note-p"], "confirming is no answer to it"


def test_confirm_of_a_candidate_or_an_unreviewed_note_is_refused(line: Timeline) -> None:
    line.propose("note-b")
    refused = line.refused("decide", "note-b", "confirm")
    assert (refused["exit"], refused["code"]) == (4, "invalid")


def test_archive_frees_the_slot_and_reopens_nothing(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    path = line.file("note-b")
    line.decide("note-b", "archive")
    assert (line.file("note-b"), line.status("note-b")) == (path, "archived")
    assert line.span("note-a") == (JAN, MAR)
    assert line.values(FEB, AUG) == ["run note-a", "none"]
    trail = line.run("explain", SLOT)["trail"]
    assert [(row["note_id"], row["status"]) for row in trail] == [
        ("note-a", "superseded"),
        ("note-b", "archived"),
    ]
    assert line.refused("decide", "note-b", "archive")["code"] == "no-change"
    line.decide("note-b", "restore")
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
    assert line.refused("decide", "note-b", "restore")["code"] == "no-change"
    assert line.codes() == set()


def test_archive_and_restore_bring_every_byte_back_when_undone(line: Timeline) -> None:
    start = tree_bytes(line.home, "memory")
    line.decide("note-a", "archive")
    archived = tree_bytes(line.home, "memory")
    line.decide("note-a", "restore")
    line.run("undo")
    assert tree_bytes(line.home, "memory") == archived
    line.run("undo")
    assert tree_bytes(line.home, "memory") == start


def test_restore_into_an_occupied_slot_is_a_collision(line: Timeline) -> None:
    line.decide("note-a", "archive")
    line.approve("note-b", valid_from="2025-06-01")
    refused = line.refused("decide", "note-a", "restore")
    assert (refused["exit"], refused["code"]) == (4, "slot-collision")


def test_pin_and_unpin(line: Timeline) -> None:
    before = line.file("note-a").read_bytes()
    line.decide("note-a", "pin", may=["pin"])
    assert line.fields("note-a")["pin"] == "true"
    assert line.refused("decide", "note-a", "pin")["code"] == "no-change"
    line.decide("note-a", "unpin", may=["pin"])
    assert line.fields("note-a")["pin"] == "false"
    assert line.refused("decide", "note-a", "unpin")["code"] == "no-change"
    line.run("undo")
    line.run("undo")
    assert line.file("note-a").read_bytes() == before
    assert line.codes() == set()


def test_detach_takes_the_interval_from_the_ledger(tmp_path: Path) -> None:
    span = {"valid_from": JAN, "valid_to": "2026-09-01", "memory_key": "other-slot"}
    line = Timeline(tmp_path / "home", note_a=span)
    words = (*CHANGES, "--confirm", "slot-differs")
    line.approve("note-b", *words, valid_from=MAR, supersedes=["note-a"])
    assert line.span("note-a") == (JAN, MAR)
    line.decide("note-b", "detach", "--target", "note-a", may=["supersedes"])
    assert line.span("note-a") == (JAN, "2026-09-01"), "another slot: nothing cuts it"
    assert line.run("at", "other-slot", AUG)["note_id"] == "note-a"


def test_detach_with_its_own_end(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.decide("note-b", "detach", "--valid-to", FEB, may=["supersedes"])
    assert line.span("note-a") == (JAN, FEB)
    assert line.values("2026-02-15") == ["none"]


def test_detach_of_a_wrong_correction_keeps_what_it_proposed(line: Timeline) -> None:
    line.approve("note-b", *CORRECTS, valid_from=MAY, supersedes=["note-a"])
    assert line.span("note-b") == (JAN, None)
    line.decide("note-b", "detach", may=["supersedes"])
    assert (line.span("note-a"), line.span("note-b")) == ((JAN, MAY), (MAY, None))
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
    assert line.codes() == set()


def test_detach_of_a_wrong_correction_without_a_start_needs_one(line: Timeline) -> None:
    line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    refused = line.refused("decide", "note-b", "detach")
    assert (refused["exit"], refused["code"]) == (4, "valid-from-required")
    line.decide("note-b", "detach", "--valid-from", JUN, may=["supersedes"])
    assert (line.span("note-a"), line.span("note-b")) == ((JAN, JUN), (JUN, None))


def test_detach_of_what_is_not_linked_and_of_one_of_many(tmp_path: Path) -> None:
    line = Timeline(
        tmp_path / "home",
        note_a={"valid_from": JAN, "memory_key": "one"},
        note_b={"valid_from": FEB, "memory_key": "two"},
    )
    line.approve(
        "note-c", *CHANGES, memory_key=None, valid_from=MAR, supersedes=["note-a", "note-b"]
    )
    many = line.refused("decide", "note-c", "detach")
    assert (many["exit"], many["ids"]) == (2, ["note-a", "note-b"])
    assert line.refused("decide", "note-c", "detach", "--target", "zzz")["code"] == "no-change"
    line.decide("note-c", "detach", "--target", "note-a", may=["supersedes"])
    assert line.fields("note-c")["supersedes"] == ["note-b"]
    assert line.fields("note-c")["relation"] == "state_change", "one edge is left"
    assert (line.span("note-a"), line.span("note-b")) == ((JAN, None), (FEB, MAR))


def test_detach_is_undone_byte_for_byte(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    before = tree_bytes(line.home, "memory")
    line.decide("note-b", "detach", may=["supersedes"])
    line.run("undo")
    assert tree_bytes(line.home, "memory") == before


def test_an_undecided_edit_is_decided_first(line: Timeline) -> None:
    path = line.file("note-a")
    path.write_text(path.read_text() + "edited\n")
    for words in (("archive",), ("pin",), ("confirm",)):
        refused = line.refused("decide", "note-a", *words)
        assert (refused["exit"], refused["code"]) == (3, "conflict"), words
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    refused = line.refused("decide", "note-b", "approve", *CHANGES)
    assert (refused["exit"], refused["code"], refused["ids"]) == (3, "conflict", ["note-a"])


def test_a_decision_on_an_edit_depends_on_the_approval_it_edits(line: Timeline) -> None:
    first = line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    path = line.file("note-b")
    path.write_text(path.read_text() + "edited\n")
    (item,) = line.run("queue")["items"]
    second = line.run("decide", item["item"], "approve")
    refused = line.refused("undo", first["decision"])
    assert (refused["code"], refused["ids"]) == ("has-dependents", [second["decision"]])
    line.run("undo", second["decision"])
    path.write_text(path.read_text().replace("edited\n", ""))
    line.run("undo", first["decision"])
    assert line.span("note-a") == (JAN, None)


def test_an_exception_depends_on_the_approval_of_its_base(line: Timeline) -> None:
    base = line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    span = {"valid_from": MAY, "valid_to": JUN, "exception_to": "note-b"}
    excepted = line.approve("note-e", **span)
    refused = line.refused("undo", base["decision"])
    assert (refused["code"], refused["ids"]) == ("has-dependents", [excepted["decision"]])
    line.run("undo", base["decision"], "--splice")
    assert line.fields("note-e")["exception_to"] == "note-a"
    assert line.values(FEB, MAY, AUG) == ["run note-a", "run note-e", "run note-a"]
    assert line.codes() == set()
    line.run("undo", line.run("history")["events"][0]["decision"])
    line.run("undo", base["decision"], "--with-dependents")
    assert line.values(FEB, MAY) == ["run note-a", "run note-a"]
    assert line.codes() == set()


def test_a_redo_is_held_up_by_the_undo_of_what_it_built_on(line: Timeline) -> None:
    first = line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.approve("note-c", *CHANGES, valid_from=JUN, supersedes=["note-b"])
    back = line.run("undo")
    older = line.run("undo", first["decision"])
    refused = line.refused("undo", back["decision"])
    assert (refused["code"], refused["ids"]) == ("has-dependents", [older["decision"]])
    line.run("undo", back["decision"], "--with-dependents")
    assert line.values(FEB, MAR, AUG) == ["run note-a", "run note-b", "run note-c"]


def test_two_splices_one_after_the_other(line: Timeline) -> None:
    first = line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    second = line.approve("note-c", *CHANGES, valid_from=MAR, supersedes=["note-b"])
    line.approve("note-d", *CHANGES, valid_from=JUN, supersedes=["note-c"])
    line.run("undo", first["decision"], "--splice")
    assert line.values(FEB, MAY, AUG) == ["run note-a", "run note-c", "run note-d"]
    line.run("undo", second["decision"], "--splice")
    assert line.fields("note-d")["supersedes"] == ["note-a"]
    assert line.values(FEB, MAY, AUG) == ["run note-a", "run note-a", "run note-d"]
    assert line.codes() == set()


def test_a_rejected_edit_does_not_hold_an_undo_up(line: Timeline) -> None:
    before = tree_bytes(line.home, "memory")
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    first = line.decide("note-b", "approve", *CHANGES)
    path = line.file("note-b")
    path.write_text(path.read_text() + "edited\n")
    (item,) = line.run("queue")["items"]
    line.run("decide", item["item"], "reject")
    line.run("undo", first["decision"])
    assert tree_bytes(line.home, "memory/notes") == {
        p: data for p, data in before.items() if p.startswith("memory/notes/")
    }


def test_an_undone_undo_that_was_built_upon_names_its_dependents(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    back = line.run("undo")
    third = line.decide("note-a", "confirm", may=["verified_at"])
    refused = line.refused("undo", back["decision"])
    assert (refused["code"], refused["ids"]) == ("has-dependents", [third["decision"]])
    line.run("undo", back["decision"], "--with-dependents")
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
