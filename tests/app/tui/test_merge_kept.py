"""What the three-way screen keeps and writes: picks, typed results, never conflict markers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from curator_app.tui.screens.edit import EditScreen
from curator_app.tui.screens.kind import KindScreen
from curator_app.tui.widgets.text_box import TextBox
from curator_core.model.decision import Edit
from curator_core.model.merge import Pick
from tests.app.tui.desk import WIDE, driven
from tests.app.tui.terminal import PREVIEW, foreign_characters, opened
from tests.app.tui.test_editing import until_kept
from tests.app.tui.test_merge import body_hunk, write
from tests.app.tui.three_way import (
    BASE,
    CURRENT,
    NOTE,
    PROPOSED,
    changed,
    edit_here,
    merge_home,
    result,
    staged,
    work,
)
from tests.homes import curator, make_home, note, put

MARKED = "a\n<<<<<<< x\none\n||||||| y\ntwo\n=======\nthree\n>>>>>>> z\n"
"""A conflict as git leaves it, base section included."""


@pytest.mark.slow
async def test_picks_survive_esc_and_quitting_and_are_dropped_when_the_text_changes(
    tmp_path: Path,
) -> None:
    """Acceptance 5 for picks."""
    home = merge_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("m", "b", "escape", "m")
        assert work(one).picking.chosen == {body_hunk(one): Pick.BOTH}
    async with driven(home) as one:
        await one.press("m")
        assert work(one).picking.chosen == {body_hunk(one): Pick.BOTH}
        await one.press("u")
        assert work(one).picking.chosen == {}
        await one.press("U", "escape")
    edit_here(home, changed(CURRENT, ("behind the VPN", "behind two VPNs")))
    async with driven(home) as one:
        await one.press("m")
        assert "picks for it are dropped" in one.said
        assert work(one).picking.chosen == {}


@pytest.mark.slow
async def test_a_changed_candidate_drops_the_picks_for_its_earlier_text(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"router.md": BASE})
    file = "memory/candidates/router.md"
    put(home, file, PROPOSED)
    curator(home, "queue")
    edit_here(home, CURRENT)
    async with driven(home) as one:
        await one.press("m", "b", "escape")
    put(home, file, changed(PROPOSED, ("4321", "4322")))
    async with driven(home) as one:
        await one.press("m")
        assert "picks for it are dropped" in one.said
        assert work(one).picking.chosen == {}


@pytest.mark.slow
async def test_a_region_by_hand(tmp_path: Path) -> None:
    home = merge_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("m", "e")
        assert one.at(EditScreen)
        box = one.app.screen.query_one(TextBox)
        assert box.text == "The admin page is on port 3000 behind the VPN."
        await one.press("ctrl+end", *" Port 4321.", "escape", "1")
        assert " M      3 The admin page is on port 3000 behind the VPN. Port 4321." in result(one)
        assert not work(one).open
        await one.press("enter")
        if one.at(KindScreen):
            await one.press("1")
        [choice] = staged(one)
        assert isinstance(choice, Edit)
        assert b"behind the VPN. Port 4321." in choice.result
        await write(one)
    drafts = [p for p in (home / ".git/curator").rglob("*.txt") if p.is_file()]
    assert drafts == []


@pytest.mark.slow
async def test_the_whole_result_by_hand_never_with_markers(tmp_path: Path) -> None:
    """Acceptance 31, C56."""
    home = merge_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("m", "E")
        assert "1 region unresolved" in one.said
        await one.press("2", "E", "ctrl+end")
        one.app.screen.query_one(TextBox).insert(MARKED)
        await one.press("escape", "1")
        assert "conflict markers" in one.said
        assert staged(one) == []
        await one.press("E")
        assert ">>>>>>> z" in one.app.screen.query_one(TextBox).text
        await one.press("escape", "0", "tab", "ctrl+end", *"By hand.", "escape", "1")
        [choice] = staged(one)
        assert isinstance(choice, Edit)
        assert choice.result.endswith(b"Reboot on Tuesdays.\nBy hand.")


def test_markers_never_reach_a_note_by_any_way(tmp_path: Path) -> None:
    """C56: not by an edit, not by approving a candidate; in a code fence they are text."""
    home = merge_home(tmp_path / "home")
    put(home, "memory/candidates/new.md", note("m_new", MARKED))
    text = tmp_path / "result.md"
    text.write_text(CURRENT + MARKED, "utf-8")
    item = next(i for i in curator(home, "queue").json["items"] if i["op"] == "update")["item"]
    for words in (["m_new", "approve"], [item, "edit", "--result", str(text)]):
        refused = curator(home, "decide", *words)
        assert (refused.code, refused.error["code"]) == (3, "conflict"), refused.err
        assert "markers" in refused.error["message"]
    put(home, "memory/candidates/new.md", note("m_new", f"a\n```\n{MARKED}```"))
    assert curator(home, "decide", "m_new", "approve").code == 0


@pytest.mark.slow
def test_a_kill_after_a_pick_loses_nothing(tmp_path: Path) -> None:
    """Acceptance 5: picks are on disk as they are made."""
    home = merge_home(tmp_path / "home")
    with opened(home) as terminal:
        terminal.until("m merge")
        terminal.press("m", "unresolved 1")
        terminal.press("b", "unresolved 0")
        until_kept(home, b'{"memory/notes/router.md"')
        terminal.child.kill(9)
    with opened(home) as terminal:
        terminal.until("m merge")
        terminal.press("m", "unresolved 0")
        assert terminal.quit() == 0


@pytest.mark.slow
def test_the_result_in_the_persons_own_editor(tmp_path: Path) -> None:
    home = merge_home(tmp_path / "home")
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write('By hand.\\n')\n", "utf-8")
    with opened(home, VISUAL=f"{sys.executable} {script}") as terminal:
        terminal.until("m merge")
        terminal.press("m", "unresolved 1")
        terminal.press("2", "unresolved 0")
        terminal.press("x", PREVIEW)
        terminal.press("y", "written: 1 decision")
        assert terminal.quit() == 0
        assert foreign_characters(terminal.printed) == set()
    text = (home / NOTE).read_text("utf-8")
    assert text.endswith("Reboot on Tuesdays.\nBy hand.\n")
    assert curator(home, "queue").json["items"] == []
    assert curator(home, "check").json["problems"] == []
