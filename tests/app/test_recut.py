"""edit, merge and split by the command line (CONTRACT 18, 20, and the cases of §B)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.homes import curator, fingerprint, make_home, note, put, reviewed


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {
            "a.md": reviewed(
                "old-a", "Port 3000.", memory_key="web.port", value=3000, valid_from="2026-01-01"
            ),
            "b.md": reviewed(
                "old-b",
                "Port 3000.",
                memory_key="web.port.b",
                value=3000,
                valid_from="2026-01-01",
                origin="user",
                tags=["x"],
            ),
        },
        {"c.md": note("cand-c", "A plan."), "d.md": note("cand-d", "A plan.")},
    )


def test_edit_keeps_both_texts_and_undo_brings_the_proposal_back(
    home: Path, tmp_path: Path
) -> None:
    before = fingerprint(home)
    mine = put(tmp_path, "mine.md", note("cand-c", "My better plan."))
    done = curator(home, "decide", "cand-c", "edit", "--result", str(mine))
    assert done.code == 0, done.err
    assert "My better plan." in (home / "memory/notes/c.md").read_text()
    (file,) = (home / "ledger/2026-11").iterdir()
    event = json.loads(file.read_text())
    assert event["action"] == "edit"
    assert "A plan." in event["old_value"]
    assert "My better plan." in event["new_value"]
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before


def test_an_invalid_edit_is_refused_with_its_field(home: Path, tmp_path: Path) -> None:
    bad = put(tmp_path, "bad.md", note("cand-c", kind="nonsense"))
    refused = curator(home, "decide", "cand-c", "edit", "--result", str(bad))
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    assert refused.error["field"] == "kind"


def test_split_of_a_superseded_note_keeps_its_interval(home: Path, tmp_path: Path) -> None:
    """CONTRACT §B: split of superseded A[Jan,Mar) into P, Q (two slots)."""
    words = {"memory_key": "web.port", "value": 4000, "valid_from": "2026-03-01"}
    new = note("new-a", supersedes=["old-a"], **words)
    put(home, "memory/candidates/new.md", new)
    assert curator(home, "decide", "new-a", "approve", "--relation", "state_change").code == 0
    before = fingerprint(home)
    parts = [
        put(tmp_path, f"{name}.md", note(name, f"{name}.", memory_key=key, value=value))
        for name, key, value in (("part-p", "p.slot", "pee"), ("part-q", "q.slot", "queue"))
    ]
    files = [word for part in parts for word in ("--result", str(part))]
    done = curator(home, "decide", "old-a", "split", *files)
    assert done.code == 0, done.err
    for slot, value in (("p.slot", "pee"), ("q.slot", "queue")):
        assert curator(home, "at", slot, "2026-02-01").json["answer_value"] == value
        assert curator(home, "at", slot, "2026-03-02").json["status"] == "none"
    assert curator(home, "at", "web.port", "2026-02-01").json["status"] == "none"
    assert curator(home, "current", "web.port").json["answer_value"] == "4000"
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before


def test_one_clause_changes_in_one_plan(home: Path, tmp_path: Path) -> None:
    """CONTRACT §B: split A into Q (rest), R (old clause), P (new clause, supersedes R)."""
    rest = note("rest-q", "Rest.", memory_key="q.slot", value="rest")
    old = note("clause-r", "Old.", memory_key="r.slot", value="old")
    new = note(
        "clause-p",
        "New.",
        memory_key="r.slot",
        value="new",
        supersedes=["clause-r"],
        relation="state_change",
        valid_from="2026-03-01",
    )
    files = []
    for number, text in enumerate((rest, old, new)):
        files += ["--result", str(put(tmp_path, f"{number}.md", text))]
    done = curator(home, "decide", "old-a", "split", *files)
    assert done.code == 0, done.err
    assert curator(home, "at", "r.slot", "2026-02-01").json["answer_value"] == "old"
    assert curator(home, "at", "r.slot", "2026-03-01").json["answer_value"] == "new"
    assert curator(home, "at", "q.slot", "2026-05-01").json["answer_value"] == "rest"
    assert len(list((home / "ledger/2026-11").iterdir())) == 1


def test_merge_of_equal_notes_unites_evidence_and_lowers_trust(home: Path) -> None:
    """C19, C83: union of sources, tags; lowest trust; recorded now, observed oldest."""
    before = fingerprint(home)
    done = curator(home, "decide", "old-a", "merge", "--target", "old-b")
    assert done.code == 0, done.err
    (made,) = [n for n in done.json["notes"] if n not in ("old-a", "old-b")]
    (path,) = [p for p in (home / "memory/notes").iterdir() if p.stem == made]
    text = path.read_text()
    assert "origin: agent" in text
    assert "relation: restatement" in text
    assert "2026-11-29T08:00:00Z" in text
    assert "observed_at: 2026-11-20T08:00:00+00:00" in text
    for name in ("a", "b"):
        old = (home / f"memory/notes/{name}.md").read_text()
        assert "status: superseded" in old
        assert "valid_to: 2026-01-01" in old
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before


def test_merge_of_different_values_needs_a_result(home: Path, tmp_path: Path) -> None:
    """CONTRACT §B: exit 3 merge-validity."""
    put(
        home,
        "memory/candidates/e.md",
        note("new-e", "Port 4000.", memory_key="e.port", value=4000, valid_from="2026-02-01"),
    )
    curator(home, "decide", "new-e", "approve")
    refused = curator(home, "decide", "old-a", "merge", "--target", "new-e")
    assert (refused.code, refused.error["code"]) == (3, "merge-validity")
    whole = note("both-ae", "Both.", memory_key="ae.port", value=4000, valid_from="2026-02-01")
    mine = put(tmp_path, "both.md", whole)
    words = ("decide", "old-a", "merge", "--target", "new-e", "--result", str(mine))
    done = curator(home, *words)
    assert done.code == 0, done.err
    assert curator(home, "current", "ae.port").json["answer_value"] == "4000"


def test_merged_candidates_are_decided_and_gone(home: Path) -> None:
    before = fingerprint(home)
    done = curator(home, "decide", "cand-c", "merge", "--target", "cand-d")
    assert done.code == 0, done.err
    assert curator(home, "status").json["waiting"] == 0
    assert not list((home / "memory/candidates").glob("*.md"))
    assert curator(home, "undo").code == 0
    assert fingerprint(home) == before
    assert curator(home, "status").json["waiting"] == 2
