"""The use cases as jobs for workers: each calls a service and answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.messages import (
    DecisionDropped,
    DecisionsApplied,
    DecisionStaged,
    DecisionUndone,
    DraftLoaded,
    DraftSaved,
    HistoryLoaded,
    ItemShown,
    PlanShown,
    QueueLoaded,
    StagedJudged,
)
from curator_app.tui.paint import decisions, plan
from curator_app.tui.paint.sheet import EMPTY, sheet, together
from curator_core.model.decision import Decision, Merge, Split
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, ItemView, Preview, Staged
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


def load(by_key: bool) -> Job:
    """Read the queue."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review, views

        queue = review.load(caller)
        views.follow(caller, False)
        return QueueLoaded(queue, by_key)

    return job


def show(item: str) -> Job:
    """Read one item and the note typed for its decision."""

    def job(caller: Caller) -> Message:
        from curator_core.service import chain, drafts, portions, review

        found, note = review.show(caller, item), drafts.load(caller, note_key(item))
        finding = found.item.finding if isinstance(found, ItemView) else None
        about = () if finding is None else chain.about(caller, finding.ids)
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


def drop_newest() -> Job:
    """Take the decision back that was staged last."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review

        newest = max(review.staged(caller), key=lambda each: each.order, default=None)
        gone = newest is not None and review.unstage(caller, newest.decision)
        return DecisionDropped(newest if gone else None)

    return job


def preview() -> Job:
    """Make the plan of everything staged."""

    def job(caller: Caller) -> Message:
        from curator_core.service import review

        return _shown(review.preview(caller), review.staged(caller))

    return job


def apply(digest: str) -> Job:
    """Write everything staged, if its plan still is the one that was shown.

    Decisions whose item changed since are undecided again: they are dropped, not written.
    """

    def job(caller: Caller) -> Message:
        from curator_core.service import review, searching, views

        staged = review.staged(caller)
        for each in staged:
            if each.fallen:
                review.unstage(caller, each.decision)
        now = review.preview(caller)
        if not isinstance(now, Preview) or now.plan.digest != digest or now.refused:
            return _shown(now, review.staged(caller), changed=True)
        outcome = review.apply(caller)
        assert not isinstance(outcome, Preview), "BUG: a dry run was not asked for"
        if isinstance(outcome, BatchReceipt):
            _drop_notes(caller, [each for each in staged if not each.fallen])
            views.follow(caller, True)
            searching.follow(caller)
        return DecisionsApplied(outcome)

    return job


def preview_undo(decision: str | None) -> Job:
    """Make the plan of an undo; None: of the newest decision that can be undone."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        return _shown(undoing.preview_undo(caller, decision), ())

    return job


def undo(decision: str | None, digest: str) -> Job:
    """Write an undo, if its plan still is the one that was shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import searching, undoing, views

        now = undoing.preview_undo(caller, decision)
        if not isinstance(now, Preview) or now.plan.digest != digest:
            return _shown(now, (), changed=True)
        undone = undoing.undo(caller, decision)
        if isinstance(undone, Receipt):
            views.follow(caller, True)
            searching.follow(caller)
        return DecisionUndone(undone)

    return job


def history() -> Job:
    """Read the ledger's events."""

    def job(caller: Caller) -> Message:
        from curator_core.service import history as service

        return HistoryLoaded(service.history(caller))

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


def _drop_notes(caller: Caller, staged: Iterable[Staged]) -> None:
    """The notes, texts and picks of written decisions are in the ledger now."""
    from curator_core.service import drafts

    for each in staged:
        drafts.drop(caller, note_key(each.item))
        drafts.drop(caller, text_key(each.item))
        drafts.drop(caller, picks_key(each.item))
        match each.choice:
            case Split():
                drafts.drop(caller, cutting_key(each.item))
            case Merge(targets=targets):
                drafts.drop(caller, join_key(each.item, targets))
            case _:
                pass


def _shown(
    outcome: Preview | Refusal, staged: tuple[Staged, ...], *, changed: bool = False
) -> PlanShown:
    blocked = sheet(decisions.staged_lines(staged))
    text = plan.whole(outcome) if isinstance(outcome, Preview) else EMPTY
    return PlanShown(outcome, staged, together(blocked, text), changed)
