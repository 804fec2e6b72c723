"""Decisions about many items as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.messages import DecisionDropped, ManyStaged
from curator_core.model.decision import Decision
from curator_core.service.caller import Caller


def stage(decisions: Sequence[Decision]) -> Job:
    """Stage several decisions as one batch."""

    def job(caller: Caller) -> Message:
        from curator_core.service import staging

        return ManyStaged(staging.stage_many(caller, decisions))

    return job


def approve(items: Sequence[str], looked: Mapping[str, str], barred: Mapping[str, str]) -> Job:
    """Stage the approval of many items as one batch, as far as they may be approved among many;
    `barred` says of some what must be seen of them first."""

    def job(caller: Caller) -> Message:
        from curator_core.service import staging

        return ManyStaged(staging.approve_many(caller, items, looked, barred))

    return job


def drop_newest() -> Job:
    """Take back what the newest key staged."""

    def job(caller: Caller) -> Message:
        from curator_core.service import staging

        gone = staging.unstage_newest(caller)
        return DecisionDropped(gone[-1] if gone else None, gone[:-1])

    return job
