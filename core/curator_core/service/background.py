"""What stands behind and around one item or note: read on demand, beside the item itself."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.background import Background, Support, ViewChange
from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.model.view import SourceView
from curator_core.rules import overlap
from curator_core.rules.overlap import Line
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import (
    citing,
    existing,
    finding,
    if_approved,
    naming,
    near_notes,
    relatives,
    taint_path,
)
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.service.secrecy import masked

NOBODY = "human:unknown"


@dataclass(frozen=True, slots=True)
class _About:
    """What is asked about: an item, and the file that says what it says (None where none does)."""

    item: Item
    file: NoteFile | None


def of(caller: Caller, name: str, around: int = citing.CONTEXT_LINES) -> Background | Refusal:
    """The background of an open item, or of a note that is memory, with `around` lines of context.

    Linear in the Home; meant for one item at a time.
    """
    with opened(caller) as one:
        about = _about(one, name)
        return about if isinstance(about, Refusal) else _background(one, about, around)


def sources(caller: Caller, name: str, around: int) -> Background | Refusal:
    """The cited lines and the overlap alone, with more or less context."""
    with opened(caller) as one:
        about = _about(one, name)
        if isinstance(about, Refusal):
            return about
        cited, support = _evidence(one, about.file, around)
        return Background(item=name, around=around, sources=cited, support=support)


def _about(one: Opened, name: str) -> _About | Refusal:
    item = existing.find(one, name)
    if item is None:
        found = naming.resolve(finding.queue(one), name)
        if isinstance(found, Refusal):
            return found
        item = found
    return _About(item, _file(one, item))


def _file(one: Opened, item: Item) -> NoteFile | None:
    if item.op is Op.CONFIG or one.snapshot.entry(item.file) is None:
        return None
    return one.snapshot.file(item.file)


def _background(one: Opened, about: _About, around: int) -> Background:
    item, file = about.item, about.file
    cited, support = _evidence(one, file, around)
    entry = None if file is None else file.entry
    note = None if file is None else file.note
    effect = _effect(one, item, entry)
    return Background(
        item=item.item,
        around=around,
        sources=cited,
        support=support,
        changes=effect.changes,
        answers=effect.answers,
        asks=effect.asks,
        golden=() if entry is None else relatives.golden(one, entry),
        linked=() if entry is None else relatives.linked(one, entry),
        earlier=relatives.earlier(one, item),
        kin=relatives.kin(one, item),
        way=taint_path.way(one, item),
        near=() if entry is None or note is None else near_notes.near(one, entry, note),
    )


def _evidence(
    one: Opened, file: NoteFile | None, around: int
) -> tuple[tuple[SourceView, ...], tuple[Support, ...]]:
    if file is None or file.note is None:
        return (), ()
    cited = citing.resolve(one, file.note, around)
    lines = [
        Line(place, number, masked(text))
        for place, source in enumerate(cited)
        for number, text, is_cited in source.lines
        if is_cited
    ]
    value = None if file.note.value is None else masked(file.note.value)
    said = overlap.claims(value, masked(file.note.body))
    return cited, overlap.supports(said, lines) if lines else ()


@dataclass(frozen=True, slots=True)
class _Effect:
    """What approval would change, and what it asks for."""

    changes: tuple[ViewChange, ...] | Refusal
    answers: tuple[AnswerChange, ...] = ()
    asks: tuple[str, ...] = ()


def _is_memory(one: Opened, entry: Entry) -> bool:
    reviewed = vouch(entry, one.snapshot.reviews).standing is Standing.REVIEWED
    return reviewed and entry.place is Place.NOTES


def _effect(one: Opened, item: Item, entry: Entry | None) -> _Effect:
    """What approval would change in the views; of a note that is memory where it stands."""
    if entry is not None and _is_memory(one, entry):
        return _Effect(if_approved.standing(one, entry.path))
    actor = reviewer(one)
    known = NOBODY if isinstance(actor, Refusal) else actor
    found, asks = if_approved.preview(one, item, known)
    if isinstance(found, Refusal):
        return _Effect(found, asks=asks)
    return _Effect(if_approved.changes(one, found.plan), found.plan.answers, asks)
