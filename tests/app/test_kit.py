"""Fifty notes of a real agent's memory as candidates: decided in one batch, every byte back."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, fingerprint, git, make_home, note, put, tree_bytes
from tests.shared_data import shared_data

BATCH = 50
ACTIONS = ("approve", "reject", "defer")
CONFIRMED = ["no-source", "secret", "attribution", "modality"]


def kit() -> dict[str, bytes]:
    """Every note of the kit by its path below the kit's folder."""
    root = shared_data("core-memory-kit")
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*.md"))}


def with_candidates(root: Path, notes: dict[str, bytes]) -> Path:
    home = make_home(root)
    for path, data in notes.items():
        put(home, f"memory/candidates/{path}", data)
    return home


def batch(folder: Path, lines: list[dict[str, Any]]) -> str:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return str(put(folder, "batch.jsonl", text))


@pytest.mark.slow
def test_every_note_of_the_kit_is_listed(tmp_path: Path) -> None:
    notes = kit()
    home = with_candidates(tmp_path / "home", notes)
    listed = curator(home, "queue")
    assert listed.code == 0
    items = listed.json["items"]
    assert {path for item in items for path in item["paths"]} == {
        f"memory/candidates/{path}" for path in notes
    }
    assert len({item["item"] for item in items}) == len(items)
    health = Counter(item["health"] for item in items)
    print(f"{len(items)} notes listed: {dict(health)}")
    assert len(items) > 2_000
    checked = curator(home, "check")
    assert checked.code in (0, 1)
    assert tree_bytes(home, "memory/candidates").keys() == {
        f"memory/candidates/{path}" for path in notes
    }


def looked(home: Path, item: dict[str, Any]) -> dict[str, str]:
    """The shown hash of an item of high risk, as if it had been opened."""
    if item["risk"] != "high":
        return {}
    return {"expect": curator(home, "show", item["item"]).json["shown_hash"]}


def test_fifty_notes_decided_in_one_batch_come_back_byte_for_byte(tmp_path: Path) -> None:
    notes = kit()
    chosen = random.Random(50).sample(sorted(notes), BATCH)
    home = with_candidates(tmp_path / "home", {path: notes[path] for path in chosen})
    before = fingerprint(home)
    items = curator(home, "queue").json["items"]
    lines = [
        {"item": item["item"], "action": "approve", "confirm": CONFIRMED, **looked(home, item)}
        if ACTIONS[number % 3] == "approve"
        else {"item": item["item"], "action": ACTIONS[number % 3]}
        for number, item in enumerate(items)
    ]
    done = curator(home, "decide", "--batch", batch(tmp_path, lines)).json
    assert done["refused"] == []
    assert len(done["decisions"]) == BATCH
    approved = tree_bytes(home, "memory/notes")
    rest = tree_bytes(home, "memory/candidates")
    counts = Counter(ACTIONS[number % 3] for number in range(BATCH))
    assert len(approved) == counts["approve"]
    assert len(rest) == counts["defer"]
    for path, data in approved.items():
        kept = notes[path.removeprefix("memory/notes/")]
        body = kept.partition(b"\n---\n")[2]
        assert body, path
        assert data.endswith(body), path
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == ""
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before
    assert tree_bytes(home) == {f"memory/candidates/{path}": notes[path] for path in chosen}
    again = curator(home, "queue").json["items"]
    assert [item["item"] for item in again] == [item["item"] for item in items]
    print(f"{BATCH} decided in one batch: {dict(counts)}, all bytes back after undo")


@pytest.mark.parametrize("action", ACTIONS)
def test_hand_written_shapes_come_back_byte_for_byte(tmp_path: Path, action: str) -> None:
    """The same without the shared data: line ends, marks, no final newline, odd headers."""
    text = note("shape-1", "A fact.\n\n---\nnot: a header\n---")
    shapes = {
        "lf.md": text.encode(),
        "crlf.md": text.replace("shape-1", "shape-2").replace("\n", "\r\n").encode(),
        "bom.md": b"\xef\xbb\xbf" + text.replace("shape-1", "shape-3").encode(),
        "cut.md": text.replace("shape-1", "shape-4").encode().rstrip(b"\n"),
        "mixed.md": text.replace("shape-1", "shape-5").encode().replace(b"fact.\n", b"fact.\r\n"),
        "bare.md": "# 没有字段\n\ntext\n".encode(),
        "own.md": b"---\ntype: memory\ncreated: 2026-01-02\nmood: 'x'  # kept\n---\nbody\n",
    }
    home = with_candidates(tmp_path / "home", shapes)
    before = fingerprint(home)
    items = curator(home, "queue").json["items"]
    lines: list[dict[str, Any]] = [{"item": item["item"], "action": action} for item in items]
    if action == "approve":
        lines = [{**line, "confirm": CONFIRMED} for line in lines]
    done = curator(home, "decide", "--batch", batch(tmp_path, lines)).json
    assert len(done["decisions"]) == len(shapes)
    assert (fingerprint(home) == before) == (action == "defer")
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before
