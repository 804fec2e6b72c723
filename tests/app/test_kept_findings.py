"""Findings that were kept from an earlier process are those that would be found now."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from curator_core.model.answer import Finding, NoteWrite, Repair
from curator_core.model.event import Action
from curator_core.model.problem import Severity
from curator_core.rules import finding_rows
from curator_core.service import finding, kept_findings, opening
from curator_core.service.opening import opened
from tests.homes import caller, curator, git, make_home, put, reviewed

SLOT = {"memory_key": "port", "valid_from": "2026-01-01"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {f"{n}.md": reviewed(f"note-{n}", value=n, **SLOT) for n in ("a", "b")}
    return make_home(tmp_path / "home", notes)


def settled(home: Path) -> None:
    """Files that changed a moment ago are read again each time: let them be old."""
    for file in (home / "memory").rglob("*.md"):
        past = file.stat().st_mtime - 60
        os.utime(file, (past, past))
    time.sleep(0.1)


def looked(home: Path) -> tuple[Finding, ...]:
    """What a fresh process finds, held against what is found without anything kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "_last", None)
        with opened(caller(home)) as one:
            found = finding.findings(one)
            assert found == finding._found(one)
            kept = kept_findings.known(one)
            assert kept in (None, found)
            return found


def test_every_change_is_seen(home: Path) -> None:
    settled(home)
    first = looked(home)
    assert [one.code for one in first] == ["collision"]
    assert looked(home) == first
    with opened(caller(home)) as one:
        assert kept_findings.known(one) == first, "this time they were kept"
    curator(home, "decide", "note-a", "archive")
    assert looked(home) == ()
    curator(home, "undo")
    assert looked(home) == first
    put(home, "memory/notes/c.md", reviewed("note-c", supersedes=["nobody"], relation="correction"))
    settled(home)
    assert looked(home) == first, "nobody vouches for it yet"
    curator(home, "decide", "note-c", "approve")
    settled(home)
    assert {one.code for one in looked(home)} >= {"collision"}
    config = (home / "curator.toml").read_text("utf-8")
    put(home, "curator.toml", config + '[[slots]]\nmatch = "port"\ncardinality = "set"\n')
    (item,) = [i for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    curator(home, "decide", item["item"], "approve")
    assert "collision" not in {one.code for one in looked(home)}
    git(home, "stash", "-q", "-u") if git(home, "status", "--porcelain").strip() else None
    looked(home)


def test_rows_come_back_as_they_were() -> None:
    writes = (NoteWrite("note-a", {"valid_to": None, "supersedes": ("x", "y"), "pin": True}),)
    found = (
        Finding(
            code="dangling",
            severity=Severity.WARNING,
            message="it supersedes nobody",
            ids=("note-a",),
            field="supersedes",
            repair=Repair(writes, "take the edge out", Action.DETACH),
        ),
        Finding(code="collision", severity=Severity.ERROR, message="both hold", ids=("a", "b")),
    )
    rows = json.loads(json.dumps(finding_rows.encoded(found)))
    assert finding_rows.decoded(rows) == found
    strange: tuple[object, ...] = (None, {}, [["x"]], [[1, "loud", "m", [], None, None]])
    for odd in strange:
        assert finding_rows.decoded(odd) in (None, ())
