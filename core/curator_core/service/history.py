"""What happened: ledger events, newest first (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from curator_core.model.event import Event
from curator_core.model.problem import Refusal
from curator_core.model.view import HistoryRow
from curator_core.rules import event_lines
from curator_core.rules.boundaries import at_instant
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import git_past


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """Which events to give; None takes all. `since` (at or after) and `until` (before) are dates,
    meaning their first instant in the Home's zone, or instants with offset."""

    note: str | None = None
    slot: str | None = None
    subject: str | None = None
    kind: str | None = None
    action: str | None = None
    actor: str | None = None
    since: str | None = None
    until: str | None = None


def history(caller: Caller) -> tuple[HistoryRow, ...]:
    """Events in reverse ledger order, without texts, with the event that took each back."""
    with opened(caller) as one:
        return _rows(one, one.ledger.events)


def matching(caller: Caller, wanted: HistoryFilter) -> tuple[HistoryRow, ...] | Refusal:
    """Those that a filter takes; a time of another form is refused."""
    with opened(caller) as one:
        span = _span(wanted, ZoneInfo(one.snapshot.config.timezone))
        if isinstance(span, Refusal):
            return span
        return _rows(one, (e for e in one.ledger.events if _matches(e, wanted, span)))


def _rows(one: Opened, events: Iterable[Event]) -> tuple[HistoryRow, ...]:
    undone = one.snapshot.reviews.undone
    commits = git_past.decision_commits(one.repo)
    return tuple(
        HistoryRow(event, undone.get(event.event_id), commits.get(event.decision))
        for event in reversed(tuple(events))
    )


Span = tuple[datetime | None, datetime | None]


def _span(wanted: HistoryFilter, zone: ZoneInfo) -> Span | Refusal:
    since = None if wanted.since is None else at_instant(wanted.since, zone)
    until = None if wanted.until is None else at_instant(wanted.until, zone)
    if isinstance(since, Refusal):
        return since
    return until if isinstance(until, Refusal) else (since, until)


def _matches(event: Event, wanted: HistoryFilter, span: Span) -> bool:
    at = datetime.fromisoformat(event.at)
    since, until = span
    checks = (
        wanted.note is None or _same(wanted.note, event.about),
        wanted.slot is None or _same(wanted.slot, (event.memory_key or "",)),
        wanted.subject is None or event.subject.startswith(wanted.subject),
        wanted.kind is None or event.kind == wanted.kind,
        wanted.action is None or event.action.value == wanted.action,
        wanted.actor is None or event.actor == wanted.actor,
        since is None or at >= since,
        until is None or at < until,
    )
    return all(checks)


def _same(name: str, names: tuple[str, ...]) -> bool:
    return name.casefold() in {other.casefold() for other in names}


def event_document(event: Event) -> dict[str, object]:
    """An event as the ledger writes it, without the texts."""
    return event_lines.to_json(event, texts=False)
