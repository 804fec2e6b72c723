"""What is known around an item, as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.messages import BackgroundRead
from curator_core.service.caller import Caller


def read(item: str, around: int) -> Job:
    """Read all that is known around an item or note, with so many lines of context."""

    def job(caller: Caller) -> Message:
        from curator_core.service import background

        return BackgroundRead(item, background.of(caller, item, around), whole=True)

    return job


def sources(item: str, around: int) -> Job:
    """Read the cited lines anew, with more or less context."""

    def job(caller: Caller) -> Message:
        from curator_core.service import background

        return BackgroundRead(item, background.sources(caller, item, around), whole=False)

    return job
