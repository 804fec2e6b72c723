"""Whatever a hand, or an agent, does to an approved file: the approved text answers (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.timeline import FEB, JAN, JUN, MAR, SLOT, Timeline
from tests.homes import curator, git, put

CHANGES = ("--relation", "state_change")
EDITS: dict[str, Callable[[str], str]] = {
    "value": lambda text: text.replace("run note-b", "rm -rf"),
    "body": lambda text: text + "and more\n",
    "key": lambda text: text.replace(SLOT, "elsewhere"),
    "scope": lambda text: text.replace("scope: global", "scope: project:x"),
    "start": lambda text: text.replace(MAR, "2027-03-01"),
    "end": lambda text: text.replace("---\nA fact", "valid_to: 2026-04-01\n---\nA fact"),
    "expiry": lambda text: text.replace("---\nA fact", "expires_at: 2026-04-01\n---\nA fact"),
    "modality": lambda text: text.replace("---\nA fact", "modality: quoted\n---\nA fact"),
    "archived": lambda text: text.replace("status: active", "status: archived"),
    "candidate": lambda text: text.replace("status: active", "status: candidate"),
    "no edge": lambda text: text.replace("relation: state_change", "relation: correction"),
    "id": lambda text: text.replace("id: note-b", "id: other-id"),
    "no id": lambda text: text.replace("id: note-b\n", ""),
    "no fence": lambda text: text.replace("---\n", "", 1),
    "tab": lambda text: text.replace("kind: ", "\tkind: "),
    "empty": lambda _: "",
    "two blocks": lambda text: "---\ntitle: stub\n---\n" + text,
}


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    line = Timeline(tmp_path_factory.mktemp("approved") / "home", note_a={"valid_from": JAN})
    line.approve("note-b", *CHANGES, valid_from=MAR, supersedes=["note-a"])
    return line


@pytest.fixture
def line(approved: Timeline, tmp_path: Path) -> Timeline:
    return approved.copied(tmp_path / "home")


def answers(line: Timeline) -> list[object]:
    """What slot and chain answer before and after the change."""
    by_id = [line.run("at", name, JUN)["answer_value"] for name in ("note-a", "note-b")]
    return [*line.values(FEB, JUN), *by_id]


RIGHT = ["run note-a", "run note-b", "run note-b", "run note-b"]


@pytest.mark.parametrize("how", EDITS)
def test_an_edit_changes_no_answer_until_it_is_decided(line: Timeline, how: str) -> None:
    path = line.file("note-b")
    approved = path.read_text()
    path.write_text(EDITS[how](approved))
    assert path.read_text() != approved
    assert answers(line) == RIGHT
    assert line.current()["edited_since_review"] is True
    items = [i for i in line.run("queue")["items"] if "edited-since-review" in i["flags"]]
    assert len(items) == 1
    assert line.refused("decide", "note-b", "archive")["exit"] in (2, 3)
    line.run("decide", items[0]["item"], "reject")
    assert path.read_text() == approved, "reject puts the approved bytes back"
    assert answers(line) == RIGHT
    assert line.codes() == set()
    line.run("undo")
    assert path.read_text() == EDITS[how](approved)
    assert answers(line) == RIGHT


@pytest.mark.parametrize("how", ["value", "archived", "id", "no id", "no fence"])
def test_the_same_for_an_adopted_note(tmp_path: Path, how: str) -> None:
    line = Timeline(tmp_path / "home", note_b={"valid_from": MAR})
    path = line.file("note-b")
    adopted = path.read_text()
    path.write_text(EDITS[how](adopted))
    assert line.values(JUN) == ["run note-b"]
    assert line.current()["edited_since_review"] is True
    (item,) = line.run("queue")["items"]
    line.run("decide", item["item"], "reject")
    assert path.read_text() == adopted
    assert line.values(JUN) == ["run note-b"]
    assert line.codes() == set()


@pytest.mark.parametrize("commit", [False, True])
def test_an_edit_cannot_retire_another_note(line: Timeline, commit: bool) -> None:
    """Neither the hash nor any flag shows it, yet it would void what a person approved."""
    line.approve("note-c", memory_key="other")
    path = line.file("note-c")
    rogue = "supersedes: [note-b]\nrelation: correction\n---\nA fact"
    path.write_text(path.read_text().replace("---\nA fact", rogue))
    if commit:
        git(line.home, "commit", "-q", "-a", "-m", "tidy up")
    assert answers(line) == RIGHT
    assert line.refused("decide", "note-c", "confirm")["code"] == "conflict"
    (item,) = line.run("queue")["items"]
    assert "edited-since-review" in item["flags"]


def test_a_second_file_of_the_id_cannot_either(line: Timeline) -> None:
    line.approve("note-c", memory_key="other")
    twin = line.file("note-c").read_text()
    rogue = "supersedes: [note-b]\nrelation: correction\n---\nA fact"
    put(line.home, "memory/notes/twin.md", twin.replace("---\nA fact", rogue))
    assert answers(line) == RIGHT
    assert line.run("current", "other")["answer_value"] == "run note-c"
    assert "duplicate-id" in line.codes()


def test_tags_and_title_are_no_edit(line: Timeline) -> None:
    path = line.file("note-b")
    text = path.read_text().replace("title: Title of note-b", "title: Another\ntags: [seen]")
    path.write_text(text)
    assert line.current()["edited_since_review"] is False
    assert line.codes() == set()
    line.decide("note-b", "confirm", may=["verified_at"])
    assert "tags: [seen]" in path.read_text()


def test_the_id_of_a_note_is_never_approved_away(line: Timeline) -> None:
    path = line.file("note-b")
    path.write_text(EDITS["id"](path.read_text()))
    (item,) = line.run("queue")["items"]
    refused = line.refused("decide", item["item"], "approve")
    assert (refused["exit"], refused["code"], refused["field"]) == (4, "invalid", "id")


def test_an_edit_is_not_what_was_known(line: Timeline) -> None:
    """An unreviewed commit answers nothing, neither now nor for a past that includes it."""
    line = Timeline(line.home.parent / "adopted", note_a={"valid_from": JAN})
    path = line.file("note-a")
    path.write_text(path.read_text().replace("run note-a", "rm -rf"))
    git(line.home, "commit", "-q", "-a", "-m", "edit")
    for known in ("2026-11-15", "2100-01-01"):
        answer = line.run("at", SLOT, JUN, "--known-at", known)
        assert (answer["answer_value"], answer["known_by"]) == ("run note-a", "commit")
    before = line.run("at", SLOT, JUN, "--known-at", "2026-10-31")
    assert (before["status"], before["trail"]) == ("none", [])


def test_a_moved_note_is_followed(line: Timeline) -> None:
    path = line.file("note-b")
    path.rename(path.with_name("elsewhere.md"))
    assert answers(line) == RIGHT
    assert curator(line.home, "check").code == 0
    line.decide("note-b", "archive")
    assert line.file("note-b").name == "elsewhere.md"
