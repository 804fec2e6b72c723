"""FAULTS 15: what file syncs leave behind is a conflict to decide, never a second note."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import curator, git, make_home, put, reviewed, tree_bytes

PORT = {"memory_key": "port", "value": "80"}
NAMES = (
    "port (conflicted copy 2026-11-01).md",
    "port (Ines's conflicted copy 2026-11-01).md",
    "port (Ines 的冲突副本 2026-11-01).md",
    "port.sync-conflict-20261101-120000-ABCDEF7.md",
    "port_conflict-20261101-120000.md",
    "port (Case Conflict 1).md",
    "port [Conflict].md",
    "port.Conflict.md",
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {
        "port.md": reviewed("m_port", "The port.", title="Port", **PORT),
        "bare.md": "# Bare\n\nNo fields at all.\n",
    }
    return make_home(tmp_path / "home", notes)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_a_conflict_that_names_the_original(home: Path, name: str) -> None:
    text = reviewed("m_port", "The port.", title="Port", memory_key="port", value="81")
    put(home, f"memory/notes/{name}", text)
    assert curator(home, "current", "port").json["answer_value"] == "80"
    assert [row["note_id"] for row in curator(home, "notes").json["notes"]] == [None, "m_port"]
    [item] = curator(home, "queue").json["items"]
    assert (item["op"], item["paths"][0]) == ("update", f"memory/notes/{name}")
    assert "sync-copy" in item["flags"]
    told = [p for p in curator(home, "check").json["problems"] if p["code"] == "sync-copy"]
    assert [(p["path"], "copy of port.md" in p["message"]) for p in told] == [
        (f"memory/notes/{name}", True)
    ]
    views = curator(home, "views").json
    assert views["memory"]["loaded"] == ["m_port"] or len(views["memory"]["loaded"]) == 2


@pytest.mark.parametrize("name", [NAMES[0], NAMES[3]])
def test_reject_takes_the_copy_away_and_undo_brings_it_back(home: Path, name: str) -> None:
    text = reviewed("m_port", "Another text.", title="Port", **PORT)
    put(home, f"memory/notes/{name}", text)
    before = tree_bytes(home, "memory")
    [item] = curator(home, "queue").json["items"]
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert f"memory/notes/{name}" not in tree_bytes(home, "memory")
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before


def test_the_copys_text_can_be_taken_into_the_note(home: Path, tmp_path: Path) -> None:
    before = tree_bytes(home, "memory")
    text = reviewed("m_port", "The port.\n\nMore.", title="Port", **PORT)
    put(home, f"memory/notes/{NAMES[0]}", text)
    [item] = curator(home, "queue").json["items"]
    mine = put(tmp_path, "mine.md", text)
    done = curator(home, "decide", item["item"], "edit", "--result", str(mine))
    assert done.code == 0, done.err
    assert "More." in (home / "memory/notes/port.md").read_text("utf-8")
    assert not (home / "memory/notes" / NAMES[0]).exists()
    assert curator(home, "current", "port").json["note_id"] == "m_port"
    assert curator(home, "queue").json["items"] == []
    assert curator(home, "undo").code == 0
    (home / "memory/notes" / NAMES[0]).unlink()
    assert tree_bytes(home, "memory") == before


def test_a_copy_of_a_note_without_an_id_belongs_to_it(home: Path) -> None:
    put(home, "memory/notes/bare (conflicted copy 2026-11-01).md", "# Bare\n\nOther words.\n")
    [item] = curator(home, "queue").json["items"]
    assert item["op"] == "update"
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert curator(home, "queue").json["items"] == []


def test_adopting_takes_no_copies(tmp_path: Path) -> None:
    root = tmp_path / "home"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    put(root, "docs/a.md", "---\ntitle: A\n---\nBody.\n")
    put(root, "docs/a (conflicted copy 2026-11-01).md", "---\ntitle: A\n---\nOther.\n")
    git(root, "add", "-A")
    git(root, "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "-qm", "a")
    made = curator(None, "init", "--adopt", str(root), "--notes", "docs", "--scope", "global").json
    assert made["taken"] == 1
    [skipped] = made["skipped"]
    assert "conflicted copy" in skipped["reason"]
    assert [row["path"] for row in curator(root, "notes").json["notes"]] == ["docs/a.md"]


SECOND = ("port 2.md", "port (1).md", "port copy.md", "port - Copy (2).md", "port 副本.md")


@pytest.mark.parametrize("name", SECOND)
def test_a_second_file_of_one_note_is_a_finding(home: Path, name: str) -> None:
    put(home, f"memory/notes/{name}", (home / "memory/notes/port.md").read_bytes())
    before = tree_bytes(home, "memory")
    found = [i for i in curator(home, "queue").json["items"] if "second-copy" in i["flags"]]
    [item] = found
    assert (item["notes"], item["paths"]) == (
        ["m_port"],
        [f"memory/notes/{name}", "memory/notes/port.md"],
    )
    assert [i for i in curator(home, "queue").json["items"] if "duplicate-id" in i["flags"]] == []
    told = [p for p in curator(home, "check").json["problems"] if p["code"] == "second-copy"]
    assert [(p["path"], p["severity"]) for p in told] == [(item["paths"][0], "warning")]
    assert "keep port.md" in curator(home, "show", item["item"]).json["repair"]
    assert curator(home, "decide", item["item"], "approve").code == 0
    assert not (home / "memory/notes" / name).exists()
    assert curator(home, "current", "port").json["answer_value"] == "80"
    assert curator(home, "queue").json["items"] == []
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert [i for i in curator(home, "queue").json["items"] if "second-copy" in i["flags"]] == []


def test_a_copy_made_of_an_approved_note_takes_nothing_from_it(home: Path) -> None:
    put(home, "memory/candidates/new.md", reviewed("m_new", memory_key="k", value="1"))
    assert curator(home, "decide", "m_new", "approve").code == 0
    text = (home / "memory/notes/new.md").read_text("utf-8").replace("A fact", "Another")
    put(home, "memory/notes/new 2.md", text)
    item = next(i for i in curator(home, "queue").json["items"] if "second-copy" in i["flags"])
    assert "another text" in curator(home, "show", item["item"]).json["title"]
    assert curator(home, "decide", item["item"], "approve").code == 0
    now = curator(home, "current", "k").json
    assert (now["status"], now["note_id"], now["edited_since_review"]) == ("known", "m_new", False)
    assert curator(home, "check").json["counts"] == {"error": 0, "warning": 0, "info": 1}


def test_notes_that_only_look_like_copies_are_left_alone(home: Path) -> None:
    put(home, "memory/notes/port 2.md", reviewed("m_other", title="Second port"))
    put(home, "memory/notes/plan 2.md", reviewed("m_plan", title="Plan 2"))
    put(home, "memory/notes/conflict.md", reviewed("m_conflict", title="On conflict"))
    flags = {flag for i in curator(home, "queue").json["items"] for flag in i["flags"]}
    assert not flags & {"second-copy", "sync-copy"}
    assert curator(home, "notes").json["notes"][1]["path"] == "memory/notes/conflict.md"


def test_a_note_that_left_the_layout_is_an_item(home: Path) -> None:
    (home / "elsewhere").mkdir()
    (home / "memory/notes/port.md").rename(home / "elsewhere/port.md")
    [item] = curator(home, "queue").json["items"]
    assert (item["flags"], item["lane"], item["notes"], item["paths"]) == (
        ["left-layout"],
        "re-review",
        ["m_port"],
        ["elsewhere/port.md"],
    )
    shown = curator(home, "show", item["item"]).json
    assert "The port." in shown["proposed_text"]
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    assert curator(home, "decide", item["item"], "defer").code == 0
    (home / "elsewhere/port.md").rename(home / "memory/notes/port.md")
    assert curator(home, "queue").json["items"] == []
    (home / "memory/notes/port.md").rename(home / "elsewhere/port.md")
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert curator(home, "queue").json["items"] == []


def test_the_last_copy_of_a_lost_note_may_become_the_note(home: Path) -> None:
    put(home, "memory/notes/lost (conflicted copy 2026-11-01).md", reviewed("m_lost", "Found."))
    [item] = curator(home, "queue").json["items"]
    assert item["op"] == "add"
    assert curator(home, "decide", item["item"], "approve").code == 0
    assert "Found." in (home / "memory/notes/lost.md").read_text("utf-8")
    assert curator(home, "current", "m_lost").json["status"] == "known"
    put(home, "memory/notes/lost (conflicted copy 2026-11-02).md", reviewed("m_two", "Other."))
    [item] = curator(home, "queue").json["items"]
    assert curator(home, "decide", item["item"], "approve").error["code"] == "path-taken"
