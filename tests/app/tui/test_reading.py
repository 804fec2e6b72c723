"""Reading an item before and while it is decided: gate, notes, detail, hidden characters."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import (
    DecisionStaged,
    ItemShown,
)
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.plan import PlanScreen
from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.view import ItemView, Staged
from tests.app.tui.desk import WIDE, Driven, driven, small_home
from tests.homes import git, make_home, note, put


def staged(one: Driven) -> list[DecisionStaged]:
    """What was staged, in order."""
    return [m for m in one.of(DecisionStaged) if isinstance(m, DecisionStaged)]


async def test_tainted_text_must_have_been_on_the_screen(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    long = "\n".join(f"Line {n}." for n in range(60))
    put(home, "memory/quarantine/q.md", note("m_q", long, origin="external", taint=["mail"]))
    async with driven(home) as one:
        await one.press("a")
        assert staged(one) == []
        assert "read it to the end" in one.said
        await one.press("enter", "G", "a")
        [message] = staged(one)
        assert isinstance(message.outcome, Staged)


async def test_a_note_goes_with_the_decision_and_survives_esc_and_restart(tmp_path: Path) -> None:
    """Acceptance 5."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("c", *"ask", "escape")
        assert "note kept" in one.said
    async with driven(home) as one:
        assert one.queue.note == "ask"
        await one.press("c")
        assert "ask" in one.text
        await one.press(*"ed", "enter", "a")
        [message] = staged(one)
        assert message.decision.reason == "asked"


async def test_a_note_on_a_staged_item_goes_into_its_decision(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("a", "k", "c", *"late", "enter")
        assert [message.decision.reason for message in staged(one)] == ["", "late"]
        assert one.current == "m_c01"


async def test_the_detail_decides_and_goes_on(tmp_path: Path) -> None:
    """Acceptance 20: decision keys work in the detail too, without tab."""
    async with driven(small_home(tmp_path / "home"), WIDE) as one:
        await one.press("enter", "a", "r", "1", "J", "K", "d", "enter")
        kinds = [type(message.decision) for message in staged(one)]
        assert kinds == [Approve, Reject, Defer]
        assert one.at(DetailScreen)
        await one.press("u")
        assert "m_c03" in one.rows[0]


async def test_an_item_that_leaves_the_queue_says_so_in_the_detail(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("enter")
        (home / "memory/candidates/c01.md").unlink()
        await one.until("has left the queue")
        one.clock.advance(1)
        await one.press("a")
        assert staged(one) == []
        await one.press("J")
        assert "m_c0" in one.rows[0]


async def test_hidden_characters_are_counted_and_listed(tmp_path: Path) -> None:
    """C70: visible tokens, a count, and the code points by key."""
    body = "pay to \u202eknab wen\u202c now\u200b"
    home = make_home(tmp_path / "home", {}, {"x.md": note("m_x", body)})
    async with driven(home, WIDE) as one:
        assert "<U+202E>knab wen<U+202C>" in one.text
        assert "3 hidden characters" in one.text
        assert "U+202E RIGHT-TO-LEFT OVERRIDE" not in one.text
        await one.press("enter", "h")
        assert "U+202E RIGHT-TO-LEFT OVERRIDE" in one.text


async def test_read_only_says_why(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    git(home, "checkout", "-q", "--detach")
    async with driven(home) as one:
        assert "READ ONLY" in one.text
        await one.press("a")
        assert staged(one) == []
        assert "detached" in one.said


async def test_views_shown_are_bound_by_item(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("j", "j", "k")
        shown = [m for m in one.of(ItemShown) if isinstance(m, ItemShown)]
        assert all(isinstance(m.outcome, ItemView) and m.outcome.item.item == m.item for m in shown)


async def test_nothing_to_preview_says_so(tmp_path: Path) -> None:
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("w")
        assert "nothing is staged" in one.said
        await one.press("u")
        assert one.at(PlanScreen)
        assert "no decision of yours" in one.text
