"""A staged decision whose proposal changes falls back, alone, and Curator says that it did it."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.history import HistoryScreen
from curator_core.model.event import Action
from curator_core.service import staging
from tests.app.tui.desk import driven, small_home
from tests.homes import caller, curator, put


async def test_a_changed_proposal_is_undecided_again(tmp_path: Path) -> None:
    """Acceptance 25 and 26: that one alone; the record names Curator, and outlives the app."""
    home = small_home(tmp_path / "home", count=3)
    async with driven(home) as one:
        await one.press("a", "a")
        text = (home / "memory/candidates/c01.md").read_text(encoding="utf-8")
        put(home, "memory/candidates/c01.md", text + "One more line.\n")
        await one.until("changed since you decided: 1, set back by Curator")
        await one.settle()
        assert "!changed" in next(row for row in one.rows if "Candidate 1" in row)
        assert "[approve]" in next(row for row in one.rows if "Candidate 2" in row)
        assert "left 2 of 3" in one.text
        one.clock.advance(1)
        await one.press("g")
        page = "\n".join(line.text.plain for line in one.queue.page().sheet.lines)
        assert "your approve of" in page
        assert "set back by Curator" in page
        assert "not by you" in page
    [fall] = staging.set_back(caller(home))
    assert fall.action is Action.APPROVE
    async with driven(home) as one:
        assert "set back by Curator" in one.text
        assert "!changed" in next(row for row in one.rows if "Candidate 1" in row)
        await one.press("g", "a")
        assert "!changed" not in one.text
        assert "set back" not in one.rows[1]
        await one.press("w", "y")
    assert len(curator(home, "queue").json["items"]) == 1
    assert len(staging.set_back(caller(home))) == 1


async def test_the_history_tells_it_as_curators_own_act(tmp_path: Path) -> None:
    """Acceptance 26: among the decisions, apart from them, found by a filter, decided anew."""
    home = small_home(tmp_path / "home", count=3)
    async with driven(home) as one:
        await one.press("r", "4", "w", "y", "a")
        text = (home / "memory/candidates/c02.md").read_text(encoding="utf-8")
        put(home, "memory/candidates/c02.md", text + "One more line.\n")
        await one.until("set back by Curator")
        await one.press("o")
        assert "1 decision, 0 undone" in one.rows[0] and "1 set back" in one.rows[0]
        assert "set back: approve of Candidate 2" in one.rows[1] and "Curator" in one.rows[1]
        assert "reject  m_c01" in one.rows[2] and one.straight()
        assert "by Curator, not by you" in one.text
        one.clock.advance(1)
        await one.press("u")
        assert one.at(HistoryScreen) and "decide it anew" in one.said
        await one.press("f", *"set-back", "enter")
        assert "set back:" in one.rows[1] and "reject" not in one.text
        await one.press("enter")
        assert one.at(DetailScreen) and "One more line." in one.text
        await one.press("escape", "escape", "escape", "w", "enter")
        assert one.at(DetailScreen) and "One more line." in one.text
        await one.press("a", "escape", "escape", "o")
        assert "set back: approve of i_" in one.rows[1], one.text
        await one.press("enter")
        assert one.at(HistoryScreen)
