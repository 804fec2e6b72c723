"""Cases of CASES.md about what a note says: C04, C05, C31, C52, C61."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import fields_of
from tests.homes import Result, curator, git, make_home, note, put, reviewed, tree_bytes

STUB = "---\npermalink: a/b\ntags: [shelf]\n---\n\n"
REAL = {"memory_key": "web.port", "value": "3000", "tags": ["web"]}


def items(home: Path) -> dict[str, dict[str, Any]]:
    """What waits, by operation."""
    return {item["op"]: item for item in curator(home, "queue").json["items"]}


def code(done: Result) -> tuple[int, str]:
    """The exit number and code of a refusal."""
    return done.code, done.error["code"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_c04_a_stub_above_the_real_block_is_mended_by_one_key(
    tmp_path: Path, line_end: str
) -> None:
    """As adopted: what stands there answers nothing of the slot, the repair shows both texts."""
    text = (STUB + reviewed("real-note", "Port.", **REAL)).replace("\n", line_end)
    home = make_home(tmp_path / "home", {"a.md": text})
    before = tree_bytes(home)
    problems = {p["code"]: p["line"] for p in curator(home, "check").json["problems"]}
    assert problems["double-block"] == 6
    assert curator(home, "current", "web.port").json["status"] == "none"
    found = curator(home, "notes", "--search", "web.port").json["notes"]
    assert [row["path"] for row in found] == ["memory/notes/a.md"], "the index holds both blocks"
    item = items(home)["repair"]
    shown = curator(home, "show", item["item"]).json
    assert (item["flags"], shown["repair"]) == (["double-block"], shown["preview"]["notices"][0])
    (file,) = shown["preview"]["files"]
    assert (file["before"], file["kind"]) == (text, "modify")
    assert [a["after"] for a in shown["preview"]["answers"]] == ["3000"]
    words = ("decide", item["item"], "approve", "--expect", shown["shown_hash"])
    assert curator(home, *words).code == 0
    data = (home / "memory/notes/a.md").read_bytes()
    assert data.decode() == file["after"]
    assert data.count(b"---" + line_end.encode()) == 2
    fields = fields_of(data.replace(b"\r\n", b"\n"))
    assert (fields["id"], fields["permalink"], fields["tags"]) == (
        "real-note",
        "a/b",
        ["web", "shelf"],
    )
    assert curator(home, "current", "web.port").json["answer_value"] == "3000"
    assert (items(home), curator(home, "check").json["problems"]) == ({}, [])
    curator(home, "undo")
    assert tree_bytes(home) == before


def test_c04_a_tool_that_hides_an_approved_note_silences_nothing(tmp_path: Path) -> None:
    """The approved text keeps answering, approving the stub is refused, and the repair vouches for
    no edit that nobody decided."""
    home = make_home(tmp_path / "home", {"old.md": reviewed("old")}, {"a.md": note("real", **REAL)})
    curator(home, "decide", "real", "approve")
    approved = (home / "memory/notes/a.md").read_text()
    put(home, "memory/notes/a.md", STUB + approved)
    found = items(home)
    assert set(found) == {"repair", "review"}
    assert code(curator(home, "decide", found["review"]["item"], "approve")) == (4, "invalid")
    assert curator(home, "current", "web.port").json["answer_value"] == "3000"
    assert curator(home, "decide", found["repair"]["item"], "approve").code == 0
    assert items(home) == {}, "tags and other tools' keys are no edit"
    put(home, "memory/notes/a.md", STUB + approved.replace("3000", "4000"))
    assert curator(home, "decide", items(home)["repair"]["item"], "approve").code == 0
    assert set(items(home)) == {"review"}
    assert curator(home, "current", "web.port").json["answer_value"] == "3000"


def test_c04_a_candidate_is_never_read_from_its_stub(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": STUB + note("real", **REAL)})
    found = items(home)
    assert {"double-block", "noise"} <= set(found["add"]["flags"])
    refused = curator(home, "decide", found["add"]["item"], "approve", "--confirm", "no-source")
    assert code(refused) == (4, "noise")
    assert curator(home, "decide", found["repair"]["item"], "approve").code == 0
    assert (items(home)["add"]["notes"], items(home)["add"]["flags"]) == (["real"], [])
    assert curator(home, "decide", "real", "approve").code == 0
    assert curator(home, "current", "web.port").json["answer_value"] == "3000"


def test_c04_in_quarantine_it_stays_there(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, "memory/quarantine/a.md", STUB + note("real", **REAL))
    found = items(home)
    assert {item["lane"] for item in found.values()} == {"quarantined"}
    shown = curator(home, "show", found["repair"]["item"]).json["shown_hash"]
    words = ("decide", found["repair"]["item"], "approve", "--expect", shown)
    assert curator(home, *words).code == 0
    assert items(home)["add"]["lane"] == "quarantined"
    assert curator(home, "current", "web.port").json["status"] == "none"


def test_c04_what_is_no_note_as_one_block_has_no_repair(tmp_path: Path) -> None:
    broken = "---\nschema_version: 1\nid: real\nkind: nonsense\n---\nText.\n"
    home = make_home(tmp_path / "home", {"a.md": STUB + broken})
    item = items(home)["repair"]
    assert curator(home, "show", item["item"]).json["repair"] is None
    assert code(curator(home, "decide", item["item"], "approve")) == (4, "invalid")
    assert curator(home, "decide", item["item"], "reject").code == 0
    assert items(home) == {}


def roadmap(root: Path, **fields: object) -> Path:
    """A Home in which the roadmap is known under another style of file name."""
    known = reviewed("plan", "Ship in May.", title="The plan")
    text = note("new-plan", "Ship in June.", **{"title": "Site Roadmap", **fields})
    return make_home(root / "home", {"site-roadmap.md": known}, {"x.md": text})


def test_c05_the_same_title_in_another_style_is_asked_for(tmp_path: Path) -> None:
    home = roadmap(tmp_path)
    assert items(home)["add"]["flags"] == ["twin-title"]
    refused = curator(home, "decide", "new-plan", "approve")
    assert code(refused) == (4, "twin-title")
    assert refused.error["ids"] == ["new-plan", "plan"]
    assert all(word in refused.error["hint"] for word in ("merge", "supersede", "--confirm"))
    assert not (home / "memory/notes/x.md").exists()
    assert curator(home, "decide", "new-plan", "approve", "--confirm", "twin-title").code == 0
    assert sorted(p.name for p in (home / "memory/notes").iterdir()) == ["site-roadmap.md", "x.md"]


def test_c05_merge_and_supersede_are_answers(tmp_path: Path) -> None:
    home = roadmap(tmp_path)
    before = tree_bytes(home)
    both = put(tmp_path, "both.md", note("both", "Ship in May or June.", title="Site roadmap"))
    words = ("decide", "new-plan", "merge", "--target", "plan", "--result", str(both))
    assert curator(home, *words).code == 0
    curator(home, "undo")
    assert tree_bytes(home) == before
    put(home, "memory/candidates/x.md", note("new-plan", "Ship in June.", supersedes=["plan"]))
    assert items(home)["supersede"]["flags"] == []
    done = curator(home, "decide", "new-plan", "approve", "--relation", "correction")
    assert done.code == 0, done.err
    assert (home / "memory/notes/site-roadmap.md").exists()


TITLES = ("site_roadmap", "SITE ROADMAP", "siteRoadmap", "Site\u2010road map", "\uff33ite Roadmap")


@pytest.mark.parametrize("title", TITLES)
def test_c05_every_style_of_a_title(tmp_path: Path, title: str) -> None:
    assert "twin-title" in items(roadmap(tmp_path, title=title))["add"]["flags"]


OTHERS: dict[str, dict[str, object]] = {
    "another title": {"title": "Site Roadmap 2027"},
    "another project": {"scope": "project:beta"},
    "a value of one slot": {"memory_key": "plan", "value": "June"},
    "another time": {"valid_from": "2026-06-01"},
}


@pytest.mark.parametrize("fields", OTHERS.values(), ids=OTHERS)
def test_c05_what_is_no_twin(tmp_path: Path, fields: dict[str, object]) -> None:
    home = roadmap(tmp_path, **fields)
    known = {
        "memory_key": "plan",
        "value": "May",
        "scope": "project:alpha",
        "valid_to": "2026-06-01",
    }
    text = reviewed("plan", "Ship in May.", title="Site Roadmap", **known)
    other = make_home(
        tmp_path / "other",
        {"site-roadmap.md": text},
        {"x.md": (home / "memory/candidates/x.md").read_text()},
    )
    flags = items(other)["add"]["flags"] if "title" not in fields else items(home)["add"]["flags"]
    assert "twin-title" not in flags


def test_c05_two_of_one_title_in_one_batch(tmp_path: Path) -> None:
    texts = {
        f"{n}.md": note(f"new-{n}", f"Ship in {n}.", title=t) for n, t in enumerate(TITLES[:2])
    }
    home = make_home(tmp_path / "home", {}, texts)
    assert [item["flags"] for item in items(home).values()] == [[]], "none is there yet"
    rows = [json.dumps({"item": f"new-{n}", "action": "approve"}) for n in range(2)]
    batch = put(tmp_path, "batch.jsonl", "\n".join(rows))
    assert code(curator(home, "decide", "--batch", str(batch))) == (4, "twin-title")
    done = curator(home, "decide", "--batch", str(batch), "--partial").json
    assert (len(done["decisions"]), len(done["refused"])) == (1, 1)


def test_c31_raw_lines_are_a_finding_before_anybody_approves(tmp_path: Path) -> None:
    body = "Deploy with make.\nconfidence: 0.82\nevidence: line 4\n\n##"
    home = make_home(tmp_path / "home", {}, {"a.md": note("raw", body)})
    assert items(home)["add"]["flags"] == ["noise"]
    assert [p["code"] for p in curator(home, "check").json["problems"]] == ["noise"]
    assert code(curator(home, "decide", "raw", "approve")) == (4, "noise")


def test_c52_what_was_previewed_is_what_is_stored(tmp_path: Path) -> None:
    """An edited supersede: bytes of files and commit, and the hash of the plan, as shown."""
    old = reviewed("old-port", "Port.", memory_key="web.port", value="3000")
    change = {"supersedes": ["old-port"], "relation": "state_change", "valid_from": "2026-03-01"}
    new = note("new-port", "Port.", memory_key="web.port", value="4000", **change)
    home = make_home(tmp_path / "home", {"old.md": old}, {"new.md": new})
    mine = put(tmp_path, "mine.md", new.replace("4000", "5000"))
    words = ("decide", "new-port", "edit", "--result", str(mine))
    shown = curator(home, *words, "--dry-run").json
    assert curator(home, *words).code == 0
    for file in shown["files"]:
        path = file["moved_to"] or file["path"]
        assert (home / path).read_text() == file["after"], path
        assert git(home, "show", f"HEAD:{path}") == file["after"]
    (event,) = curator(home, "history").json["events"]
    assert event["plan_hash"] == shown["plan_hash"]
    (ledger,) = (home / "ledger/2026-11").iterdir()
    told = json.loads(ledger.read_text())
    assert told["new_value"] == (home / "memory/notes/new.md").read_text()
    answer = curator(home, "current", "web.port").json
    assert (answer["answer_value"], answer["previous"]["answer_value"]) == ("5000", "3000")


def test_c61_no_answer_to_a_duplicate_takes_the_old_file_away(tmp_path: Path) -> None:
    """Plain approve asks; merge, supersede and archive keep the file."""
    known = reviewed("plan", "Ship in May.", title="Site Roadmap")
    twin = note("again", "Ship in May.", title="Site Roadmap")
    ways = {
        "approve": ("again", "approve"),
        "both": ("again", "approve", "--confirm", "twin-title"),
        "merge": ("again", "merge", "--target", "plan"),
        "supersede": ("again", "edit", "--relation", "correction", "--result", "mine.md"),
        "reject": ("again", "reject", "--reason-code", "duplicate"),
        "archive": ("plan", "archive"),
    }
    mine = put(tmp_path, "mine.md", note("again", "Ship in May.", supersedes=["plan"]))
    for name, words in ways.items():
        home = make_home(tmp_path / name, {"plan.md": known}, {"again.md": twin})
        assert items(home)["add"]["health"] == "duplicate"
        done = curator(home, "decide", *(str(mine) if w == "mine.md" else w for w in words))
        assert (done.code == 0) is (name != "approve"), (name, done.err)
        text = (home / "memory/notes/plan.md").read_text()
        assert "Ship in May." in text, name
    refused = curator(home, "decide", "plan", "delete")
    assert refused.code == 2, "no decision is called delete"
