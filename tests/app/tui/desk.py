"""Driving the real app over a real Home: keys in, messages and screen text out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen

from curator_app.tui.app import CuratorApp
from curator_app.tui.messages import Purpose, WorldFailed
from curator_app.tui.screens.desk import Desk
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.screens.seeing import SeeingScreen
from curator_app.tui.widgets.line import Line
from tests.homes import NOW, make_home, note

NARROW, WIDE = (80, 24), (140, 40)

PATIENCE = 3_000
"""How many looks, a fiftieth of a second and more apart, what must come may take."""


class Clock:
    """An instant that a test moves; each look moves it a little, as real clocks do."""

    def __init__(self, at: datetime = NOW) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(microseconds=1)
        return self.at

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.at += timedelta(seconds=seconds)


@dataclass
class Driven:
    """A running app and all messages that arrived anywhere in it."""

    app: CuratorApp
    pilot: Pilot[None]
    clock: Clock
    messages: list[Message] = field(default_factory=list)

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each answered before the next."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def resize(self, width: int, height: int) -> None:
        """Another size of the terminal; Textual draws it a moment later."""
        await self.pilot.resize_terminal(width, height)
        for _ in range(PATIENCE):
            if len(self.rows) == height and self.straight():
                break
            await asyncio.sleep(0.02)
        await self.settle()

    async def look(self) -> None:
        """Read the opened item to its end and look at each of its high flags."""
        await self.press("G")
        assert isinstance(self.app.screen, SeeingScreen)
        while self.app.screen.reason("acknowledge") is None:
            await self.press("exclamation_mark")

    async def settle(self) -> None:
        """Wait until no errand runs, nothing waits, and the item in front is painted; draw it."""
        for _ in range(PATIENCE):
            await self.pilot.pause()
            self._no_bug()
            if not self.app.errands.busy(*Purpose) and self._painted():
                await self.pilot.pause()
                if not self.app.errands.busy(*Purpose):
                    assert self.rows
                    return
            await asyncio.sleep(0.02)
        raise AssertionError("the app did not come to rest")

    def _no_bug(self) -> None:
        for message in self.messages:
            if isinstance(message, WorldFailed):
                assert message.refusal.code != "bug", message.refusal

    def _painted(self) -> bool:
        screen = self.app.screen
        if self.app.session.view is None:
            return False
        if not isinstance(screen, SeeingScreen) or screen.current() is None:
            return True
        return screen.seen is not None or screen.page().size.height == 0

    async def until(self, what: str) -> None:
        """Wait until this text is on the screen."""
        for _ in range(PATIENCE):
            await self.pilot.pause()
            if what in self.text:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"never shown: {what}\n{self.text}")

    def of(self, kind: type[Message]) -> list[Message]:
        """The messages of one kind, each once, in order."""
        seen: dict[int, Message] = {id(m): m for m in self.messages if isinstance(m, kind)}
        return list(seen.values())

    def at(self, kind: type[Screen[Any]]) -> bool:
        """Whether a screen of this kind is in front."""
        return isinstance(self.app.screen, kind)

    @property
    def queue(self) -> QueueScreen:
        """The queue's screen."""
        return self.app.queue

    @property
    def rows(self) -> list[str]:
        """What stands on the screen, line by line, at full width."""
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.rows)

    @property
    def said(self) -> str:
        """The status line of the screen in front."""
        assert isinstance(self.app.screen, Desk)
        return self.app.screen.query_one("#status", Line).text.plain

    @property
    def current(self) -> str:
        """The note id (else the path) of the item under the cursor."""
        item = self.app.session.item(self.queue.current() or "")
        assert item is not None
        return (item.notes or item.paths)[0]

    def straight(self) -> bool:
        """Whether every line is exactly as wide as the terminal."""
        return {cell_len(row) for row in self.rows} == {self.app.size.width}


@asynccontextmanager
async def driven(
    home: Path, size: tuple[int, int] = NARROW, theme: str = "curator-dark"
) -> AsyncIterator[Driven]:
    """The app over a Home, its queue read and painted."""
    clock = Clock()
    app = CuratorApp(home, clock, theme=theme)
    messages: list[Message] = []
    async with app.run_test(size=size, message_hook=messages.append) as pilot:
        one = Driven(app, pilot, clock, messages)
        await one.settle()
        yield one


def small_home(root: Path, count: int = 5) -> Path:
    """A Home with one reviewed note and `count` plain candidates, oldest first c01, c02 ..."""
    candidates = {
        f"c{n:02}.md": note(
            f"m_c{n:02}",
            f"Fact number {n}.",
            title=f"Candidate {n}",
            recorded_at=f"2026-11-{n % 28 + 1:02}T08:00:00+00:00",
        )
        for n in range(1, count + 1)
    }
    return make_home(root, {"old.md": note("m_old", "Old.", status="active")}, candidates)
