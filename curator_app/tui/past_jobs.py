"""Use cases about plans and the past as jobs for workers; each answers with one message.

Services are imported here, inside the thread, so that the first paint does not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.jobs import cutting_key, join_key, note_key, picks_key, text_key
from curator_app.tui.messages import DecisionsApplied, DecisionUndone, PlanShown
from curator_app.tui.paint import decisions, plan
from curator_app.tui.paint.sheet import sheet
from curator_app.tui.past_messages import (
    AftermathForeseen,
    PastLoaded,
    StatsLoaded,
    TextSaved,
    UndoForeseen,
    WriteRecovered,
)
from curator_core.model.decision import Merge, Split
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.undo import Names, Way
from curator_core.model.view import BatchReceipt, Preview, Staged
from curator_core.service.caller import Caller

if TYPE_CHECKING:
    from curator_app.tui.writing import Writing

TOLD = ("secret",)
"""What an undo asks to confirm: the desk shows its plan first, which says so; `y` confirms it."""


def recover() -> Job:
    """Finish or forget what a killed write left."""

    def job(caller: Caller) -> Message:
        from curator_core.service.interrupted import interrupted

        if not interrupted(caller):
            return WriteRecovered(None)
        from curator_core.service import writing as service

        done = service.recover(caller)
        follow(caller)
        return WriteRecovered(done)

    return job


def preview(writing: Writing) -> Job:
    """Make the plan of everything staged."""

    def job(caller: Caller) -> Message:
        from curator_core.service import writing as service

        found = service.foresee(replace(caller, watch=writing))
        return _shown(found.outcome, found.staged)

    return job


def aftermath(preview: Preview) -> Job:
    """What follows from a plan that is shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import writing as service

        found = service.aftermath(caller, preview)
        return AftermathForeseen(preview.plan.digest, sheet(plan.aftermath(found)))

    return job


def apply(digest: str, writing: Writing, *, partial: bool) -> Job:
    """Write everything staged, if its plan still is the one that was shown.

    Decisions whose item changed since are undecided again: they are dropped, not written.
    """

    def job(caller: Caller) -> Message:
        from curator_core.service import writing as service

        before = service.kept(caller)
        outcome = service.write(replace(caller, watch=writing), digest, partial=partial)
        if isinstance(outcome, service.Foreseen):
            return _shown(outcome.outcome, outcome.staged, changed=True)
        if isinstance(outcome, BatchReceipt):
            left = {item for item, _ in outcome.refused}
            _drop_notes(caller, [each for each in before if each.item not in left])
            follow(caller)
        return DecisionsApplied(outcome)

    return job


def follow(caller: Caller) -> None:
    """What is made from the notes is made anew after a write."""
    from curator_core.service import searching, views

    views.follow(caller, True)
    searching.follow(caller)


def preview_undo(names: Names, way: Way) -> Job:
    """Make the plan of an undo; None: of the newest decision that can be undone."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        return _shown(undoing.preview_undo(caller, names, way, TOLD), ())

    return job


def undo(names: Names, way: Way, digest: str, writing: Writing) -> Job:
    """Write an undo, if its plan still is the one that was shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        watched = replace(caller, watch=writing)
        return _undone(caller, undoing.undo(watched, names, way, digest, TOLD))

    return job


def preview_where(terms: tuple[str, ...], way: Way) -> Job:
    """Make the plan of taking back all that these terms take."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        found = undoing.undo_where(caller, terms, way, confirm=TOLD)
        return _shown(found if isinstance(found, Refusal) else found.preview, ())

    return job


def undo_where(terms: tuple[str, ...], way: Way, digest: str, writing: Writing) -> Job:
    """Take back all that these terms take, if that still is what was shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        watched = replace(caller, watch=writing)
        return _undone(caller, undoing.undo_found(watched, terms, way, digest, TOLD))

    return job


def _undone(caller: Caller, outcome: Receipt | Refusal) -> DecisionUndone:
    if isinstance(outcome, Receipt):
        follow(caller)
    return DecisionUndone(outcome)


def past() -> Job:
    """Read what happened."""

    def job(caller: Caller) -> Message:
        from curator_core.service import history

        return PastLoaded(history.past(caller))

    return job


def foresee_undo(key: str, names: Names) -> Job:
    """What taking this back would do."""

    def job(caller: Caller) -> Message:
        from curator_core.service import undoing

        return UndoForeseen(key, undoing.preview_undo(caller, names, confirm=TOLD))

    return job


def stats(days: int | None) -> Job:
    """The numbers of the last days, or of all time."""

    def job(caller: Caller) -> Message:
        from curator_core.service import stats as service

        return StatsLoaded(service.stats(caller, days))

    return job


def save(target: Path, data: bytes) -> Job:
    """Write a new file outside of the Home."""

    def job(caller: Caller) -> Message:
        from curator_core.service import exporting

        return TextSaved(exporting.save(caller, target, data))

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
    """Paint it here, in the thread: a plan of many files is much to compare."""
    first = tuple(sorted(staged, key=decisions.urgency))
    effects = sheet([*decisions.staged_lines(first), *plan.effects(outcome)])
    return PlanShown(outcome, first, effects, plan.files(outcome), changed)
