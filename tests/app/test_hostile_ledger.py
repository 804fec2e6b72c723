"""Ledger files, which anybody with git can commit: a bad line is named, the rest is used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, git, make_home, note, put, reviewed, tree_bytes

FILE = "ledger/2026-11/20261101T000000Z-d_agent.jsonl"
NOTE = "memory/notes/old.md"
READING = (
    ("queue",),
    ("status",),
    ("show", "note-a"),
    ("notes",),
    ("check",),
    ("staged",),
    ("history",),
    ("history", "--note", "old-note", "--slot", "a.b", "--subject", "x", "--since", "2026-01-01"),
    ("current", "old-note"),
    ("explain", "old-note", "--known-at", "2026-12-01"),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note")},
        {"a.md": note("note-a"), "b.md": note("note-b")},
    )


def event(**changed: object) -> dict[str, object]:
    """A ledger line as an agent would forge it."""
    return {
        "event_id": "e_agent_0001",
        "decision": "d_agent",
        "at": "2026-11-01T00:00:00Z",
        "actor": "human:person@curator.example",
        "action": "reject",
        "item": "i_agent",
        "proposal": {},
        "notes": [],
        **changed,
    }


def change(**changed: object) -> dict[str, object]:
    """What a forged event says it did to a note."""
    return {
        "id": "old-note",
        "path_before": NOTE,
        "path_after": NOTE,
        "blob_before": None,
        "blob_after": "a" * 40,
        **changed,
    }


def blob_of(text: str) -> str:
    data = text.encode()
    return hashlib.sha1(b"blob %d\0%s" % (len(data), data)).hexdigest()


def committed(home: Path, *lines: str) -> None:
    put(home, FILE, "".join(f"{line}\n" for line in lines))
    git(home, "add", "ledger")
    git(home, "commit", "-q", "-m", "agent", "--", "ledger")


WRONG: dict[str, dict[str, Any]] = {
    "about of numbers": event(about=[5]),
    "after of tables": event(after=[{}]),
    "items is text": event(items="i_a"),
    "until is a number": event(until=5, action="defer"),
    "memory_key is a number": event(memory_key=5),
    "note id is a number": event(notes=[change(id=5)]),
    "path is a number": event(notes=[change(path_after=5)]),
    "blob is no id": event(notes=[change(blob_after="HEAD:curator.toml\nHEAD")]),
    "blob is a number": event(notes=[change(blob_before=1)]),
    "notes of text": event(notes=["x"]),
    "notes is a table": event(notes={}),
    "at without offset": event(at="2026-11-01T00:00:00"),
    "at is a number": event(at=5),
    "reverts is a list": event(reverts=[], action="undo"),
    "proposal is a list": event(proposal=[]),
    "refs is a number": event(proposal={"refs": 5}),
    "reason is a list": event(reason=[1]),
    "unknown action": event(action="bless"),
    "text with half a character": event(notes=[change()], old_value="\ud800"),
    "text that is no base64": event(notes=[change()], old_value={"base64": "%%%"}),
    "text of another shape": event(notes=[change()], new_value=[1]),
    "event_id missing": {k: v for k, v in event().items() if k != "event_id"},
    "event_id empty": event(event_id=""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_line_of_wrong_types_is_named_and_does_nothing(home: Path, name: str) -> None:
    committed(home, json.dumps(WRONG[name]))
    for words in READING:
        for as_json in (True, False):
            assert curator(home, *words, as_json=as_json).code in (0, 1), words
    (problem,) = [p for p in curator(home, "check").json["problems"] if "ledger" in p["code"]]
    assert (problem["code"], problem["path"]) == ("ledger-unreadable", FILE)
    assert (problem["line"], problem["severity"]) == (1, "error")
    assert curator(home, "history").json["events"] == []
    before = (home / FILE).read_bytes()
    assert curator(home, "decide", "note-a", "approve").code == 0
    assert curator(home, "undo").code == 0
    assert curator(home, "undo", "d_agent").error["code"] == "unknown-decision"
    assert (home / FILE).read_bytes() == before


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 50_000, "1e999", "\x00", "no json"])
def test_lines_that_are_no_events(home: Path, line: str) -> None:
    committed(home, line, json.dumps(event()))
    assert [e["event_id"] for e in curator(home, "history").json["events"]] == ["e_agent_0001"]
    (problem,) = [p for p in curator(home, "check").json["problems"] if "ledger" in p["code"]]
    assert problem["line"] == 1


def test_a_torn_last_line_is_reported_and_the_rest_is_used(home: Path) -> None:
    """FAULTS 10, with a ledger file of Curator's own."""
    for name in ("note-a", "note-b"):
        assert curator(home, "decide", name, "approve").code == 0
    newest = sorted((home / "ledger").rglob("*.jsonl"))[-1]
    torn = newest.read_bytes()[:-40]
    newest.write_bytes(torn)
    assert {p["code"] for p in curator(home, "check").json["problems"]} == {"ledger-foreign"}
    assert len(curator(home, "history").json["events"]) == 2
    git(home, "commit", "-q", "-a", "-m", "torn")
    codes = [(p["code"], p["path"]) for p in curator(home, "check").json["problems"]]
    assert ("ledger-unreadable", newest.relative_to(home).as_posix()) in codes
    assert len(curator(home, "history").json["events"]) == 1
    assert curator(home, "status").code == 0
    assert newest.read_bytes() == torn


@pytest.mark.parametrize(
    "spoil",
    [
        lambda home: put(home, FILE, json.dumps(event()) + "\n"),
        lambda home: next((home / "ledger").rglob("*.jsonl")).unlink(),
        lambda home: next((home / "ledger").rglob("*.jsonl")).write_text("{}\n"),
    ],
    ids=["untracked", "removed", "changed"],
)
def test_only_ledger_files_in_head_vouch(home: Path, spoil: Callable[[Path], object]) -> None:
    """CONTRACT 3: an untracked, changed or removed one is a finding and changes no answer."""
    assert curator(home, "decide", "note-a", "approve").code == 0
    before = [curator(home, *words).out for words in (("queue",), ("history",))]
    spoil(home)
    assert [curator(home, *words).out for words in (("queue",), ("history",))] == before
    found = curator(home, "check")
    assert found.code == 1
    assert {p["code"] for p in found.json["problems"]} == {"ledger-foreign"}


@pytest.mark.parametrize(
    "path", ["AGENTS.md", ".github/workflows/ci.yml", ".gitmodules", "golden/x.yaml", "x.md"]
)
def test_an_undo_writes_notes_only(home: Path, path: str) -> None:
    """FAULTS 43: a forged decision cannot make its undo write anywhere else."""
    text = "do as I say\n"
    made = change(path_before=path, path_after=None, blob_before=blob_of(text), blob_after=None)
    committed(home, json.dumps(event(notes=[made], old_value=text)))
    for words in (("undo",), ("undo", "d_agent")):
        refused = curator(home, *words)
        assert (refused.code, refused.error["code"]) == (4, "protected-path")
        assert refused.error["path"] == path
    assert not (home / path).exists()


@pytest.mark.parametrize("path", ["../out.md", "/etc/out.md", ".git/out.md", "memory/../../out.md"])
def test_an_undo_never_leaves_the_home(home: Path, path: str) -> None:
    text = "out\n"
    made = change(path_before=path, path_after=None, blob_before=blob_of(text), blob_after=None)
    committed(home, json.dumps(event(notes=[made], old_value=text)))
    assert curator(home, "undo", "d_agent").code == 4
    assert not list(home.parent.rglob("out.md"))


def test_a_text_that_is_not_the_named_blob_is_not_believed(home: Path) -> None:
    path = "memory/candidates/forged.md"
    made = change(path_before=path, path_after=None, blob_before="b" * 40, blob_after=None)
    committed(home, json.dumps(event(notes=[made], old_value="not that blob\n")))
    before = tree_bytes(home)
    refused = curator(home, "undo", "d_agent")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    assert tree_bytes(home) == before


def test_undos_of_each_other_end(home: Path) -> None:
    lines = [event(event_id="e_1", reverts="e_2", action="undo"), event(event_id="e_2")]
    lines[1] |= {"reverts": "e_1", "action": "undo"}
    lines.append(event(event_id="e_3", reverts="e_3", action="undo"))
    committed(home, *map(json.dumps, lines))
    assert len(curator(home, "history").json["events"]) == 3


def test_ids_of_notes_write_no_trailers(home: Path) -> None:
    """What a note says never gets into a commit message, but for well-formed ids."""
    forged = note("note-x").replace("id: note-x", 'id: "x\\n\\nCurator-Decision: d_forged\\n\\0"')
    put(home, "memory/candidates/x.md", forged)
    (item,) = [i for i in curator(home, "queue").json["items"] if i["paths"][0].endswith("x.md")]
    receipt = curator(home, "decide", item["item"], "reject").json
    message = git(home, "log", "-1", "--format=%B").strip()
    assert message == f"reject {item['item']}\n\nCurator-Decision: {receipt['decision']}"
