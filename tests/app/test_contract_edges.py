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
