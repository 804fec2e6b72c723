"""Rejection memory: which claims a person turned down, and what brings one back (DESIGN §5).

A rejection mutes its claim (`rules.claims`), not the notes it was about. It lasts until it is
undone, until the claim is restored or approved, and it never ages. A later proposal of the same
claim comes back, marked, when its `valid_from` and one of its sources are both surely later than
the rejection. A copy that is rejected as a duplicate leaves the one that waited beside it (C47).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo

from curator_core.model.decision import ReasonCode
from curator_core.model.event import Action, Event
from curator_core.model.proposal import Health, Item, Lane
from curator_core.rules import boundaries, validity

NEWER_EVIDENCE = "newer-evidence"
"""The flag of an item that says what was rejected, with newer evidence."""
_LIFTING = frozenset({Action.RESTORE, Action.APPROVE})
"""Later words of a person on a claim or item, after which it is rejected no more."""
_INSTANT = re.compile(
    r"(?<!\d)(\d{4}-\d\d-\d\d)[T_ ](\d\d):?(\d\d)(?::?(\d\d))?(Z|[+-]\d\d:?\d\d)(?!\d)"
)
_DATE = re.compile(r"(?<!\d)(\d{4})([-/._]?)(\d\d)\2(\d\d)(?!\d)")

Deed = tuple[int, Event]
"""An event with its place in the ledger's order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a proposal brings for its claim.

    `dated` says, by URI, when cited lines were last changed (date or instant), where a caller knows
    better than the URI. `now` is the instant of asking: a source dated later proves nothing.
    """

    valid_from: str | None = None
    sources: tuple[str, ...] = ()
    dated: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The newest rejection of a claim that stands. `evidence` is the newer source that brings the
    claim back, None while it stays suppressed."""

    event: Event
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class Rejections:
    """What the ledger remembers, by claim: rejections and what lifted them, in ledger order.

    `claims` are the claims for which an item was rejected, `restored` the restores by item.
    `events` are those it was made of; `void` holds the ids of those without effect.
    """

    deeds: Mapping[str, tuple[Deed, ...]]
    claims: Mapping[str, tuple[str, ...]]
    restored: Mapping[str, tuple[Deed, ...]]
    events: Sequence[Event]
    void: Container[str]

    def match(self, item: Item, evidence: Evidence, zone: tzinfo) -> Match | None:
        """The rejection that mutes an item: all of its claims were rejected, and it was not put
        back itself since. Dates without an offset are days of `zone`."""
        found = [
            [deed for deed in self._standing(claim) if not _spares(deed[1], item, zone)]
            for claim in (item.fingerprint or "").split()
        ]
        standing = [deeds for deeds in found if deeds]
        if not found or len(standing) < len(found):
            return None
        latest = max((deeds[-1] for deeds in standing), key=lambda deed: deed[0])
        if any(place > latest[0] for place, _ in self._effective(self.restored, item.item)):
            return None
        cited = {uri for deeds in standing for _, e in deeds for uri in e.proposal.sources}
        return Match(latest[1], _newer(latest[1], evidence, cited, zone))

    def _standing(self, claim: str) -> list[Deed]:
        """The rejections of a claim since it was lifted last."""
        kept: list[Deed] = []
        for deed in self._effective(self.deeds, claim):
            if deed[1].action is Action.REJECT:
                kept.append(deed)
            else:
                kept.clear()
        return kept

    def _effective(self, deeds: Mapping[str, tuple[Deed, ...]], key: str) -> Iterator[Deed]:
        return (deed for deed in deeds.get(key, ()) if deed[1].event_id not in self.void)


def remembered(
    events: Sequence[Event], void: Container[str], before: Rejections | None = None
) -> Rejections:
    """The memory of events in ledger order; `void` are the ids of undone (or overruled) ones.

    An earlier memory is gone on from where its events are the first of these.
    """
    known = before is not None and events[: len(before.events)] == before.events
    made = _Gathering(before if known else None)
    for place in range(len(before.events) if known and before is not None else 0, len(events)):
        made.take((place, events[place]))
    return Rejections(made.deeds, made.claims, made.restored, events, void)


class _Gathering:
    def __init__(self, before: Rejections | None) -> None:
        self.deeds = {} if before is None else dict(before.deeds)
        self.claims = {} if before is None else dict(before.claims)
        self.restored = {} if before is None else dict(before.restored)

    def take(self, deed: Deed) -> None:
        event = deed[1]
        marks = tuple((event.fingerprint or "").split())
        items = dict.fromkeys((event.item, *event.items))
        if event.action is Action.REJECT:
            for item in items if marks else ():
                self.claims[item] = tuple(dict.fromkeys((*self.claims.get(item, ()), *marks)))
        elif event.action in _LIFTING:
            marks = (*marks, *(claim for item in items for claim in self.claims.get(item, ())))
        else:
            return
        for claim in dict.fromkeys(marks):
            self.deeds[claim] = (*self.deeds.get(claim, ()), deed)
        for item in items if event.action is Action.RESTORE else ():
            self.restored[item] = (*self.restored.get(item, ()), deed)


def _newer(event: Event, evidence: Evidence, cited: set[str], zone: tzinfo) -> str | None:
    """The first source, not cited before, that is newer than a rejection, when the start is too."""
    if evidence.valid_from is None or not _after(event, evidence.valid_from, zone):
        return None
    known = {uri.strip() for uri in cited}
    for uri in evidence.sources:
        when = evidence.dated.get(uri) or source_date(uri)
        if uri.strip() in known or when is None or not _after(event, when, zone):
            continue
        if evidence.now is None or not _is_future(when, evidence.now, zone):
            return uri
    return None


def _spares(event: Event, item: Item, zone: tzinfo) -> bool:
    """Whether a rejection took a copy away and left this item: it waited by then, or lies on a
    branch of the copy, whose commits a rebase may have dated anew."""
    if event.reason_code != ReasonCode.DUPLICATE:
        return False
    return not _after(event, item.since, zone) or bool({*item.refs} & {*event.proposal.refs})


def _after(event: Event, when: str, zone: tzinfo) -> bool:
    """Whether a time is surely later than an event; an uncertain one must be so as a whole."""
    rejected = boundaries.boundary(event.at, zone)
    return validity.surely_before(rejected, boundaries.boundary(when, zone))


def _is_future(when: str, now: datetime, zone: tzinfo) -> bool:
    here = boundaries.boundary(now.isoformat(), zone)
    return validity.surely_before(here, boundaries.boundary(when, zone))


def source_date(uri: str) -> str | None:
    """The date or instant that a source URI itself tells, the last one in it; None without one.

    `manual:ana@2026-12-01`, `conversation:2026-12-01-standup`, `sources/journal/2026-12-01.md`. A
    commit id is no date: it says when a file was read, not when its lines were written.
    """
    for found in reversed(list(_INSTANT.finditer(uri))):
        day, hour, minute, second, offset = found.groups()
        return f"{day}T{hour}:{minute}:{second or '00'}{offset}"
    days = (_day(found) for found in reversed(list(_DATE.finditer(uri))))
    return next((day for day in days if day is not None), None)


def _day(found: re.Match[str]) -> str | None:
    year, _, month, day = found.groups()
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def marked(item: Item, found: Match | None) -> Item:
    """An item as its rejection leaves it: suppressed, or back with a flag; `twin_of` is the item
    that was rejected, or the item itself."""
    if found is None:
        return item
    twin = found.event.item
    if found.evidence is not None:
        return replace(item, flags=(*item.flags, NEWER_EVIDENCE), twin_of=twin)
    return replace(item, lane=Lane.SUPPRESSED, health=Health.REJECTED_BEFORE, twin_of=twin)
