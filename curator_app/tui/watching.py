"""From hints to one re-read: debounced, put off while this app writes, polled where unwatchable."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from textual.timer import Timer

from curator_app.tui.messages import HomeHinted, Purpose, WatchStarted
from curator_app.tui.paint import chrome

if TYPE_CHECKING:
    from curator_app.tui.app import CuratorApp

QUIET = 0.15
"""Seconds without a hint before the Home is read again."""

LATEST = timedelta(seconds=2)
"""A storm of hints delays the reading at most about this long."""

POLL = 3.0
"""Seconds between readings where watching does not work."""


class Watching:
    """Starts the watcher in a worker and turns its hints into readings."""

    def __init__(self, app: CuratorApp) -> None:
        self._app = app
        self._started: WatchStarted | None = None
        self._timer: Timer | None = None
        self._first: datetime | None = None
        self._put_off = False

    def start(self) -> None:
        """Watch from a thread: walking a large Home's folders takes a moment."""
        self._app.run_worker(self._watch, group="watch", thread=True, exit_on_error=False)

    def _watch(self) -> None:
        from curator_app.tui.watch import Watch

        def hint() -> None:
            self._app.post_message(HomeHinted())

        watch = Watch(self._app.home, hint)
        self._app.post_message(WatchStarted(watch.heard, watch.stop, watch.start()))

    def started(self, event: WatchStarted) -> None:
        """Watching works; or it does not: then say so and read now and then."""
        self._started = event
        if event.failure is not None:
            self._app.session.watching = chrome.polling(POLL, event.failure)
            self._app.set_interval(POLL, self._read)

    def stop(self) -> None:
        """End the watcher's threads."""
        if self._timer is not None:
            self._timer.stop()
        if self._started is not None:
            self._started.end()

    def hinted(self) -> None:
        """Read when it has been quiet for a moment, at the latest after two seconds."""
        if self._started is not None:
            self._started.heard()
        now = self._app.session.now()
        self._first = self._first or now
        if self._timer is not None:
            self._timer.stop()
        wait = 0 if now - self._first >= LATEST else QUIET
        self._timer = self._app.set_timer(max(wait, 0.001), self._read)

    def written(self) -> None:
        """A write of this app has ended: what was hinted meanwhile is read now."""
        if self._put_off:
            self._put_off = False
            self._read()

    def _read(self) -> None:
        self._timer, self._first = None, None
        if self._app.errands.busy(Purpose.STAGE, Purpose.APPLY):
            self._put_off = True
        else:
            self._app.reload(by_key=False)
