"""Questions about time and truth as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.messages import KindsCompared
from curator_core.model.decision import Approve
from curator_core.service.caller import Caller


def kinds(wish: Approve) -> Job:
    """Plan every kind of update for one proposal."""

    def job(caller: Caller) -> Message:
        from curator_core.service import alternatives

        return KindsCompared(alternatives.alternatives(caller, wish))

    return job
