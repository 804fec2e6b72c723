"""The worked cases of CONTRACT §B on real Homes through the command line, each by its name.

Three rows of the table need split and merge, which are not decisions yet: the split of superseded
A into P and Q, the merge of A and B with different values, one clause of A that changes in March.
Their rules are proven in tests/core/time/test_worked_cases.py; here they come with those decisions.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from tests.app.timeline import AUG, DEC, FEB, JAN, JUN, MAR, MAY, NEXT_YEAR, SLOT, Timeline
from tests.homes import CONFIG, tree_bytes

CORRECTS = ("--relation", "correction")
CHANGES = ("--relation", "state_change")
REVOKES = ("--relation", "revocation")
NARROWS = ("--relation", "scope_change")
SETS = CONFIG + f'[[slots]]\nmatch = "{SLOT}"\ncardinality = "set"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "home"


def chain(root: Path) -> tuple[Timeline, str, str]:
    """A[Jan,Mar) → B[Mar,Jun) → C[Jun,), and the decisions on B and C."""
    line = Timeline(root, note_a={"valid_from": JAN})
    first = line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    second = line.approve("note-c", *CHANGES, valid_from=JUN, supersedes=["note-b"])
    return line, first["decision"], second["decision"]


def test_late_correction_of_a_superseded_note(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    untouched = line.file("note-b").read_bytes()
    line.approve("note-c", *CORRECTS, supersedes=["note-a"])
    assert line.span("note-c") == (JAN, MAR)
    assert line.void("note-a")
    assert line.file("note-b").read_bytes() == untouched
    current = line.current()
    assert (current["note_id"], current["previous"]["note_id"]) == ("note-b", "note-c")
    assert line.values(FEB, MAR) == ["run note-c", "run note-b"]
    assert line.codes() == set()


def test_a_correction_that_is_corrected_leaves_a_chain_of_voids(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    line.approve("note-c", *CORRECTS, supersedes=["note-b"])
    assert line.void("note-a") and line.void("note-b")
    assert line.span("note-c") == (JAN, None)
    current = line.current()
    assert (current["note_id"], current["previous"]) == ("note-c", None)
    assert [row["note_id"] for row in current["trail"]] == ["note-a", "note-b", "note-c"]
    assert line.codes() == set()


def test_a_note_without_start_that_is_corrected_is_empty_at_its_recording(root: Path) -> None:
    line = Timeline(root, note_a={})
    line.approve("note-b", *CORRECTS, supersedes=["note-a"])
    assert line.span("note-a") == ("2026-11-20T08:00:00+00:00",) * 2
    assert line.span("note-b") == (None, None)
    assert line.values(DEC) == ["run note-b"]


def test_correction_that_moves_its_start_moves_the_neighbours_end(root: Path) -> None:
    line = Timeline(root, note_z={"valid_to": JAN}, note_a={"valid_from": JAN})
    line.propose("note-c", supersedes=["note-a"])
    words = (*CORRECTS, "--valid-from", DEC)
    shown = line.run("decide", "note-c", "approve", *words, "--dry-run")
    assert any("note-z" in notice and DEC in notice for notice in shown["notices"])
    line.decide("note-c", "approve", *words)
    assert line.span("note-z") == (None, DEC)
    assert line.span("note-c") == (DEC, None)
    assert line.values("2025-11-30", "2025-12-15") == ["run note-z", "run note-c"]


def test_correction_beyond_the_neighbours_other_end_is_refused(root: Path) -> None:
    line = Timeline(root, note_z={"valid_from": DEC, "valid_to": JAN}, note_a={"valid_from": JAN})
    line.propose("note-c", valid_from="2025-01-01", supersedes=["note-a"])
    refused = line.refused("decide", "note-c", "approve", *CORRECTS, "--valid-from", "2025-11-01")
    assert (refused["exit"], refused["code"]) == (4, "relation-order")
    assert "note-z" in refused["ids"]
    line.decide("note-c", "approve", *CORRECTS)
    assert line.span("note-c") == (JAN, None), "a correction looks at flags only"


def test_undo_in_mid_chain_names_its_dependents(root: Path) -> None:
    line, first, second = chain(root)
    refused = line.refused("undo", first)
    assert (refused["exit"], refused["code"], refused["ids"]) == (3, "has-dependents", [second])


def test_undo_in_mid_chain_with_dependents(root: Path) -> None:
    line, first, _ = chain(root)
    before = line.state()
    shown = line.run("undo", first, "--with-dependents", "--dry-run")
    assert line.state() == before
    assert {file["path"] for file in shown["files"]} >= {"memory/notes/note-a.md"}
    line.run("undo", first, "--with-dependents")
    assert line.span("note-a") == (JAN, None)
    assert "reviewed_hash" not in line.fields("note-a")
    assert line.status("note-b") == line.status("note-c") == "candidate"
    assert line.values(FEB, AUG) == ["run note-a", "run note-a"]


def test_undo_in_mid_chain_spliced(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    proposed = line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    as_proposed = proposed.read_bytes()
    first = line.decide("note-b", "approve", *CHANGES)
    second = line.approve("note-c", *CHANGES, valid_from=JUN, supersedes=["note-b"])
    line.approve("beside", memory_key="other")
    before = tree_bytes(line.home, "memory")
    splice = line.run("undo", first["decision"], "--splice")
    assert proposed.read_bytes() == as_proposed
    assert line.span("note-a") == (JAN, JUN)
    assert line.fields("note-c")["supersedes"] == ["note-a"]
    assert line.fields("note-c")["relation"] == "state_change"
    line.only_necessary_lines(before, frozenset({"valid_to", "reviewed_hash", "supersedes"}))
    after = tree_bytes(line.home, "memory")
    assert after["memory/notes/beside.md"] == before["memory/notes/beside.md"]
    assert line.values(FEB, MAY, AUG) == ["run note-a", "run note-a", "run note-c"]
    assert line.codes() == set()
    refused = line.refused("undo", second["decision"])
    assert (refused["code"], refused["ids"]) == ("has-dependents", [splice["decision"]])
    line.run("undo", splice["decision"])
    assert tree_bytes(line.home, "memory") == before


def test_splice_where_nothing_depends_is_a_plain_undo(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    before = tree_bytes(line.home, "memory/notes")
    done = line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.run("undo", done["decision"], "--splice")
    assert tree_bytes(line.home, "memory/notes") == before


@pytest.mark.parametrize("keep", [False, True])
def test_scope_change_empties_later_exceptions_unless_kept(root: Path, keep: bool) -> None:
    line = Timeline(
        root,
        note_w={"valid_from": JAN},
        note_e={
            "valid_from": "2026-08-01",
            "valid_to": "2026-08-20",
            "exception_to": "note-w",
        },
    )
    line.propose("note-n", scope="project:a", valid_from="2026-07-01", supersedes=["note-w"])
    line.decide("note-n", "approve", *NARROWS, *(["--keep-exceptions"] if keep else []))
    assert line.values(AUG) == ["run note-e" if keep else "none"]
    narrow = line.run("at", SLOT, AUG, "--scope", "project:a")
    assert (narrow["answer_value"], narrow["scope"]) == ("run note-n", "project:a")
    wide = line.run("at", SLOT, JUN, "--scope", "project:a")
    assert (wide["answer_value"], wide["scope"]) == ("run note-w", "global")
    assert line.void("note-e") is not keep
    assert line.codes() == set()


def test_a_value_that_comes_back_after_its_revocation(root: Path) -> None:
    line = Timeline(root, note_a={"value": "v", "valid_from": JAN})
    line.approve("note-r", *REVOKES, value=None, valid_from=MAR, supersedes=["note-a"])
    line.propose("note-v", value="v", valid_from=JUN, supersedes=["note-a"])
    (item,) = line.run("queue")["items"]
    assert (item["health"], item["lane"]) == ("clean", "candidate")
    done = line.decide("note-v", "approve", *CHANGES, may=["supersedes"])
    assert done["notes"] == ["note-v", "note-r"]
    assert line.fields("note-v")["supersedes"] == ["note-r"]
    assert line.values(FEB, MAY, AUG) == ["v", "revoked", "v"]
    revoked = line.run("at", SLOT, MAY)
    assert (revoked["note_id"], revoked["answer_value"]) == ("note-r", None)
    assert line.codes() == set()


PAIR = {"note-v1": MAR, "note-v2": MAY}


def _two_proposals(root: Path) -> Timeline:
    line = Timeline(root, note_a={"valid_from": JAN})
    for name, start in PAIR.items():
        line.propose(name, valid_from=start, supersedes=["note-a"], relation="state_change")
    return line


def _both_hold(line: Timeline) -> None:
    spans = [line.span(name) for name in ("note-a", "note-v1", "note-v2")]
    assert spans == [(JAN, MAR), (MAR, MAY), (MAY, None)]
    assert line.values(FEB, "2026-04-01", AUG) == ["run note-a", "run note-v1", "run note-v2"]
    assert line.codes() == set()


@pytest.mark.parametrize("order", list(permutations(PAIR)), ids=["early-first", "late-first"])
def test_two_proposals_for_one_note_in_two_commands(root: Path, order: tuple[str, ...]) -> None:
    line = _two_proposals(root)
    line.decide(order[0], "approve")
    shown = line.run("decide", order[1], "approve", "--dry-run")
    told = any("note-a" in text and "note-v1" in text for text in shown["notices"])
    assert told is (order[1] == "note-v2"), "the retargeting is shown"
    line.decide(order[1], "approve", may=["supersedes"])
    _both_hold(line)


@pytest.mark.parametrize("order", list(permutations(PAIR)), ids=["early-first", "late-first"])
def test_two_proposals_for_one_note_in_one_batch(root: Path, order: tuple[str, ...]) -> None:
    line = _two_proposals(root)
    before = line.state()
    lines = [{"item": name, "action": "approve"} for name in order]
    shown = line.batch(*lines, words=["--dry-run"])
    assert line.state() == before
    assert any("note-a" in text and "note-v1" in text for text in shown["notices"])
    done = line.batch(*lines)
    assert len(done["decisions"]) == 2
    _both_hold(line)
    line.run("undo")
    after = {path: data for path, data in line.state()[0].items() if path.startswith("memory/")}
    assert after == before[0], "one undo brings every byte back"


def test_a_future_fact_stays_when_the_present_one_is_corrected(root: Path) -> None:
    line = Timeline(root, note_a={})
    line.approve("note-b", *CHANGES, valid_from=NEXT_YEAR, supersedes=["note-a"])
    assert line.current()["note_id"] == "note-a", "until then the present one stays"
    line.approve("note-c", *CORRECTS, supersedes=["note-a"])
    assert line.span("note-c") == (None, NEXT_YEAR)
    assert line.span("note-b") == (NEXT_YEAR, None)
    assert line.current()["note_id"] == "note-c"
    assert line.values("2027-02-01") == ["run note-b"]


def test_detach_of_a_wrong_link_in_one_slot(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.decide("note-b", "detach", "--target", "note-a", may=["supersedes"])
    assert line.span("note-a") == (JAN, MAR)
    assert line.status("note-a") == "active"
    assert not line.fields("note-b").get("supersedes")
    assert line.fields("note-b").get("relation") is None
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
    assert line.codes() == set()


def test_restore_of_an_archived_note_beside_a_living_one(root: Path) -> None:
    line = Timeline(root, note_a={"valid_from": JAN})
    line.decide("note-a", "archive")
    assert line.values(FEB) == ["none"]
    line.approve("note-b", valid_from=MAR)
    line.decide("note-a", "restore")
    assert line.span("note-a") == (JAN, MAR)
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
    assert line.codes() == set()


def test_an_uncertain_end_beside_a_certain_start(root: Path) -> None:
    line = Timeline(root, note_a={"valid_to": "2026-09"})
    line.approve("note-b", valid_from="2026-09-15")
    for time, value in (("2026-09-20", "run note-b"), ("2026-09-10", "run note-a")):
        answer = line.run("at", SLOT, time)
        assert (answer["answer_value"], answer["certain"]) == (value, False)
        assert answer["collision"] == []
    assert line.codes() == set()


def test_a_set_slot_with_one_member_corrected_and_one_revoked(root: Path) -> None:
    line = Timeline(root, config=SETS, note_a={}, note_b={}, note_c={})
    line.approve("note-b2", *CORRECTS, supersedes=["note-b"])
    line.approve("note-r", *REVOKES, value=None, valid_from=MAR, supersedes=["note-c"])
    current = line.current()
    assert current["note_id"] == ["note-a", "note-b2"]
    assert current["answer_value"] == ["run note-a", "run note-b2"]
    assert line.run("at", SLOT, FEB)["note_id"] == ["note-a", "note-b2", "note-c"]
    assert line.codes() == set()
