"""split of a proposed update: parts restate the note, the changed clause has its own time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import JAN, MAR, MAY
from tests.app.tui.three_way import changed
from tests.homes import curator, make_home, note, put, reviewed, tree_bytes
from tests.proposal_branches import Change, propose

PATH = "memory/notes/rules.md"
BODY = "Deploys run on Mondays.\n\nThe command is npm run deploy."
RULES = reviewed("rules", BODY, valid_from=JAN, sources=["manual:a@2026-01-01"])
NEWER = changed(RULES, ("npm run deploy", "make deploy"))


@pytest.fixture(params=["branch", "candidate"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A note of two clauses, and an update of the second; on a branch or as a file."""
    made = make_home(tmp_path / "home", {"rules.md": RULES})
    if request.param == "branch":
        propose(made, Change(files={PATH: NEWER}, message="Rules"))
    else:
        put(
            made, "memory/candidates/rules.md", NEWER.replace("status: active", "status: candidate")
        )
    return made


def parts(tmp_path: Path) -> list[str]:
    """What stays, what was said, what is said from March on."""
    texts = [
        note("m_rest", "Deploys run on Mondays."),
        note("m_old", "The command is npm run deploy."),
        note(
            "m_new",
            "The command is make deploy.",
            valid_from=MAR,
            supersedes=["m_old"],
            relation="state_change",
            taint=["mail"],
        ),
    ]
    names = [tmp_path / f"part{n}.md" for n in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        name.write_text(text, "utf-8")
    return [word for name in names for word in ("--result", str(name))]


def run(home: Path, *words: str) -> Any:
    done = curator(home, *words)
    assert done.code == 0, done.err
    return done.json


def test_the_parts_restate_the_note_and_the_proposal_is_decided(home: Path, tmp_path: Path) -> None:
    """CONTRACT B, last row: one plan, and one undo brings every byte and the proposal back."""
    before = tree_bytes(home, "memory")
    [item] = run(home, "queue")["items"]
    run(home, "decide", item["item"], "split", *parts(tmp_path))
    assert run(home, "queue")["items"] == []
    assert not (home / "memory/candidates/rules.md").exists()
    for asked, times in {"m_rest": (JAN, None), "m_old": (JAN, MAR), "m_new": (MAR, None)}.items():
        held = {row["note_id"]: row for row in run(home, "current", asked)["trail"]}[asked]
        assert (held["valid_from"], held["valid_to"]) == times
    assert run(home, "check")["problems"] == []
    assert run(home, "at", "m_old", MAY)["note_id"] == "m_new"
    run(home, "undo")
    assert tree_bytes(home, "memory") == before
    assert [each["item"] for each in run(home, "queue")["items"]] == [item["item"]]


def test_in_conflict_it_is_merged_first(tmp_path: Path) -> None:
    made = make_home(tmp_path / "home", {"rules.md": RULES})
    propose(made, Change(files={PATH: NEWER}, message="Rules"))
    put(made, PATH, changed(RULES, ("npm run deploy", "npm run ship")))
    items = {each["op"]: each["item"] for each in run(made, "queue")["items"]}
    run(made, "decide", items["review"], "approve")
    done = curator(made, "decide", items["update"], "split", *parts(tmp_path))
    assert done.error["code"] == "conflict"


def test_parts_are_trusted_no_more_than_the_update(tmp_path: Path) -> None:
    """What the proposal is tainted by, and where it is from, stands in every part."""
    made = make_home(tmp_path / "home", {"rules.md": RULES})
    tainted = NEWER.replace("origin: agent", "origin: external").replace(
        "---\n", "---\ntaint: [web]\n", 1
    )
    propose(made, Change(files={PATH: tainted}, message="Rules"))
    [item] = run(made, "queue")["items"]
    shown = run(made, "show", item["item"])["shown_hash"]
    words = [*parts(tmp_path), "--expect", shown, "--confirm", "attribution"]
    run(made, "decide", item["item"], "split", *words)
    texts = [path.read_text("utf-8") for path in (made / "memory/notes").glob("m_*.md")]
    assert len(texts) == 3
    assert all("origin: external" in text and "web" in text for text in texts)
