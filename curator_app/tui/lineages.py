"""Lineages as jobs for workers, the messages that they answer with, and their notes as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from textual.message import Message

from curator_app.tui.errands import Job
from curator_app.tui.messages import PlanShown
from curator_app.tui.paint import lineage as paint
from curator_app.tui.paint import plan
from curator_app.tui.paint.sheet import sheet
from curator_app.tui.past_jobs import follow
from curator_app.tui.writing import Writing
from curator_core.model.lineage import Descendant, Lineage, RolledBack, Start
from curator_core.model.problem import Refusal
from curator_core.service.caller import Caller


@dataclass
class StartsFound(Message, bubble=False):
    """Where the notes in hand may have come from."""

    starts: tuple[Start, ...]


@dataclass
class LineageFound(Message, bubble=False):
    """All that came from what was asked, or why that cannot be said."""

    asked: str
    outcome: Lineage | Refusal


@dataclass
class LineageTakenBack(Message, bubble=False):
    """A lineage was taken back, or why it was not."""

    outcome: RolledBack | Refusal


@dataclass(frozen=True, slots=True)
class Twig:
    """A note of a lineage; `depth` is 0 for what came by itself."""

    note: Descendant
    depth: int


def tree(notes: Sequence[Descendant]) -> tuple[Twig, ...]:
    """What came by itself, each with what was made of it below; what was made of several notes
    stands below the first."""
    return tuple(_twigs(notes))


def _twigs(notes: Sequence[Descendant]) -> Iterator[Twig]:
    below: dict[str, list[Descendant]] = {}
    for note in notes:
        beside = below.setdefault(next(iter(note.made_of), ""), [])
        beside += [note]
    waiting = [Twig(note, 0) for note in reversed(below.get("", ()))]
    while waiting:
        twig = waiting.pop()
        yield twig
        made = below.get(twig.note.name, ())
        waiting += [Twig(note, twig.depth + 1) for note in reversed(made)]


def starts(names: Sequence[str]) -> Job:
    """Look where notes may have come from."""

    def job(caller: Caller) -> Message:
        from curator_core.service import lineage

        return StartsFound(lineage.starts(caller, names))

    return job


def lineage(asked: str) -> Job:
    """Find all that came from there."""

    def job(caller: Caller) -> Message:
        from curator_core.service import lineage as service

        return LineageFound(asked, service.of(caller, asked))

    return job


def preview(asked: str) -> Job:
    """Make the one plan that takes all of it back."""

    def job(caller: Caller) -> Message:
        from curator_core.service import rolling_back

        found = rolling_back.roll_back(caller, asked)
        if isinstance(found, Refusal):
            return PlanShown(found, (), sheet(()), plan.files(found))
        lines = [*paint.rollback(found), *plan.effects(found.preview)]
        return PlanShown(found.preview, (), sheet(lines), plan.files(found.preview))

    return job


def take_back(asked: str, digest: str, writing: Writing, *, partial: bool) -> Job:
    """Carry the plan out, if it still is the one that was shown."""

    def job(caller: Caller) -> Message:
        from curator_core.service import rolling_back

        watched = replace(caller, watch=writing)
        done = rolling_back.roll_back(watched, asked, True, partial, digest)
        if isinstance(done, RolledBack):
            follow(caller)
        return LineageTakenBack(done)

    return job
