"""Cases of CASES.md about texts that two sides changed: C56, C58, C59."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.homes import Result, curator, git, make_home, note, put, reviewed
from tests.proposal_branches import Change, propose


def items(home: Path) -> dict[str, dict[str, Any]]:
    """What waits, by operation."""
    return {item["op"]: item for item in curator(home, "queue").json["items"]}


def code(done: Result) -> tuple[int, str]:
    """The exit number and code of a refusal."""
    return done.code, done.error["code"]


NESTED = (
    "Before.\n<<<<<<< ours\none\n||||||| base\n<<<<<<< inner\ntwo\n=======\nthree\n>>>>>>> inner\n"
    "=======\nfour\n>>>>>>> theirs\nAfter."
)
FENCED = f"Before.\n\n```\n{NESTED}\n```"


def attempts(home: Path, folder: Path, body: str) -> dict[str, tuple[str, ...]]:
    """Every way to make a text with this body memory."""
    result = str(put(folder, "result.md", note("result", body)))
    part = str(put(folder, "part.md", note("part", "Fine.")))
    amended = str(put(folder, "amended.md", reviewed("note-c", f"First.\n\n{body}")))
    put(home, "memory/candidates/new.md", note("new", body))
    put(home, "memory/notes/edited.md", reviewed("edited", f"First.\n\n{body}"))
    propose(home, Change(files={"memory/notes/branch.md": note("branch", body)}))
    edited = next(i["item"] for i in curator(home, "queue").json["items"] if i["op"] == "review")
    return {
        "approve": ("new", "approve"),
        "edit": ("other", "edit", "--result", result),
        "amend": ("note-c", "edit", "--result", amended),
        "merge": ("note-a", "merge", "--target", "note-b", "--result", result),
        "split": ("note-a", "split", "--result", result, "--result", part),
        "hand edit": (edited, "approve"),
        "branch": ("branch", "approve"),
    }


def marked_home(root: Path) -> Path:
    """Notes to approve, edit, merge and split."""
    names = ("note-a", "note-b", "edited")
    notes = {f"{name}.md": reviewed(name, "Cats purr.") for name in names}
    notes["note-c.md"] = reviewed("note-c", "First.\n\nSecond.")
    notes["edited.md"] = reviewed("edited", "First.\n\nSecond.")
    return make_home(root / "home", notes, {"other.md": note("other")})


def test_c56_markers_never_become_memory_by_any_way(tmp_path: Path) -> None:
    home = marked_home(tmp_path)
    for name, words in attempts(home, tmp_path, NESTED).items():
        before = git(home, "rev-parse", "HEAD")
        refused = curator(home, "decide", *words)
        assert code(refused) == (3, "conflict"), (name, refused.err)
        assert refused.error["line"] is not None, name
        assert "markers" in refused.error["message"], name
        assert git(home, "rev-parse", "HEAD") == before
    whole = (home / "memory/candidates/new.md").read_text().splitlines()
    line = curator(home, "decide", "new", "approve").error["line"]
    assert whole[line - 1] == "<<<<<<< ours"


def test_c56_in_a_code_fence_they_are_text(tmp_path: Path) -> None:
    home = marked_home(tmp_path)
    for name, words in attempts(home, tmp_path, FENCED).items():
        if name in ("approve", "amend", "hand edit", "branch"):
            done = curator(home, "decide", *words)
            assert done.code == 0, (name, done.err)


SIDES = {
    "current": ["Ours.", "Last."],
    "proposed": ["Theirs.", "Last."],
    "both": ["Ours.", "Theirs.", "Last."],
}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("ending", ["\n", ""])
def test_c58_the_line_next_to_a_conflict_stays(tmp_path: Path, side: str, ending: str) -> None:
    base = reviewed("plain", "First.\n\nMiddle.\nLast.").removesuffix("\n") + ending
    home = make_home(tmp_path / "home", {"plain.md": base})
    propose(home, Change(files={"memory/notes/plain.md": base.replace("Middle", "Theirs")}))
    put(home, "memory/notes/plain.md", base.replace("Middle", "Ours"))
    assert curator(home, "decide", items(home)["review"]["item"], "approve").code == 0
    item = items(home)["update"]
    (region,) = curator(home, "show", item["item"]).json["merges"][0]["conflicts"]
    done = curator(home, "decide", item["item"], "approve", "--pick", f"{region}={side}")
    if side == "current":
        assert code(done) == (4, "no-change")
    else:
        assert done.code == 0, done.err
    text = (home / "memory/notes/plain.md").read_text()
    assert text.splitlines()[-len(SIDES[side]) :] == SIDES[side]
    assert text.endswith("Last." + ending)


def test_c59_a_deleted_line_against_an_edited_one(tmp_path: Path) -> None:
    """Ours deletes the second line, theirs edits it: a conflict. Ours deletes the first one and
    theirs edits the third: merged, and the first does not come back."""
    base = reviewed("plain", "Head.\n\n1\n2\n3")
    for proposed, health in (("\n2\n", "conflict"), ("\n3\n", "rebased")):
        gone = "\n2\n" if health == "conflict" else "\n1\n"
        home = make_home(tmp_path / health, {"plain.md": base})
        theirs = base.replace(proposed, f"\n{proposed.strip()} edited\n")
        propose(home, Change(files={"memory/notes/plain.md": theirs}))
        put(home, "memory/notes/plain.md", base.replace(gone, "\n"))
        assert curator(home, "decide", items(home)["review"]["item"], "approve").code == 0
        item = items(home)["update"]
        assert item["health"] == health
        done = curator(home, "decide", item["item"], "approve")
        text = (home / "memory/notes/plain.md").read_text()
        if health == "conflict":
            assert code(done) == (3, "conflict")
            assert text.endswith("\n1\n3\n")
        else:
            assert done.code == 0, done.err
            assert text.endswith("\n\n2\n3 edited\n")
