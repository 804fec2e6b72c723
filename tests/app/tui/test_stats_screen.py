"""Every number of the stats opens what it counts; the same use case gives `curator stats`."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from pathlib import Path

import pytest

from curator_app.tui.figures import Figure, figures
from curator_app.tui.paint import exported
from curator_app.tui.past_messages import StatsLoaded
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.history import HistoryScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.stats import StatsScreen
from curator_app.tui.widgets.row_list import RowList
from curator_core.service.stats import Stats
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import NOW, curator, git, note, put, tree_bytes


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
        await one.press("slash", *"below", "enter", "enter", "j")
        assert "0 s  approve  Candidate 3" in one.text, "the decision behind the number"
        await one.press("enter")
        assert one.at(DetailScreen) and "Fact number 3." in one.text


async def test_in_out_and_net_by_day_with_what_is_behind_each(tmp_path: Path) -> None:
    """Items came on their days of November; one was rejected, one approved, one approval undone."""
    home = small_home(tmp_path / "home", 6)
    early = NOW - timedelta(days=40)
    put(home, "memory/candidates/old.md", note("m_older", recorded_at="2026-09-01T08:00:00+00:00"))
    for name, words in (
        ("m_older", ["reject", "--reason-code", "wrong"]),
        ("m_c02", ["reject", "--reason-code", "wrong"]),
        ("m_c03", ["approve"]),
        ("m_c04", ["approve"]),
    ):
        assert curator(home, "decide", name, *words).code == 0
    assert curator(home, "undo").code == 0
    told = curator(home, "stats", "--days", "30").json["flow"]
    assert (told["in"], told["out"], told["net"], told["undated"]) == (6, 3, 3, 0)
    assert told["by_day"]["2026-11-03"] == {"in": 1, "out": 0}
    assert told["by_day"]["2026-11-29"] == {"in": 0, "out": 3}
    assert curator(home, "stats", now=early).json["flow"]["in"] == 7, "all time takes all"
    async with driven(home, NARROW) as one:
        await one.press("number_sign", "slash", *"in and out", "enter", "j")
        assert newest(one).flow.net == 3
        assert "6" in row(one, " in  ") and "0.2 a day" in row(one, " in  ")
        await one.press("j", "j")
        assert "+3" in row(one, " net  ") and "1 old out" in row(one, " net  ")
        await one.press("k", "k", "enter")
        assert "supersede" not in one.text and "add               m_c01" in one.text
        await one.press("j", "enter")
        assert one.at(DetailScreen) and "Fact number 1." in one.text
        await one.press("escape", "slash", *"reject  m_c02", "enter", "enter")
        assert one.at(HistoryScreen) and "reject  m_c02" in one.text
        await one.press("escape", "slash", *"2026-11-05", "enter", "enter")
        assert one.at(StatsScreen) and one.straight() and "m_c04" in one.text


async def test_every_number_opens_what_it_counts_or_says_that_nothing_is_there(
    tmp_path: Path,
) -> None:
    home = small_home(tmp_path / "home")
    assert curator(home, "decide", "m_c01", "reject", "--reason-code", "wrong").code == 0
    async with driven(home, WIDE) as one:
        await one.press("number_sign")
        for figure in figures(newest(one), ()):
            if figure.is_section:
                continue
            one.app.screen.query_one("#list", RowList).select(figure.key)
            before = one.text
            await one.press("enter")
            if not figure.behind:
                assert "no decision and no item" in one.said, figure
            elif not figure.items:
                assert one.at(HistoryScreen), figure
                await one.press("escape")
            else:
                assert one.text != before, figure
                await one.press("enter")
            assert one.at(StatsScreen)


def hostile_numbers() -> tuple[Figure, ...]:
    """Names that a spreadsheet, a terminal or a reader of CSV would take for something else."""
    names = ("=cmd|' /C calc'!A0", "@SUM(1)", "-2+3", 'a,b\n"c"', "\u202eevil", " =1")
    rows = [Figure(key=n, label=n, number="-3", share=0.5, detail="+x") for n in names]
    return (Figure(key="S", label="S", says="all"), *rows)


def test_a_csv_holds_every_number_and_no_formula() -> None:
    text = exported.numbers(hostile_numbers())
    head, *rows = list(csv.reader(io.StringIO(text, newline="")))
    assert tuple(head) == exported.HEADS
    assert [row[1] for row in rows] == [
        "'=cmd|' /C calc'!A0",
        "'@SUM(1)",
        "'-2+3",
        'a,b<LF>"c"',
        "<U+202E>evil",
        "'=1",
    ]
    assert {(row[0], *row[2:]) for row in rows} == {("S", "-3", "0.5000", "'+x")}


async def test_the_numbers_go_into_a_new_file_outside_of_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = small_home(tmp_path / "home")
    before = tree_bytes(home)
    async with driven(home, NARROW) as one:
        await one.press("number_sign", "e")
        assert "curator-stats-2026-11-29-30-days.csv" in one.text
        await one.press("enter")
        target = tmp_path / "curator-stats-2026-11-29-30-days.csv"
        assert "written: " in one.said
        assert "QUEUE, now,waiting,5" in target.read_text("utf-8").replace('"', "")
        assert target.stat().st_mode & 0o777 == 0o600
        kept = target.read_bytes()
        await one.press("e", "enter")
        assert "there is such a file already" in one.said and target.read_bytes() == kept
        inside = home / "memory/n.csv"
        await one.press("e", *str(inside), "enter")
        assert "holds memory only" in one.said and not inside.exists()
        await one.press("e", *"~/no/where.csv", "enter")
        assert "not written" in one.said
        await one.press("e", "escape")
        assert "nothing was written" in one.said and one.at(StatsScreen)
    assert tree_bytes(home) == before


async def test_a_plan_goes_into_a_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = small_home(tmp_path / "home")
    git(home, "config", "user.email", "person@curator.example")
    git(home, "config", "user.name", "Person")
    async with driven(home, NARROW) as one:
        await one.press("a", "w", "P", "enter")
        assert one.at(PlanScreen) and "written: " in one.said
    [file] = tmp_path.glob("curator-plan-*.txt")
    text = file.read_text("utf-8")
    assert "EFFECTS" in text and "GOLDEN QUESTIONS" in text and "m_c01" in text
