"""What happened: ledger events, newest first (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from curator_core.model.event import Event
from curator_core.model.files import Place
from curator_core.model.problem import Refusal
from curator_core.model.view import HistoryRow, OutsideRow, Past, SetBack
from curator_core.rules import event_lines, layout, undoing
from curator_core.rules.boundaries import at_instant
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.store import git_outside, git_past, home_config, journal


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


def matching(caller: Caller, wanted: HistoryFilter) -> tuple[HistoryRow, ...] | Refusal:
    """Those that a filter takes; a time of another form is refused."""
    with opened(caller) as one:
        span = _span(wanted, ZoneInfo(one.snapshot.config.timezone))
        if isinstance(span, Refusal):
            return span
        return _rows(one, (e for e in one.ledger.events if _matches(e, wanted, span)))


COMMITS = 2000
"""How many of the newest commits are looked through for other people's."""
_PROPOSED = (Place.CANDIDATES, Place.QUARANTINE)
_OWN = ("golden/", "ledger/", home_config.CONFIG_PATH)


def past(caller: Caller) -> Past:
    """Everything that happened: events and outside commits, and what undo and redo would do."""
    with opened(caller) as one:
        actor = reviewer(one)
        who = "" if isinstance(actor, Refusal) else actor
        events, undone = one.ledger.events, one.snapshot.reviews.undone
        return Past(
            rows=_rows(one, events),
            outside=_outside(one),
            undo=undoing.newest_undoable(events, undone, who),
            redo=undoing.redoable(events, undone, who),
            set_back=_set_back(one),
        )


def _set_back(one: Opened) -> tuple[SetBack, ...]:
    """What Curator set back; its titles where the decision was not taken anew yet."""
    folder = one.repo.state_dir
    titles = {record.decision: record.title for record in journal.records(folder)}
    falls = (replace(e, title=titles.get(e.decision, "")) for e in journal.falls(folder))
    return tuple(falls)[::-1]


def outside(caller: Caller) -> tuple[OutsideRow, ...]:
    """Commits beside Curator that touched what it keeps, newest first."""
    with opened(caller) as one:
        return _outside(one)


def _outside(one: Opened) -> tuple[OutsideRow, ...]:
    """Commits beside Curator that touched what it keeps."""
    config = one.snapshot.config
    known = frozenset(event.decision for event in one.ledger.events)
    found = []
    for commit, paths in git_outside.commits(one.repo, config.baseline, known, COMMITS):
        own = tuple(p for p in paths if p.startswith(_OWN) or layout.place_of(p, config))
        if own:
            told = (commit.commit, commit.at, commit.author, commit.subject)
            proposes = all(layout.place_of(p, config) in _PROPOSED for p in own)
            found.append(OutsideRow(*told, own, proposes))
    return tuple(found)


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
