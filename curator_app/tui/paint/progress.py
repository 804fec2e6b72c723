"""How far a write is, and whether it can still be stopped."""

from __future__ import annotations

from rich.text import Text

from curator_app.tui.paint.foreign import listed
from curator_app.tui.paint.ink import Ink
from curator_app.tui.paint.wording import count
from curator_core.service.watching import Progress

UNDER_WAY = Text("writing already: x stops it before its commit point", Ink.WARN)
"""Why a write cannot be begun or left now."""
PAST = Text("past the commit point: it cannot be stopped any more, it ends in a moment", Ink.WARN)
"""Why a write cannot be stopped."""
STOPPING = Text("stopping: nothing is written, everything stays staged", Ink.WARN)


def begun(decisions: int) -> Text:
    """That a write has begun."""
    return Text(f"writing {count(decisions, 'decision')} ...   x stops it")


def planning(progress: Progress) -> Text:
    """How far the making of a plan is."""
    return Text("making the plan: ").append_text(_far(progress)).append("   x stops it", Ink.DIM)


def writing(progress: Progress, *, past: bool) -> Text:
    """How far a write is."""
    said = Text("writing: ").append_text(_far(progress))
    return said.append("   past the commit point" if past else "   x stops it", Ink.DIM)


def recovered(finished: tuple[str, ...]) -> Text:
    """What became of a write that was killed."""
    if not finished:
        what = "a write was interrupted before its commit point: nothing of it is written, "
        return Text(f"{what}its decisions are staged", Ink.WARN)
    said = Text("a write was interrupted and is finished now: ", Ink.WARN)
    return said.append_text(listed(finished))


def _far(progress: Progress) -> Text:
    said = Text(progress.stage.value)
    if progress.total:
        said.append(f" {progress.done} of {progress.total}")
    return said
