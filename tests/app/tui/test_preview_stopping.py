"""A write can be stopped from the desk until its commit point, and says when it no longer can."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from curator_app.tui.messages import DecisionsApplied
from curator_app.tui.past_messages import WriteProgressed
from curator_app.tui.screens.plan import PlanScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt
from curator_core.service.watching import CANCELLED, Stage
from curator_core.store import transaction
from curator_core.store.repository import open_repository
from tests.app.tui.desk import Driven, driven, small_home
from tests.homes import git, tree_bytes


@contextmanager
def writing_waits(home: Path) -> Iterator[None]:
    """Hold the Home's lock, so that a write waits before its first step."""
    with open_repository(home) as repo, transaction.locked(repo, wait=1, owner="test"):
        yield


def outcome(one: Driven) -> BatchReceipt | Refusal:
    """What came of the newest write."""
    message = one.of(DecisionsApplied)[-1]
    assert isinstance(message, DecisionsApplied)
    return message.outcome


async def test_x_stops_a_write_and_everything_stays_staged(tmp_path: Path) -> None:
    """Acceptance 23: cancelled before the commit point, nothing is written; y writes it later."""
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "a", "a", "w")
        before = git(home, "rev-parse", "HEAD"), git(home, "status", "-s"), tree_bytes(home)
        await one.press("x")
        assert "nothing is being written" in one.said
        with writing_waits(home):
            one.app.simulate_key("y")
            await one.until("x stops it")
            await one.pilot.press("escape", "y")
            assert one.at(PlanScreen) and "x stops it" in one.said, "it is not left or begun twice"
            await one.pilot.press("x")
            assert "stopping" in one.said
        await one.settle()
        no = outcome(one)
        assert isinstance(no, Refusal) and no.code == CANCELLED
        assert "nothing written" in one.said and one.at(PlanScreen)
        assert (
            git(home, "rev-parse", "HEAD"), git(home, "status", "-s"), tree_bytes(home)
        ) == before  # fmt: skip
        await one.press("y")
        assert one.at(QueueScreen) and "written: 3 decisions" in one.said
        told = [m.progress for m in one.of(WriteProgressed) if isinstance(m, WriteProgressed)]
        assert Stage.OBJECTS in {each.stage for each in told}


async def test_past_the_commit_point_it_says_so(tmp_path: Path) -> None:
    home = small_home(tmp_path / "home")
    async with driven(home) as one:
        await one.press("a", "w")
        screen = one.app.screen
        assert isinstance(screen, PlanScreen)
        with writing_waits(home):
            one.app.simulate_key("y")
            await one.until("planning")
            assert screen.writing.may_go_on(last=True)
            for key in ("x", "y", "escape"):
                await one.pilot.press(key)
                assert "past the commit point" in one.said, key
            assert not screen.writing.stop()
        await one.settle()
        assert isinstance(outcome(one), BatchReceipt)
        assert one.at(QueueScreen) and "written: 1 decision" in one.said
