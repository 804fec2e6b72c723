"""Candidates of a living note's id: three-way, in place or as a new version (CONTRACT 26, C67)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, git, make_home, note, put, reviewed, tree_bytes
from tests.proposal_branches import Change, propose

BODY = "First line.\n\nSecond line.\n\nThird line."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"plain.md": reviewed("plain", BODY, tags=["one"])})


def queue(home: Path, *words: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = curator(home, "queue", *words).json["items"]
    return items


def row(home: Path, op: str = "update") -> dict[str, Any]:
    (only,) = [item for item in queue(home) if item["op"] == op]
    return only


def text(home: Path, name: str = "plain.md") -> str:
    return (home / "memory/notes" / name).read_text("utf-8")


def candidate(home: Path, old: str, new: str) -> Path:
    before = text(home)
    assert old in before
    return put(home, "memory/candidates/plain.md", before.replace(old, new))


def edit(home: Path, old: str, new: str) -> None:
    """A hand edit that the reviewer approves."""
    put(home, "memory/notes/plain.md", text(home).replace(old, new))
    done = curator(home, "decide", row(home, "review")["item"], "approve")
    assert done.code == 0, done.err


def test_an_untracked_update_is_made_from_what_lay_there_when_it_was_first_seen(home: Path) -> None:
    candidate(home, "Third line", "Last line")
    assert row(home)["health"] == "clean"
    edit(home, "First line", "Top line")
    item = row(home)
    assert item["health"] == "rebased"
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    assert "Top line" in text(home) and "Last line" in text(home)
    assert not (home / "memory/candidates/plain.md").exists()
    assert (queue(home), curator(home, "check").json["problems"]) == ([], [])
    curator(home, "undo")
    assert "Third line" in text(home) and "Top line" in text(home)
    assert "Last line" in (home / "memory/candidates/plain.md").read_text("utf-8")


def test_a_tracked_update_is_made_from_the_note_in_the_commit_that_added_it(home: Path) -> None:
    candidate(home, "Third line", "Last line")
    git(home, "add", "memory/candidates/plain.md")
    git(home, "commit", "-qm", "An agent's update")
    edit(home, "Third line", "Third row")
    item = row(home)
    assert item["health"] == "conflict"
    shown = curator(home, "show", item["item"]).json
    assert "Third line" in shown["base_text"]
    (merge,) = shown["merges"]
    (region,) = [r for r in merge["regions"] if r["state"] == "conflict"]
    assert merge["conflicts"] == [region["region"]]
    for side, left in (("current", "Third row"), ("both", "Third row.\nLast line.")):
        words = ("--pick", f"{region['region']}={side}")
        done = curator(home, "decide", item["item"], "approve", *words)
        if side == "current":
            assert (done.code, done.error["code"]) == (4, "no-change")
        else:
            assert done.code == 0, done.err
            assert left in text(home)


def test_an_unknown_base_is_shown_two_way(home: Path) -> None:
    put(home, "memory/notes/plain.md", text(home).replace("First", "Hand-made first"))
    put(home, "memory/candidates/plain.md", text(home).replace("Third", "Last"))
    assert row(home)["health"] == "conflict"
    shown = curator(home, "show", row(home)["item"]).json
    assert shown["base_text"] is None and shown["merges"][0]["no_base"] is True


def test_c67_a_hand_edit_meanwhile_is_merged_three_way_and_never_lost(home: Path) -> None:
    propose(home, Change(files={"memory/notes/plain.md": text(home).replace("Third", "Last")}))
    put(home, "memory/notes/plain.md", text(home).replace("First", "Hand-made first"))
    item = row(home)
    assert item["health"] == "conflict"
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    (merge,) = curator(home, "show", item["item"]).json["merges"]
    assert merge["hand_edited"] is True and merge["conflicts"] == []
    (mine,) = [r["region"] for r in merge["regions"] if r["state"] == "proposed"]
    done = curator(home, "decide", item["item"], "approve", "--pick", f"{mine}=proposed")
    assert done.code == 0, done.err
    assert "Hand-made first" in text(home) and "Last line" in text(home)
    assert (queue(home), curator(home, "check").json["problems"]) == ([], [])
    before = git(home, "log", "--format=%s", "-3")
    assert "by hand" in before
    curator(home, "undo")
    assert "Hand-made first" in text(home) and "Third line" in text(home)


def test_c44_a_shrinking_update_needs_a_second_word(home: Path) -> None:
    long = reviewed("long", "\n\n".join(f"Paragraph {n} of the text." for n in range(20)))
    put(home, "memory/notes/long.md", long)
    curator(home, "decide", "long", "approve")
    short = text(home, "long.md").partition("Paragraph 3")[0]
    propose(home, Change(files={"memory/notes/long.md": short + "(rest unchanged)\n"}))
    item = row(home)
    refused = curator(home, "decide", item["item"], "approve", "--expect", shown(home, item))
    assert (refused.code, refused.error["code"]) == (4, "shrinks")
    words = ("--expect", shown(home, item), "--confirm", "shrinks")
    assert curator(home, "decide", item["item"], "approve", *words).code == 0


def shown(home: Path, item: dict[str, Any]) -> str:
    found: str = curator(home, "show", item["item"]).json["shown_hash"]
    return found


def test_c55_a_conflict_in_one_note_costs_the_other_nothing(home: Path) -> None:
    put(home, "memory/notes/other.md", reviewed("other", BODY))
    curator(home, "decide", "other", "approve")
    files = {
        "memory/notes/plain.md": text(home).replace("Third", "Last"),
        "memory/notes/other.md": text(home, "other.md").replace("Third", "Last"),
    }
    propose(home, Change(files=files))
    edit(home, "Third", "3rd")
    item = row(home)
    assert item["health"] == "conflict"
    done = curator(home, "decide", item["item"], "approve", "--only", "other")
    assert done.code == 0, done.err
    assert "Last line" in text(home, "other.md") and "3rd line" in text(home)
    assert row(home)["notes"] == ["plain"]


def test_c65_an_approval_of_another_text_is_void_and_of_the_same_text_stands(home: Path) -> None:
    port = note("port", "Port 8080.")
    propose(home, Change(files={"memory/notes/port.md": port}))
    seen = shown(home, row(home, "add"))
    git(home, "branch", "-D", "proposals/nightly")
    propose(home, Change(files={"memory/notes/port.md": port.replace("8080", "9090")}))
    refused = curator(home, "decide", "port", "approve", "--expect", seen)
    assert (refused.code, refused.error["code"]) == (3, "stale")
    git(home, "branch", "-D", "proposals/nightly")
    propose(
        home, Change(files={"memory/notes/port.md": port}, message="rebased", seconds=1_795_999_000)
    )
    done = curator(home, "decide", "port", "approve", "--expect", seen)
    assert done.code == 0, done.err


def test_two_updates_of_one_note_in_one_batch(home: Path) -> None:
    propose(
        home,
        Change(files={"memory/notes/plain.md": text(home).replace("Second", "Next")}),
        ref="refs/heads/proposals/a",
    )
    propose(
        home,
        Change(files={"memory/notes/plain.md": text(home).replace("Third", "Last")}),
        ref="refs/heads/proposals/b",
    )
    one, two = (item["item"] for item in queue(home))
    lines = "".join(f'{{"item": "{i}", "action": "approve"}}\n' for i in (one, two))
    batch = put(home.parent, "batch.jsonl", lines)
    before = tree_bytes(home)
    refused = curator(home, "decide", "--batch", str(batch))
    assert (refused.code, tree_bytes(home)) == (3, before), refused.err
    for item in (one, two):
        assert curator(home, "decide", item, "approve").code == 0
    assert "Next line" in text(home) and "Last line" in text(home)


def test_applied_proposals_are_found_by_their_health(home: Path) -> None:
    propose(home, Change(files={"memory/notes/plain.md": text(home).replace("Third", "Last")}))
    edit(home, "Third", "Last")
    assert queue(home) == []
    (applied,) = queue(home, "--filter", "health:applied")
    assert applied["notes"] == ["plain"]
