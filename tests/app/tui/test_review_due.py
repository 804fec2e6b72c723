"""Notes that are to be looked at again, at the desk: shown with why, `a` says still true."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied
from curator_core.model.view import BatchReceipt
from tests.app.tui.desk import NARROW, WIDE, driven
from tests.homes import CONFIG, curator, make_home, reviewed

CYCLES = CONFIG + 'cycle = { semantic = "90d" }\n'


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_a_due_note_is_read_and_confirmed(tmp_path: Path, size: tuple[int, int]) -> None:
    old = reviewed("m_old", "Hazelnuts.", title="Allergy", recorded_at="2026-05-01T08:00:00Z")
    home = make_home(tmp_path / "home", {"old.md": old}, config=CYCLES)
    async with driven(home, size) as one:
        assert "review" in one.text
        await one.press("enter")
        pages = one.text
        for _ in range(3):
            await one.press("ctrl+d")
            pages += one.text
        for shown in (
            "STILL TRUE?",
            "Hazelnuts.",
            "written 212 days ago",
            "next review by 2027-02-27",
        ):
            assert shown in pages, shown
        assert one.straight()
        await one.press("a", "w", "y")
        [done] = one.of(DecisionsApplied)
        assert isinstance(done, DecisionsApplied)
        assert isinstance(done.outcome, BatchReceipt)
        assert one.straight()
    assert "review_by: 2027-02-27" in (home / "memory/notes/old.md").read_text("utf-8")
    assert curator(home, "queue").json["items"] == []


async def test_a_due_note_without_an_id_opens(tmp_path: Path) -> None:
    old = "---\ntitle: Allergy\ncreated: 2024-01-01\n---\nHazelnuts.\n"
    home = make_home(tmp_path / "home", {"old.md": old}, config=CYCLES)
    async with driven(home, WIDE) as one:
        await one.press("enter")
        assert "Hazelnuts." in one.text
        await one.press("a", "w", "y")
    assert curator(home, "queue").json["items"] == []
