"""What happened: ledger events, newest first (CONTRACT 33)."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.event import Event
from curator_core.model.view import HistoryRow
from curator_core.rules import event_lines
from curator_core.service.caller import Caller
from curator_core.service.opening import opened


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """Which events to give; None and empty take all. `since` and `until` compare as instants."""

    note: str | None = None
    slot: str | None = None
    subject: str | None = None
    kind: str | None = None
    action: str | None = None
    actor: str | None = None
    since: str | None = None
    until: str | None = None


def history(caller: Caller, wanted: HistoryFilter | None = None) -> tuple[HistoryRow, ...]:
    """Events in reverse ledger order, without texts, with the event that took each back."""
    with opened(caller) as one:
        undone = one.snapshot.reviews.undone
        rows = (
            HistoryRow(event, undone.get(event.event_id))
            for event in reversed(one.ledger.events)
            if _matches(event, wanted or HistoryFilter())
        )
        return tuple(rows)


def _matches(event: Event, wanted: HistoryFilter) -> bool:
    checks = (
        wanted.note is None or _same(wanted.note, event.about),
        wanted.slot is None or _same(wanted.slot, (event.memory_key or "",)),
        wanted.subject is None or event.subject.startswith(wanted.subject),
        wanted.kind is None or event.kind == wanted.kind,
        wanted.action is None or event.action.value == wanted.action,
        wanted.actor is None or event.actor == wanted.actor,
        wanted.since is None or event.at >= wanted.since,
        wanted.until is None or event.at < wanted.until,
    )
    return all(checks)


def _same(name: str, names: tuple[str, ...]) -> bool:
    return name.casefold() in {other.casefold() for other in names}


def event_document(event: Event) -> dict[str, object]:
    """An event as the ledger writes it, without the texts."""
    return event_lines.to_json(event, texts=False)
