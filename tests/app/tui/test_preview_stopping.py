"""A write can be stopped from the desk until its commit point, and says when it no longer can."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from curator_app.tui.messages import DecisionsApplied, PlanShown
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


WAITING = """#!/bin/sh
case " $* " in
*" check-ignore "*)
    touch {folder}/held
    until [ -e {folder}/go ]; do sleep 0.01; done ;;
esac
exec {git} "$@"
"""


class HeldGit:
    """A `git` in a folder of its own that waits in the midst of a plan until it is let go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        text = WAITING.format(folder=folder, git=shutil.which("git"))
        (folder / "git").write_text(text, encoding="ascii")
        (folder / "git").chmod(0o755)

    @property
    def path(self) -> str:
        """A PATH on which it comes first."""
        return f"{self._folder}{os.pathsep}{os.environ['PATH']}"

    @property
    def held(self) -> bool:
        """Whether somebody waits."""
        return (self._folder / "held").exists()

    def go(self) -> None:
        """Let all go on."""
        (self._folder / "go").touch()


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
            await one.until("planning 2 of 3   x stops it")
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


@pytest.mark.parametrize("key", ["x", "escape"])
async def test_a_plan_in_the_making_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Acceptance 23: the preview of a batch can be stopped; leaving it stops it too."""
    home = small_home(tmp_path / "home")
    waiting = HeldGit(tmp_path / "bin")
    async with driven(home) as one:
        await one.press("a", "a", "a")
        monkeypatch.setenv("PATH", waiting.path)
        one.app.simulate_key("w")
        await one.until("x stops it")
        while not waiting.held:
            await one.pilot.pause(0.01)
        await one.pilot.press(key)
        waiting.go()
        await one.settle()
        if key == "escape":
            assert one.at(QueueScreen)
        else:
            assert one.at(PlanScreen) and "cancelled" in one.text
            await one.press("y")
            assert one.at(PlanScreen) and not one.of(DecisionsApplied)
            await one.press("escape")
        shown = [m for m in one.of(PlanShown) if isinstance(m, PlanShown)]
        assert all(isinstance(m.outcome, Refusal) for m in shown)
        await one.press("w", "y")
        assert one.at(QueueScreen) and "written: 3 decisions" in one.said
