"""What happened as rows: a row a decision, its events below it when asked for, others' commits."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.event import Action, Event
from curator_core.model.view import HistoryRow, OutsideRow, Past, SetBack


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one decision in ledger order; a batch is one decision."""

    decision: str
    rows: tuple[HistoryRow, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The decision's events."""
        return tuple(each.event for each in self.rows)

    @property
    def undone(self) -> bool:
        """Whether every one of its events was taken back."""
        return all(each.undone_by is not None for each in self.rows)

    @property
    def is_undo(self) -> bool:
        """Whether it takes another decision back."""
        return all(event.action is Action.UNDO for event in self.events)

    @property
    def standing(self) -> tuple[str, ...]:
        """The ids of its events that nobody took back."""
        return tuple(each.event.event_id for each in self.rows if each.undone_by is None)


@dataclass(frozen=True, slots=True)
class Single:
    """One event of a batch, shown below it."""

    row: HistoryRow

    @property
    def standing(self) -> tuple[str, ...]:
        """Its own id, unless it was taken back."""
        return (self.row.event.event_id,) if self.row.undone_by is None else ()


Moment = Decided | Single | OutsideRow | SetBack


def key(moment: Moment) -> str:
    """What a row is called."""
    match moment:
        case Decided(decision=decision) | SetBack(decision=decision):
            return decision
        case Single(row=row):
            return row.event.event_id
        case OutsideRow(commit=commit):
            return commit


def grouped(rows: Iterable[HistoryRow]) -> tuple[Decided, ...]:
    """Ledger rows, newest first, by decision; the events of one in the order they were taken."""
    found: dict[str, list[HistoryRow]] = {}
    for each in rows:
        found.setdefault(each.event.decision, []).append(each)
    return tuple(Decided(name, tuple(reversed(events))) for name, events in found.items())


SET_BACK = "set-back by curator"
"""The words by which a filter takes what Curator set back."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """Which rows are wanted: those that hold every word, and of `only` these decisions."""

    words: str = ""
    only: frozenset[str] | None = None

    def takes(self, each: Decided | OutsideRow | SetBack) -> bool:
        """Whether a row is wanted."""
        if self.only is not None and key(each) not in self.only:
            return False
        text = " ".join(_words(each)).casefold() if self.words else ""
        return all(word in text for word in self.words.casefold().split())


def moments(past: Past, unfolded: Collection[str], sieve: Sieve) -> tuple[Moment, ...]:
    """The wanted rows newest first; batches among `unfolded` with their events."""
    return tuple(_shown(past, unfolded, sieve))


def _shown(past: Past, unfolded: Collection[str], sieve: Sieve) -> Iterator[Moment]:
    for each in _ordered(past):
        if not sieve.takes(each):
            continue
        yield each
        if isinstance(each, Decided) and len(each.rows) > 1 and each.decision in unfolded:
            yield from (Single(row) for row in each.rows)


def _ordered(past: Past) -> Iterator[Decided | OutsideRow | SetBack]:
    """The ledger's own order, commits and what was set back where their instants say."""
    found: list[OutsideRow | SetBack] = [*past.outside, *past.set_back]
    beside = deque(sorted(found, key=_at, reverse=True))
    for decided in grouped(past.rows):
        at = datetime.fromisoformat(decided.rows[0].event.at)
        while beside and _at(beside[0]) >= at:
            yield beside.popleft()
        yield decided
    yield from beside


def _at(each: OutsideRow | SetBack) -> datetime:
    return datetime.fromisoformat(each.at)


def _words(each: Decided | OutsideRow | SetBack) -> Iterator[str]:
    match each:
        case SetBack():
            yield from (SET_BACK, each.at, each.decision, each.item, each.action.value, each.title)
        case OutsideRow(commit=commit, author=author, subject=subject, paths=paths):
            yield from ("outside", commit, author, subject, *paths)
        case Decided(rows=rows):
            for row in rows:
                yield from _told(row.event)
                yield row.commit or ""
                yield "undone" if row.undone_by is not None else ""


def _told(event: Event) -> Iterator[str]:
    came = event.proposal
    yield from (event.action.value, event.decision, event.at, event.actor, event.item, event.op)
    yield from (*event.about, event.subject, event.memory_key or "", event.reason)
    yield from (event.reason_code or "", came.proposer, came.job or "", came.detector or "")
    yield from (came.session or "", *came.sources)
    yield from (change.path_after or change.path_before or "" for change in event.notes)


def origins(event: Event) -> tuple[str, ...]:
    """The terms that `undo --where` knows an event's proposal by, the widest use first."""
    came = event.proposal
    named = (
        ("job", came.job),
        ("detector", came.detector),
        ("proposer", came.proposer),
        ("session", came.session),
        *(("source", source) for source in came.sources),
    )
    return tuple(f"{name}={value}" for name, value in named if value)
