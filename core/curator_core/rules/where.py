"""Which decisions an undo takes back: `--where KEY=VALUE`, terms joined by and (CONTRACT 33)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase
from zoneinfo import ZoneInfo

from curator_core.model.event import Action, Event
from curator_core.model.problem import Refusal
from curator_core.rules.boundaries import at_instant

FIELDS: dict[str, Callable[[Event], tuple[str, ...]]] = {
    "actor": lambda event: (event.actor,),
    "proposer": lambda event: (event.proposal.proposer,),
    "job": lambda event: (event.proposal.job or "",),
    "detector": lambda event: (event.proposal.detector or "",),
    "session": lambda event: (event.proposal.session or "",),
    "source": lambda event: event.proposal.sources,
}
"""Keys whose value must be equal to the event's, or match it as a glob; empty takes those that name
none."""
SINCE = "since"
"""The key of an earliest instant, or date in the Home's zone; closed bound."""


@dataclass(frozen=True, slots=True)
class Where:
    """All terms must hold; `since` are aware instants."""

    fields: tuple[tuple[str, str], ...]
    since: tuple[datetime, ...] = ()

    def takes(self, event: Event) -> bool:
        """Whether all terms hold for an event."""
        at = datetime.fromisoformat(event.at)
        return all(_equals(FIELDS[key](event), value) for key, value in self.fields) and all(
            at >= since for since in self.since
        )


def parse(terms: Sequence[str], zone: ZoneInfo) -> Where | Refusal:
    """The terms of one call; an unknown key or no `=` is a usage error."""
    fields, since = [], []
    for term in terms:
        key, sign, value = term.partition("=")
        if key == SINCE and sign:
            instant = at_instant(value, zone)
            if isinstance(instant, Refusal):
                return instant
            since.append(instant)
        elif key in FIELDS and sign:
            fields.append((key, value))
        else:
            keys = ", ".join((*FIELDS, SINCE))
            return Refusal("usage", f"{term} is no KEY=VALUE", f"KEY is one of {keys}")
    return Where(tuple(fields), tuple(since))


def standing(where: Where, events: Iterable[Event], undone: Mapping[str, str]) -> tuple[Event, ...]:
    """The events it takes, in ledger order; undos and what was undone aside."""
    return tuple(
        event
        for event in events
        if event.action is not Action.UNDO and event.event_id not in undone and where.takes(event)
    )


def _equals(found: tuple[str, ...], value: str) -> bool:
    return any(text == value or (value != "" and fnmatchcase(text, value)) for text in found) or (
        value == "" and not found
    )
