"""The three-way screen: regions are picked, steps taken back, the result is staged at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.screens.merge import MergeScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.decision import Approve, Defer
from curator_core.model.merge import Pick
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.three_way import (
    BASE,
    CURRENT,
    NOTE,
    PROPOSED,
    changed,
    edit_here,
    merge_home,
    regions,
    result,
    screen,
    staged,
    work,
)
from tests.homes import curator, make_home, put, reviewed
from tests.proposal_branches import Change, delete, propose


def body_hunk(one: Driven) -> str:
    """The id of the one hunk in conflict."""
    [name] = [each for each in work(one).merged.way.conflicts if each.startswith("hunk")]
    return name


async def write(one: Driven) -> None:
    """Write what is previewed."""
    assert one.at(PlanScreen), one.text
    await one.press("y")
    done = one.of(DecisionsApplied)[-1]
    assert isinstance(done, DecisionsApplied)
    assert isinstance(done.outcome, BatchReceipt), done.outcome


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
async def test_all_four_texts_are_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    """Acceptance 27, 29, 33, 35: neighbouring keys merge, origins are letters."""
    async with driven(merge_home(tmp_path / "home"), size) as one:
        await one.press("m")
        assert one.straight()
        assert "conflict 1 of 1   unresolved 1   auto 3" in one.rows[0]
        shown = regions(one)
        for words in ("1 BASE", "2 CURRENT", "3 PROPOSED", "RESULT", "C auto", "C+P auto"):
            assert words in shown
        assert "[-3000-]{+4321+}." in shown
        assert "VPN+}." in shown
        assert " !   hunk 1/2: choose 1 BASE | 2 CURRENT | 3 PROPOSED | b both" in result(one)
        assert " P      7 Reboot" not in result(one)
        assert " P      6 Reboot on Tuesdays." in result(one)
        assert " C+P tags: home, hand, night" in result(one)
        assert "enter preview" in one.text


async def test_a_conflict_leads_to_the_three_texts_and_out_again(tmp_path: Path) -> None:
    """Acceptance 28: to the end by keys alone; the merged text is what is written."""
    home = merge_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("enter", "a")
        assert one.at(MergeScreen)
        assert "in conflict" in one.said
        await one.press("enter")
        assert one.at(MergeScreen)
        assert "1 region unresolved" in one.said
        await one.press("3")
        assert "0 unresolved" in one.said
        assert staged(one) == []
        await one.press("enter")
        if one.at(KindScreen):
            await one.press("1")
        [choice] = staged(one)
        assert isinstance(choice, Approve)
        assert choice.picks == (f"{'hunk:1'}=proposed",)
        await write(one)
        assert one.at(QueueScreen)
    texts = [p.read_text("utf-8") for p in (home / "memory/notes").glob("*.md")]
    [made] = [text for text in texts if "port 4321." in text]
    assert "Tuesdays" in made
    assert "confidence: 0.9" in made
    assert curator(home, "check").json["problems"] == []
    assert curator(home, "queue").json["items"] == []


@pytest.mark.slow
async def test_every_pick_is_one_step_back_beyond_what_merged_by_itself(tmp_path: Path) -> None:
    """Acceptance 30, 32, 35: both in either order without BASE, whole sides, undo, redo."""
    async with driven(merge_home(tmp_path / "home"), WIDE) as one:
        await one.press("m")
        name = body_hunk(one)
        await one.press("b")
        assert [o.text for o in work(one).resolved.origins if o.region == name] == [
            "The admin page is on port 3000 behind the VPN.\n",
            "The admin page is on port 4321.\n",
        ]
        await one.press("left_square_bracket", "right_square_bracket", "B")
        assert work(one).picking.chosen[name] is Pick.SWAPPED
        await one.press("P")
        assert set(work(one).picking.chosen.values()) == {Pick.PROPOSED}
        await one.press("u")
        assert work(one).picking.chosen == {name: Pick.SWAPPED}
        await one.press("u", "u")
        assert list(work(one).open) == [name]
        assert work(one).merged_alone == 3
        await one.press("u")
        assert len(work(one).open) == 4
        assert "unresolved 4   auto 0" in one.rows[0]
        assert "nothing is merged by itself" in one.said
        await one.press("u")
        assert "nothing to take back" in one.said
        await one.press("U", "U", "U")
        assert work(one).picking.chosen == {name: Pick.SWAPPED}
        await one.press("0")
        assert list(work(one).open) == [name]
        await one.press("C", "enter")
        assert not work(one).open
        assert "no-change" in one.said
        assert staged(one) == []


@pytest.mark.slow
async def test_regions_are_walked_and_laid_out(tmp_path: Path) -> None:
    async with driven(merge_home(tmp_path / "home"), NARROW) as one:
        await one.press("m")
        seen = []
        for _ in range(4):
            await one.press("right_square_bracket")
            region = screen(one).in_hand()
            assert region is not None
            seen.append(region.id)
        assert sorted(seen) == sorted(region.id for region in work(one).regions)
        await one.press("right_curly_bracket")
        region = screen(one).in_hand()
        assert region is not None and region.id == body_hunk(one)
        assert "   B | The admin page" in regions(one)
        await one.press("V")
        assert " 1 BASE" in regions(one)
        assert "   B | " not in regions(one)
        await one.press("W")
        assert "~" in regions(one)
        assert one.straight()
        await one.press("V", "3", "right_curly_bracket")
        assert "nothing is unresolved" in one.said


@pytest.mark.slow
async def test_a_conflict_may_be_left_open(tmp_path: Path) -> None:
    home = merge_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("enter", "m", "b", "X", *"2026-12-06", "enter")
        assert one.at(DetailScreen)
        [choice] = staged(one)
        assert isinstance(choice, Defer) and choice.until == "2026-12-06"
        await one.press("m")
        assert not work(one).open


@pytest.mark.slow
async def test_a_result_that_answers_otherwise_is_asked_for_its_kind(tmp_path: Path) -> None:
    base = reviewed("router", "Port.", memory_key="router.port", value='"3000"')
    current = base.replace("Port.", "Port.\n\nBehind the VPN.")
    home = merge_home(tmp_path / "home", current, base.replace('"3000"', '"4321"'), base)
    async with driven(home, WIDE) as one:
        await one.press("a")
        assert one.at(KindScreen)
        assert "the old one was never true" in one.text
        await one.press("0")
        assert one.at(KindScreen)
        assert "takes its note's place" in one.text
        await one.press("1", "w")
        await write(one)
    assert curator(home, "current", "router.port").json["answer_value"] == "4321"
    assert curator(home, "queue").json["items"] == []


async def test_an_undecided_hand_edit_goes_along_only_from_here(tmp_path: Path) -> None:
    """A concurrent hand edit is merged, never overwritten."""
    home = make_home(tmp_path / "home", {"router.md": BASE})
    propose(home, Change(files={NOTE: changed(BASE, ("Mondays", "Tuesdays"))}))
    put(home, NOTE, changed(BASE, ("from the LAN", "from the LAN and the VPN")))
    async with driven(home, WIDE) as one:
        items = {i.op.value: i.item for i in one.app.session.waiting}
        one.queue.rows.select(items["update"])
        await one.settle()
        await one.press("a")
        assert one.at(MergeScreen)
        assert not work(one).open
        await one.press("enter")
        [choice] = staged(one)
        assert isinstance(choice, Approve) and len(choice.picks) == 1
        await write(one)
    text = (home / NOTE).read_text("utf-8")
    assert "Tuesdays" in text and "and the VPN" in text


async def test_only_updates_have_three_texts(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        assert "m merge" not in one.text
        await one.press("m")
        assert one.at(QueueScreen)
        assert "nothing to merge" in one.said


@pytest.mark.slow
async def test_without_a_base_every_difference_is_a_conflict(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"router.md": BASE})
    edit_here(home, CURRENT)
    propose(home, Change(files={"memory/notes/other.md": PROPOSED}), parent=None)
    async with driven(home, WIDE) as one:
        await one.press("m")
        assert "no BASE" in one.rows[0]
        assert len(work(one).open) == len(work(one).regions)
        await one.press("1")
        assert "there is no BASE" in one.said


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, WIDE, (40, 15)])
async def test_hostile_words_stay_words(tmp_path: Path, size: tuple[int, int]) -> None:
    """Acceptance 37 to 39 on this screen."""
    evil = MARKUP + CONTROLS.replace("\x00", "").replace("\x85", "").replace("\u2028", "")
    proposed = changed(BASE, ("port 3000.", evil), ("title: Router", 'title: "[@click=app.quit]"'))
    home = merge_home(tmp_path / "home", CURRENT, proposed)
    async with driven(home, size) as one:
        await one.press("m")
        for key in ("3", "V", "W", "tab", "ctrl+d", "ctrl+d", "u", "e", "escape", "escape"):
            assert acting(one.text) == set()
            assert one.straight(), one.text
            await one.press(key)


async def test_what_changes_behind_the_screen_is_read_again(tmp_path: Path) -> None:
    """Picks for other texts are dropped with a word; an item that has gone says so."""
    home = merge_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("m", "b")
        edit_here(home, changed(CURRENT, ("behind the VPN", "behind two VPNs")))
        await one.press("R")
        assert "picks for it are dropped" in one.said
        assert "two VPNs" in result(one) or "two VPNs" in regions(one)
        assert len(work(one).open) == 1
        delete(home)
        await one.press("R")
        assert "has left the queue" in one.rows[0]
        for key in ("b", "C", "u", "V", "W", "E", "J", "enter", "right_curly_bracket", "X"):
            await one.press(key)
            assert one.at(MergeScreen)
        assert staged(one) == []
        await one.press("escape")
        assert one.at(QueueScreen)


async def test_the_detail_shows_what_would_stand(tmp_path: Path) -> None:
    """Of a rebased update the merged text; what changed here meanwhile is not taken back."""
    current = changed(BASE, ("from the LAN", "from the LAN only"))
    home = merge_home(tmp_path / "home", current, changed(BASE, ("Mondays", "Tuesdays")))
    async with driven(home, WIDE) as one:
        lines = [line.text.plain for line in one.queue.page().sheet.lines]
        assert [line for line in lines if " - " in line and "Reboot" in line]
        assert not [line for line in lines if " - " in line and "LAN" in line]
        assert any("merged with it" in line for line in lines)
