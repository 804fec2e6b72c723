"""The use cases as jobs for workers: each calls a service and answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.message import Message

from curator_app.tui.arranging import Lens, Roster, arranged, roster
from curator_app.tui.errands import Job
from curator_app.tui.messages import (
    DecisionDropped,
    DecisionStaged,
    DraftLoaded,
    DraftSaved,
    ItemShown,
    QueueArranged,
    QueueLoaded,
    StagedJudged,
)
from curator_core.model.decision import Decision
from curator_core.model.view import ItemView, Staged
from curator_core.service.caller import Caller


def note_key(item: str) -> str:
    """Under which key the note on an item's decision is kept."""
    return f"note:{item}"


def text_key(item: str) -> str:
    """Under which key the changed text of an item is kept."""
    return f"text:{item}"


def picks_key(item: str) -> str:
    """Under which key the picks for an item's merges are kept."""
    return f"picks:{item}"


def cutting_key(item: str) -> str:
    """Under which key it is kept how an item is being cut."""
    return f"cutting:{item}"


def join_key(item: str, others: Iterable[str]) -> str:
    """Under which key the text is kept that is made of an item's note and others."""
    return f"join:{item}:{','.join(others)}"


def load(lens: Lens, by_key: bool, reveal: bool = False) -> Job:
    """Read the queue and see it through a lens."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review, views

        queue = review.load(caller)
        views.follow(caller, False)
        return QueueLoaded(arranged(roster(queue), lens), by_key, reveal)

    return job


def arrange(known: Roster, lens: Lens) -> Job:
    """See the queue as it was read through another lens; nothing is read anew."""

    def job(caller: Caller) -> Message:
        return QueueArranged(arranged(known, lens))

    return job


def show(item: str) -> Job:
    """Read one item and the note typed for its decision."""

    def job(caller: Caller) -> Message:
        from curator_app.tui.paint import replaced
        from curator_core.service import chain, drafts, portions, review

        found, note = review.show(caller, item), drafts.load(caller, note_key(item))
        names = replaced.asked(found) if isinstance(found, ItemView) else ()
        about = chain.about(caller, names) if names else ()
        several = isinstance(found, ItemView) and len(found.item.paths) > 1
        notes = portions.portions(caller, item) if several else ()
        return ItemShown(item, found, note, about, notes)

    return job


def stage(item: str, decision: Decision) -> Job:
    """Stage one decision."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review

        return DecisionStaged(item, decision, review.stage(caller, decision))

    return job


def judge() -> Job:
    """Hold every staged decision against the Home as it is now."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review

        return StagedJudged(review.staged(caller))

    return job


def drop(staged: Staged) -> Job:
    """Take one staged decision back."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review

        gone = review.unstage(caller, staged.decision)
        return DecisionDropped(staged if gone else None)

    return job


def load_draft(key: str) -> Job:
    """Bring a typed text back."""

    def job(caller: Caller) -> Message:
        from curator_core.service import drafts

        return DraftLoaded(key, drafts.load(caller, key))

    return job


def save_draft(key: str, text: str) -> Job:
    """Keep a typed text."""

    def job(caller: Caller) -> Message:
        from curator_core.service import drafts

        drafts.save(caller, key, text)
        return DraftSaved(key)

    return job
