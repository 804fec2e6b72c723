"""Investigating a stale answer: its causes, each mended by one key with its effect shown first."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text

from curator_app.tui.messages import AnswerInvestigated, DecisionStaged
from curator_app.tui.paint import investigate
from curator_app.tui.screens.chain import ChainScreen
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.investigate import InvestigateScreen
from curator_app.tui.screens.memory import MemoryScreen
from curator_app.tui.screens.note import NoteScreen
from curator_core.model.trace import Because, Investigation, Mend
from curator_core.model.view import Staged
from tests.app.trace_homes import LATE, NEW, OLD, SLOT, planted
from tests.app.tui.desk import NARROW, WIDE, Driven, driven
from tests.homes import curator, put


async def asking(one: Driven, text: str) -> None:
    """Type a question into an investigation."""
    await one.press("i")
    for key in text:
        await one.pilot.press("space" if key == " " else {":": "colon", "-": "minus"}.get(key, key))
    await one.press("enter")


def found(one: Driven) -> Investigation:
    message = one.of(AnswerInvestigated)[-1]
    assert isinstance(message, AnswerInvestigated)
    assert isinstance(message.outcome, Investigation)
    return message.outcome


async def on(one: Driven, words: str) -> None:
    """Move the cursor to the finding that says this."""
    screen = one.app.screen
    assert isinstance(screen, InvestigateScreen)
    await one.press("g")
    for _ in range(12):
        cause = screen._cause()
        assert cause is not None
        if words in investigate.line(cause, Text(), 200).plain:
            return
        await one.press("j")
    raise AssertionError(f"no finding says {words}\n{one.text}")


async def investigated(one: Driven, text: str = OLD) -> None:
    """An investigation of a typed text, from the queue."""
    await one.press("i")
    if isinstance(one.app.screen, InvestigateScreen):
        await asking(one, text)
    assert one.at(InvestigateScreen)


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_typed_text_leads_to_its_causes(tmp_path: Path, size: tuple[int, int]) -> None:
    home = planted(tmp_path / "home")
    async with driven(home, size) as one:
        await investigated(one)
        assert [(c.because, c.mend) for c in found(one).causes] == [
            (Because.WAITS, Mend.APPROVE),
            (Because.LINKED, Mend.DETACH),
            (Because.LEAKS, None),
            (Because.LEAKS, Mend.ARCHIVE),
        ]
        assert one.straight()
        await on(one, "m_late would take its place")
        assert "a  approves the waiting note" in one.text
        assert "now: none" in one.rows[1] and "a approve" in one.rows[-1]
        assert LATE in one.text
        assert f"investigate   {OLD}" in one.rows[0] or OLD in one.rows[0]
        await on(one, "m_staging took the place of m_right")
        assert "L unlink" in one.rows[-1], "the key that mends it is in the footer"


@pytest.mark.slow
async def test_the_three_causes_are_mended_by_keys(tmp_path: Path) -> None:
    """The planted answer: an unlink, an approval, and a line that a person changes by hand."""
    home = planted(tmp_path / "home")
    assert curator(home, "current", SLOT).json["status"] == "none"
    async with driven(home, WIDE) as one:
        await investigated(one)
        await on(one, "m_staging took the place of m_right")
        assert "L  takes the link back" in one.text
        assert f"(none) -> {NEW}" in one.text
        await one.press("L", "w", "y")
        await one.until("written: 1 decision")
        assert curator(home, "current", SLOT).json["answer_value"] == NEW
        await investigated(one)
        await on(one, "CLAUDE.md:3")
        assert "Curator never writes this file" in one.text
        await one.press("a")
        assert "mended by hand" in one.said
        put(home, "CLAUDE.md", "# Agent\n\nAsk memory how to ship.\n")
        await on(one, "m_late would take its place")
        await one.press("a", "2", "w", "y")
        await one.until("written: 1 decision")
        staged = [m.outcome for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]
        assert [type(outcome) for outcome in staged] == [Staged, Staged]
    assert curator(home, "current", SLOT).json["answer_value"] == LATE
    left = curator(home, "trace", OLD).json["leaks"]
    assert [leak["path"] for leak in left] == [
        ".curator/views/MEMORY.md",
        "memory/notes/deploy/steps.md",
    ]


async def test_each_finding_has_its_own_key_only(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await investigated(one)
        await on(one, "m_staging")
        await one.press("D")
        assert "this finding is mended with L" in one.said
        await on(one, "steps.md:13")
        await one.press("D")
        assert one.app.session.staged_count == 1
        await one.press("u")
        assert one.app.session.staged_count == 0


@pytest.mark.slow
async def test_from_memory_note_chain_and_detail(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("b")
        assert one.at(MemoryScreen)
        await one.press("i")
        assert one.at(InvestigateScreen)
        assert found(one).trace.kind == "slot"
        await one.press("escape", "enter")
        assert one.at(NoteScreen)
        await one.press("i")
        assert one.at(InvestigateScreen)
        await one.press("escape", "t")
        assert one.at(ChainScreen)
        await one.press("i")
        assert one.at(InvestigateScreen)
        await one.press("escape", "escape", "escape", "escape")
        await one.press("enter")
        assert one.at(DetailScreen)
        await one.press("i")
        assert one.at(InvestigateScreen)
        await one.press("t")
        assert one.at(ChainScreen)


async def test_when_it_was_said_moves_both_clocks(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await investigated(one)
        await one.press("A", *"2026", "minus", *"02", "minus", *"10", "enter")
        trace = found(one).trace
        assert trace.when == "2026-02-10T00:00:00Z"
        first = trace.said[0]
        assert (first.note_id, first.valid_then, first.known_then) == ("m_old", True, False)
        assert "then yes no, now no" in one.text
        await one.press("A", *"xx", "enter")
        assert "time-form" in one.said


async def test_foreign_text_stays_text(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    put(home, "CLAUDE.md", "[/x][@click=app.quit]npm run deploy[/]\x1b[2J\u202e\n")
    async with driven(home, NARROW) as one:
        await investigated(one)
        await on(one, "CLAUDE.md:1")
        assert "[/x][@click=app.quit]npm run deploy[/]<ESC>[2J<U+202E>" in one.text
        assert one.straight()
        await one.press("y")
        assert "CLAUDE.md:1" in one.said


async def test_nothing_found_says_so(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    async with driven(home) as one:
        await investigated(one, "qqqzzz")
        assert "nothing was found" in one.text
        assert "no note says it" in one.text
        await one.press("D", "enter")
        assert one.at(InvestigateScreen)
