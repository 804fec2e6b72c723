"""The documents that scripts rely on, key by key (CONTRACT §D, §E, 34)."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_core.model.proposal import WAITING, Lane, Op
from tests.homes import NOW, curator, fingerprint, git, make_home, note, put, reviewed

ITEM_KEYS = [
    "item",
    "lane",
    "op",
    "subject",
    "memory_key",
    "scope",
    "origin",
    "taint",
    "proposer",
    "health",
    "risk",
    "flags",
    "age_days",
    "confidence",
    "sources",
    "notes",
    "paths",
    "refs",
    "filled",
    "item_hash",
]
STATUS_KEYS = [
    "waiting",
    "by_lane",
    "stale",
    "unreadable",
    "staged",
    "oldest_days",
    "index",
    "head",
    "jobs",
    "recovery",
]
EVENT_KEYS = [
    "event_id",
    "decision",
    "at",
    "actor",
    "entrance",
    "tty",
    "action",
    "item",
    "proposal",
    "notes",
    "relation",
    "reason_code",
    "reason",
    "plan_hash",
    "self",
    "reverts",
    "after",
    "undone_by",
]
RECEIPT_KEYS = ["decision", "commit", "notes", "events", "generation", "worktree"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note")},
        {"a.md": note("note-a"), "b.md": note("note-b"), "c.md": note("note-c")},
    )


def batch(folder: Path, *lines: dict[str, Any]) -> str:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return str(put(folder, "batch.jsonl", text))


def test_queue_items_hold_all_keys_and_closed_words(home: Path) -> None:
    put(home, "memory/quarantine/q.md", note("note-q", origin="external", taint=["external"]))
    put(home, "memory/candidates/bare.md", "# Just text\n")
    items = curator(home, "queue").json["items"]
    assert len(items) == 5
    for item in items:
        assert set(ITEM_KEYS) <= item.keys()
        assert item["lane"] in {lane.value for lane in WAITING}
        assert item["op"] in {op.value for op in Op}
        assert item["paths"]
        assert not item["paths"][0].startswith("/")
        assert re.fullmatch(r"[0-9a-f]{64}", item["item_hash"])
        assert isinstance(item["age_days"], int)
    (bare,) = [item for item in items if item["paths"] == ["memory/candidates/bare.md"]]
    assert {"id", "kind", "scope", "subject", "recorded_at", "origin"} <= set(bare["filled"])
    assert items[0]["lane"] == "quarantined"
    assert items[0]["proposer"] == "external:unknown"


def test_the_queue_is_ordered_by_lane_then_oldest(home: Path) -> None:
    put(home, "memory/candidates/new.md", note("newest", recorded_at="2026-11-28T08:00:00+00:00"))
    put(home, "memory/candidates/old.md", note("oldest", recorded_at="2026-01-01T08:00:00+00:00"))
    put(home, "memory/notes/unseen.md", note("unseen", status="active"))
    names = [item["notes"][0] for item in curator(home, "queue").json["items"]]
    assert names[:2] == ["unseen", "oldest"]
    assert names[-1] == "newest"


def test_show_is_the_item_flat_with_its_texts(home: Path) -> None:
    row = next(i for i in curator(home, "queue").json["items"] if i["notes"] == ["note-a"])
    view = curator(home, "show", "note-a").json
    assert {key: view[key] for key in ITEM_KEYS if key != "flags"} == {
        key: row[key] for key in ITEM_KEYS if key != "flags"
    }
    assert view["proposed_text"] == (home / "memory/candidates/a.md").read_text()
    assert view["current_text"] is None
    assert view["base_text"] is None
    for key in ("fields", "hunks", "source_lines", "flags", "chain", "preview", "repair"):
        assert key in view
    assert re.fullmatch(r"s_[0-9a-f]{32}", view["shown_hash"])
    assert view["preview"]["dry_run"] is True
    assert "shown_hash" not in row


def test_flags_of_show_have_a_place(home: Path) -> None:
    text = note("note-x", "One.\nTwo \u202e.\n", sources=None)
    put(home, "memory/candidates/x.md", text)
    flags = curator(home, "show", "note-x").json["flags"]
    assert all({"code", "severity", "line", "column", "text"} <= flag.keys() for flag in flags)
    (hidden,) = [flag for flag in flags if flag["code"] == "H8"]
    line = text.split("\n")[hidden["line"] - 1]
    assert line[hidden["column"] - 1] == "\u202e"


def test_status_counts(home: Path) -> None:
    put(home, "memory/candidates/bad.md", b"---\nid: x\n")
    curator(home, "decide", "note-a", "defer")
    curator(home, "decide", "note-b", "approve", "--stage")
    status = curator(home, "status").json
    assert set(STATUS_KEYS) <= status.keys()
    assert set(status["by_lane"]) == {lane.value for lane in Lane}
    waiting = sum(status["by_lane"][lane.value] for lane in WAITING)
    assert status["waiting"] == waiting == len(curator(home, "queue").json["items"]) == 3
    assert (status["unreadable"], status["staged"], status["stale"]) == (1, 1, 0)
    assert status["head"] == git(home, "rev-parse", "HEAD").strip()
    assert status["recovery"] == "none"
    assert status["index"] in ("fresh", "stale", "missing")
    assert status["jobs"] == []
    assert status["oldest_days"] == 9


def test_max_waiting_is_the_most_that_may_wait(home: Path) -> None:
    for most, code in (("3", 0), ("2", 1), ("0", 1)):
        result = curator(home, "status", "--max-waiting", most)
        assert (result.code, result.json["waiting"], result.err) == (code, 3, "")


def test_unreadable_files_are_rows_and_counted(home: Path) -> None:
    """C79: ten of fourteen notes cannot be read, and status, queue and check say so."""
    for number in range(10):
        put(home, f"memory/candidates/u{number}.md", b"---\nid: x%d\nnever closed\n" % number)
    put(home, "memory/notes/latin.md", "---\nid: y\n---\ngröße\n".encode("latin-1"))
    assert curator(home, "status").json["unreadable"] == 11
    rows = [i for i in curator(home, "queue").json["items"] if i["health"] == "invalid"]
    assert len(rows) == 11
    assert all(any(flag.startswith("unreadable-") for flag in row["flags"]) for row in rows)
    assert "11 unreadable" in curator(home, "status", as_json=False).out
    assert "11 unreadable" in curator(home, "queue", as_json=False).out
    checked = curator(home, "check")
    assert checked.code == 1
    unreadable = [p for p in checked.json["problems"] if p["code"].startswith("unreadable-")]
    assert {p["path"] for p in unreadable} == {row["paths"][0] for row in rows}
    assert all(p["line"] >= 1 for p in unreadable)
    before = fingerprint(home)
    for row in rows:
        refused = curator(home, "decide", row["item"], "approve")
        assert (refused.code, refused.error["code"]) == (4, "invalid")
        assert refused.error["line"] >= 1
    assert fingerprint(home) == before


def test_check_lists_problems_by_severity(home: Path) -> None:
    clean = curator(home, "check")
    assert (clean.code, clean.json["counts"]["error"]) == (0, 0)
    put(home, "memory/candidates/x.md", note("x", kind="nonsense", scope="nowhere", sources=None))
    found = curator(home, "check")
    assert found.code == 1
    keys = {"code", "severity", "path", "line", "column", "field", "message", "hint"}
    assert all(keys == problem.keys() for problem in found.json["problems"])
    fields = {p["field"] for p in found.json["problems"] if p["path"].endswith("x.md")}
    assert {"kind", "id"} <= fields
    order = [problem["severity"] for problem in found.json["problems"]]
    assert order == sorted(order, key=("error", "warning", "info").index)
    assert found.json["counts"]["error"] == order.count("error")


def test_doctor_names_what_it_looked_at(home: Path) -> None:
    result = curator(home, "doctor")
    checks = {row["name"]: row for row in result.json["checks"]}
    assert {"git", "libyaml", "fts5", "inotify", "hooks", "ignored", "identity"} <= checks.keys()
    assert all({"name", "ok", "detail"} == row.keys() for row in checks.values())
    assert result.code == (0 if all(row["ok"] for row in checks.values()) else 1)
    outside = curator(home.parent, "doctor")
    assert outside.code == 1
    assert not next(row for row in outside.json["checks"] if row["name"] == "home")["ok"]


def test_history_newest_first_with_filters(home: Path) -> None:
    curator(home, "decide", "note-a", "approve", now=NOW)
    curator(home, "decide", "note-b", "reject", "--reviewer", "ines", now=NOW + timedelta(hours=1))
    curator(home, "undo", "--reviewer", "ines", now=NOW + timedelta(hours=2))
    events = curator(home, "history").json["events"]
    assert [event["action"] for event in events] == ["undo", "reject", "approve"]
    assert all(set(EVENT_KEYS) <= event.keys() for event in events)
    assert events[1]["undone_by"] == events[0]["event_id"]
    assert events[0]["reverts"] == events[1]["event_id"]
    assert events[1]["actor"] == "human:ines"
    for words, actions in {
        ("--note", "note-a"): ["approve"],
        ("--subject", "project/alpha"): ["undo", "reject", "approve"],
        ("--kind", "semantic"): ["undo", "reject", "approve"],
        ("--action", "reject"): ["reject"],
        ("--actor", "human:ines"): ["undo", "reject"],
        ("--since", "2026-11-29T09:00:00Z"): ["undo", "reject"],
        ("--since", "2026-11-29T10:00:00+01:00"): ["undo", "reject"],
        ("--until", "2026-11-29T10:00:00+01:00"): ["approve"],
        ("--since", "2026-11-30"): [],
        ("--slot", "none.such"): [],
    }.items():
        found = curator(home, "history", *words).json["events"]
        assert [event["action"] for event in found] == actions, words
    for option in ("--since", "--until"):
        bad = curator(home, "history", option, "yesterday")
        assert (bad.code, bad.error["code"]) == (2, "time-form")


def test_receipts(home: Path, tmp_path: Path) -> None:
    single = curator(home, "decide", "note-a", "approve").json
    assert [key for key in single if key in RECEIPT_KEYS] == RECEIPT_KEYS
    assert single["worktree"] == "done"
    again = curator(home, "history").json["events"][0]["item"]
    repeated = curator(home, "decide", again, "approve").json
    assert repeated == {**single, "already": True}
    staged = curator(home, "decide", "note-b", "approve", "--stage").json
    assert staged.keys() == {"decision", "staged"}
    (row,) = curator(home, "staged").json["decisions"]
    assert {"decision", "item", "action", "health", "blocked"} <= row.keys()
    assert (row["decision"], row["blocked"]) == (staged["decision"], None)
    applied = curator(home, "apply").json
    assert {*RECEIPT_KEYS, "decisions", "refused"} <= applied.keys()
    lines = [{"item": "note-c", "action": "reject", "reason_code": "stale", "reason": "x"}]
    many = curator(home, "decide", "--batch", batch(tmp_path, *lines)).json
    assert {*RECEIPT_KEYS, "decisions", "refused"} <= many.keys()
    assert curator(home, "apply").json["recovered"] == []


def test_dry_runs_write_nothing_and_show_the_plan(home: Path, tmp_path: Path) -> None:
    before, head = fingerprint(home), git(home, "rev-parse", "HEAD")
    lines = [{"item": "note-a", "action": "approve"}, {"item": "nobody", "action": "approve"}]
    many = curator(home, "decide", "--batch", batch(tmp_path, *lines), "--dry-run").json
    assert [refused["error"]["code"] for refused in many["refused"]] == ["unknown-item"]
    one = curator(home, "decide", "note-a", "reject", "--dry-run").json
    assert one["paths"][0] == "memory/candidates/a.md"
    assert fingerprint(home) == before
    assert git(home, "rev-parse", "HEAD") == head
    decided = curator(home, "decide", "note-a", "reject").json
    after = fingerprint(home)
    undone = curator(home, "undo", decided["decision"], "--dry-run").json
    assert undone["dry_run"] is True
    assert fingerprint(home) == after


def test_notes_init_rescue_and_schema(home: Path, tmp_path: Path) -> None:
    (row,) = curator(home, "notes").json["notes"]
    keys = {"note_id", "path", "title", "memory_key", "value", "scope", "status", "lane"}
    assert keys <= row.keys()
    assert curator(home, "notes", "--search", "A FACT").json["notes"] == [row]
    assert curator(home, "notes", "--search", "nowhere").json["notes"] == []
    assert curator(home, "rescue", "list").json == {"rescued": []}
    assert curator(home, "schema").json["type"] == "object"
    made = curator(None, "init", str(tmp_path / "new")).json
    assert (made["taken"], made["skipped"]) == (0, [])
    assert made["commits"] == [git(tmp_path / "new", "rev-parse", "HEAD").strip()]
    assert curator(tmp_path / "new", "status").json["waiting"] == 0
