"""Notes that are to be looked at again: lane re-review, still true, later, dismissed."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.homes import CONFIG, NOW, curator, git, make_home, note, put, reviewed, tree_bytes

CYCLES = CONFIG + 'cycle = { semantic = "90d", preference = "180d" }\n'
OLD, NEW = "2026-05-01T08:00:00+00:00", "2026-11-20T08:00:00+00:00"
PERSON = ("-c", "user.name=A", "-c", "user.email=a@b.example")
LATER = datetime(2027, 3, 1, 8, 0, tzinfo=UTC)


def due(home: Path, now: datetime = NOW) -> dict[str, Any]:
    """The items of notes that are due, by note."""
    shown = curator(home, "queue", now=now).json
    found = [each for each in shown["items"] if "review-due" in each["flags"]]
    return {(*each["notes"], *each["paths"])[0]: each for each in found}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {
        "old.md": reviewed("m_old", recorded_at=OLD),
        "new.md": reviewed("m_new", recorded_at=NEW),
        "pref.md": reviewed("m_pref", kind="preference", recorded_at="2026-06-15T00:00:00Z"),
        "how.md": reviewed("m_how", kind="procedural", recorded_at="2020-01-01T00:00:00Z"),
        "by.md": reviewed("m_by", kind="procedural", review_by="2026-11-28", recorded_at=NEW),
        "day.md": reviewed("m_day", kind="procedural", review_by="2026-11-29", recorded_at=NEW),
    }
    return make_home(tmp_path / "home", notes, config=CYCLES)


def test_due_by_its_own_date_or_the_cycle_of_its_kind(home: Path) -> None:
    found = due(home)
    assert set(found) == {"m_old", "m_by"}
    for item in found.values():
        assert (item["lane"], item["op"], item["health"]) == ("re-review", "review", "clean")
    assert set(due(home, datetime(2026, 11, 30, 8, tzinfo=UTC))) == {"m_old", "m_by", "m_day"}
    assert set(due(home, LATER)) == {"m_old", "m_by", "m_day", "m_pref", "m_new"}


def test_without_cycles_only_review_by_counts(tmp_path: Path) -> None:
    notes = {
        "old.md": reviewed("m_old", recorded_at=OLD),
        "by.md": reviewed("m_by", review_by="2026-11-01"),
    }
    assert set(due(make_home(tmp_path / "home", notes))) == {"m_by"}


@pytest.mark.parametrize("decision", ["approve", "confirm"])
@pytest.mark.parametrize("by_note", [True, False])
def test_still_true_writes_the_next_date(home: Path, decision: str, by_note: bool) -> None:
    before = tree_bytes(home, "memory")
    item = due(home)["m_old"]["item"]
    done = curator(home, "decide", "m_old" if by_note else item, decision)
    assert done.code == 0, done.err
    text = (home / "memory/notes/old.md").read_text("utf-8")
    assert "verified_at: 2026-11-29T08:00:00Z\n" in text
    assert "review_by: 2027-02-27\n" in text
    assert set(due(home)) == {"m_by"}
    assert "m_old" not in due(home, datetime(2027, 2, 27, 23, tzinfo=UTC))
    assert "m_old" in due(home, datetime(2027, 2, 28, 1, tzinfo=UTC))
    if decision == "approve":
        assert curator(home, "decide", item, decision).json["already"] is True
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before
    assert set(due(home)) == {"m_old", "m_by"}


def test_a_note_without_cycle_is_done_once_it_is_verified(home: Path) -> None:
    assert curator(home, "decide", due(home)["m_by"]["item"], "approve").code == 0
    text = (home / "memory/notes/by.md").read_text("utf-8")
    assert "verified_at: 2026-11-29T08:00:00Z\n" in text
    assert "review_by: 2026-11-28\n" in text
    assert "m_by" not in due(home, LATER)


def test_reject_dismisses_until_the_note_changes(home: Path) -> None:
    before = tree_bytes(home, "memory")
    item = due(home)["m_old"]["item"]
    assert curator(home, "decide", item, "reject").code == 0
    assert set(due(home)) == {"m_by"}
    assert tree_bytes(home, "memory") == before
    assert curator(home, "decide", "m_old", "pin").code == 0
    assert "m_old" not in due(home), "the person has just looked at it"
    assert "m_old" in due(home, LATER)


def test_defer_archive_and_what_cannot_be(home: Path) -> None:
    item = due(home)["m_old"]["item"]
    assert curator(home, "decide", item, "defer", "--until", "2026-12-10").code == 0
    assert set(due(home)) == {"m_by"}
    assert "m_old" in due(home, datetime(2026, 12, 11, tzinfo=UTC))
    assert curator(home, "decide", due(home)["m_by"]["item"], "archive").code == 0
    assert "status: archived" in (home / "memory/notes/by.md").read_text("utf-8")
    assert set(due(home)) == set()


def test_what_is_over_or_waits_for_somebody_is_not_asked_about(tmp_path: Path) -> None:
    past = {"review_by": "2026-10-01"}
    notes = {
        "ended.md": reviewed("m_ended", valid_to="2026-09-01", **past),
        "gone.md": reviewed("m_gone", expires_at="2026-11-28", **past),
        "dead.md": note("m_dead", status="archived", **past),
        "was.md": reviewed("m_was", memory_key="k", value="1", **past),
        "is.md": reviewed(
            "m_is",
            memory_key="k",
            value="2",
            supersedes=["m_was"],
            relation="state_change",
            valid_from="2026-02-01",
        ),
        "soon.md": reviewed("m_soon", valid_from="2027-01-01", **past),
        "odd.md": reviewed("m_odd", review_by="one day"),
        "month.md": reviewed("m_month", review_by="2026-11"),
        "ago.md": reviewed("m_ago", review_by="2026-10"),
    }
    home = make_home(tmp_path / "home", notes)
    put(home, "memory/notes/alien.md", reviewed("m_alien", **past))
    path = home / "memory/notes/soon.md"
    assert set(due(home)) == {"m_soon", "m_ago"}
    path.write_text(path.read_text("utf-8").replace("A fact", "Another"), "utf-8")
    assert set(due(home)) == {"m_ago"}, "an edit is decided first"


def test_notes_without_an_id_are_asked_about_by_path(tmp_path: Path) -> None:
    root = tmp_path / "home"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    put(root, "docs/a.md", "---\ntitle: A\ncreated: 2024-01-01\ntags: [x]\n---\nBody.\n")
    git(root, "add", "-A")
    git(root, *PERSON, "commit", "-qm", "a")
    words = ("init", "--adopt", str(root), "--notes", "docs", "--scope", "global")
    assert curator(None, *words).code == 0
    more = '[review]\ncycle = { semantic = "90d" }\n'
    config = (root / "curator.toml").read_text().replace("[review]\n", more)
    put(root, "curator.toml", config)
    shutil.rmtree(root / ".git/curator")
    git(root, *PERSON, "commit", "-qam", "cycles")
    found = due(root)
    assert list(found) == ["docs/a.md"]
    assert curator(root, "decide", found["docs/a.md"]["item"], "confirm").code == 0
    assert due(root) == {}
