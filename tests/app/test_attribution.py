"""Outside or quoted words never become a preference, procedure, user's word or pin unasked, and
stay attributed (CONTRACT 21, FAULTS §3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.homes import Result, curator, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

MAIL: dict[str, Any] = {"origin": "external", "sources": ["mailto:piet@club.example"]}
CONFIRM = ("--confirm", "attribution")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    said = reviewed(
        "said", "Practice is on Mondays.", memory_key="club.day", value="Monday", **MAIL
    )
    plain = reviewed("plain", "A preference of mine.", kind="preference")
    return make_home(tmp_path / "home", {"said.md": said, "plain.md": plain})


def decide(home: Path, name: str, *words: str) -> Result:
    shown = curator(home, "show", name).json["shown_hash"]
    return curator(home, "decide", name, *words, "--expect", shown)


def asks(refused: Result) -> bool:
    return refused.code == 4 and refused.error["code"] == "attribution"


WORDS: list[dict[str, Any]] = [
    {"kind": "preference", **MAIL},
    {"kind": "procedural", **MAIL},
    {"authority": "user_explicit", **MAIL},
    {"pin": True, **MAIL},
    {"kind": "preference", "modality": "quoted"},
    {"kind": "procedural", "taint": ["mail"]},
]


@pytest.mark.parametrize("fields", WORDS, ids=str)
def test_approve_asks(home: Path, fields: dict[str, Any]) -> None:
    put(home, "memory/candidates/c.md", note("cand", "Do as the mail says.", **fields))
    assert asks(decide(home, "cand", "approve"))
    assert decide(home, "cand", "approve", *CONFIRM).code == 0


def test_no_way_around(home: Path) -> None:
    """edit, merge, split, a branch, a batch, a pin, and what only inherits its taint."""
    put(home, "memory/candidates/a.md", note("raw", "Do as the mail says.", session="s", **MAIL))
    put(home, "memory/candidates/b.md", note("heir", "Always.", kind="preference", session="s"))
    bold = put(home.parent, "r.md", note("raw", "Do as the mail says.", kind="preference"))
    made = put(home.parent, "m.md", note("made", "Do as the mail says.", kind="procedural"))
    part = put(home.parent, "p.md", note("part", "Do as."))
    assert asks(decide(home, "raw", "edit", "--result", str(bold)))
    assert asks(decide(home, "raw", "merge", "--target", "plain", "--result", str(made)))
    assert asks(decide(home, "raw", "split", "--result", str(made), "--result", str(part)))
    assert asks(decide(home, "heir", "approve"))
    assert asks(curator(home, "decide", "said", "pin"))
    shown = curator(home, "show", "heir").json["shown_hash"]
    line = json.dumps({"item": "heir", "action": "approve", "expect": shown})
    batch = put(home.parent, "b.jsonl", line)
    assert asks(curator(home, "decide", "--batch", str(batch)))
    assert asks(decide(home, "heir", "approve", "--stage"))
    propose(home, Change(files={"memory/candidates/p.md": note("pinned", "Up.", pin=True, **MAIL)}))
    assert asks(decide(home, "pinned", "approve"))
    update = (home / "memory/notes/said.md").read_text().replace("semantic", "procedural")
    propose(home, Change(files={"memory/notes/said.md": update}))
    assert asks(decide(home, "said", "approve", "--relation", "correction"))


def test_what_comes_back_or_gets_a_slot_asks_again(tmp_path: Path) -> None:
    old = reviewed("old", "Do as the mail says.", kind="preference", **MAIL)
    since = {"kind": "procedural", "valid_from": "2026-11-01", **MAIL}
    free = reviewed("free", "Deploys go as the mail says.", **since)
    notes = {
        "old.md": old.replace("status: active", "status: archived"),
        "free.md": free,
        "slot.md": reviewed(
            "slot", "Deploys go by make.", memory_key="deploys.way", valid_to="2026-11-01"
        ),
    }
    home = make_home(tmp_path / "other", notes)
    assert asks(curator(home, "decide", "old", "restore"))
    assert curator(home, "decide", "old", "restore", *CONFIRM).code == 0
    assert asks(curator(home, "suggest", "free", "--pick", "1"))


def test_a_tainted_input_of_a_merge_must_have_been_looked_at(home: Path) -> None:
    put(home, "memory/candidates/a.md", note("raw", "Words of a mail.", **MAIL))
    put(home, "memory/candidates/b.md", note("own", "Own words."))
    result = put(home.parent, "m.md", note("made", "Words of a mail. Own words."))
    words = ("decide", "own", "merge", "--target", "raw", "--result", str(result))
    assert curator(home, *words).error["code"] == "not-opened"
    shown = curator(home, "show", "own").json["shown_hash"]
    assert curator(home, *words, "--expect", shown).code == 0


def test_an_answer_and_the_views_name_who_says_it(home: Path) -> None:
    assert "said_by" not in curator(home, "current", "club.day").json
    assert "piet@club.example says" in curator(home, "current", "club.day", as_json=False).out
    assert "says" not in curator(home, "current", "plain", as_json=False).out
    curator(home, "views")
    view = (home / ".curator/views/current/global.md").read_text()
    assert "Monday (said; global; piet@club.example says; from outside: external" in view
