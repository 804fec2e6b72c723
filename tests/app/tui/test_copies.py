"""Near copies are one row; marks, health and reasons are said where the row is."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.decision import ReasonCode, Reject
from curator_core.model.view import Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.three_way import BASE, NOTE, PROPOSED, changed, edit_here, merge_home
from tests.homes import curator, make_home, note
from tests.proposal_branches import Change, propose

SAID = "The boat house opens at nine in the morning on weekdays"
WAYS = (f"{SAID}.", SAID.upper(), f"{SAID}!", SAID.replace(" ", "  "))


def copies_home(root: Path) -> Path:
    """Four ways to say one thing, and another thing."""
    found = {
        f"c{n}.md": note(f"dup{n}", text, recorded_at=f"2026-11-1{n}T08:00:00+00:00")
        for n, text in enumerate(WAYS)
    }
    return make_home(root, {}, {**found, "z.md": note("other", "Something else entirely.")})


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
async def test_near_copies_are_one_row_until_they_are_asked_for(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """C47."""
    async with driven(copies_home(tmp_path / "home"), size) as one:
        assert len(one.queue.rows.keys) == 2
        assert "[+3] " in one.text
        assert one.straight()
        await one.press("enter")
        assert one.at(QueueScreen)
        assert len(one.queue.rows.keys) == 5
        assert "[-3] " in one.text
        assert one.straight()
        await one.press("j", "j", "left")
        assert len(one.queue.rows.keys) == 2
        assert one.current == "dup0"
        await one.press("right", "enter")
        assert one.at(DetailScreen)


async def test_copies_are_rejected_at_once_and_one_stays(tmp_path: Path) -> None:
    home = copies_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("x")
        assert "staged reject of 3 items (u takes them back" in one.said
        details = one.app.session.details.values()
        assert len(details) == 3
        for each in details:
            assert isinstance(each.choice, Reject)
            assert each.choice.reason_code is ReasonCode.DUPLICATE
        await one.press("u")
        assert "and 2 more, undecided again" in one.said
        assert len(one.app.session.details) == 0
        await one.press("x", "w", "y")
    left = {item["notes"][0] for item in curator(home, "queue").json["items"]}
    assert left == {"dup0", "other"}


async def test_what_has_no_copies_says_so(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"a.md": note("a", "One."), "b.md": note("b", "Two.")})
    async with driven(home) as one:
        for key in ("x", "right", "left"):
            await one.press(key)
            assert "no near copies" in one.said
        assert "drop copies" not in one.rows[-1]


async def test_marks_stay_with_their_items(tmp_path: Path) -> None:
    """Acceptance 16 and 17: as many signs as counted; a decision key acts on one item."""
    home = copies_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("right", "space", "space", "space")
        assert "3 marked" in one.rows[1]
        assert sum(row[1] == "*" for row in one.rows) == 3
        (home / "memory/candidates/c0.md").unlink()
        await one.press("R")
        assert "2 marked" in one.rows[1]
        assert sum(row[1] == "*" for row in one.rows) == 2
        await one.press("g", "r", "2")
        staged = [each for each in one.app.session.details.values() if isinstance(each, Staged)]
        assert len(staged) == 1
        await one.press("backslash")
        assert sum(row[1] == "*" for row in one.rows) == 0


async def test_health_branch_and_reason_are_said(tmp_path: Path) -> None:
    home = merge_home(tmp_path / "home")
    trailers = {"Curator-Reason": "the log says so", "Curator-Job": "nightly-7"}
    new = note("new", "A new fact.")
    propose(
        home,
        Change(files={"memory/notes/new.md": new}, trailers=trailers),
        Change(files={"memory/notes/new.md": new.replace("new fact", "newer fact")}),
        ref="refs/heads/proposals/day",
    )
    async with driven(home, WIDE) as one:
        rows = "\n".join(one.rows)
        assert rows.count("conflict ") >= 2
        seen = {}
        for key in one.queue.rows.keys:
            one.queue.rows.select(key)
            await one.settle()
            item = one.app.session.item(key)
            assert item is not None
            seen[item.op.value, item.notes[0]] = page(one)
        assert "m shows the three texts" in seen["update", "router"]
        assert "proposals/nightly  commit" in seen["update", "router"]
        assert "the log says so" in seen["add", "new"]
        assert "nightly-7" in seen["add", "new"]
        waits = seen["update", "new"]
        assert "waits for i_" in waits and "decide that first" in waits


async def test_a_rebased_update_says_so(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"router.md": BASE})
    propose(home, Change(files={NOTE: PROPOSED}))
    edit_here(home, changed(BASE, ("from the LAN", "from the LAN only")))
    async with driven(home, WIDE) as one:
        assert "rebased" in one.rows[3] + one.rows[2]
        assert "both changes go together" in page(one)


def page(one: Driven) -> str:
    """All lines of the preview."""
    return "\n".join(line.text.plain for line in one.queue.page().sheet.lines)
