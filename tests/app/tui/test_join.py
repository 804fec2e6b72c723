"""The merge workbench: marked notes become one, shown as it will stand before it is staged."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.screens.join import JoinScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.widgets.page import Page
from curator_app.tui.widgets.text_box import TextBox
from curator_core.model.decision import Merge
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.app.tui.test_hostile import CONTROLS, MARKUP, acting
from tests.app.tui.three_way import staged
from tests.homes import curator, make_home, note, reviewed, tree_bytes
from tests.proposal_branches import Change, propose


def cats_home(root: Path) -> Path:
    """Two notes that say the same, one that does not; one more candidate of the same."""
    return make_home(
        root,
        {
            "a.md": reviewed("cat-a", "Cats purr.", sources=["manual:x@2026-01-01"], tags=["one"]),
            "b.md": reviewed("cat-b", "Cats purr.", tags=["two"], confidence=0.4),
            "c.md": reviewed("dog", "Dogs bark.", scope="project:alpha"),
        },
        {"d.md": note("cat-d", "Cats purr.", taint=["mail"])},
    )


async def write(one: Driven) -> None:
    """Write what is previewed."""
    assert one.at(PlanScreen), one.said
    await one.press("y")
    done = one.of(DecisionsApplied)[-1]
    assert isinstance(done, DecisionsApplied)
    assert isinstance(done.outcome, BatchReceipt), done.outcome


def result(one: Driven) -> str:
    """All lines of the result."""
    lines = one.app.screen.query_one("#result", Page).sheet.lines
    return "\n".join(line.text.plain for line in lines)


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.slow)])
async def test_equal_notes_become_one(tmp_path: Path, size: tuple[int, int]) -> None:
    """C19: all evidence, lowest trust; one undo brings every byte back."""
    home = cats_home(tmp_path / "home")
    before = tree_bytes(home, "memory")
    async with driven(home, size) as one:
        await one.press("b", "space")
        assert "1 marked" in one.said
        await one.press("M")
        assert "mark two or more" in one.said
        await one.press("space", "M")
        assert one.at(JoinScreen)
        assert one.straight()
        assert "2 notes into one   result: the clean union" in one.rows[0]
        for words in ("one, two", "confidence  0.4", "manual:x@2026-01-01", "Cats purr."):
            assert words in result(one)
        await one.press("G", "enter")
        [choice] = staged(one)
        assert isinstance(choice, Merge)
        assert (choice.targets, choice.result) == (("cat-b",), None)
        await write(one)
    assert curator(home, "check").json["problems"] == []
    assert curator(home, "undo").code == 0
    assert tree_bytes(home, "memory") == before


async def test_a_result_must_be_read_to_its_end(tmp_path: Path) -> None:
    async with driven(cats_home(tmp_path / "home"), NARROW) as one:
        await one.press("b", "space", "space", "M", "enter")
        assert one.at(JoinScreen)
        assert "read the result to its end" in one.said


@pytest.mark.slow
async def test_different_notes_need_words_of_ones_own(tmp_path: Path) -> None:
    """C82, C83: the narrower scope unless said; nothing of either gets lost on the way."""
    home = cats_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("b", "space", "j", "space", "M")
        assert "they do not say the same" in one.rows[0]
        assert "scope       project:alpha" in result(one)
        await one.press("G", "enter")
        assert "merge-validity" in one.said
        await one.press("e")
        box = one.app.screen.query_one(TextBox)
        assert "Cats purr.\n\nDogs bark.\n" in box.text
        await one.press("escape", "1")
        assert "result by hand" in one.rows[0]
        await one.press("s", *"global", "enter")
        assert "scope       global" in result(one)
        await one.press("G", "enter")
        if not one.at(PlanScreen):
            assert "asks" in one.text or "confirm" in one.text, one.said
            await one.press("1")
        await write(one)
    [made] = [p.read_text("utf-8") for p in (home / "memory/notes").glob("m_*.md")]
    assert "Cats purr.\n\nDogs bark.\n" in made
    assert "scope: global" in made


async def test_a_candidate_goes_into_a_note_of_memory(tmp_path: Path) -> None:
    """Marks of the queue and of the memory count together; the input counts as decided."""
    home = cats_home(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("space")
        assert "1 marked" in one.text
        assert one.rows[4].startswith(">*") or ">*" in one.text
        await one.press("b", "space", "M")
        assert "taint       mail" in result(one)
        await one.press("G", "enter")
        await write(one)
        assert "marked" not in one.rows[1]
    assert curator(home, "queue").json["items"] == []


@pytest.mark.slow
async def test_a_note_on_a_branch_is_an_input_too(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("cat-a", "Cats purr.")})
    propose(home, Change(files={"memory/notes/z.md": note("cat-z", "Dogs bark.")}))
    async with driven(home, WIDE) as one:
        await one.press("space", "b", "space", "M")
        assert "they do not say the same" in one.rows[0]
        assert "Dogs bark." in one.text


@pytest.mark.slow
async def test_hostile_notes_stay_words(tmp_path: Path) -> None:
    evil = MARKUP + CONTROLS.replace("\x00", "")
    notes = {f"{n}.md": note(f"m_{n}", evil, title='"[@click=app.q]"') for n in "ab"}
    home = make_home(tmp_path / "home", {}, notes)
    async with driven(home) as one:
        for key in ("space", "space", "right", "space", "M", "ctrl+d", "ctrl+d", "tab", "e"):
            await one.press(key)
            assert acting(one.text) == set()
            assert one.straight(), one.text


async def test_every_line_says_which_note_it_is_from(tmp_path: Path) -> None:
    """Of three notes: = all, their numbers, M none; lines that the result has not are counted."""
    notes = {
        "a.md": reviewed("cat-a", "Cats purr.\n\nThey sleep all day."),
        "b.md": reviewed("cat-b", "Cats purr.\n\nThey eat fish."),
        "c.md": reviewed("cat-c", "Cats purr.\n\nThey sleep all day.\n\nThey hunt at night."),
    }
    async with driven(make_home(tmp_path / "home", notes), WIDE) as one:
        await one.press("b", "space", "space", "space", "M")
        signs = {line[13:]: line[:6].strip() for line in result(one).split("\n")}
        assert signs["Cats purr."] == "=" and signs["They sleep all day."] == "1+3"
        assert signs["They eat fish."] == "2" and signs["They hunt at night."] == "3"
        assert signs["supersedes: []"] == "M"
        await one.press("e")
        box = one.app.screen.query_one(TextBox)
        box.load_text(box.text.replace("They eat fish.", "They eat."))
        await one.press("escape", "1")
        signs = {line[13:]: line[:6].strip() for line in result(one).split("\n")}
        assert signs["They eat."] == "M"
        assert " - | They eat fish." in one.text
        assert "1 line with - in no result" in one.text
