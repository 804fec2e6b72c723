"""Proposals on branches, decided by the command line (CONTRACT 26, DESIGN §3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.homes import curator, git, make_home, note, put, reviewed, tree_bytes
from tests.proposal_branches import LINK, NIGHTLY, Change, Odd, propose, repropose

BODY = "Run the first step.\n\nThen wait.\n\nThen look.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {
            "deploy.md": reviewed("deploy", BODY, memory_key="deploy", value="npm run deploy"),
            "plain.md": reviewed("plain", BODY, tags=["one"]),
        },
    )


def queue(home: Path, *words: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = curator(home, "queue", *words).json["items"]
    return items


def row(home: Path, *words: str) -> dict[str, Any]:
    (only,) = queue(home, *words)
    return only


def text(home: Path, name: str) -> str:
    return (home / "memory/notes" / name).read_text("utf-8")


def test_a_commit_is_an_item_and_becomes_memory(home: Path) -> None:
    propose(
        home,
        Change(
            files={
                "memory/notes/port.md": note("port", "Port 8080.", memory_key="port", value="8080")
            },
            trailers={
                "Curator-Proposer": "job:nightly",
                "Curator-Job": "nightly-1",
                "Curator-Reason": "seen twice",
                "Curator-Confidence": "0.7",
            },
        ),
    )
    item = row(home)
    assert (item["op"], item["health"], item["lane"]) == ("add", "clean", "candidate")
    assert (item["notes"], item["paths"]) == (["port"], ["memory/notes/port.md"])
    assert (item["proposer"], item["job"], item["confidence"]) == ("job:nightly", "nightly-1", 0.7)
    assert item["refs"] == ["proposals/nightly"]
    shown = curator(home, "show", "port").json
    assert (shown["base_text"], shown["current_text"]) == (None, None)
    receipt = curator(home, "decide", "port", "approve", "--expect", shown["shown_hash"])
    assert receipt.code == 0, receipt.err
    assert curator(home, "current", "port").json["answer_value"] == "8080"
    assert queue(home) == []
    assert "reviewed: true" in text(home, "port.md")
    curator(home, "undo")
    assert not (home / "memory/notes/port.md").exists()
    assert row(home)["item"] == item["item"]


def test_plain_markdown_is_filled(home: Path) -> None:
    propose(home, Change(files={"memory/candidates/plain-text.md": "# Hello\n\nA fact.\n"}))
    item = row(home)
    assert "id" in item["filled"] and item["op"] == "add"
    assert "no-source" in item["flags"]
    done = curator(home, "decide", item["item"], "approve", "--confirm", "no-source")
    assert done.code == 0, done.err
    made = text(home, "plain-text.md")
    assert "2026-11-29T02:11:00+01:00" in made and made.endswith("A fact.\n"), made


def edited(home: Path, name: str, old: str, new: str) -> str:
    before = git(home, "show", f"HEAD:memory/notes/{name}")
    assert old in before
    return before.replace(old, new)


def test_an_update_in_place_keeps_what_changed_here_meanwhile(home: Path) -> None:
    proposed = edited(home, "plain.md", "Then look.", "Then look twice.")
    propose(home, Change(files={"memory/notes/plain.md": proposed}))
    item = row(home)
    assert (item["op"], item["health"], item["notes"]) == ("update", "clean", ["plain"])
    put(home, "memory/notes/plain.md", text(home, "plain.md").replace("first step", "second step"))
    changed = next(i for i in queue(home) if i["op"] == "review")
    curator(home, "decide", changed["item"], "approve")
    item = row(home)
    assert item["health"] == "rebased"
    shown = curator(home, "show", item["item"]).json
    assert "first step" in shown["base_text"] and "second step" in shown["current_text"]
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    assert "second step" in text(home, "plain.md") and "look twice" in text(home, "plain.md")
    assert curator(home, "check").json["problems"] == []
    assert queue(home) == []
    curator(home, "undo")
    assert "look twice" not in text(home, "plain.md") and "second step" in text(home, "plain.md")
    assert row(home)["health"] == "rebased"


def test_a_conflict_is_refused_until_a_side_is_chosen(home: Path) -> None:
    propose(home, Change(files={"memory/notes/plain.md": edited(home, "plain.md", "wait", "sit")}))
    put(home, "memory/notes/plain.md", text(home, "plain.md").replace("wait", "stand"))
    changed = next(i for i in queue(home) if i["op"] == "review")
    curator(home, "decide", changed["item"], "approve")
    item = row(home)
    assert item["health"] == "conflict"
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    result = home.parent / "result.md"
    result.write_text(text(home, "plain.md").replace("stand", "sit or stand"), "utf-8")
    done = curator(home, "decide", item["item"], "edit", "--result", str(result))
    assert done.code == 0, done.err
    assert "sit or stand" in text(home, "plain.md")
    assert queue(home) == []


def test_what_answers_differently_is_a_new_version(home: Path) -> None:
    proposed = edited(home, "deploy.md", "value: npm run deploy", "value: make deploy")
    propose(home, Change(files={"memory/notes/deploy.md": proposed}))
    item = row(home)
    assert (item["op"], item["health"]) == ("update", "clean")
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (4, "relation-required")
    done = curator(home, "decide", item["item"], "approve", "--relation", "correction")
    assert done.code == 0, done.err
    answer = curator(home, "current", "deploy").json
    assert answer["answer_value"] == "make deploy" and answer["note_id"].startswith("m_")
    assert "npm run deploy" in text(home, "deploy.md")
    assert curator(home, "check").json["problems"] == []
    assert queue(home) == []
    before = tree_bytes(home, "memory")
    curator(home, "undo")
    assert curator(home, "current", "deploy").json["answer_value"] == "npm run deploy"
    curator(home, "undo", curator(home, "history").json["events"][0]["decision"])
    assert tree_bytes(home, "memory") == before


def test_several_notes_are_decided_together_or_one_by_one(home: Path) -> None:
    names = ("one", "two", "three")
    files = {f"memory/notes/{name}.md": note(name, f"Fact {name}.") for name in names}
    propose(home, Change(files=files, message="Three facts"))
    item = row(home)
    assert sorted(item["notes"]) == sorted(names)
    done = curator(home, "decide", item["item"], "approve", "--only", "two")
    assert done.code == 0, done.err
    rest = row(home)
    assert sorted(rest["notes"]) == ["one", "three"]
    curator(home, "decide", rest["item"], "reject", "--only", "one", "--reason-code", "wrong")
    assert row(home)["notes"] == ["three"]
    curator(home, "decide", "three", "approve")
    assert queue(home) == []
    assert sorted(p.stem for p in (home / "memory/notes").glob("t*.md")) == ["three", "two"]
    for _ in range(3):
        curator(home, "undo")
    assert row(home)["item"] == item["item"]
    whole = curator(home, "decide", item["item"], "approve")
    assert whole.code == 0, whole.err
    assert queue(home) == []
    curator(home, "undo")
    assert row(home)["item"] == item["item"]


def test_a_rejected_proposal_stays_away_when_it_is_pushed_again(home: Path) -> None:
    change = Change(files={"memory/notes/port.md": note("port", "Port 8080.")})
    propose(home, change)
    item = row(home)
    curator(home, "decide", item["item"], "reject")
    assert queue(home) == []
    (away,) = queue(home, "--lane", "suppressed")
    assert (away["item"], away["health"]) == (item["item"], "rejected-before")
    repropose(home, Change(files=change.files, message="again", seconds=1_795_920_000))
    propose(home, change, ref="refs/remotes/other/proposals/nightly")
    assert queue(home) == []
    (away,) = queue(home, "--lane", "suppressed")
    assert away["refs"] == ["other/proposals/nightly", "proposals/nightly"]
    curator(home, "decide", item["item"], "restore")
    assert row(home)["item"] == item["item"]


def test_a_commit_on_an_undecided_one(home: Path) -> None:
    first = note("port", "Port 8080.\n\nUse it.")
    propose(
        home,
        Change(files={"memory/notes/port.md": first}),
        Change(files={"memory/notes/port.md": first.replace("8080", "9090")}),
    )
    old, new = sorted(queue(home), key=lambda each: str(each["op"]))
    assert (old["op"], new["op"], new["health"]) == ("add", "update", "conflict")
    refused = curator(home, "decide", new["item"], "approve")
    assert (refused.code, refused.error["ids"]) == (3, [old["item"]])
    curator(home, "decide", old["item"], "approve")
    assert row(home)["health"] == "clean"


def test_deleting_a_note_proposes_to_archive_it(home: Path) -> None:
    propose(home, Change(files={"memory/notes/plain.md": None}))
    item = row(home)
    assert (item["op"], item["health"], item["notes"]) == ("archive", "clean", ["plain"])
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    unseen = curator(home, "decide", item["item"], "approve")
    assert (unseen.code, unseen.error["code"]) == (4, "not-opened"), "taking away is high risk"
    done = curator(home, "decide", item["item"], "approve", "--expect", shown)
    assert done.code == 0, done.err
    assert "status: archived" in text(home, "plain.md")
    assert queue(home) == []
    (done_event, *_) = curator(home, "history").json["events"]
    assert (done_event["action"], done_event["op"]) == ("approve", "archive")
    curator(home, "undo")
    assert row(home)["item"] == item["item"]
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    assert curator(home, "decide", item["item"], "reject", "--expect", shown).code == 0
    assert queue(home) == []


def test_evidence_is_read_only_c32(home: Path) -> None:
    propose(
        home,
        Change(files={"memory/notes/port.md": note("port"), "sources/log.md": "rewritten\n"}),
    )
    item = row(home)
    assert (item["health"], "protected-path" in item["flags"]) == ("invalid", True)
    refused = curator(home, "decide", item["item"], "approve")
    assert (refused.code, refused.error["code"]) == (4, "protected-path")
    assert curator(home, "decide", item["item"], "reject").code == 0


def test_a_merge_and_a_split_from_a_branch(home: Path) -> None:
    put(home, "memory/notes/a.md", reviewed("note-a", "Cats purr."))
    put(home, "memory/notes/b.md", reviewed("note-b", "Cats purr."))
    for name in ("note-a", "note-b"):
        curator(home, "decide", name, "approve")
    one = note("both", "Cats purr.", supersedes=["note-a", "note-b"], relation="restatement")
    propose(
        home,
        Change(
            files={
                "memory/notes/both.md": one,
                "memory/notes/a.md": None,
                "memory/notes/b.md": None,
            },
            trailers={"Curator-Op": "merge"},
        ),
    )
    item = row(home)
    assert (item["op"], item["health"], item["notes"]) == ("merge", "clean", ["both"])
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    assert "status: superseded" in text(home, "a.md") and (home / "memory/notes/both.md").exists()
    assert curator(home, "check").json["problems"] == []
    assert queue(home) == []
    curator(home, "undo")
    assert row(home)["item"] == item["item"]


def test_memory_never_comes_from_a_branch_c41(home: Path) -> None:
    propose(
        home,
        Change(
            files={
                "memory/notes/port.md": note("port", "Port.", memory_key="port", value="1"),
                "memory/notes/deploy.md": edited(home, "deploy.md", "npm run", "rm -rf"),
            }
        ),
    )
    assert curator(home, "current", "port").json["status"] == "none"
    assert curator(home, "explain", "port").json["trail"] == []
    assert curator(home, "current", "deploy").json["answer_value"] == "npm run deploy"
    assert [n["note_id"] for n in curator(home, "notes").json["notes"]] == ["deploy", "plain"]


def test_a_rebased_branch_brings_nothing_decided_back(home: Path) -> None:
    propose(
        home,
        Change(files={"memory/notes/plain.md": edited(home, "plain.md", "wait", "sit")}),
        Change(files={"memory/notes/port.md": note("port")}),
        Change(files={"memory/notes/host.md": note("host", "Another fact.")}),
    )
    curator(home, "decide", "plain", "approve")
    curator(home, "decide", "port", "reject")
    git(home, "rebase", "-q", "main", NIGHTLY.removeprefix("refs/heads/"))
    git(home, "checkout", "-q", "main")
    assert row(home)["notes"] == ["host"]
    assert [i["notes"] for i in queue(home, "--lane", "suppressed")] == [["port"]]


def test_a_proposal_that_holds_no_note_is_dismissed(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    propose(home, Change(files={"memory/notes/../up.md": Odd(LINK, b"../../x")}))
    propose(home, Change(files={}), ref="refs/heads/proposals/empty")
    for item in curator(home, "queue").json["items"]:
        refused = curator(home, "decide", item["item"], "approve")
        assert refused.code == 4
        rejected = curator(home, "decide", item["item"], "reject", "--reason", "nothing in it")
        assert rejected.code == 0, rejected.err
    assert curator(home, "queue").json["items"] == []
