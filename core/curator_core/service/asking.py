"""The three questions about memory: what holds now, what held then, and why (CONTRACT §A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.answer import Answer
from curator_core.model.problem import Refusal
from curator_core.rules import answers, boundaries
from curator_core.rules.answers import Window
from curator_core.rules.chains import History
from curator_core.service import lost_sources, past, secrecy, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.service.versions import Seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked. `scopes` empty means the Home's default ones. Times are dates or instants with
    offset as text; `at` None is now, `known_at` None what is known now; `since` and `until` cut the
    trail, [since, until).
    """

    slot: str
    scopes: tuple[str, ...] = ()
    at: str | None = None
    known_at: str | None = None
    since: str | None = None
    until: str | None = None


def ask(caller: Caller, question: Question) -> Answer | Refusal:
    """The whole answer package."""
    with opened(caller) as one:
        return answer(one, question)


@dataclass(frozen=True, slots=True)
class Explained:
    """An answer, and those sources of its versions that are gone (C34)."""

    answer: Answer
    gone: tuple[str, ...]


def explain(caller: Caller, question: Question) -> Explained | Refusal:
    """The whole answer package, and what of its evidence is not there any more."""
    with opened(caller) as one:
        found = answer(one, question)
        if isinstance(found, Refusal):
            return found
        cited = [*found.source, *(uri for row in found.trail for uri in row.sources)]
        lost = lost_sources.gone(one, cited)
        return Explained(found, tuple(uri for uri in dict.fromkeys(cited) if uri in lost))


def answer(one: Opened, question: Question) -> Answer | Refusal:
    """The same on a Home that is open already."""
    at = _instant(one, question.at) or one.caller.now
    window = (_instant(one, question.since), _instant(one, question.until))
    known = _instant(one, question.known_at)
    for moment in (at, known, *window):
        if isinstance(moment, Refusal):
            return moment
    scopes = question.scopes or one.snapshot.config.scopes
    history = _history(one, Seeds(question.slot, scopes), known)
    return secrecy.unreviewed_masked(_explained(question, scopes, (at, window), history))


def _explained(
    question: Question,
    scopes: Sequence[str],
    times: tuple[datetime | Refusal, tuple[datetime | Refusal | None, datetime | Refusal | None]],
    history: History,
) -> Answer:
    at, (since, until) = times
    assert not isinstance(at, Refusal), "BUG: refused before"
    assert not isinstance(since, Refusal) and not isinstance(until, Refusal), "BUG: refused before"
    if since is None and until is None:
        return answers.answer(question.slot, scopes, at, history)
    window: Window = (since, until)
    return answers.explain(question.slot, scopes, at, history, window)


def _history(one: Opened, seeds: Seeds, known: datetime | Refusal | None) -> History:
    if isinstance(known, datetime):
        return past.history(one, seeds, known)
    return versions.for_question(one, seeds)


def _instant(one: Opened, text: str | None) -> datetime | Refusal | None:
    if text is None:
        return None
    return boundaries.at_instant(text, boundaries.zone(one.snapshot.config.timezone))
