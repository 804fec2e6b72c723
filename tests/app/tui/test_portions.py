"""A proposal of several notes: some are decided, the rest stays undecided."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.merge import MergeScreen
from curator_core.model.decision import Approve, Reject
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.three_way import BASE, CURRENT, NOTE, PROPOSED, edit_here, staged, work
from tests.homes import curator, make_home, note, reviewed
from tests.proposal_branches import Change, propose


def three_home(root: Path) -> Path:
    """One proposal: two new notes, one update."""
    home = make_home(root, {"two.md": reviewed("two", "Fact two.\n\nMore.")})
    files = {f"memory/notes/{name}.md": note(name, f"Fact {name}.") for name in ("one", "three")}
    files["memory/notes/two.md"] = reviewed("two", "Fact two.\n\nMore of it.")
    propose(home, Change(files=files, message="Three facts", trailers={"Curator-Reason": "twice"}))
    return home


async def write(one: Driven) -> None:
    """Preview, then write."""
    await one.press("w", "y")
    done = one.of(DecisionsApplied)[-1]
    assert isinstance(done, DecisionsApplied)
    assert isinstance(done.outcome, BatchReceipt), done.outcome


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
async def test_single_notes_are_left_out(tmp_path: Path, size: tuple[int, int]) -> None:
    home = three_home(tmp_path / "home")
    async with driven(home, size) as one:
        assert "3 notes" in one.rows[3] or "3 notes" in one.rows[2]
        await one.press("enter")
        assert one.straight()
        for words in ("3 of 3 in", "[x] add     one", "[x] update  two", "twice", "branch"):
            assert words in one.text
        await one.press("right_square_bracket", "space")
        assert "three stays undecided; a and r are about 2 of 3 notes" in one.said
        assert "stays undecided" in one.text
        assert isinstance(one.app.screen, DetailScreen)
        shown = "\n".join(line.text.plain for line in one.app.screen.page().sheet.lines)
        assert " > [ ] add     three" in shown and "2 of 3 in" in shown
        await one.press("left_square_bracket", "a")
        [choice] = staged(one)
        assert isinstance(choice, Approve)
        assert choice.only == ("one", "two")
        await write(one)
    assert sorted(p.stem for p in (home / "memory/notes").glob("*.md")) == ["one", "two"]
    [rest] = curator(home, "queue").json["items"]
    assert rest["notes"] == ["three"]


async def test_some_are_rejected_and_none_is_refused(tmp_path: Path) -> None:
    home = three_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("enter", "space", "right_square_bracket", "space", "right_square_bracket")
        await one.press("space", "a")
        assert "every note of this proposal is left out" in one.said
        await one.press("space", "escape", "r", "1")
        [choice] = staged(one)
        assert isinstance(choice, Reject)
        assert choice.only == ("two",)
        await one.press("w")
        assert "only two" in one.text
        await one.press("escape")
        await write(one)
    [rest] = curator(home, "queue").json["items"]
    assert rest["notes"] == ["one", "three"]


async def test_a_proposal_of_one_note_is_decided_whole(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("enter", "space")
        assert "decided whole" in one.said
        assert "in/out" not in one.rows[-1]


async def test_two_updates_of_one_proposal_are_merged_one_by_one(tmp_path: Path) -> None:
    other = reviewed("other", "First.\n\nSecond.")
    home = make_home(tmp_path / "home", {"router.md": BASE, "other.md": other})
    path = "memory/notes/other.md"
    propose(home, Change(files={NOTE: PROPOSED, path: other.replace("Second", "Third")}))
    edit_here(home, CURRENT)
    async with driven(home, WIDE) as one:
        await one.press("m")
        assert one.at(MergeScreen)
        assert work(one).merged.path == NOTE
        await one.press("J")
        assert work(one).merged.path == path
        await one.press("enter")
        [choice] = staged(one)
        assert isinstance(choice, Approve)
        assert choice.only == ("other",)
        await one.press("y")
    assert "Third" in (home / path).read_text("utf-8")
    [rest] = curator(home, "queue").json["items"]
    assert rest["notes"] == ["router"]


async def test_hostile_notes_stay_words(tmp_path: Path) -> None:
    evil = MARKUP + CONTROLS.replace("\x00", "").replace("\x85", "").replace("\u2028", "")
    home = make_home(tmp_path / "home")
    files = {"memory/notes/a.md": note("a"), "memory/notes/[@click=app.leave]\u202e.md": evil}
    reason = {"Curator-Reason": "[@click=app.leave]\x1b[2J", "Curator-Job": "\u202ejob"}
    propose(home, Change(files=files, trailers=reason), ref="refs/heads/proposals/\u202eevil")
    async with driven(home) as one:
        for key in ("enter", "right_square_bracket", "space", "ctrl+d", "ctrl+d", "G", "escape"):
            assert acting(one.text) == set()
            assert one.straight()
            await one.press(key)
