"""Marks, and one decision about many items: never by accident, never more than may be."""

from __future__ import annotations

from pathlib import Path

from curator_app.tui.messages import ManyStaged
from curator_app.tui.screens.detail import DetailScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.screens.reason import ReasonScreen
from curator_app.tui.screens.report import ReportScreen
from curator_core.model.decision import Approve, Defer, ReasonCode, Reject
from curator_core.model.event import Action
from curator_core.model.view import BulkStaged
from tests.app.tui.desk import WIDE, Driven, driven, small_home
from tests.homes import CONFIG, curator, git, make_home, note, put, tree_bytes

BULK = CONFIG + '[[rules]]\nmatch = "subject:project/alpha"\naction = "bulk"\n'


def bulk_home(root: Path, count: int, more: dict[str, str] | None = None) -> Path:
    """Candidates that a standing rule lets through in bulk, and others."""
    found = {
        f"c{n:02}.md": note(
            f"c{n:02}",
            f"The {word} opens at {n} sharp.",
            title=f"Hours {n}",
            recorded_at=f"2026-11-{n % 28 + 1:02}T08:00:00+00:00",
        )
        for n, word in enumerate(WORDS[:count])
    }
    return make_home(root, {}, {**found, **(more or {})}, BULK)


WORDS = (
    *("kiosk", "pool", "gate", "bank", "museum", "harbour"),
    *("library", "zoo", "tower", "market", "station", "school"),
)


def signs(one: Driven) -> int:
    """How many marks are on the screen."""
    return sum(row[1] == "*" for row in one.rows)


def outcomes(one: Driven) -> list[BulkStaged]:
    """What came of each batch."""
    found = (m.outcome for m in one.of(ManyStaged) if isinstance(m, ManyStaged))
    return [outcome for outcome in found if isinstance(outcome, BulkStaged)]


async def test_marks_survive_filter_sort_edit_and_arrivals(tmp_path: Path) -> None:
    """Acceptance 16: the count always equals the signs."""
    home = small_home(tmp_path / "home", count=6)
    async with driven(home) as one:
        await one.press("space", "space", "space")
        assert "3 marked" in one.rows[1]
        assert signs(one) == 3
        await one.press("f", *"-m_c01", "enter")
        assert "2 marked and 1 out of view" in one.rows[1]
        assert signs(one) == 2
        await one.press("F", "O", "4")
        assert signs(one) == 3
        put(home, "memory/candidates/new.md", note("new"))
        await one.until("+1 new")
        text = (home / "memory/candidates/c02.md").read_text(encoding="utf-8")
        put(home, "memory/candidates/c02.md", text + "More.\n")
        await one.press("R")
        assert "3 marked" in one.rows[1]
        assert signs(one) == 3
        await one.press("backslash")
        assert signs(one) == 0
        assert "marked" not in one.rows[1]


async def test_a_decision_key_alone_is_about_one_item(tmp_path: Path) -> None:
    """Acceptance 17: also when all are marked; only `;` turns it to the marks."""
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("asterisk", "a")
        assert len(one.app.session.details) == 1
        assert signs(one) == 5


async def test_all_marks_only_what_is_in_view(tmp_path: Path) -> None:
    """Acceptance 18."""
    async with driven(small_home(tmp_path / "home", count=7)) as one:
        await one.press("f", *"m_c01", "enter", "asterisk")
        assert "1 of 7 marked" in one.said
        await one.press("F")
        assert signs(one) == 1
        await one.press("backslash", "j", "v", "j", "j")
        assert sum(row[1:3] == "vC" for row in one.rows) == 3
        assert signs(one) == 0
        await one.press("v")
        assert "3 of 7 marked" in one.said
        assert signs(one) == 3
        await one.press("v", "escape")
        assert signs(one) == 3
        assert "range" not in one.rows[1]


async def test_marks_are_rejected_with_one_question(tmp_path: Path) -> None:
    """One reason, one batch; `u` takes the whole key back; the written batch is one decision."""
    home = small_home(tmp_path / "home", count=4)
    async with driven(home) as one:
        await one.press("space", "space", "space", "semicolon")
        assert "; then a, r or d: 3 marked" in one.rows[1]
        await one.press("r")
        assert one.at(ReasonScreen)
        assert "3 marked items" in one.text
        await one.press("6")
        choices = [each.choice for each in one.app.session.details.values()]
        assert len(choices) == 3
        for choice in choices:
            assert isinstance(choice, Reject)
            assert choice.reason_code is ReasonCode.STALE
        assert signs(one) == 0
        await one.press("u")
        assert "and 2 more, undecided again" in one.said
        assert one.app.session.staged_count == 0
        await one.press("asterisk", "semicolon", "d", *"2026-12-24", "enter")
        assert all(isinstance(e.choice, Defer) for e in one.app.session.details.values())
        await one.press("w", "y")
    assert curator(home, "queue").json["items"] == []
    events = curator(home, "history").json["events"]
    assert len({event["decision"] for event in events}) == 1
    assert [event["action"] for event in events] == [Action.DEFER.value] * 4


async def test_left_prefix_decides_nothing(tmp_path: Path) -> None:
    """esc, another key or a key for one item end `;` and stage nothing."""
    async with driven(small_home(tmp_path / "home")) as one:
        await one.press("semicolon")
        assert "nothing is marked" in one.said
        for keys in (("escape",), ("j",), ("e",), ("semicolon",)):
            await one.press("space", "semicolon", *keys)
            assert one.at(QueueScreen)
            assert "; then" not in one.rows[1]
        await one.press("semicolon", "r", "escape")
        assert one.app.session.staged_count == 0
        assert signs(one) == 4


async def test_a_bulk_approve_leaves_out_what_must_be_looked_at(tmp_path: Path) -> None:
    """Tainted, high and medium items are named with the reason and stay marked."""
    more = {
        "x1.md": note("bad", "Wire it there.", origin="external", taint=["mail"]),
        "x2.md": note("cash", "Pay by card.", subject="money/bank"),
        "x3.md": note("plain", "Just a fact.", subject="other/thing"),
    }
    home = bulk_home(tmp_path / "home", 3, more)
    files, head = tree_bytes(home), git(home, "rev-parse", "HEAD")
    async with driven(home) as one:
        await one.press("asterisk", "semicolon", "a")
        [outcome] = outcomes(one)
        assert {each.title for each in outcome.staged} == {"Hours 0", "Hours 1", "Hours 2"}
        assert all(isinstance(each.choice, Approve) for each in outcome.staged)
        assert one.at(ReportScreen)
        assert "left out, still marked: 3" in one.text
        for reason in ("tainted: ", "high risk: subject of money", "medium risk"):
            assert reason in one.text
        await one.press("escape")
        assert one.at(QueueScreen)
        assert signs(one) == 3
        assert "staged approve of 3 items" in one.said
    assert (tree_bytes(home), git(home, "rev-parse", "HEAD")) == (files, head)


async def test_a_big_bulk_approve_needs_a_spot_check(tmp_path: Path) -> None:
    """A tenth, three at least, must be opened first; the rows say which, and } goes there."""
    home = bulk_home(tmp_path / "home", 12)
    async with driven(home, WIDE) as one:
        await one.press("asterisk", "semicolon", "a")
        [outcome] = outcomes(one)
        assert outcome.staged == ()
        assert len(outcome.sample) == 3
        assert "open these 3 first" in one.said
        assert one.text.count("open first") >= 3
        for left in (3, 2, 1):
            assert f"open first: {left}" in one.rows[1]
            assert one.queue.current() in outcome.sample
            await one.press("enter")
            assert one.at(DetailScreen)
            await one.press("escape", "right_curly_bracket")
        assert "open first" not in one.text
        await one.press("semicolon", "a")
        assert len(one.app.session.details) == 12
        await one.press("w", "y")
    assert curator(home, "queue").json["items"] == []


async def test_decision_keys_work_in_list_preview_and_detail(tmp_path: Path) -> None:
    """Acceptance 20: no Tab first, and none back either."""
    async with driven(small_home(tmp_path / "home", count=7)) as one:
        await one.press("a", "tab", "a", "tab", "r", "1")
        await one.press("enter", "a", "r", "1", "d", "enter", "escape")
        assert one.at(QueueScreen)
        assert len(one.app.session.details) == 6
        await one.press("backslash", "asterisk", "semicolon", "r", "1")
        assert len(one.app.session.details) == 7


async def test_decided_items_are_walked_through_unchanged(tmp_path: Path) -> None:
    """Acceptance 22 and 12: looking again changes nothing."""
    async with driven(small_home(tmp_path / "home", count=3)) as one:
        await one.press("a", "r", "1", "d", "enter")
        before = dict(one.app.session.details)
        await one.press("g", "j", "j", "enter", "escape", "k", "k", "enter", "escape", "J")
        assert "no other undecided item" in one.said
        await one.press("R")
        assert one.app.session.details == before
