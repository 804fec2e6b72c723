"""No decision lifts taint or origin: approve, edit, merge, split, update (CONTRACT 20)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.homes import CONFIG, curator, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose

MAILED: dict[str, Any] = {"origin": "external", "taint": ["mail"], "session": "s-mail"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    notes = {"old.md": reviewed("old-mail", "Words of a mail.\n\nMore of it.", **MAILED)}
    waiting = {
        "same.md": note("same-session", "What else it wrote.", session="s-mail"),
        "free.md": note("free-note", "Nothing to do with it."),
        "next.md": note(
            "next-one", "Words of a mail.", supersedes=["old-mail"], relation="correction"
        ),
        "made.md": note("made-one", "A summary.", inputs=["old-mail"], generated=True, recipe="r"),
    }
    return make_home(tmp_path / "home", notes, waiting)


def shown(home: Path, name: str) -> Any:
    return curator(home, "show", name).json


def decided(home: Path, name: str, action: str, *words: str) -> str:
    """Decide what was looked at; what was said of it."""
    expect = shown(home, name)["shown_hash"]
    done = curator(home, "decide", name, action, "--expect", expect, *words, as_json=False)
    assert done.code == 0, done.err
    return done.out


def lines(home: Path, path: str) -> list[str]:
    return (home / "memory/notes" / path).read_text().splitlines()


def test_what_inherits_is_quarantined_and_says_from_where(home: Path) -> None:
    items = {item["notes"][0]: item for item in curator(home, "queue").json["items"]}
    assert {name for name, item in items.items() if item["lane"] == "quarantined"} == {
        *("same-session", "next-one", "made-one"),
    }
    assert items["free-note"]["taint"] == []
    assert items["same-session"]["taint"] == ["mail"]
    assert items["same-session"]["risk"] == "high"
    words = curator(home, "show", "same-session", as_json=False).out
    assert "inherited from session s-mail (old-mail)" in words
    assert shown(home, "made-one")["inherited"] == [
        {"label": "mail", "way": "input", "name": "old-mail", "of": "old-mail"}
    ]


def test_approval_writes_what_was_inherited(home: Path) -> None:
    decided(home, "same-session", "approve")
    assert "taint: [mail]" in lines(home, "same.md")


def test_text_in_quarantine_that_states_nothing_is_marked(home: Path) -> None:
    put(home, "memory/quarantine/silent.md", note("silent", "From somewhere."))
    decided(home, "silent", "approve")
    assert "taint: [external]" in lines(home, "silent.md")


def test_an_edit_does_not_wash_a_note_clean(home: Path) -> None:
    text = note("washed", "From a mail.", origin="external", taint=["mail"])
    put(home, "memory/candidates/washed.md", text)
    result = put(home.parent, "r.md", note("washed", "From nobody.", origin="user"))
    said = decided(home, "washed", "edit", "--result", str(result))
    assert {"taint: [mail]", "origin: external"} <= set(lines(home, "washed.md"))
    assert "note: origin of washed stays external: a decision does not lift it" in said
    assert "note: taint mail stands on in washed" in said


@pytest.mark.parametrize("result", [False, True])
def test_a_merge_unites_what_its_inputs_inherited(home: Path, result: bool) -> None:
    merged = put(home.parent, "r.md", note("merged", "Nothing to do with it, and more."))
    decided(
        home, "free-note", "merge", "--target", "same-session", "--result", str(merged)
    ) if result else decided(
        home, "same-session", "merge", "--target", "free-note", "--result", str(merged)
    )
    assert "taint: [mail]" in lines(home, "merged.md")


def test_the_parts_of_a_split_keep_it(home: Path) -> None:
    parts = [str(put(home.parent, f"{n}.md", note(f"part-{n}", f"Part {n}."))) for n in "ab"]
    decided(home, "same-session", "split", "--result", parts[0], "--result", parts[1])
    assert all("taint: [mail]" in lines(home, f"part-{n}.md") for n in "ab")


def test_an_update_in_place_neither_washes_nor_hides(home: Path) -> None:
    washed = (home / "memory/notes/old.md").read_text().replace('taint: ["mail"]\n', "")
    washed = washed.replace("origin: external", "origin: agent").replace(
        "More of it", "More of its"
    )
    propose(home, Change(files={"memory/notes/old.md": washed}))
    decided(home, "old-mail", "approve")
    assert {"taint: [mail]", "origin: external"} <= set(lines(home, "old.md"))


def test_what_a_job_consolidates_stays_tainted(home: Path) -> None:
    made = note(
        "both",
        "Words of a mail, and more of it.",
        supersedes=["old-mail", "plain-one"],
        relation="restatement",
    )
    put(home, "memory/candidates/p.md", note("plain-one", "More of it."))
    decided(home, "plain-one", "approve")
    trailers = {"Curator-Op": "merge", "Curator-Job": "consolidate"}
    propose(home, Change(files={"memory/notes/both.md": made}, trailers=trailers))
    item = next(i for i in curator(home, "queue").json["items"] if i["op"] == "merge")
    assert (item["lane"], item["taint"]) == ("quarantined", ["mail"])
    decided(home, item["item"], "approve")
    assert {"taint: [mail]", "origin: external"} <= set(lines(home, "both.md"))


def test_a_trailer_taints_what_its_session_wrote(home: Path) -> None:
    propose(
        home,
        Change(
            files={"memory/candidates/b.md": note("by-branch", "Said on a branch.")},
            trailers={"Curator-Session": "s-branch", "Curator-Taint": "web"},
        ),
    )
    put(home, "memory/candidates/c.md", note("by-file", "Written by hand.", session="s-branch"))
    items = {item["notes"][0]: item for item in curator(home, "queue").json["items"]}
    assert [items[name]["taint"] for name in ("by-branch", "by-file")] == [["web"], ["web"]]
    decided(home, "by-branch", "approve")
    assert "taint: [web]" in lines(home, "b.md")


def test_nothing_that_inherits_is_approved_in_bulk(home: Path) -> None:
    """Batch, staged or `bulk` by a rule: each tainted item must have been looked at."""
    rows = [{"item": name, "action": "approve"} for name in ("same-session", "free-note")]
    path = put(home.parent, "batch.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    refused = curator(home, "decide", "--batch", str(path))
    assert (refused.code, refused.error["code"]) == (4, "not-opened")
    staged = curator(home, "decide", "same-session", "approve", "--stage")
    assert staged.error["code"] == "not-opened"
    done = curator(home, "decide", "--batch", str(path), "--partial").json
    assert done["notes"] == ["free-note"]
    rule = '[[rules]]\nmatch = "origin:agent"\naction = "bulk"\n'
    ruled = make_home(
        home.parent / "ruled",
        {"old.md": reviewed("old-mail", "Words of a mail.", **MAILED)},
        {"s.md": note("same-session", "Also.", session="s-mail"), "f.md": note("free-note")},
        CONFIG + rule,
    )
    items = {item["notes"][0]: item for item in curator(ruled, "queue").json["items"]}
    assert items["same-session"]["risk"] == "high"
    assert curator(ruled, "decide", "--batch", str(path)).error["code"] == "not-opened"


def test_a_hand_edit_that_washes_an_approved_note_is_an_edit(home: Path) -> None:
    """Origin and taint are no part of the content hash; who changes them is seen all the same."""
    put(home, "memory/candidates/m.md", note("mailed", "From a mail.", **MAILED))
    decided(home, "mailed", "approve")
    path = home / "memory/notes/m.md"
    path.write_text(path.read_text().replace("origin: external", "origin: user"))
    item = next(i for i in curator(home, "queue").json["items"] if i["notes"] == ["mailed"])
    assert "edited-since-review" in item["flags"]
    decided(home, "mailed", "approve")
    assert "origin: external" in lines(home, "m.md")


def test_what_was_rejected_taints_on(home: Path) -> None:
    """A session stays tainted when the note that told of it is gone."""
    put(
        home,
        "memory/candidates/m.md",
        note("mailed", "From a mail.", origin="external", session="x"),
    )
    put(home, "memory/candidates/n.md", note("later", "Said later.", session="x"))
    assert curator(home, "decide", "mailed", "reject").code == 0
    item = next(i for i in curator(home, "queue").json["items"] if i["notes"] == ["later"])
    assert (item["lane"], item["taint"]) == ("quarantined", ["external"])
