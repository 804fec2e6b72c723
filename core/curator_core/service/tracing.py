"""Where something that was said came from: which notes could have said it, what became of them,
and where it still stands (CONTRACT 34)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from curator_core.model.answer import Answer
from curator_core.model.problem import Refusal
from curator_core.model.trace import Inquiry, Kind, Said, Trace
from curator_core.rules import boundaries, terms, trails
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id, folded_scope
from curator_core.service import asking, knowing, leaking, searching, versions
from curator_core.service.asking import Question
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, instant, opened
from curator_core.service.said import Judge, Start, distinct, says, valid
from curator_core.service.searching import Search

LIKELY = 8
"""How many notes are named where none holds the text but some share its telling words."""


def trace(caller: Caller, asked: Inquiry) -> Trace | Refusal:
    """Trace a text, a note or a slot; Refusal `time-form` for a time that is none."""
    with opened(caller) as one:
        return traced(one, asked)


def traced(one: Opened, asked: Inquiry) -> Trace | Refusal:
    """The same on a Home that is open already."""
    when: datetime | Refusal = one.caller.now
    if asked.when is not None:
        zone = boundaries.zone(one.snapshot.config.timezone)
        when = boundaries.at_instant(asked.when, zone)
    if isinstance(when, Refusal):
        return when
    kind, paths = _understood(one, asked)
    start = Start(kind, *_started(one, kind, asked, paths))
    judge = Judge(one, start, when)
    said = judge.said()
    then, now = _answers(one, asked, said, when)
    return Trace(
        asked=asked.text,
        kind=kind if start.literal else Kind.WORDS,
        when=instant(when),
        values=start.values,
        said=said,
        leaks=leaking.leaks(one, judge.old(said)),
        then=then,
        now=now,
    )


def _understood(one: Opened, asked: Inquiry) -> tuple[Kind, tuple[str, ...]]:
    """Whether a note id or a slot is asked about, with its files; else a text."""
    index, rules = versions.links(one)
    named = index.by_id.get(folded_id(asked.text), ())
    if named:
        return Kind.NOTE, named
    key = rules.resolve(asked.text)
    scopes = {folded_scope(scope) for scope in asked.scopes}
    found = [
        path
        for slot, paths in index.by_slot.items()
        if slot.key == key and (not scopes or slot.scope in scopes)
        for path in paths
    ]
    return (Kind.SLOT, tuple(found)) if found else (Kind.TEXT, ())


def _started(
    one: Opened, kind: Kind, asked: Inquiry, paths: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], bool, History]:
    if kind is not Kind.TEXT:
        history = versions.history(one, paths)
        values = _old_values(one, history, paths) or _all_values(history)
        return values, paths, True, history
    values = (asked.text,)
    index, _ = versions.links(one)
    hits = searching.found(one, Search(text=asked.text)).hits
    found = (*(hit.entry.path for hit in hits), *index.approved)
    if hits or index.approved:
        history = versions.history(one, found)
        if any(says(version, (terms.wanted(asked.text),)) for version in history.versions):
            return values, found, True, history
    if knowing.memory(one, [terms.wanted(asked.text)]).saying:
        return values, (), True, versions.history(one, ())
    near = tuple(hit.entry.path for hit in searching.likely(one, asked.text, LIKELY).hits)
    return values, near, False, versions.history(one, near)


def _old_values(one: Opened, history: History, paths: Sequence[str]) -> tuple[str, ...]:
    """What versions said that does not hold any more."""
    now = one.caller.now
    found = [
        trails.answer_text(version.note)
        for version in history.versions
        if version.reviewed and not valid(history, version, now)
    ]
    return distinct(found)


def _all_values(history: History) -> tuple[str, ...]:
    return distinct(trails.answer_text(version.note) for version in history.versions)


def _answers(
    one: Opened, asked: Inquiry, said: Sequence[Said], when: datetime
) -> tuple[Answer, Answer]:
    """What the slot in question answered then, as it was known then, and answers now."""
    first = said[0] if said else None
    slot = asked.text if first is None else first.slot or first.note_id
    scopes = asked.scopes or (() if first is None else (first.scope,))
    now = asking.answer(one, Question(slot=slot, scopes=scopes))
    at = instant(when)
    known_at = None if asked.when is None else at
    then = asking.answer(one, Question(slot=slot, scopes=scopes, at=at, known_at=known_at))
    assert isinstance(now, Answer) and isinstance(then, Answer), "BUG: times were read before"
    return then, now
