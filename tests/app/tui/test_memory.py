"""The memory: existing notes listed, filtered, opened and kept with the same keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, DecisionStaged, MemoryLoaded
from curator_app.tui.screens.chain import ChainScreen
from curator_app.tui.screens.help import HelpScreen
from curator_app.tui.screens.memory import MemoryScreen
from curator_app.tui.screens.note import NoteScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.decision import Archive, Confirm, Pin, Unpin
from curator_core.model.view import BatchReceipt, Staged
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.homes import curator, make_home, note, put, reviewed


def kept_home(root: Path) -> Path:
    """Five notes: two slots, a pinned one, an archived one, one that nobody reviewed."""
    notes = {
        "allergy.md": reviewed("m_all", "Hazelnuts.", title="Allergy", pin=True),
        "deploy.md": reviewed("m_dep", "Prod.", title="Deploy", memory_key="deploy", value="make"),
        "old.md": note("m_old", "Old.", title="Old way", status="archived"),
        "过敏.md": reviewed("m_han", "榛子", title="过敏"),
    }
    home = make_home(root, notes)
    put(home, "memory/notes/alien.md", reviewed("m_ali", "Who?", title="Alien"))
    return home


def staged(one: Driven) -> list[object]:
    """What was staged, in order; nothing was refused."""
    found = [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
    assert all(isinstance(m.outcome, Staged) for m in found), [m.outcome for m in found]
    return [type(m.decision) for m in found]


async def find(one: Driven, words: str) -> None:
    """Filter the memory to one note."""
    await one.press("f", *words, "enter")


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_all_notes_are_listed_in_path_order(tmp_path: Path, size: tuple[int, int]) -> None:
    async with driven(kept_home(tmp_path / "home"), size) as one:
        await one.press("b")
        [loaded] = one.of(MemoryLoaded)
        assert isinstance(loaded, MemoryLoaded)
        ids = [each.entry.note_id for each in loaded.rows]
        assert ids == ["m_ali", "m_all", "m_dep", "m_old", "m_han"]
        assert [each.reviewed for each in loaded.rows] == [False, True, True, True, True]
        for shown in ("Allergy", "Deploy", "archived", "过敏", "5 notes"):
            assert shown in one.text
        assert one.straight()


async def test_a_filter_takes_words_and_says_so(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home"), WIDE) as one:
        await one.press("b")
        await find(one, "note -arch")
        assert "4 of 5 notes" in one.text
        await find(one, "MAKE deploy")
        assert "1 of 5 notes" in one.text
        assert "filter: MAKE deploy" in one.text
        await find(one, "敏")
        assert "Hazelnuts" not in one.text
        assert "榛子" in one.text
        await find(one, "nowhere")
        assert "no note holds these words" in one.text
        await one.press("D", "enter")
        assert "nothing is selected" in one.said
        await one.press("escape")
        assert "5 notes" in one.text
        await one.press("escape")
        assert one.at(QueueScreen)


async def test_notes_open_and_lead_to_their_chain(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home"), WIDE) as one:
        await one.press("b")
        await find(one, "deploy")
        await one.press("enter")
        assert one.at(NoteScreen)
        assert "Prod." in one.text
        await one.press("t")
        assert one.at(ChainScreen)
        await one.press("escape", "escape")
        assert one.at(MemoryScreen)
        assert "1 of 5 notes" in one.text


async def test_keeping_decisions_are_staged_shown_and_written(tmp_path: Path) -> None:
    home = kept_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("b")
        await find(one, "allergy")
        await one.press("p")
        assert "pinned already" in one.said
        await one.press("P", "escape")
        await find(one, "deploy")
        await one.press("C")
        assert "[confirm]" in one.text
        await one.press("D")
        assert "[archive]" in one.text
        await one.press("escape")
        await find(one, "archived")
        await one.press("D")
        assert "archived already" in one.said
        assert staged(one) == [Unpin, Confirm, Archive]
        await one.press("escape", "w")
        assert "make -> (none)" in one.text
        await one.press("y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
        assert one.at(QueueScreen)
    assert "pin: false" in (home / "memory/notes/allergy.md").read_text("utf-8")
    assert curator(home, "current", "deploy").json["status"] == "none"


async def test_two_fast_presses_stage_one_decision(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home")) as one:
        await one.press("b", "j")
        one.app.simulate_key("C")
        one.app.simulate_key("D")
        await one.settle()
        assert staged(one) == [Confirm]


async def test_what_nobody_reviewed_cannot_be_kept(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home")) as one:
        await one.press("b", "C")
        last = one.of(DecisionStaged)[-1]
        assert isinstance(last, DecisionStaged)
        assert not isinstance(last.outcome, Staged)
        assert last.outcome.code in one.said


async def test_a_note_on_the_decision_goes_with_it(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home")) as one:
        await one.press("b", "j", "c", *"seen", "enter", "p", "c", "escape", "P")
        found = [m.decision for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
        assert found[-1].reason == "seen"
        assert isinstance(found[-1], Unpin | Pin)


async def test_help_names_the_keys_and_why_some_are_off(tmp_path: Path) -> None:
    async with driven(kept_home(tmp_path / "home"), WIDE) as one:
        await one.press("b", "question_mark")
        assert one.at(HelpScreen)
        assert "keys in this view: memory" in one.text
        await one.press("slash", *"archived")
        assert "off: it is not archived" in one.text


@pytest.mark.parametrize("size", [NARROW, WIDE, (53, 15)])
async def test_hostile_notes_are_words(tmp_path: Path, size: tuple[int, int]) -> None:
    evil = json.dumps(MARKUP + CONTROLS.replace("\x00", ""))
    notes = {
        "a.md": reviewed("m_a", MARKUP, memory_key=evil, value=evil, title=evil, scope="global"),
        "[@click=app.leave]\u202e.md": reviewed("m_b", CONTROLS, title=evil),
        "c.md": reviewed("m_c", "中文字体 " * 30, title="中文标题" * 9),
    }
    async with driven(make_home(tmp_path / "home", notes), size) as one:
        await one.press("b")
        for key in ("j", "k", "enter", "h", "G", "t", "escape", "escape", "j", "f"):
            await one.press(key)
            assert acting(one.text) == set()
            assert one.straight()
        one.app.simulate_key("escape")
        await one.settle()
        assert one.app.is_running
