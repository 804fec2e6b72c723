"""A write as its screen follows it, and the one way to stop it before its commit point."""

from __future__ import annotations

from threading import Lock

from textual.message_pump import MessagePump

from curator_app.tui.past_messages import WriteProgressed
from curator_core.service.watching import Progress


class Writing:
    """One write or plan under way: its thread tells and asks, the screen stops it."""

    def __init__(self, to: MessagePump) -> None:
        self._to = to
        self._lock = Lock()
        self._stopped = self._past = False

    @property
    def past(self) -> bool:
        """Whether the commit point was reached: nothing stops it any more."""
        return self._past

    def stop(self) -> bool:
        """Ask it to stop with nothing written; False when it is past the commit point."""
        with self._lock:
            self._stopped = not self._past
            return self._stopped

    def told(self, progress: Progress) -> None:
        """In the thread: post how far it is."""
        self._to.post_message(WriteProgressed(progress))

    def may_go_on(self, *, last: bool = False) -> bool:
        """In the thread: whether nobody stopped it; a last yes closes the door."""
        with self._lock:
            self._past = self._past or (last and not self._stopped)
            return not self._stopped
