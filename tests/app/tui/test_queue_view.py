"""What is in view: filter, order, folded jobs, arrivals. Nothing moves the cursor by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from curator_app.tui.screens.ask import AskScreen
from curator_app.tui.screens.detail import DetailScreen
from tests.app.tui.desk import NARROW, WIDE, Driven, driven, small_home
from tests.homes import curator, make_home, note, put
from tests.proposal_branches import Change, propose


def mixed_home(root: Path) -> Path:
    """Candidates of two origins and three subjects, oldest first c0, c1 ..."""
    found = {
        f"c{n}.md": note(
            f"m{n}",
            f"Fact {n}.",
            subject=f"project/{'abc'[n % 3]}",
            origin="user" if n % 2 else "agent",
            confidence=(n + 1) / 10,
            recorded_at=f"2026-11-1{n}T08:00:00+00:00",
        )
        for n in range(6)
    }
    return make_home(root, {}, found)


def names(one: Driven) -> list[str]:
    """The first note of every row in view, from top to bottom."""
    items = [one.app.session.item(key) for key in one.queue.rows.keys]
    return [item.notes[0] for item in items if item is not None]


@pytest.mark.parametrize("size", [NARROW, WIDE, (40, 15)])
async def test_the_cursor_keeps_its_item_through_filter_and_clear(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Acceptance 15 and 19: the same item before, within and after; the filter is on screen."""
    async with driven(mixed_home(tmp_path / "home"), size) as one:
        await one.press("j", "j", "j")
        assert one.current == "m3"
        await one.press("f", *"origin:user", "enter")
        assert names(one) == ["m1", "m3", "m5"]
        assert one.current == "m3"
        assert "filter: " in one.text and "(3 of 6)" in one.text
        assert one.straight()
        await one.press("enter")
        assert one.at(DetailScreen)
        await one.press("J")
        assert "m5" in one.rows[0]
        await one.press("K", "escape", "F")
        assert len(names(one)) == 6
        assert one.current == "m3"
        assert "filter: " not in one.rows[1]
        await one.press("f", *"origin:agent", "enter")
        assert one.current == "m4"
        await one.press("F")
        assert one.current == "m3"
        await one.press("f", *"origin:agent", "enter", "k", "F")
        assert one.current == "m2"


async def test_a_wrong_filter_is_said_and_its_text_stays(tmp_path: Path) -> None:
    """CONTRACT 24: a term that cannot be read says so; esc leaves the view as it was."""
    async with driven(mixed_home(tmp_path / "home")) as one:
        await one.press("f", *"has:nothing", "enter")
        assert one.at(AskScreen)
        assert "has:nothing is no term" in one.text
        await one.press(*["backspace"] * 7, *"source -subject:project/a", "enter")
        assert names(one) == ["m1", "m2", "m4", "m5"]
        await one.press("f")
        assert "has:source -subject:project/a" in one.text
        await one.press("escape", "escape")
        assert len(names(one)) == 6
        await one.press("f")
        assert "has:source -subject:project/a" in one.text


async def test_no_match_says_what_to_do(tmp_path: Path) -> None:
    async with driven(mixed_home(tmp_path / "home")) as one:
        await one.press("f", *"xyzzy", "enter")
        assert names(one) == []
        assert "Nothing here matches the filter xyzzy" in one.text
        await one.press("escape")
        assert len(names(one)) == 6


async def test_the_order_is_chosen_and_kept(tmp_path: Path) -> None:
    """The cursor stays with its item; a reread and a filter keep the order."""
    async with driven(mixed_home(tmp_path / "home")) as one:
        await one.press("j", "O")
        assert "[lane, then age]" in one.text
        await one.press("4")
        assert names(one) == ["m5", "m4", "m3", "m2", "m1", "m0"]
        assert one.current == "m1"
        await one.press("O", "5", "R")
        assert names(one) == ["m0", "m3", "m1", "m4", "m2", "m5"]
        await one.press("O", "escape", "f", *"origin:agent", "enter")
        assert names(one) == ["m0", "m4", "m2"]
        await one.press("O", "7")
        assert names(one) == ["m0", "m2", "m4"]


async def test_search_goes_through_what_is_in_view(tmp_path: Path) -> None:
    async with driven(mixed_home(tmp_path / "home")) as one:
        await one.press("slash", *"project/c", "enter")
        assert one.current == "m2"
        await one.press("n")
        assert one.current == "m5"
        await one.press("n", "N")
        assert one.current == "m5"
        await one.press("slash", *"xyzzy", "enter")
        assert "not found: xyzzy" in one.said
        assert one.current == "m5"


async def test_what_arrives_is_held_back_until_it_is_asked_for(tmp_path: Path) -> None:
    """Acceptance 24: nothing moves; a line says how many are new; R shows them in their place."""
    home = small_home(tmp_path / "home", count=30)
    async with driven(home) as one:
        one.queue.rows.select(one.queue.rows.keys[20])
        await one.settle()
        before, rows, top = one.current, names(one), one.queue.rows.scroll_y
        for n in range(8):
            text = note(f"new{n}", recorded_at="2026-10-01T00:00:00Z")
            put(home, f"memory/candidates/a{n}.md", text)
        await one.until("+8 new, R shows them")
        await one.settle()
        assert "left 38 of 38" in one.text
        assert (one.current, names(one), one.queue.rows.scroll_y) == (before, rows, top)
        one.clock.advance(1)
        await one.press("a")
        assert names(one) == rows
        await one.press("k", "R")
        assert one.current == before
        assert len(names(one)) == 38
        assert "new, R" not in one.text


async def test_the_first_arrivals_in_an_empty_queue_are_shown(tmp_path: Path) -> None:
    """Where nothing is in view nothing can jump."""
    home = make_home(tmp_path / "home")
    async with driven(home) as one:
        put(home, "memory/candidates/x.md", note("x"))
        await one.until("left 1 of 1")
        await one.settle()
        assert names(one) == ["x"]


async def test_what_an_undo_brings_back_is_shown(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home", count=3)
    async with driven(home) as one:
        await one.press("a", "w", "y")
        assert names(one) == ["m_c02", "m_c03"]
        await one.press("u", "y")
        assert names(one) == ["m_c01", "m_c02", "m_c03"]


def job_home(root: Path) -> Path:
    """A job's three proposals on a branch, and a note that lies there alone."""
    home = make_home(root, {}, {"alone.md": note("alone", "Nobody's job.")})
    said = ("The kettle is blue.", "Lifts stop at ten.", "Rain is due on Monday.")
    propose(
        home,
        *(
            Change(
                files={f"memory/candidates/n{n}.md": note(f"n{n}", text)},
                trailers={"Curator-Job": "night"},
            )
            for n, text in enumerate(said)
        ),
        ref="refs/heads/proposals/night",
    )
    return home


async def test_a_job_is_one_row_with_its_count(tmp_path: Path) -> None:
    """Left folds a job, right shows all its rows; a decision is about the one row's item alone."""
    async with driven(job_home(tmp_path / "home"), WIDE) as one:
        assert len(names(one)) == 4
        one.queue.rows.select(next(k for k in one.queue.rows.keys if "n1" in name_of(one, k)))
        await one.press("left")
        assert len(names(one)) == 2
        assert "[+2 of night] " in one.text
        assert one.straight()
        await one.press("r", "1")
        assert len(one.app.session.details) == 1
        await one.press("j", "right")
        assert len(names(one)) == 4


def name_of(one: Driven, key: str) -> tuple[str, ...]:
    """The notes of an item."""
    item = one.app.session.item(key)
    assert item is not None
    return item.notes


async def test_put_off_items_are_listed_and_brought_back(tmp_path: Path) -> None:
    """Acceptance 21: `f lane:deferred` lists them; B brings one back now."""
    home = small_home(tmp_path / "home", count=3)
    async with driven(home) as one:
        await one.press("B")
        assert "it waits for a decision already" in one.said
        await one.press("d", "enter", "w", "y")
        assert names(one) == ["m_c02", "m_c03"]
        assert "1 deferred" in one.text
        await one.press("f", *"lane:deferred", "enter")
        assert names(one) == ["m_c01"]
        await one.press("B", "w", "y", "F")
        assert names(one) == ["m_c01", "m_c02", "m_c03"]
    lanes = [item["lane"] for item in curator(home, "queue").json["items"]]
    assert lanes == ["candidate"] * 3


@pytest.mark.parametrize("width", [40, 53, 68, 80, 120, 140, 200, 300])
async def test_columns_fit_every_width(tmp_path: Path, width: int) -> None:
    """Acceptance 39: wide characters stay straight, and a cut text ends in the mark."""
    wide = note("m_w", "冬天。", title="冬季训练时间和船库二楼的安排" * 6, subject="club/训练")
    home = make_home(tmp_path / "home", {}, {"w.md": wide, "a.md": note("m_a", "Plain.")})
    async with driven(home, (width, 20)) as one:
        assert one.straight()
        assert "~" in next(row for row in one.rows if "训" in row)
