"""Relations at their edges by the command line: refusals, confirmations, previews (CONTRACT §B)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import AUG, DEC, FEB, JAN, JUN, MAR, MAY, SLOT, Timeline
from tests.homes import git, reviewed, tree_bytes

CORRECTS = ("--relation", "correction")
CHANGES = ("--relation", "state_change")
REVOKES = ("--relation", "revocation")
NARROWS = ("--relation", "scope_change")


@pytest.fixture
def line(tmp_path: Path) -> Timeline:
    return Timeline(tmp_path / "home", note_a={"valid_from": JAN})


def _refusal(line: Timeline, note_id: str, *words: str) -> tuple[int, str]:
    refused = line.refused("decide", note_id, "approve", *words)
    return refused["exit"], refused["code"]


def test_superseding_needs_a_relation_and_the_hint_suggests_one(line: Timeline) -> None:
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    refused = line.refused("decide", "note-b", "approve")
    assert (refused["exit"], refused["code"]) == (4, "relation-required")
    assert "state_change" in refused["hint"]
    line.propose("note-c", supersedes=["note-a"])
    assert "correction" in line.refused("decide", "note-c", "approve")["hint"]


def test_the_flag_outranks_the_notes_own_relation(line: Timeline) -> None:
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"], relation="correction")
    line.decide("note-b", "approve", *CHANGES)
    assert line.fields("note-b")["relation"] == "state_change"
    assert line.span("note-a") == (JAN, MAR)


@pytest.mark.parametrize("words", [CHANGES, REVOKES, NARROWS])
def test_a_change_needs_a_start(line: Timeline, words: tuple[str, str]) -> None:
    scope = "project:a" if words is NARROWS else "global"
    line.propose("note-b", scope=scope, supersedes=["note-a"])
    assert _refusal(line, "note-b", *words) == (4, "valid-from-required")
    line.decide("note-b", "approve", *words, "--valid-from", MAR)
    assert line.span("note-b") == (MAR, None)
    assert line.span("note-a") == (JAN, MAR)


@pytest.mark.parametrize("start", [JAN, DEC])
def test_a_state_change_at_or_before_the_start_is_out_of_order(line: Timeline, start: str) -> None:
    line.propose("note-b", valid_from=start, supersedes=["note-a"])
    refused = line.refused("decide", "note-b", "approve", *CHANGES)
    assert (refused["exit"], refused["code"]) == (4, "relation-order")
    assert "correction" in refused["hint"]


def test_a_revocation_at_the_old_start_leaves_the_old_one_empty(line: Timeline) -> None:
    line.approve("note-r", *REVOKES, value=None, valid_from=JAN, supersedes=["note-a"])
    assert line.void("note-a")
    assert line.values(DEC, FEB) == ["none", "revoked"]
    assert line.codes() == set()


def test_a_scope_change_at_the_old_start_never_held_in_the_wide_scope(line: Timeline) -> None:
    line.approve("note-n", *NARROWS, scope="project:a", valid_from=JAN, supersedes=["note-a"])
    assert line.void("note-a")
    assert line.values(FEB) == ["none"]
    assert line.codes() == set()


def test_a_change_takes_the_former_end_and_its_own_where_it_has_one(tmp_path: Path) -> None:
    span = {"valid_from": JAN, "valid_to": "2026-09-01"}
    line = Timeline(tmp_path / "home", note_a=span)
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    assert line.span("note-b") == (MAR, "2026-09-01")
    line.approve("note-c", *CHANGES, valid_from=MAY, valid_to=JUN, supersedes=["note-b"])
    assert (line.span("note-b"), line.span("note-c")) == ((MAR, MAY), (MAY, JUN))
    assert line.values(AUG) == ["none"], "nobody says that the old value came back"


def test_superseding_what_is_gone_void_or_unreviewed_is_dead(line: Timeline) -> None:
    line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    line.propose("note-c", valid_from=MAR, supersedes=["note-a"])
    assert _refusal(line, "note-c", *CHANGES) == (3, "dead")
    line.propose("note-d", valid_from=MAR, supersedes=["nobody"])
    assert _refusal(line, "note-d", *CHANGES) == (3, "dead")
    line.propose("note-e", valid_from=MAR, supersedes=["note-c"])
    assert _refusal(line, "note-e", *CHANGES) == (3, "dead")


def test_a_start_at_which_nothing_holds_is_dead(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN, "valid_to": MAR})
    line.propose("note-b", valid_from=JUN, supersedes=["note-a"])
    refused = line.refused("decide", "note-b", "approve", *CHANGES)
    assert (refused["exit"], refused["code"], refused["ids"]) == (3, "dead", ["note-a"])


def test_adding_into_an_occupied_slot_is_a_collision(line: Timeline) -> None:
    line.propose("note-b", valid_from=MAR)
    refused = line.refused("decide", "note-b", "approve")
    assert (refused["exit"], refused["code"]) == (4, "slot-collision")
    assert refused["ids"] == ["note-a"]


def test_adding_before_the_next_version_ends_there_and_says_so(line: Timeline) -> None:
    line.propose("note-b", valid_from="2025-06-01")
    shown = line.run("decide", "note-b", "approve", "--dry-run")
    assert any("note-a" in text and JAN in text for text in shown["notices"])
    line.decide("note-b", "approve")
    assert line.span("note-b") == ("2025-06-01", JAN)
    line.propose("note-c", valid_from="2025-01-01", valid_to=FEB)
    assert _refusal(line, "note-c") == (4, "slot-collision")
    line.decide("note-c", "approve", "--valid-to", "2025-06-01")
    assert line.span("note-c") == ("2025-01-01", "2025-06-01")


def test_a_late_fact_slots_into_the_past_and_never_becomes_current(line: Timeline) -> None:
    """FAULTS 76: recorded last, valid first."""
    line.approve("note-old", valid_from="2025-01-01", recorded_at="2026-11-28T08:00:00+00:00")
    assert line.current()["note_id"] == "note-a"
    assert line.values("2025-03-01") == ["run note-old"]
    assert line.current()["previous"]["note_id"] == "note-old"


def test_a_correction_of_an_exception_stays_one(tmp_path: Path) -> None:
    span = {"valid_from": MAR, "valid_to": MAY, "exception_to": "note-a"}
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN}, note_e=span)
    line.approve("note-f", *CORRECTS, supersedes=["note-e"], may=["exception_to"])
    assert line.span("note-f") == (MAR, MAY)
    assert line.fields("note-f")["exception_to"] == "note-a"
    answer = line.run("at", SLOT, "2026-04-01")
    assert (answer["note_id"], answer["exceptions"]) == ("note-f", ["note-f"])
    assert line.values(JUN) == ["run note-a"], "then the base holds again"


def test_an_exception_belongs_to_the_slot_and_scope_of_its_base(line: Timeline) -> None:
    span = {"valid_from": MAR, "valid_to": MAY}
    for name, fields in {
        "note-k": {"memory_key": "other", "exception_to": "note-a"},
        "note-s": {"scope": "project:a", "exception_to": "note-a"},
        "note-n": {"exception_to": "nobody"},
    }.items():
        line.propose(name, **span, **fields)
        refused = line.refused("decide", name, "approve")
        assert (refused["code"], refused["field"]) == ("invalid", "exception_to"), name
    line.propose("note-o", valid_from=MAR, exception_to="note-a")
    assert _refusal(line, "note-o") == (4, "invalid"), "it needs both ends"


def test_free_notes_that_replace_the_same_one_must_not_overlap(line: Timeline) -> None:
    free: dict[str, Any] = {"memory_key": None, "value": None}
    line.approve("free-a", **free, valid_from=JAN)
    line.approve("free-c", *CHANGES, **free, valid_from=JUN, supersedes=["free-a"])
    line.propose("free-b", **free, valid_from=MAR, valid_to=AUG, supersedes=["free-a"])
    assert _refusal(line, "free-b", *CHANGES) == (4, "slot-collision")
    line.decide("free-b", "approve", *CHANGES, "--valid-to", MAY)
    assert line.codes() == set()


CONFIRMED = {
    "slot-differs": {"memory_key": "other-slot"},
    "scope-mismatch": {"scope": "project:a"},
    "external-over-human": {"origin": "external"},
}


@pytest.mark.parametrize("code", CONFIRMED)
def test_what_a_supersede_must_confirm(tmp_path: Path, code: str) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN, "origin": "user"})
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"], **CONFIRMED[code])
    assert _refusal(line, "note-b", *CHANGES) == (4, code)
    line.decide("note-b", "approve", *CHANGES, "--confirm", code, *line.seen("note-b"))
    assert line.span("note-a") == (JAN, MAR)


def test_an_absent_key_matches_any_slot(line: Timeline) -> None:
    line.approve("note-b", *CHANGES, memory_key=None, valid_from=MAR, supersedes=["note-a"])
    assert line.span("note-a") == (JAN, MAR)
    assert line.current("note-a")["note_id"] == "note-b", "a chain goes on without a slot"


def test_scope_change_needs_no_confirmation_of_the_other_scope(line: Timeline) -> None:
    line.approve("note-n", *NARROWS, scope="project:a", valid_from=MAR, supersedes=["note-a"])
    same = line.propose("note-o", valid_from=MAY, scope="project:a", supersedes=["note-n"])
    refused = line.refused("decide", "note-o", "approve", *NARROWS)
    assert (refused["code"], refused["field"]) == ("invalid", "scope")
    assert same.exists()


def test_outside_text_becomes_a_preference_only_when_confirmed(line: Timeline) -> None:
    for name, fields in {
        "note-p": {"origin": "external", "kind": "preference", "memory_key": None},
        "note-q": {"origin": "external", "kind": "procedural", "memory_key": None},
        "note-u": {"origin": "external", "authority": "user_explicit", "memory_key": None},
        "note-s": {"modality": "quoted", "kind": "preference", "memory_key": None},
    }.items():
        line.propose(name, **fields)
        assert _refusal(line, name) == (4, "attribution"), name
        line.decide(name, "approve", "--confirm", "attribution", *line.seen(name))
    line.propose("plain", origin="external", memory_key=None)
    line.decide("plain", "approve", *line.seen("plain"))
    assert line.refused("decide", "plain", "pin")["code"] == "attribution"
    line.decide("plain", "pin", "--confirm", "attribution", may=["pin"])


def test_retiring_more_than_three_notes_is_confirmed(tmp_path: Path) -> None:
    names = [f"note-{letter}" for letter in "bcde"]
    adopted = [reviewed(name, memory_key=f"k-{name}", value=name, valid_from=JAN) for name in names]
    line = Timeline(tmp_path / "home", *adopted)
    line.propose("note-all", memory_key=None, valid_from=MAR, supersedes=names)
    assert _refusal(line, "note-all", *CHANGES) == (4, "mass-supersede")
    words = (*CHANGES, "--confirm", "mass-supersede", *line.seen("note-all"))
    line.decide("note-all", "approve", *words)
    assert {line.span(name) for name in names} == {(JAN, MAR)}


def test_a_corrected_value_coming_back_is_a_conflict(line: Timeline) -> None:
    line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    line.propose("note-c", value="run  NOTE-A", valid_from=JUN, supersedes=["note-b"])
    (item,) = line.run("queue")["items"]
    assert item["lane"] == "conflicting"
    assert "corrected-value" in item["flags"]
    assert _refusal(line, "note-c", *CHANGES) == (4, "corrected-value")
    line.decide("note-c", "approve", *CHANGES, "--confirm", "corrected-value")
    assert line.values(FEB, AUG) == ["run note-b", "run  NOTE-A"]


@pytest.mark.parametrize("action", ["approve", "reject"])
def test_a_dry_run_shows_the_files_and_writes_nothing(line: Timeline, action: str) -> None:
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"], relation="state_change")
    before = (line.state(), git(line.home, "status", "--porcelain"))
    shown = line.run("decide", "note-b", action, "--dry-run")
    assert (line.state(), git(line.home, "status", "--porcelain")) == before
    wanted = {d["moved_to"] or d["path"]: d["after"] for d in shown["files"]}
    assert line.decide("note-b", action)["decision"] == shown["decision"]
    written = tree_bytes(line.home, "memory", "ledger")
    for path, after in wanted.items():
        found = written.get(path)
        assert (None if found is None else found.decode()) == after, path
    (ledger,) = set(shown["paths"]) - {file["path"] for file in shown["files"]} - set(wanted)
    assert ledger in written


def test_a_dry_run_of_staged_decisions_is_what_apply_does(line: Timeline) -> None:
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"], relation="state_change")
    line.propose("note-c", valid_from=JUN, supersedes=["note-a"], relation="state_change")
    for name in ("note-c", "note-b"):
        line.run("decide", name, "approve", "--stage")
    before = line.state()
    shown = line.run("apply", "--dry-run")
    assert line.state() == before
    done = line.run("apply")
    assert done["decision"] == shown["decision"]
    assert line.values(FEB, MAY, AUG) == ["run note-a", "run note-b", "run note-c"]
