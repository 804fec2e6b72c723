"""Cases of CASES.md about making one note of several: C17, C19, C20, C82, C83."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any, NoReturn

import pytest

from curator_core.model.decision import Merge
from curator_core.model.plan import Plan
from curator_core.model.problem import StoreError
from curator_core.model.view import Preview
from curator_core.service import review
from curator_core.store import transaction
from curator_core.store.transaction import Applied, CommitOptions
from tests.app.timeline import fields_of
from tests.core.transaction_home import Checkpoints, copy, writing
from tests.homes import caller, curator, make_home, note, put, reviewed, tree_bytes

PORT: dict[str, object] = {"memory_key": "web.port", "value": "3000"}
TEXT = "Port 3000 is the port of the web server behind the proxy."


def two(root: Path, a: dict[str, object], b: dict[str, object], text: str = TEXT) -> Path:
    """A Home of two reviewed notes that say the same."""
    notes = {"a.md": reviewed("note-a", text, **a), "b.md": reviewed("note-b", text, **b)}
    return make_home(root / "home", notes)


def merged(home: Path, *words: str) -> dict[str, Any]:
    """The fields of what a merge of both makes."""
    done = curator(home, "decide", "note-a", "merge", "--target", "note-b", *words)
    assert done.code == 0, done.err
    (made,) = [name for name in done.json["notes"] if name not in ("note-a", "note-b")]
    return fields_of((home / f"memory/notes/{made}.md").read_bytes())


def refused(home: Path, *words: str) -> Any:
    """A merge of both that must be refused without a trace: its error."""
    before = tree_bytes(home, "memory", "ledger")
    done = curator(home, "decide", "note-a", "merge", "--target", "note-b", *words)
    assert done.code in (3, 4), done.out
    assert tree_bytes(home, "memory", "ledger") == before
    return done.error


def test_c17_inputs_stay_when_the_merged_note_cannot_be_written(tmp_path: Path) -> None:
    home = two(tmp_path, PORT, PORT)
    put(home, "memory/notes/x.md", reviewed("taken"))
    bad = {
        "no note": "---\nid: both\n" + TEXT,
        "invalid": note("both", TEXT, kind="nonsense"),
        "taken": note("taken", TEXT, **PORT),
    }
    for name, text in bad.items():
        file = put(tmp_path, "both.md", text)
        assert refused(home, "--result", str(file))["code"] == "invalid", name
    unknown = ("decide", "note-a", "merge", "--target", "note-b", "--target", "nobody")
    assert curator(home, *unknown).error["code"] == "unknown-item"
    assert curator(home, "current", "web.port").json["status"] == "conflict", "both still hold"
    assert not [p for p in curator(home, "check").json["problems"] if p["code"] == "dangling"]


def plan_of(home: Path) -> Plan:
    """What a merge of both would do, as it is shown."""
    shown = review.decide(caller(home), Merge(item="note-a", targets=("note-b",)), dry_run=True)
    assert isinstance(shown, Preview), shown
    return shown.plan


def no_space() -> NoReturn:
    """What a full disk says."""
    raise OSError(errno.ENOSPC, "No space left on device")


def applied(home: Path, plan: Plan, step: Checkpoints) -> bool:
    """Whether an apply whose disk fails at one step says that it was done."""
    try:
        with writing(home) as lock:
            return isinstance(transaction.commit(lock, plan, CommitOptions(step=step)), Applied)
    except StoreError:
        return False


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_c17_a_disk_that_fails_leaves_both_or_the_merged_note(tmp_path: Path) -> None:
    home = two(tmp_path, PORT, PORT | {"memory_key": "web.port.b"})
    plan = plan_of(home)
    before = tree_bytes(home, "memory")
    counted = Checkpoints()
    done = copy(home, tmp_path / "done")
    assert applied(done, plan, counted)
    after = tree_bytes(done, "memory")
    assert after != before
    seen = {True: 0, False: 0}
    for at in range(1, len(counted.names) + 1):
        one = copy(home, tmp_path / f"home-{at}")
        told = applied(one, plan, Checkpoints(at, no_space))
        assert curator(one, "apply").code == 0
        assert tree_bytes(one, "memory") == (after if told else before), counted.names[at - 1]
        assert not [p for p in curator(one, "check").json["problems"] if p["code"] == "dangling"]
        seen[told] += 1
    print(f"\nfailed at {len(counted.names)} steps: {seen}, never a part")
    assert min(seen.values()) > 3


def test_c17_a_link_to_a_note_that_was_never_made_is_found(tmp_path: Path) -> None:
    old = reviewed("note-a", superseded_by=["never-made"])
    newer = reviewed("note-b", supersedes=["never-made"], relation="restatement")
    home = make_home(tmp_path / "home", {"a.md": old, "b.md": newer})
    problems = curator(home, "check").json["problems"]
    assert {p["path"] for p in problems if p["code"] == "dangling"} >= {"memory/notes/b.md"}


def test_c19_all_evidence_and_the_least_trust(tmp_path: Path) -> None:
    a = {
        "sources": ["manual:ana@2026-01-02", "ticket:7"],
        "tags": ["web"],
        "confidence": 0.9,
        "authority": "user_explicit",
        "origin": "user",
        "privacy": "public",
        "verified_at": "2026-09-01",
        "pin": True,
    }
    b = {
        "sources": ["ticket:7", "https://example.org/p"],
        "tags": ["port", "web"],
        "confidence": 0.4,
        "taint": ["external"],
        "origin": "external",
        "privacy": "restricted",
    }
    home = two(tmp_path, PORT | a, PORT | b | {"memory_key": "web.port.b"})
    before = tree_bytes(home, "memory")
    made = merged(home)
    assert made["sources"] == ["manual:ana@2026-01-02", "ticket:7", "https://example.org/p"]
    assert made["tags"] == ["web", "port"]
    assert made["supersedes"] == ["note-a", "note-b"]
    assert (made["origin"], made["authority"]) == ("external", "inferred")
    assert (made["confidence"], made["privacy"]) == ("0.4", "restricted")
    assert made["taint"] == ["external"]
    assert made.get("pin") in (None, "false"), "only one of both was pinned"
    assert made.get("verified_at") is None, "nobody verified the other one"
    for name in ("a", "b"):
        old = fields_of((home / f"memory/notes/{name}.md").read_bytes())
        assert old["status"] == "superseded", "both stay, as what the merged note restates"
    curator(home, "undo")
    assert tree_bytes(home, "memory") == before


@pytest.mark.slow
def test_c20_no_text_is_cut_to_fit(tmp_path: Path) -> None:
    """A result over the limit is refused, one that drops most of a note is asked for by name, and
    what stands in no result is said."""
    long = "".join(f"Line {number} of what somebody wrote down.\n" for number in range(26_000))
    home = two(tmp_path, {}, {}, long)
    assert 900_000 < len(long) < 1 << 20
    whole = put(tmp_path, "whole.md", note("both", long + long))
    error = refused(home, "--result", str(whole))
    assert error["code"] == "invalid"
    assert "more than" in error["message"]
    cut = put(tmp_path, "cut.md", note("both", long[: len(long) // 3]))
    assert refused(home, "--result", str(cut))["code"] == "shrinks"
    few = put(
        tmp_path, "few.md", note("both", "Line 0 of what somebody wrote down.\n(rest unchanged)")
    )
    assert refused(home, "--result", str(few))["code"] == "shrinks"


def test_c20_lines_that_no_result_has_are_shown(tmp_path: Path) -> None:
    home = two(tmp_path, {}, {}, f"{TEXT}\nAsk Ana before you change it.\nNever on Fridays.")
    words = ("decide", "note-a", "merge", "--target", "note-b", "--dry-run", "--result")
    less = put(tmp_path, "less.md", note("both", f"{TEXT}\nAsk Ana before you change it."))
    said = curator(home, *words, str(less)).json["notices"]
    lost = ["not in the result, of note-a: Never on Fridays."]
    assert [notice for notice in said if "not in the result" in notice][:1] == lost
    all_of_it = (home / "memory/notes/a.md").read_text().partition("---\n")[2].partition("---\n")[2]
    same = put(tmp_path, "same.md", note("both", all_of_it))
    said = curator(home, *words, str(same)).json["notices"]
    assert not [notice for notice in said if "not in the result" in notice]
    text = curator(home, *words, str(less), as_json=False).out
    assert "note: not in the result, of note-b: Never on Fridays." in text
    done = curator(home, *(word for word in words if word != "--dry-run"), str(less))
    assert done.code == 0, done.err
    assert "Never on Fridays." in (home / "memory/notes/a.md").read_text(), "the input keeps it"


def test_c82_across_scopes_the_narrower_one_unless_said(tmp_path: Path) -> None:
    home = two(tmp_path, PORT, PORT | {"scope": "project:alpha"})
    words = ("decide", "note-a", "merge", "--target", "note-b", "--dry-run")
    shown = curator(home, *words, as_json=False).out
    assert "the merged note lies in project:alpha; note-a lay in global" in shown
    assert "web.port in global, now: 3000 -> (none)" in shown
    assert merged(home)["scope"] == "project:alpha"
    assert curator(home, "current", "web.port").json["status"] == "none"
    inside = curator(home, "current", "web.port", "--scope", "project:alpha").json
    assert (inside["answer_value"], inside["scope"]) == ("3000", "project:alpha")
    curator(home, "undo")
    assert merged(home, "--scope", "global")["scope"] == "global"
    assert curator(home, "current", "web.port").json["answer_value"] == "3000"


def test_c82_of_two_projects_none_is_narrower(tmp_path: Path) -> None:
    home = two(tmp_path, PORT | {"scope": "project:beta"}, PORT | {"scope": "project:alpha"})
    error = refused(home)
    assert (error["code"], error["field"]) == ("scope-mismatch", "scope")
    assert "--scope" in error["hint"]
    assert merged(home, "--scope", "project:beta")["scope"] == "project:beta"


def test_c83_the_oldest_sight_and_a_new_event(tmp_path: Path) -> None:
    """Compared as instants: the offsets make the one that reads later the older one."""
    a = PORT | {"recorded_at": "2026-01-06T01:00:00+00:00", "valid_from": "2026-01-01"}
    b = PORT | {"recorded_at": "2026-01-05T22:00:00-05:00", "valid_from": "2026-08-01"}
    home = two(tmp_path, a, b | {"memory_key": "web.port.b"})
    made = merged(home)
    assert made["observed_at"] == "2026-01-06T01:00:00+00:00"
    assert made["recorded_at"] == "2026-11-29T08:00:00Z"
    assert made["valid_from"] == "2026-01-01", "of touching spans the union"
    curator(home, "undo")
    mine = put(tmp_path, "mine.md", note("both", TEXT, valid_from="2026-05-01", **PORT))
    made = merged(home, "--result", str(mine))
    assert (made["valid_from"], made["recorded_at"]) == ("2026-05-01", "2026-11-29T08:00:00Z")
