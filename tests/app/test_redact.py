"""A secret blocks approve, with three ways out: redact, reject, `--confirm secret` (FAULTS §4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.homes import Result, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, git_bytes, propose

PASSWORD = "hunter2-" + "Blue77!"
BODY = f"# Database\n\nThe staging DB password is {PASSWORD}\n\nKeep it."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    waiting = {"s.md": note("has-secret", BODY, title=f'"The DB password is {PASSWORD}"')}
    return make_home(tmp_path / "home", {"a.md": reviewed("plain")}, waiting)


def decide(home: Path, name: str, *words: str) -> Result:
    shown = curator(home, "show", name).json["shown_hash"]
    return curator(home, "decide", name, *words, "--expect", shown)


def objects(home: Path) -> bytes:
    """Everything that lies in the repository's object store."""
    return git_bytes(home, "cat-file", "--batch-all-objects", "--batch", "--unordered")


@pytest.mark.parametrize("action", ["approve", "edit"])
def test_redacted_it_is_an_edit_without_the_value(home: Path, action: str) -> None:
    assert decide(home, "has-secret", "approve").error["code"] == "secret"
    assert decide(home, "has-secret", action, "--redact").code == 0
    text = (home / "memory/notes/s.md").read_text()
    assert "The staging DB password is [redacted password]" in text
    assert 'title: "The DB password is [redacted password]"' in text
    assert PASSWORD.encode() not in objects(home)
    event = curator(home, "history").json["events"][0]
    assert event["action"] == "edit"
    assert PASSWORD not in json.dumps(event)
    kept = curator(home, "rescue", "list").json["rescued"]
    assert PASSWORD in curator(home, "rescue", "show", kept[0]["name"]).json["text"]
    later = curator(home, "check").json["problems"]
    assert "secret" not in {problem["code"] for problem in later}


def test_what_holds_none_is_not_redacted(home: Path) -> None:
    put(home, "memory/candidates/b.md", note("blank"))
    assert decide(home, "blank", "approve", "--redact").error["code"] == "no-change"


def test_a_field_named_for_it_is_replaced_whole(home: Path) -> None:
    put(home, "memory/candidates/f.md", note("in-field", "Nothing.", password=PASSWORD))
    assert decide(home, "in-field", "approve", "--redact").code == 0
    assert 'password: "[redacted password]"' in (home / "memory/notes/f.md").read_text()


def test_of_a_proposal_on_a_branch(home: Path) -> None:
    propose(home, Change(files={"memory/candidates/b.md": note("on-branch", BODY)}))
    assert decide(home, "on-branch", "approve", "--redact").code == 0
    assert PASSWORD not in (home / "memory/notes/b.md").read_text()


def test_in_a_batch_and_staged(home: Path) -> None:
    shown = curator(home, "show", "has-secret").json["shown_hash"]
    line = {"item": "has-secret", "action": "edit", "redact": True, "expect": shown}
    path = put(home.parent, "batch.jsonl", json.dumps(line))
    assert curator(home, "decide", "--batch", str(path), "--dry-run").code == 0
    assert decide(home, "has-secret", "approve", "--redact", "--stage").code == 0
    assert curator(home, "apply").code == 0
    assert PASSWORD not in (home / "memory/notes/s.md").read_text()


@pytest.mark.parametrize("action", ["reject", "approve"])
def test_a_hand_edit_with_a_secret_goes_without_being_committed(home: Path, action: str) -> None:
    path = put(home, "memory/candidates/t.md", note("tracked", "First."))
    git(home, "add", "-A", "memory/candidates/t.md")
    git(home, "commit", "-qm", "a candidate")
    path.write_text(note("tracked", BODY))
    refused = decide(home, "tracked", "reject")
    assert refused.error["code"] == "secret"
    assert "--redact" in refused.error["hint"]
    assert decide(home, "tracked", action, "--redact").code == 0
    assert PASSWORD.encode() not in objects(home)
    assert not path.exists()
    kept = [each["name"] for each in curator(home, "rescue", "list").json["rescued"]]
    texts = [curator(home, "rescue", "show", name).json["text"] for name in kept]
    assert any(PASSWORD in text for text in texts)


def test_an_edit_that_takes_it_out_needs_no_word_and_one_that_brings_it_in_does(
    home: Path,
) -> None:
    clean = put(home.parent, "clean.md", note("has-secret", "Ask for it."))
    assert decide(home, "has-secret", "edit", "--result", str(clean), "--dry-run").code == 0
    dirty = put(home.parent, "dirty.md", note("other", BODY))
    put(home, "memory/candidates/o.md", note("other", "Nothing."))
    refused = decide(home, "other", "edit", "--result", str(dirty))
    assert refused.error["code"] == "secret"
