"""FAULTS 71-78 by the command line: wrong dates in notes and candidates are named, never fatal."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import AUG, DEC, FEB, JAN, JUN, MAR, NEXT_YEAR, SLOT, Timeline
from tests.homes import curator, put, reviewed

CHANGES = ("--relation", "state_change")
CORRECTS = ("--relation", "correction")
FIELDS = ("valid_from", "valid_to", "expires_at", "observed_at", "review_by", "verified_at")
BAD = ("2026-02-30", "0000-01-01", "2026-13", "soon", "2026-10-02T10:00:00", "2026-05/2026-01")
ODD = (
    "0001-01-01",
    "9999-12-31",
    "2016-12-31T23:59:60Z",
    "2026-03-29T02:30:00+01:00",
    "2026-10-02 10:00:00+08:00",
    "2026-09",
    "2026",
    "/2026-05-01",
    "2026-05-01/",
)


def problems(line: Timeline) -> list[Any]:
    """All problems of `check`."""
    return list(curator(line.home, "check").json["problems"])


def line_of(path: Path, field: str) -> int:
    """The 1-based line of a field."""
    lines = path.read_text("utf-8").splitlines()
    return next(n for n, text in enumerate(lines, 1) if text.startswith(f"{field}:"))


def every_command_answers(line: Timeline, *items: str) -> None:
    """No command that reads ends in anything but a document."""
    for words in (
        ("queue",),
        ("status",),
        ("check",),
        ("notes",),
        ("current", SLOT),
        ("at", SLOT, JUN),
        ("explain", SLOT),
        ("explain", SLOT, "--from", JAN, "--to", JUN),
        ("at", SLOT, JUN, "--known-at", "2026-11-20"),
        *(("show", item) for item in items),
    ):
        done = curator(line.home, *words)
        assert done.code in (0, 1), (words, done.err)
        assert isinstance(done.json, dict)


@pytest.mark.parametrize("bad", BAD)
def test_72_a_wrong_date_under_notes_is_named_with_its_line(tmp_path: Path, bad: str) -> None:
    texts = [
        reviewed(f"bad-{i}", memory_key=f"k-{i}", value="v", **{field: bad})
        for i, field in enumerate(FIELDS)
    ]
    line = Timeline(tmp_path / "home", *texts, note_a={"valid_from": JAN})
    found = {(p["path"], p["field"]): p for p in problems(line) if p["code"] == "date-form"}
    for i, field in enumerate(FIELDS):
        path = f"memory/notes/{i}.md"
        problem = found[path, field]
        assert problem["line"] == line_of(line.home / path, field)
        assert bad in (line.home / path).read_text("utf-8")
    assert line.current()["answer_value"] == "run note-a", "the others still answer"
    start = line.run("current", "k-0")
    assert (start["answer_value"], start["certain"]) == ("v", False)
    assert start["trail"][0]["valid_from"] == bad, "the text is kept"
    every_command_answers(line)


@pytest.mark.parametrize("bad", BAD)
def test_72_a_wrong_date_in_a_candidate_is_named_and_not_approved(tmp_path: Path, bad: str) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    path = line.propose("note-b", valid_from=bad, supersedes=["note-a"], relation="state_change")
    (problem,) = [p for p in problems(line) if p["code"] == "date-form"]
    assert (problem["path"], problem["line"]) == (
        "memory/candidates/note-b.md",
        line_of(path, "valid_from"),
    )
    every_command_answers(line, "note-b")
    refused = line.refused("decide", "note-b", "approve")
    assert (refused["exit"], refused["code"]) == (4, "invalid")
    assert refused["field"] == "valid_from"
    flagged = line.refused("decide", "note-b", "approve", "--valid-from", bad)
    assert flagged["exit"] in (2, 4)
    assert line.current()["answer_value"] == "run note-a"


@pytest.mark.parametrize("odd", ODD)
def test_72_odd_times_have_a_meaning(tmp_path: Path, odd: str) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": odd}, note_b={"memory_key": "b"})
    assert "date-form" not in line.codes()
    every_command_answers(line)
    line.approve("note-c", memory_key="c", valid_to=odd)
    every_command_answers(line)


def test_72_years_that_no_clock_has_are_asked_for_by_form(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": "0001-01-01"})
    assert line.values("0001-01-01", "9999-12-31") == ["run note-a", "run note-a"]
    for time in ("0000-01-01", "10000-01-01", "2026-02-30"):
        assert line.refused("at", SLOT, time)["code"] == "time-form"
    first = line.run("at", SLOT, "0001-01-01T00:00:00+14:00")
    assert first["status"] == "none", "before the year 1, by its offset"


def test_71_mixed_forms_in_one_slot_are_ordered_and_never_a_crash(tmp_path: Path) -> None:
    forms = ("2026-10-02", "2026-10-02T10:00:00+08:00", "2026-10-02T10:00:00", "2026-10", "x", None)
    texts = [
        reviewed(f"note-{i}-{j}", memory_key=SLOT, value=f"{i}{j}", valid_from=a, valid_to=b)
        for (i, a), (j, b) in product(enumerate(forms), enumerate(forms))
    ]
    line = Timeline(tmp_path / "home", *texts)
    every_command_answers(line)
    line.propose("note-new", valid_from="2026-11-01", supersedes=["note-0-5"])
    every_command_answers(line, "note-new")
    assert len(line.run("explain", SLOT)["trail"]) == len(texts) + 1


def test_73_negative_empty_future_and_overlapping_intervals(tmp_path: Path) -> None:
    line = Timeline(
        tmp_path / "home",
        reviewed("neg", memory_key="n", value="v", valid_from=MAR, valid_to=JAN),
        reviewed("void", memory_key="v", value="v", valid_from=MAR, valid_to=MAR),
        note_a={"valid_from": JAN},
        note_b={"valid_from": MAR},
        note_f={"memory_key": "later", "valid_from": NEXT_YEAR},
    )
    found = {p["code"]: p for p in problems(line)}
    assert found.keys() == {"negative-interval", "empty-interval", "collision"}
    assert found["negative-interval"]["line"] == line_of(line.file("neg"), "valid_to")
    assert line.run("current", "later")["status"] == "none", "a future one is not current"
    assert line.run("at", "later", NEXT_YEAR)["note_id"] == "note-f"
    clash = line.current()
    assert (clash["status"], clash["answer_value"]) == ("conflict", None)
    assert clash["collision"] == ["note-a", "note-b"]
    (item,) = [i for i in line.run("queue")["items"] if "collision" in i["flags"]]
    assert (item["lane"], item["op"]) == ("conflicting", "repair")
    line.run("decide", item["item"], "approve")
    assert line.span("note-a") == (JAN, MAR)
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]


@pytest.mark.parametrize("field", ["valid_from", "valid_to"])
def test_73_a_candidate_that_would_never_hold_is_refused(tmp_path: Path, field: str) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_to": JAN})
    line.propose(
        "note-b", **{"valid_from": MAR, "valid_to": MAR, field: JAN if field == "valid_to" else JUN}
    )
    refused = line.refused("decide", "note-b", "approve")
    assert (refused["exit"], refused["code"]) in ((4, "relation-order"), (4, "invalid"))
    every_command_answers(line, "note-b")


def test_74_a_clock_set_back_keeps_the_ledgers_order(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    line.now = line.now.replace(month=10)
    line.decide("note-b", "archive")
    line.decide("note-b", "restore")
    line.decide("note-b", "archive")
    told = [p for p in problems(line) if p["code"] == "clock-set-back"]
    assert [p["severity"] for p in told] == ["info"], "the first one after the jump, and it is told"
    events = line.run("history")["events"]
    assert [event["action"] for event in events] == ["archive", "restore", "archive", "approve"]
    assert line.values(FEB, AUG) == ["run note-a", "none"]
    line.run("undo")
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]
    assert "edited-since-review" not in line.codes()


def test_75_cycles_missing_targets_and_two_successors_end(tmp_path: Path) -> None:
    free = {"memory_key": None, "value": None}
    line = Timeline(
        tmp_path / "home",
        reviewed("selfish", memory_key="s", value="v", supersedes=["selfish"]),
        reviewed("hanging", memory_key="h", value="v", supersedes=["nobody"]),
        reviewed("ring-a", valid_from=JAN, supersedes=["ring-b"], relation="state_change"),
        reviewed("ring-b", valid_from=MAR, supersedes=["ring-a"], relation="state_change"),
        reviewed("fork-a", valid_from=JAN),
        reviewed("fork-b", valid_from=MAR, supersedes=["fork-a"], relation="state_change"),
        reviewed("fork-c", valid_from=JUN, supersedes=["fork-a"], relation="state_change"),
        note_x=free,
    )
    found = {p["code"] for p in problems(line)}
    assert {"self-supersede", "dangling", "cycle", "fork"} <= found
    for asked in ("s", "h", "ring-a", "ring-b", "fork-a", "fork-c"):
        assert line.run("explain", asked)["trail"]
    for code in ("self-supersede", "dangling", "cycle", "fork", "status-against-edge"):
        items = [i for i in line.run("queue")["items"] if code in i["flags"]]
        for item in items:
            line.run("decide", item["item"], "approve")
    assert line.codes() == set(), "every repair mends what it says"
    assert [line.run("at", "fork-a", t)["note_id"] for t in (FEB, "2026-04-01", AUG)] == [
        "fork-a",
        "fork-b",
        "fork-c",
    ]


def test_76_a_late_event_is_put_into_history(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.approve("note-c", *CHANGES, valid_from=JUN, supersedes=["note-a"])
    late = {"valid_from": MAR, "recorded_at": "2026-11-28T00:00:00+00:00"}
    line.approve("note-b", *CHANGES, supersedes=["note-a"], **late)
    assert line.values(FEB, "2026-04-01", AUG) == ["run note-a", "run note-b", "run note-c"]
    assert line.current()["note_id"] == "note-c"


def test_77_correction_and_state_change_answer_the_past_differently(tmp_path: Path) -> None:
    """The previews tell them apart before anything is written."""
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    shown = {
        words: {
            f["path"]: f["after"]
            for f in line.run("decide", "note-b", "approve", *words, "--dry-run")["files"]
        }
        for words in (CHANGES, CORRECTS)
    }
    note_a = "memory/notes/note-a.md"
    assert f"valid_to: {MAR}" in shown[CHANGES][note_a]
    assert f"valid_to: {JAN}" in shown[CORRECTS][note_a]
    line.decide("note-b", "approve", *CORRECTS)
    assert line.values(FEB, AUG) == ["run note-b", "run note-b"]
    line.run("undo")
    line.decide("note-b", "approve", *CHANGES)
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]


def test_78_outside_text_over_a_persons_note_is_confirmed(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN, "origin": "user"})
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"], origin="external")
    (item,) = line.run("queue")["items"]
    assert item["lane"] == "quarantined"
    refused = line.refused("decide", "note-b", "approve", *CHANGES)
    assert (refused["exit"], refused["code"]) == (4, "external-over-human")
    confirmed = (*CHANGES, "--confirm", "external-over-human")
    assert line.refused("decide", "note-b", "approve", *confirmed)["code"] == "not-opened"
    shown = line.run("show", "note-b")["shown_hash"]
    line.decide("note-b", "approve", *confirmed, "--expect", shown)
    assert line.values(FEB, AUG) == ["run note-a", "run note-b"]


def test_a_note_without_times_at_all_and_foreign_dates(tmp_path: Path) -> None:
    line = Timeline(tmp_path / "home", note_a={"valid_from": DEC})
    put(
        line.home,
        "memory/notes/f.md",
        "---\ntitle: t\ntimestamp: yesterday\ncreated: 12:30\n---\nb\n",
    )
    put(line.home, "memory/candidates/g.md", "---\ntitle: t\nvalid_from: 20260101\n---\nb\n")
    put(line.home, "memory/candidates/h.md", note_with_list())
    every_command_answers(line)
    assert line.current()["answer_value"] == "run note-a"


def note_with_list() -> str:
    """A date where the writer put a list, and one where he put a mapping."""
    return "---\ntitle: t\nvalid_from: [2026, 1, 1]\nvalid_to: {year: 2026}\n---\nb\n"
