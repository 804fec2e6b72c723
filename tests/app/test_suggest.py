"""The slot of a free note: suggested, set in place, refused where another value holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.homes import curator, make_home, note, put, reviewed, tree_bytes

DEPLOY = {"memory_key": "deploy-command", "title": "Deploy command", "subject": "repo/lab"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {
        "deploy.md": reviewed("m_dep", "How.", value="make", scope="project:lab", **DEPLOY),
        "free.md": reviewed("m_free", "Deploy by make release.", title="Deploys", subject="repo/x"),
        "allergy.md": reviewed("m_all", memory_key="过敏", value="榛子", title="过敏"),
        "han.md": reviewed("m_han", "他对榛子过敏。", title="吃饭", subject="health"),
        "alien.md": "---\nid: alien\ntitle: Deploying\nweird: [1]\n---\nThe deploy command.\n",
        "nameless.md": "---\r\ntitle: 'Deploying'\r\n---\r\nThe deploy command.",
    }
    return make_home(tmp_path / "home", notes)


def test_the_nearest_slots_are_named_with_what_speaks_for_them(home: Path) -> None:
    found = curator(home, "suggest", "m_free").json
    assert (found["note_id"], [s["memory_key"] for s in found["suggestions"]]) == (
        "m_free",
        ["deploy-command"],
    )
    [only] = found["suggestions"]
    assert (only["shared"], only["notes"], only["held_by"]) == (["deploy", "make"], ["m_dep"], [])
    han = curator(home, "suggest", "m_han").json["suggestions"]
    assert [(s["memory_key"], s["held_by"]) for s in han] == [("过敏", ["m_all"])]
    plain = curator(home, "suggest", "m_free", as_json=False).out
    assert plain == "1 deploy-command  (deploy, make)\n"


def test_picking_one_sets_the_key_and_undo_takes_it_out(home: Path) -> None:
    before = tree_bytes(home, "memory")
    assert curator(home, "suggest", "m_free", "--pick", "1", "--dry-run").code == 0
    assert tree_bytes(home, "memory") == before
    assert curator(home, "current", "deploy-command").json["status"] == "none"
    done = curator(home, "suggest", "m_free", "--pick", "1")
    assert done.code == 0, done.err
    text = (home / "memory/notes/free.md").read_text("utf-8")
    assert "memory_key: deploy-command\n" in text
    now = curator(home, "current", "deploy-command").json
    assert (now["status"], now["answer_value"]) == ("known", "Deploy by make release.")
    assert curator(home, "current", "m_free").json["status"] == "known"
    [event] = curator(home, "history", "--note", "m_free").json["events"]
    assert event["action"] == "edit"
    assert [i for i in curator(home, "queue").json["items"] if i["op"] == "review"] == []
    again = curator(home, "suggest", "m_free")
    assert (again.code, again.error["code"]) == (4, "no-change")
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before
    assert curator(home, "current", "m_free").json["status"] == "known"


def test_a_slot_that_is_taken_refuses(home: Path) -> None:
    before = tree_bytes(home, "memory")
    refused = curator(home, "suggest", "m_han", "--pick", "1")
    assert (refused.code, refused.error["code"]) == (4, "slot-collision")
    assert tree_bytes(home, "memory") == before


@pytest.mark.parametrize("name", ["alien", "memory/notes/nameless.md"])
def test_foreign_notes_get_the_key_alone(home: Path, name: str) -> None:
    before = tree_bytes(home, "memory")
    done = curator(home, "suggest", name, "--pick", "1")
    assert done.code == 0, done.err
    path = f"memory/notes/{name.rsplit('/', 1)[-1].removesuffix('.md')}.md"
    old, new = before[path].splitlines(), (home / path).read_bytes().splitlines()
    added = [line for line in new if line not in old]
    keys = [line.split(b":")[0] for line in added]
    assert keys == ([b"memory_key"] if name == "alien" else [b"memory_key", b"id"])
    assert [line for line in new if line in old] == old
    assert curator(home, "current", "deploy-command").json["status"] == "known"
    assert "review" not in {i["op"] for i in curator(home, "queue").json["items"]}
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before


def test_what_cannot_be_suggested_for(home: Path) -> None:
    put(home, "memory/notes/new.md", reviewed("m_new"))
    for words, code in (
        (("m_new",), "invalid"),
        (("m_dep",), "no-change"),
        (("nobody",), "unknown-item"),
        (("m_free", "--pick", "2"), "usage"),
    ):
        assert curator(home, "suggest", *words).error["code"] == code


def edited(home: Path, tmp_path: Path, old: str, new: str) -> Path:
    """The text of m_free with a change, as a file to give."""
    text = (home / "memory/notes/free.md").read_text("utf-8")
    assert old in text
    return put(tmp_path, "mine.md", text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("title: Deploys\n", "title: Deploys\ntags: [a]\n", None),
        ("subject: repo/x", "subject: repo/y", None),
        ("scope: global", "scope: project:a", "relation-required"),
        ("title: Deploys\n", "title: Deploys\nvalue: other\n", "relation-required"),
        ("Deploy by make release.", "Deploy by hand.", "relation-required"),
        ("Deploy by make release.\n", "Deploy by make release.\n\nMore detail.\n", None),
        ("status: active", "status: archived", "invalid"),
        ("id: m_free", "id: m_other", "invalid"),
        ("title: Deploys\n", "title: Deploys\npin: true\n", "invalid"),
        ("origin: agent", "origin: user", "invalid"),
    ],
)
def test_an_edit_of_memory_changes_details_only(
    home: Path, tmp_path: Path, old: str, new: str, code: str | None
) -> None:
    before = tree_bytes(home, "memory")
    mine = edited(home, tmp_path, old, new)
    done = curator(home, "decide", "m_free", "edit", "--result", str(mine))
    if code is not None:
        assert (done.code, done.error["code"]) == (4, code)
        assert tree_bytes(home, "memory") == before
        return
    assert done.code == 0, done.err
    assert new.rstrip("\n") in (home / "memory/notes/free.md").read_text("utf-8")
    assert curator(home, "check").json["counts"]["error"] == 0
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before


def test_an_open_edit_is_what_an_edit_is_about(home: Path, tmp_path: Path) -> None:
    path = home / "memory/notes/free.md"
    path.write_text(path.read_text("utf-8").replace("make release", "hand"), "utf-8")
    mine = edited(home, tmp_path, "by hand", "by hand, slowly")
    assert curator(home, "decide", "m_free", "edit", "--result", str(mine)).code == 0
    assert "slowly" in path.read_text("utf-8")


def test_a_candidate_of_the_same_name_goes_first(home: Path, tmp_path: Path) -> None:
    put(home, "memory/candidates/c.md", note("m_cand", "Text."))
    mine = put(tmp_path, "mine.md", note("m_cand", "Better text."))
    done = curator(home, "decide", "m_cand", "edit", "--result", str(mine))
    assert done.code == 0, done.err
    assert "Better text." in (home / "memory/notes/c.md").read_text("utf-8")
