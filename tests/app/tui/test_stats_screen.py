"""Every number of the stats opens what it counts; the same use case gives `curator stats`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from curator_app.tui.past_messages import StatsLoaded
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.stats import StatsScreen
from curator_core.service.stats import Stats
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import NOW, curator


def newest(one: Driven) -> Stats:
    """What was counted last."""
    message = one.of(StatsLoaded)[-1]
    assert isinstance(message, StatsLoaded)
    return message.stats


def row(one: Driven, word: str) -> str:
    """The first row that holds a word."""
    return next(line for line in one.rows if word in line)


async def test_numbers_by_range_with_what_is_behind_each(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    early = NOW - timedelta(days=10)
    for name, action in (("m_c01", "approve"), ("m_c02", "reject")):
        assert curator(home, "decide", name, action, now=early).code == 0
    assert curator(home, "undo", now=early).code == 0
    assert curator(home, "decide", "m_c03", "approve").code == 0
    told = curator(home, "stats").json
    async with driven(home, WIDE) as one:
        await one.press("number_sign")
        assert one.at(StatsScreen) and "3 [30 days]" in one.rows[0] and one.straight()
        stats = newest(one)
        assert (stats.all.decided, stats.all.undone) == (told["decided"], told["undone"]) == (3, 1)
        assert {k: len(v) for k, v in stats.by_action.items()} == told["by_action"]
        assert "33.3%" in row(one, "  all ") and "1 of 3" in row(one, "  all ")
        assert "50% " in row(one, "  approve") and "####" in row(one, "  approve")
        assert "oldest" in row(one, "  candidate")
        await one.press("j", "j")
        assert "approve  m_c01" in one.text and "approve  m_c03" in one.text
        await one.press("enter")
        assert one.at(HistoryScreen) and "only approve: 2 decisions" in one.rows[0]
        assert "reject" not in one.text
        await one.press("escape", "1")
        assert one.at(StatsScreen) and newest(one).all.decided == 1
        assert "1 [1 day]" in one.rows[0]
        await one.press("4")
        assert newest(one).days is None and newest(one).all.decided == 3
        assert len(newest(one).by_week) == 2


async def test_quick_decisions_are_told_as_rubber_stamps(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home"), NARROW) as one:
        await one.press("number_sign")
        assert "LOOKING" not in one.text, "nothing is known before the first decision"
        await one.press("escape")
        one.clock.advance(14)
        await one.press("a")
        one.clock.advance(30)
        await one.press("a", "a", "number_sign", *["j"] * 4)
        assert "14 s" in row(one, "median look") and "of 3 single" in row(one, "median look")
        assert "! decided without" in row(one, "below 2 s")
        assert one.straight()
