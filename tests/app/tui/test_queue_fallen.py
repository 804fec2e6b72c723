"""A staged decision whose proposal changes falls back, alone, and Curator says that it did it."""

from __future__ import annotations

from pathlib import Path

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
