"""Edges of commands: clocks, worktrees, batches, decisions taken twice (CONTRACT 1, 3, 29-32)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.homes import curator, git, make_home, note, put, reviewed

APPROVE = ("decide", "note-a", "approve")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"old.md": reviewed("old-note")}, {"a.md": note("note-a")})


@pytest.mark.parametrize(
    "now",
    [
        "2026-11-29T08:00:00",
        "2026-11-29",
        "yesterday",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
    ],
)
def test_the_clock_needs_an_offset(home: Path, now: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {**os.environ, "CURATOR_NOW": now}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, "-m", "curator_app", "-C", str(home), "queue", "--json"]
    done = subprocess.run(words, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert json.loads(done.stderr)["error"]["code"] == "time-form"


def test_a_linked_worktree_is_a_home(home: Path, tmp_path: Path) -> None:
    git(home, "worktree", "add", "-q", "-b", "desk", str(tmp_path / "linked"))
    linked = tmp_path / "linked"
    put(linked, "memory/candidates/a.md", note("note-a"))
    assert curator(linked, *APPROVE, "--confirm", "branch").code == 0
    assert (linked / "memory/notes/a.md").exists()
    assert (home / "memory/candidates/a.md").exists()
    assert git(linked, "rev-parse", "HEAD") != git(home, "rev-parse", "HEAD")


@pytest.mark.parametrize(
    "line",
    [
        '{"item": "note-a", "action": ["approve"]}',
        '{"item": {"base64": "YQ=="}, "action": "approve"}',
        '{"item": "note-a", "action": "defer", "until": {"base64": "YQ=="}}',
        '{"item": "note-a", "action": "reject", "reason_code": 5}',
        '{"item": "note-a", "action": "reject", "mood": "bad"}',
        '{"item": "note-a"}',
        '"text"',
        "no json",
        "[" * 100_000,
    ],
    ids=lambda line: line[:40],
)
def test_a_wrong_batch_line_is_named(home: Path, tmp_path: Path, line: str) -> None:
    good = '{"item": "note-a", "action": "approve"}\n\n'
    file = put(tmp_path, "batch.jsonl", good + line)
    result = curator(home, "decide", "--batch", str(file))
    assert (result.code, result.error["code"]) == (2, "usage")
    assert (result.error["path"], result.error["line"]) == (str(file), 3)


def test_one_item_is_decided_once_in_a_batch(home: Path, tmp_path: Path) -> None:
    approve = '{"item": "note-a", "action": "approve"}\n'
    twice = put(tmp_path, "twice", approve + '{"item": "note-a", "action": "defer"}\n')
    refused = curator(home, "decide", "--batch", str(twice))
    assert (refused.code, refused.error["code"]) == (3, "decided-otherwise")
    same = put(tmp_path, "same", approve * 2)
    assert len(curator(home, "decide", "--batch", str(same)).json["decisions"]) == 1


def test_one_secret_in_a_hand_edit_does_not_hold_up_the_others(home: Path) -> None:
    """FAULTS §1, 4: it is never committed along; `--partial` applies the rest."""
    put(home, "memory/candidates/b.md", note("note-b"))
    git(home, "add", "memory")
    git(home, "commit", "-q", "-m", "agent", "--", "memory")
    assert curator(home, *APPROVE, "--stage").code == 0
    assert curator(home, "decide", "note-b", "reject", "--stage").code == 0
    held = put(home, "memory/candidates/b.md", note("note-b", "The password is Kx9-vTq2-Lm4z"))
    staged = curator(home, "decide", "note-b", "reject", "--stage")
    assert (staged.code, staged.error["code"]) == (4, "secret")
    partly = curator(home, "apply", "--partial").json
    assert len(partly["decisions"]) == 1
    assert [refused["error"]["code"] for refused in partly["refused"]] == ["stale"]
    refused = curator(home, "decide", "note-b", "approve", "--confirm", "secret")
    assert (refused.code, refused.error["code"]) == (4, "secret")
    assert b"Kx9" in held.read_bytes()
    assert "Kx9" not in git(home, "log", "-p", "--all")
    assert curator(home, "decide", "note-b", "defer").code == 0


def test_names_that_some_disks_take_for_one_are_named(home: Path) -> None:
    """C07: by `check`, before a clone on such a disk loses one of them."""
    put(home, "memory/candidates/Finance/a.md", note("finance-a", title="a/b"))
    put(home, "memory/candidates/finance/a.md", note("finance-b"))
    put(home, "memory/candidates/caf\u00e9.md", note("composed"))
    put(home, "memory/candidates/cafe\u0301.md", note("decomposed"))
    found = curator(home, "check").json["problems"]
    assert [p["path"] for p in found if p["code"] == "path-collision"] == [
        "memory/candidates/café.md",
        "memory/candidates/finance/a.md",
    ]
    assert curator(home, "decide", "finance-a", "approve").code == 0
    taken = curator(home, "decide", "finance-b", "approve")
    assert (taken.code, taken.error["code"]) == (4, "path-taken")


def test_a_staged_decision_that_was_taken_meanwhile_is_no_second_one(home: Path) -> None:
    assert curator(home, *APPROVE, "--stage").code == 0
    first = curator(home, *APPROVE).json
    (row,) = curator(home, "staged").json["decisions"]
    assert row["blocked"] is not None
    applied = curator(home, "apply")
    assert applied.code == 0
    assert (applied.json["decision"], applied.json["already"]) == (first["decision"], True)
    assert len(curator(home, "history").json["events"]) == 1
    assert curator(home, "staged").json["decisions"] == []
