"""What the workbenches ask for as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.jobs import cutting_key, picks_key
from curator_app.tui.messages import (
    DraftSaved,
    JoinShown,
    OriginalShown,
    PicksLoaded,
)
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.model.view import Merged
from curator_core.service.caller import Caller


def original(name: str) -> Job:
    """Read a note to be cut, and how far it was cut before."""

    def job(caller: Caller) -> Message:
        from curator_core.service import drafts, splitting

        found = splitting.original(caller, name)
        kept = "" if isinstance(found, Refusal) else drafts.load(caller, cutting_key(found.item))
        return OriginalShown(found, kept)

    return job


def join(names: Sequence[str], result: bytes | None, scope: str | None) -> Job:
    """Make one note of several."""

    def job(caller: Caller) -> Message:
        from curator_core.service import joining

        return JoinShown(joining.joined(caller, names, result, scope))

    return job


def _picked_key(item: Item) -> str:
    """Under which key it is kept which text of a file has picks: its item changes with it."""
    return f"picked:{item.paths[0]}"


def load_picks(item: Item, merges: Sequence[Merged]) -> Job:
    """Compare the texts, and bring picks back; those for an earlier text of the same file are
    dropped."""

    def job(caller: Caller) -> Message:
        from curator_app.tui.paint import beside
        from curator_core.service import drafts

        for merged in merges:
            beside.prepare(merged)
        text = drafts.load(caller, picks_key(item.item))
        earlier = "" if item.commit else drafts.load(caller, _picked_key(item))
        if earlier in ("", item.item):
            return PicksLoaded(item.item, text, False)
        gone = bool(drafts.load(caller, picks_key(earlier)))
        drafts.drop(caller, picks_key(earlier))
        drafts.drop(caller, _picked_key(item))
        return PicksLoaded(item.item, text, gone)

    return job


def save_picks(item: Item, text: str) -> Job:
    """Keep picks; an empty text drops them."""

    def job(caller: Caller) -> Message:
        from curator_core.service import drafts

        drafts.save(caller, picks_key(item.item), text)
        if not item.commit:
            drafts.save(caller, _picked_key(item), item.item if text else "")
        return DraftSaved(picks_key(item.item))

    return job
