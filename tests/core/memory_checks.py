"""Comparisons of a real Home with the model, by plain files, plain git and plain JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from curator_core.service import queueing, upkeep
from curator_core.service.caller import Caller
from curator_core.service.opening import opened
from tests.core.memory_model import Model, header_value
from tests.homes import git


def files_agree(home: Path, model: Model) -> None:
    """Every byte below `memory/` is the model's, and nothing else lies there."""
    found = {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in (home / "memory").rglob("*")
        if path.is_file()
    }
    assert found == model.files


def users_work_is_untouched(home: Path, dirty: bytes, staged: bytes) -> None:
    """The unsaved and the staged file outside of memory are the user's, and nothing is staged."""
    assert (home / "user/dirty.txt").read_bytes() == dirty
    assert git(home, "show", ":user/staged.txt").encode() == staged
    assert git(home, "diff", "--cached", "--name-only") == "user/staged.txt\n"


def ledger_agrees(home: Path, model: Model) -> None:
    """The newest event about each path, read as plain JSON, against files and model."""
    newest: dict[str, str | None] = {}
    found = events(home)
    assert len({event["event_id"] for event in found}) == len(found)
    assert len(found) == sum(len(one.deeds) for one in model.taken)
    for event in found:
        for change in event["notes"]:
            if change["path_before"] not in (None, change["path_after"]):
                newest.pop(change["path_before"], None)
            if change["path_after"] is not None:
                newest[change["path_after"]] = change["reviewed_hash_after"]
    for path in model.notes():
        approval = model.approvals[path]
        if path not in newest:
            assert approval.decision is None, path
            continue
        assert newest[path] is not None, path
        assert header_value(approval.data, "reviewed_hash") in (None, newest[path]), path


def events(home: Path) -> list[dict[str, Any]]:
    """Every line of every ledger file, all of them as in HEAD, oldest first."""
    assert git(home, "status", "--porcelain", "--", "ledger") == ""
    files = sorted((home / "ledger").rglob("*.jsonl"))
    lines = [line for file in files for line in file.read_text("ascii").splitlines()]
    return sorted(map(json.loads, lines), key=lambda event: (event["at"], event["event_id"]))


def last_look(caller: Caller) -> None:
    """Git is sound, nothing of ours lies around, a fresh process lists the same queue."""
    home = caller.home
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == ""
    assert not list((home / ".git").rglob("*.lock"))
    assert not list(home.rglob(".curator-*"))
    codes = {problem.code for problem in upkeep.check(caller)}
    assert not codes & {"ledger-foreign", "ledger-unreadable"}
    words = [sys.executable, "-m", "curator_app", "-C", str(home), "queue", "--json"]
    path = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": path, "CURATOR_NOW": caller.now.isoformat()}
    done = subprocess.run(words, capture_output=True, check=True, env=environment)
    listed = {(row["item"], row["item_hash"]) for row in json.loads(done.stdout)["items"]}
    with opened(caller) as one:
        rows = queueing.view(one).items
    away = ("deferred", "suppressed")
    assert listed == {(row.item, row.item_hash) for row in rows if row.lane not in away}
