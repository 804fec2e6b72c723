"""The app: one Home, one session, workers for errands, a watcher for hints."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.console import Console
from rich.text import Text
from textual.app import App
from textual.message_pump import MessagePump

from curator_app.tui import jobs, themes
from curator_app.tui.errands import Errand, Errands, Job
from curator_app.tui.messages import (
    ErrandEnded,
    Purpose,
    QueueLoaded,
    StagedJudged,
    WatchStarted,
    WorldFailed,
)
from curator_app.tui.paint import chrome
from curator_app.tui.paint.ink import palette
from curator_app.tui.screens.desk import Desk
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.session import HUSH, Session
from curator_app.tui.watching import Watching
from curator_core.service.caller import Caller

Clock = Callable[[], datetime]


class CuratorApp(App[None]):
    """The review desk over one Home. `clock` gives aware instants; nothing else reads the time."""

    TITLE = "Curator"
    CSS_PATH: ClassVar[str] = "styles/desk.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, home: Path, clock: Clock, *, theme: str = themes.DARK.name) -> None:
        super().__init__(ansi_color=True if theme == themes.MONO.name else None)
        self.home = home
        self.session = Session(clock)
        self.errands = Errands(self)
        self.queue = QueueScreen()
        self._watching = Watching(self)
        for each in themes.THEMES:
            self.register_theme(each)
        self.theme = theme

    def on_mount(self) -> None:
        """Show the queue at once, read the Home in a worker, then watch it."""
        self._dress()
        self.theme_changed_signal.subscribe(self, lambda theme: self._dress())
        self.push_screen(self.queue)
        self.reload(by_key=True)
        self._watching.start()

    def on_unmount(self) -> None:
        """No thread outlives the app."""
        self._watching.stop()

    def _dress(self) -> None:
        """The inks of the theme in use."""
        self.console.push_theme(palette(self.theme))
        for screen in self.screen_stack:
            for widget in screen.query("*"):
                widget.refresh()

    def next_theme(self) -> None:
        """The next of our themes."""
        self.theme = themes.after(self.theme)
        self.say(chrome.theme(self.theme))

    def caller(self) -> Caller:
        """Who asks, as of now."""
        return Caller(home=self.home, now=self.session.now(), entrance="tui", tty=True)

    def errand(self, purpose: Purpose, job: Job, to: MessagePump, tag: str | None = None) -> None:
        """Send a use case to its worker; its answer goes to `to`."""
        self.errands.send(Errand(purpose, job, self.caller(), to, tag))

    def reload(self, *, by_key: bool) -> None:
        """Read the queue again; many wishes become one."""
        tag = "load by key" if by_key else "load"
        self.errand(Purpose.LOAD, jobs.load(by_key), self, tag)

    def on_errand_ended(self, event: ErrandEnded) -> None:
        """The next errand of that purpose."""
        self.errands.ended(event.purpose)
        if not self.errands.busy(Purpose.STAGE, Purpose.APPLY):
            self._watching.written()

    def on_home_hinted(self) -> None:
        """Something may have changed on disk."""
        self._watching.hinted()

    def on_watch_started(self, event: WatchStarted) -> None:
        """From now on hints come, or the Home is polled."""
        self._watching.started(event)
        self._tell(by_key=True)

    def on_queue_loaded(self, event: QueueLoaded) -> None:
        """Tell every screen what has changed; without a key's doing, keys rest a moment."""
        first = self.session.view is None
        if not self.session.loaded(event.view):
            return
        if not event.by_key and not first:
            self.session.hush()
            self.set_timer(HUSH.total_seconds(), self.session.unhush_if_frozen)
        self._tell(event.by_key)
        if self.session.staged_count:
            self.errand(Purpose.JUDGE, jobs.judge(), self, "judge")

    def on_staged_judged(self, event: StagedJudged) -> None:
        """Show which staged decisions still stand."""
        if self.session.judged(event.staged):
            self._tell(by_key=True)

    def _tell(self, by_key: bool) -> None:
        view = self.session.view
        for screen in self.screen_stack:
            if isinstance(screen, Desk) and view is not None:
                screen.refreshed(view, by_key=by_key)

    def on_world_failed(self, event: WorldFailed) -> None:
        """Reading failed: the queue says why and keeps what it had."""
        self.queue.post_message(event)

    def say(self, message: Text) -> None:
        """Say a line at the foot of the screen in front."""
        if isinstance(self.screen, Desk):
            self.screen.say(message)

    def copy(self, name: str) -> None:
        """Copy an id through the terminal."""
        shown = chrome.copied(name)
        self.copy_to_clipboard(shown.plain)
        self.say(chrome.copying(shown))

    def to_queue(self, said: Text) -> None:
        """Back to the queue, saying what was done."""
        while self.screen is not self.queue:
            self.pop_screen()
        self.session.said = said
        self.queue.say(said)

    def leave(self) -> None:
        """Quit, but never in the middle of a write."""
        if self.errands.busy(Purpose.APPLY):
            self.say(chrome.WRITING)
            return
        self.exit(message=chrome.farewell(self.session.staged_count))

    async def action_quit(self) -> None:
        """Textual's own quit goes the same way."""
        self.leave()


def run_app(home: Path, clock: Clock, *, mouse: bool = True) -> int:
    """Run the app on a Home until the person leaves; the exit code."""
    app = CuratorApp(home, clock, theme=_fitting_theme())
    app.run(mouse=mouse)
    return app.return_code or 0


def _fitting_theme() -> str:
    """What the terminal can show. A non-empty NO_COLOR means no colour, an empty one nothing."""
    if os.environ.get("NO_COLOR"):
        return themes.MONO.name
    os.environ.pop("NO_COLOR", None)
    few = Console().color_system in (None, "standard", "windows")
    return themes.ANSI.name if few else themes.DARK.name
