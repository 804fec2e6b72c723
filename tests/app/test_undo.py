"""undo of one event of a batch, of everything a job proposed, and of a note edited since."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_core.rules import trails
from tests.core.ledger_reader import LedgerReader
from tests.homes import NOW, Result, curator, fingerprint, make_home, note, put, reviewed
from tests.homes import tree_bytes as tree
from tests.proposal_branches import Change, propose

MORNING = NOW - timedelta(days=2)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note", memory_key="port", value=3000, valid_from="2026-01-01")},
        {
            "a.md": note("note-a", job="nightly-links", session="s1"),
            "b.md": note("note-b", job="nightly-links", session="s2"),
            "c.md": note("note-c", origin="job", sources=["conversation:42", "ticket:7"]),
            "new.md": note(
                "new-port",
                memory_key="port",
                value=4000,
                supersedes=["old-note"],
                relation="state_change",
                valid_from="2026-03-01",
            ),
        },
    )


def batch(home: Path, *rows: dict[str, Any], now: Any = NOW) -> Result:
    """Several decisions at once."""
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    path = put(home.parent, "batch.jsonl", lines)
    return curator(home, "decide", "--batch", str(path), now=now)


def approve(*names: str) -> list[dict[str, Any]]:
    return [{"item": name, "action": "approve"} for name in names]


def undone(home: Path) -> dict[str, bool]:
    """Which notes' decisions are taken back, undos aside."""
    events = curator(home, "history").json["events"]
    return {e["about"][0]: e["undone_by"] is not None for e in events if e["action"] != "undo"}


def agrees(home: Path) -> None:
    """The approved texts by an independent replay are those the product answers with."""
    for version in LedgerReader(home).versions():
        trail = curator(home, "explain", version.note.id).json["trail"]
        (row,) = [row for row in trail if row["note_id"] == version.note.id]
        assert (row["reviewed"], row["approved_by"]) == (True, version.approved_by)
        assert row["answer_value"] == trails.answer_text(version.note)


def test_one_event_of_a_batch_is_taken_back_alone(home: Path) -> None:
    """UX point 10: a batch is one entry, single decisions in it can be reverted."""
    before = tree(home)
    done = batch(home, *approve("note-a", "note-b", "note-c")).json
    first = done["events"][0]
    back = curator(home, "undo", first).json
    assert back["undone"] == [first]
    assert (home / "memory/candidates/a.md").read_bytes() == before["memory/candidates/a.md"]
    assert (home / "memory/notes/b.md").exists()
    assert undone(home) == {"note-a": True, "note-b": False, "note-c": False}
    agrees(home)
    again = curator(home, "undo", first)
    assert (again.code, again.error["code"]) == (4, "no-change")
    assert curator(home, "undo", done["decision"]).json["undone"] == done["events"][:0:-1]
    assert tree(home) == before
    agrees(home)


def test_a_batch_says_how_to_take_back_one_of_it(home: Path) -> None:
    lines = "".join(json.dumps(row) + "\n" for row in approve("note-a", "note-b"))
    path = put(home.parent, "batch.jsonl", lines)
    said = curator(home, "decide", "--batch", str(path), as_json=False).out.splitlines()
    first, last = (e["event_id"] for e in curator(home, "history").json["events"][::-1])
    assert said[-1] == f"one of 2 alone: curator undo EVENT, {first} to {last}"


def test_undo_of_the_undo_of_one_event(home: Path) -> None:
    done = batch(home, *approve("note-a", "note-b")).json
    after = fingerprint(home)
    back = curator(home, "undo", done["events"][1]).json
    assert curator(home, "undo", back["decision"]).code == 0
    assert fingerprint(home) == after
    assert undone(home) == {"note-a": False, "note-b": False}
    agrees(home)


def test_an_event_on_which_another_of_its_batch_builds(home: Path) -> None:
    later = note(
        "late-port",
        memory_key="port",
        value=5000,
        supersedes=["old-note"],
        relation="state_change",
        valid_from="2026-05-01",
    )
    put(home, "memory/candidates/late.md", later)
    before = tree(home)
    rows = approve("new-port", "late-port", "note-a")
    done = batch(home, *rows).json
    events = curator(home, "history").json["events"]
    by_note = {event["about"][0]: event["event_id"] for event in events}
    refused = curator(home, "undo", by_note["new-port"])
    assert (refused.code, refused.error["code"]) == (3, "has-dependents")
    assert refused.error["ids"] == [by_note["late-port"]]
    assert curator(home, "undo", by_note["new-port"], "--with-dependents").code == 0
    assert undone(home) == {"new-port": True, "late-port": True, "note-a": False}
    assert curator(home, "current", "port").json["answer_value"] == "3000"
    agrees(home)
    assert curator(home, "undo", done["decision"]).code == 0
    assert tree(home) == before


def test_the_later_event_of_a_batch_leaves_the_earlier(home: Path) -> None:
    batch(home, *approve("new-port", "note-a"))
    events = curator(home, "history").json["events"]
    by_note = {event["about"][0]: event["event_id"] for event in events}
    assert curator(home, "undo", by_note["note-a"]).code == 0
    assert curator(home, "current", "port").json["answer_value"] == "4000"
    agrees(home)


def decided(home: Path) -> dict[str, str]:
    """Four decisions, two days apart: event id by note."""
    curator(home, "decide", "note-a", "approve", now=MORNING)
    curator(home, "decide", "note-b", "reject", now=MORNING, as_json=True)
    curator(home, "decide", "note-c", "approve", "--reviewer", "human:ines")
    curator(home, "decide", "new-port", "approve")
    events = curator(home, "history").json["events"]
    return {event["about"][0]: event["event_id"] for event in events}


def test_where_shows_first_and_writes_with_execute(home: Path) -> None:
    ids = decided(home)
    before = tree(home, "memory", "ledger")
    shown = curator(home, "undo", "--where", "job=nightly-*").json
    assert shown["dry_run"] is True
    assert {row["about"][0] for row in shown["decisions"]} == {"note-a", "note-b"}
    assert tree(home, "memory", "ledger") == before
    done = curator(home, "undo", "--where", "job=nightly-*", "--execute").json
    assert set(done["undone"]) == {ids["note-a"], ids["note-b"]}
    assert {name for name, back in undone(home).items() if back} == {"note-a", "note-b"}
    agrees(home)
    assert curator(home, "undo", done["decision"]).code == 0
    assert tree(home) == {path: data for path, data in before.items() if path[:7] != "ledger/"}


def test_terms_are_joined_by_and(home: Path) -> None:
    decided(home)
    both = ("undo", "--where", "job=nightly-links", "--where", "session=s1")
    shown = curator(home, *both).json
    assert [row["about"] for row in shown["decisions"]] == [["note-a"]]
    nothing = curator(home, *both, "--where", "actor=human:ines")
    assert (nothing.code, nothing.error["code"]) == (4, "no-change")


def test_only_standing_decisions_are_taken_back(home: Path) -> None:
    ids = decided(home)
    assert curator(home, "undo", ids["note-a"]).code == 0
    done = curator(home, "undo", "--where", "job=nightly-links", "--execute").json
    assert done["undone"] == [ids["note-b"]]
    again = curator(home, "undo", "--where", "job=nightly-links")
    assert (again.code, again.error["code"]) == (4, "no-change")


def test_wrong_words_are_usage_errors(home: Path) -> None:
    decided(home)
    for words, code in (
        (("--where", "colour=red"), "usage"),
        (("--where", "since=yesterday"), "time-form"),
        (("d_x", "--where", "job=x"), "usage"),
        (("--execute",), "usage"),
        (("--where", "since=2026-11-01", "--splice"), "usage"),
    ):
        refused = curator(home, "undo", *words)
        assert (refused.code, refused.error["code"]) == (2, code), words


def test_where_with_dependents(home: Path) -> None:
    curator(home, "decide", "new-port", "approve")
    newest = note(
        "late-port",
        memory_key="port",
        value=5000,
        supersedes=["new-port"],
        relation="state_change",
        valid_from="2026-05-01",
        job="other",
    )
    put(home, "memory/candidates/late.md", newest)
    other = curator(home, "decide", "late-port", "approve", now=NOW + timedelta(minutes=1)).json
    terms = ("undo", "--where", "job=", "--execute")
    refused = curator(home, *terms)
    assert (refused.code, refused.error["code"]) == (3, "has-dependents")
    assert refused.error["ids"] == [other["decision"]]
    assert len(curator(home, *terms, "--with-dependents").json["undone"]) == 2
    assert curator(home, "current", "port").json["answer_value"] == "3000"
    agrees(home)


def test_everything_that_a_detector_proposed_on_branches(home: Path) -> None:
    before = tree(home)
    for number, detector in enumerate(("twins/1", "twins/1", "expiry/2")):
        name = f"memory/notes/found-{number}.md"
        trailers = {"Curator-Detector": detector, "Curator-Job": "nightly-1"}
        propose(home, Change(files={name: note(f"found-{number}")}, trailers=trailers))
    rows = approve("found-0", "found-2") + [{"item": "found-1", "action": "reject"}]
    assert batch(home, *rows).code == 0
    assert set(items(home)) == {"note-a", "note-b", "note-c", "new-port"}
    assert curator(home, "stats").json["by_detector"]["twins/1"]["decided"] == 2
    done = curator(home, "undo", "--where", "detector=twins/*", "--execute").json
    assert {row["about"][0] for row in done["decisions"]} == {"found-0", "found-1"}
    assert {"found-0", "found-1"} < set(items(home)), "both wait again, on their branch"
    assert curator(home, "stats").json["by_job"]["nightly-1"] == {
        "decided": 3,
        "undone": 2,
        "regret_rate": 0.6667,
    }
    stats = curator(home, "stats").json["by_detector"]
    assert stats["twins/1"] == {"decided": 2, "undone": 2, "regret_rate": 1.0}
    assert stats["expiry/2"]["undone"] == 0
    assert curator(home, "undo", "--where", "job=nightly-1", "--execute").code == 0
    assert tree(home) == before


def items(home: Path) -> list[str]:
    """The notes that wait."""
    return [name for item in curator(home, "queue").json["items"] for name in item["notes"]]


def test_regret_is_counted_by_proposer(home: Path) -> None:
    decided(home)
    curator(home, "undo", "--where", "proposer=job:*", "--execute")
    stats = curator(home, "stats").json
    assert stats["by_proposer"]["job:unknown"] == {"decided": 1, "undone": 1, "regret_rate": 1.0}
    assert stats["by_proposer"]["agent:unknown"]["undone"] == 0


def test_a_later_hand_edit_stays_in_the_undone_note(home: Path) -> None:
    """DESIGN §5, undo: three-way if later edits touched it."""
    before = (home / "memory/candidates/a.md").read_text()
    curator(home, "decide", "note-a", "approve")
    path = home / "memory/notes/a.md"
    edited = path.read_text() + "a later line\n"
    path.write_text(edited)
    shown = curator(home, "undo", "--dry-run").json
    assert shown["notices"] == ["memory/notes/a.md was edited since; the edit stays"]
    back = curator(home, "undo").json
    assert (home / "memory/candidates/a.md").read_text() == before + "a later line\n"
    assert not path.exists()
    agrees(home)
    assert curator(home, "undo", back["decision"]).code == 0
    assert path.read_text() == edited
    assert curator(home, "explain", "note-a").json["answer_value"] == "A fact about note-a."
    agrees(home)


def test_the_approved_text_answers_again_whatever_the_edit(home: Path) -> None:
    curator(home, "decide", "new-port", "approve")
    old = home / "memory/notes/old.md"
    old.write_text(old.read_text().replace("value: 3000", "value: 31"))
    assert curator(home, "undo").code == 0
    assert "value: 31\n" in old.read_text()
    assert "status: active\n" in old.read_text()
    now = curator(home, "current", "port").json
    assert (now["answer_value"], now["edited_since_review"]) == ("3000", True)
    agrees(home)
    assert curator(home, "decide", "old-note", "approve").code == 0
    assert curator(home, "current", "port").json["answer_value"] == "31"


def test_an_edit_of_what_the_undo_changes_is_a_conflict(home: Path) -> None:
    curator(home, "decide", "new-port", "approve")
    old = home / "memory/notes/old.md"
    old.write_text(old.read_text().replace("valid_to: 2026-03-01", "valid_to: 2026-02-20"))
    before = fingerprint(home)
    refused = curator(home, "undo")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    assert refused.error["path"] == "memory/notes/old.md"
    assert fingerprint(home) == before
    old.unlink()
    gone = curator(home, "undo")
    assert (gone.code, gone.error["code"]) == (3, "conflict")


def twins(root: Path) -> Path:
    """Two notes that say the same."""
    same = {"memory_key": "web.port", "value": 3000, "valid_from": "2026-01-01"}
    notes = {
        "a.md": reviewed("old-a", "Port 3000.", **same),
        "b.md": reviewed("old-b", "Port 3000.", **same | {"memory_key": "web.port.b"}),
    }
    others = {f"n{number}.md": note(f"note-{number}") for number in range(30)}
    return make_home(root / "twins", notes, others)


@pytest.mark.slow
def test_a_merge_is_undone_thirty_decisions_later(tmp_path: Path) -> None:
    """C62: both notes back, later commits intact; a conflict only if the merged note changed."""
    home = twins(tmp_path)
    before = tree(home, "memory/notes")
    merged = curator(home, "decide", "old-a", "merge", "--target", "old-b").json
    for number in range(30):
        later = NOW + timedelta(minutes=number + 1)
        assert curator(home, "decide", f"note-{number}", "approve", now=later).code == 0
    now = NOW + timedelta(hours=1)
    (made,) = [name for name in merged["notes"] if name not in ("old-a", "old-b")]
    file = home / f"memory/notes/{made}.md"
    kept = file.read_bytes()
    file.write_bytes(kept + b"a line by hand\n")
    refused = curator(home, "undo", merged["decision"], now=now)
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    file.write_bytes(kept)
    assert curator(home, "undo", merged["decision"], now=now).code == 0
    after = tree(home, "memory/notes")
    assert {path: after[path] for path in before} == before
    assert len(after) == len(before) + 30


def test_a_split_and_all_it_did_is_one_undo(home: Path, tmp_path: Path) -> None:
    """C64: one action of a person is one undo, whatever was rebuilt after it."""
    before = tree(home)
    files = []
    for name in ("p", "q", "r"):
        text = note(f"part-{name}", f"{name}.", memory_key=f"slot.{name}", value=name)
        files += ["--result", str(put(tmp_path, f"{name}.md", text))]
    assert curator(home, "decide", "old-note", "split", *files).code == 0
    assert curator(home, "views").code == 0
    assert curator(home, "undo").code == 0
    assert tree(home) == before
    nothing = curator(home, "undo")
    assert (nothing.code, nothing.error["code"]) == (4, "no-change")
