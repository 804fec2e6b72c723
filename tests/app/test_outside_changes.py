"""Commits of notes that Curator did not make: one item each, accepted or reverted (CONTRACT 24)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, git, make_home, put, reviewed, tree_bytes


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {f"{name}.md": reviewed(name) for name in ("note-a", "note-b", "note-c")}
    return make_home(tmp_path / "home", notes)


def queue(home: Path) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = curator(home, "queue").json["items"]
    return items


def row(home: Path) -> dict[str, Any]:
    (only,) = queue(home)
    return only


def edit(home: Path, *names: str) -> None:
    for name in names:
        path = f"memory/notes/{name}.md"
        put(home, path, (home / path).read_text("utf-8") + "One line more.\n")


def commit(home: Path, message: str = "Edits of the day") -> None:
    git(home, "add", "-A", "memory")
    git(home, "-c", "user.email=other@example.org", "commit", "-qm", message)


def test_one_commit_is_one_item_accepted_as_a_whole(home: Path) -> None:
    edit(home, "note-a", "note-b")
    assert sorted(item["op"] for item in queue(home)) == ["review", "review"], "not committed yet"
    commit(home)
    item = row(home)
    assert (item["op"], item["lane"]) == ("outside-change", "re-review")
    assert (item["notes"], item["proposer"]) == (["note-a", "note-b"], "commit:other@example.org")
    assert item["title"] == "Edits of the day"
    before = tree_bytes(home)
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    assert queue(home) == []
    assert "One line more." in (home / "memory/notes/note-a.md").read_text("utf-8")
    curator(home, "undo")
    assert (row(home)["item"], tree_bytes(home)) == (item["item"], before)


def test_reject_reverts_it_as_a_plan(home: Path) -> None:
    before = tree_bytes(home)
    edit(home, "note-a", "note-b")
    put(home, "memory/notes/new.md", reviewed("new-one"))
    commit(home)
    item = row(home)
    assert sorted(item["notes"]) == ["new-one", "note-a", "note-b"]
    preview = curator(home, "decide", item["item"], "reject", "--dry-run").json
    assert len(preview["files"]) == 3
    edited = tree_bytes(home)
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert (tree_bytes(home), queue(home)) == (before, [])
    curator(home, "undo")
    assert tree_bytes(home) == edited


def test_one_note_of_it_is_decided_alone(home: Path) -> None:
    edit(home, "note-a", "note-b")
    commit(home)
    assert curator(home, "decide", "note-a", "approve").code == 0
    assert row(home)["notes"] == ["note-b"]
    assert curator(home, "decide", "note-b", "reject").code == 0
    assert queue(home) == []


def test_two_commits_are_two_items(home: Path) -> None:
    edit(home, "note-a")
    commit(home, "First")
    edit(home, "note-b", "note-c")
    commit(home, "Second")
    first, second = sorted(queue(home), key=lambda item: len(item["notes"]))
    assert (first["notes"], second["notes"]) == (["note-a"], ["note-b", "note-c"])
    assert first["op"] == second["op"] == "outside-change"


def test_decisions_never_count_also_pulled_or_squashed(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(home, "clone", "-q", str(home), str(other))
    for key, value in (("name", "Other"), ("email", "other@curator.example")):
        git(other, "config", f"user.{key}", value)
    edit(other, "note-a")
    (item,) = queue(other)
    curator(other, "decide", item["item"], "approve")
    edit(other, "note-b")
    (item,) = queue(other)
    curator(other, "decide", item["item"], "approve")
    git(home, "pull", "-q", str(other), "main")
    assert queue(home) == []
    start = git(home, "rev-list", "--max-parents=0", "HEAD").split()[0]
    config = git(home, "rev-list", "--reverse", f"{start}..HEAD").split()[0]
    git(home, "reset", "-q", "--soft", config)
    git(home, "commit", "-qm", "Squashed")
    assert queue(home) == []
