"""The app: one Home, one session, workers for errands, a watcher for hints."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.console import Console
from rich.text import Text
from textual import events
from textual.app import App
from textual.message_pump import MessagePump

from curator_app.tui import jobs, past_jobs, themes
from curator_app.tui.arranging import Lens
from curator_app.tui.errands import Errand, Errands, Job
from curator_app.tui.messages import (
    ErrandEnded,
    Purpose,
    QueueArranged,
    QueueLoaded,
    StagedJudged,
    WatchStarted,
    WorldFailed,
)
from curator_app.tui.output import keep_whole
from curator_app.tui.paint import chrome, progress
from curator_app.tui.paint.ink import palette
from curator_app.tui.past_messages import WriteRecovered
from curator_app.tui.screens.desk import Desk
from curator_app.tui.screens.field import FieldScreen
from curator_app.tui.screens.queue import QueueScreen
from curator_app.tui.session import HUSH, Session
from curator_app.tui.watching import Watching
from curator_core.service.caller import Caller

Clock = Callable[[], datetime]

MANY = 2_000
"""From this many items on the collector leaves what was read alone: walking a queue of 20,000 items
for cycles that are not there would hold the screen for a twentieth of a second at a time."""


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

    def reload(self, *, by_key: bool, reveal: bool = False) -> None:
        """Read the queue again; many wishes become one. `reveal` shows what is held back."""
        tag = f"load {by_key} {reveal}"
        self.errand(Purpose.LOAD, jobs.load(self.session.lens, by_key, reveal), self, tag)

    def see(self, lens: Lens) -> None:
        """See the queue through another lens; the newest wish wins."""
        self.session.lens = lens
        if self.session.roster is not None:
            job = jobs.arrange(self.session.roster, lens)
            self.errand(Purpose.ARRANGE, job, self, "arrange")

    def on_errand_ended(self, event: ErrandEnded) -> None:
        """The next errand of that purpose."""
        self.errands.ended(event.purpose)
        if not self.errands.busy(Purpose.STAGE, Purpose.APPLY):
            self._watching.written()

    def on_key(self, event: events.Key) -> None:
        """A key that nobody wanted, while a dialog asks for a line: it came a moment too early."""
        if isinstance(self.screen, FieldScreen):
            self.screen.late(event)

    def on_home_hinted(self) -> None:
        """Something may have changed on disk."""
        self._watching.hinted()

    def on_watch_started(self, event: WatchStarted) -> None:
        """From now on hints come, or the Home is polled."""
        self._watching.started(event)
        self._tell(by_key=True)

    def on_queue_loaded(self, event: QueueLoaded) -> None:
        """Tell every screen what has changed; without a key's doing, keys rest a moment. A reading
        that was under way while something was staged tells nothing that no key caused."""
        found, before = event.arranged, self.session.view
        strange = not event.by_key and self.session.strange(found.roster)
        written = event.by_key and before is not None and before.head != found.roster.view.head
        if before is None:
            self.errand(Purpose.APPLY, past_jobs.recover(), self)
        news = self.session.loaded(found.roster, reveal=event.reveal or written)
        if self.session.said is chrome.READING:
            self.say(chrome.read_again(news))
        if not news:
            return
        if len(found.roster.items) > MANY:
            gc.freeze()
        if strange:
            self.session.hush()
            self.set_timer(HUSH.total_seconds(), self.session.unhush_if_frozen)
        if found.lens == self.session.lens:
            self.session.arranged = found
        else:
            self.see(self.session.lens)
        self._tell(event.by_key)
        if self.session.staged_count:
            self.errand(Purpose.JUDGE, jobs.judge(), self, "judge")

    def on_write_recovered(self, event: WriteRecovered) -> None:
        """Say what became of a write that was killed, and read the Home as it is now."""
        if event.finished is not None:
            self.reload(by_key=True)
            self.say(progress.recovered(event.finished))

    def on_queue_arranged(self, event: QueueArranged) -> None:
        """Show other rows, unless the lens or the queue is another one by now."""
        found = event.arranged
        if found.lens == self.session.lens and found.roster is self.session.roster:
            self.session.arranged = found
            self.queue.arranged()

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
    keep_whole()
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
