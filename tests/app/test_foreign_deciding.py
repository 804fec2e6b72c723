"""Deciding about other tools' notes: what is added, what is known by path, what comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.test_adopt import adopted, bytes_of, foreign, set_headless
from tests.homes import curator, put

PLAIN = "# Use one queue\n\nWe use one queue.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    root = tmp_path / "kit"
    put(root, "adr/0001-queue.md", PLAIN)
    put(root, "adr/0002-crlf.md", "---\r\ndate: 2026-01-01\r\n---\r\nText.\r\n")
    put(root, "adr/named.md", foreign(7))
    put(root, "adr/archive/old.md", foreign(8))
    adopted(root, "--notes", "adr", "--archived", "adr/archive", "--scope", "global")
    set_headless(root)
    return root


def test_a_note_without_an_id_is_shown_and_decided_by_its_path(home: Path) -> None:
    before = bytes_of(home)
    shown = curator(home, "show", "adr/0001-queue.md").json
    assert shown["paths"] == ["adr/0001-queue.md"] and shown["proposed_text"] == PLAIN
    preview = curator(home, "decide", "adr/0001-queue.md", "archive", "--dry-run").json
    (notice,) = [said for said in preview["notices"] if "gets the id" in said]
    done = curator(home, "decide", "adr/0001-queue.md", "archive")
    assert done.code == 0, done.err
    (note_id,) = done.json["notes"]
    assert note_id in notice
    text = (home / "adr/0001-queue.md").read_text()
    assert text == f"---\nid: {note_id}\nstatus: archived\n---\n{PLAIN}"
    assert curator(home, "current", note_id).json["status"] == "none"
    assert curator(home, "decide", note_id, "restore").code == 0
    assert curator(home, "current", note_id).json["answer_value"] == "We use one queue."
    undone = curator(home, "undo", done.json["decision"], "--with-dependents")
    assert undone.code == 0, undone.err
    after = bytes_of(home)
    assert {path: after[path] for path in before if path.startswith("adr")} == {
        path: data for path, data in before.items() if path.startswith("adr")
    }
    assert curator(home, "queue").json["items"] == []


@pytest.mark.parametrize("action", ["archive", "pin", "confirm"])
@pytest.mark.parametrize("path", ["adr/0001-queue.md", "adr/0002-crlf.md", "adr/named.md"])
def test_only_the_keys_that_a_decision_needs_are_added(home: Path, path: str, action: str) -> None:
    before = (home / path).read_bytes()
    done = curator(home, "decide", path, action)
    assert done.code == 0, done.err
    after = (home / path).read_bytes()
    added = [line for line in after.splitlines() if line not in before.splitlines()]
    keys = {line.split(b":")[0] for line in added}
    allowed = {b"id", b"status", b"pin", b"verified_at", b"review_by"}
    assert keys - {b"---"} <= allowed and len(keys - {b"---", b"id"}) == 1
    assert (b"\r\n" in after) is (b"\r\n" in before)
    assert curator(home, "check").code == 0
    assert curator(home, "queue").json["items"] == []
    assert curator(home, "undo", done.json["decision"]).code == 0
    assert (home / path).read_bytes() == before


def test_a_note_is_found_by_its_id_too(home: Path) -> None:
    shown = curator(home, "show", "F-7").json
    assert (shown["notes"], shown["lane"]) == (["F-7"], "re-review")
    assert shown["shown_hash"]
    assert curator(home, "show", "F-99").error["code"] == "unknown-item"


def test_a_folder_keeps_its_dead(home: Path) -> None:
    refused = curator(home, "decide", "F-8", "restore")
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    assert "move the file" in refused.error["hint"]


def test_an_edited_note_without_an_id_is_decided_first(home: Path) -> None:
    path = home / "adr/0001-queue.md"
    path.write_text(PLAIN + "More.\n")
    refused = curator(home, "decide", "adr/0001-queue.md", "archive")
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    (item,) = curator(home, "queue").json["items"]
    assert curator(home, "decide", item["item"], "approve").code == 0
    assert path.read_text() == PLAIN + "More.\n", "a foreign note is accepted as it is"
    assert curator(home, "decide", "adr/0001-queue.md", "archive").code == 0


def test_one_row_sets_the_scope_of_a_folder(tmp_path: Path) -> None:
    root = tmp_path / "kit"
    for number in range(4):
        put(root, f"mem/{number}.md", foreign(number))
    put(root, "mem/own.md", foreign(9, "scope: user:me\n"))
    adopted(root)
    set_headless(root)
    text = (root / "curator.toml").read_text()
    (item,) = curator(root, "queue").json["items"]
    assert (item["op"], item["subject"], item["flags"]) == ("config", "mem", ["scope-required"])
    assert curator(root, "show", item["item"]).code == 0
    asked = curator(root, "decide", item["item"], "approve")
    assert (asked.code, asked.error["code"], asked.error["field"]) == (4, "invalid", "scope")
    done = curator(root, "decide", item["item"], "approve", "--scope", "project:kit")
    assert done.code == 0, done.err
    assert '\n[adopt.scopes]\n"mem" = "project:kit"\n' in (root / "curator.toml").read_text()
    scopes = {row["note_id"]: row["scope"] for row in curator(root, "notes").json["notes"]}
    assert scopes == {**{f"F-{n}": "project:kit" for n in range(4)}, "F-9": "user:me"}
    assert curator(root, "queue").json["items"] == []
    assert curator(root, "undo", done.json["decision"]).code == 0
    assert (root / "curator.toml").read_text() == text
    assert [row["item"] for row in curator(root, "queue").json["items"]] == [item["item"]]
    assert curator(root, "decide", item["item"], "reject").code == 0
    assert curator(root, "queue").json["items"] == []
