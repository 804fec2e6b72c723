"""The memory's filter also looks into the texts, by the index."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import NotesFound
from curator_app.tui.paint.ink import Ink
from tests.app.trace_homes import planted
from tests.app.tui.desk import WIDE, driven


async def test_a_filter_finds_words_of_the_text_and_marks_them(tmp_path: Path) -> None:
    home = planted(tmp_path / "home")
    async with driven(home, WIDE) as one:
        await one.press("b", "f", *"at", "space", *"noon", "enter")
        (found,) = one.of(NotesFound)
        assert isinstance(found, NotesFound)
        assert found.paths == ("memory/notes/other.md",)
        assert "Lunch" in one.text
        assert "Friday steps" not in one.text
        strips = one.app.screen._compositor.render_strips()
        marked = [
            segment.text
            for strip in strips
            for segment in strip
            if segment.text.strip() == "at noon" and segment.style is not None
        ]
        assert marked == ["at noon"], Ink.FOUND
        await one.press("escape")
        assert "Friday steps" in one.text
