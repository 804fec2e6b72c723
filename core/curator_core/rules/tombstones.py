"""Claims that a person forgot: kept away by salted hashes, without their text (DESIGN §5).

A tombstone is a slow hash of the claim's fingerprint under a salt that lies in the ledger, so that
every device of the Home recognises it and none can read it. Who holds the Home can test a guess,
one at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from curator_core.model.answer import Finding
from curator_core.model.event import Action, Event
from curator_core.model.problem import Severity
from curator_core.model.proposal import Health, Item, Lane
from curator_core.rules.slots import folded_id

FLAG = "forgotten-before"
"""The flag of an item that says again what was forgotten."""
DERIVED = "derived-from-forgotten"
"""The finding about a note that was made from something forgotten."""
_COST = 2**7
"""scrypt's N: about half a millisecond and 128 KiB for each guess; a queue asks for each claim."""
_RESOLVING = frozenset(Action) - {Action.DEFER, Action.PIN, Action.UNPIN}
"""Decisions about a derived note after which it has been looked at."""


@lru_cache(maxsize=1 << 14)
def mark(claim: str, salt: str) -> str:
    """The tombstone of one claim's fingerprint; `salt` is hexadecimal."""
    made = hashlib.scrypt(
        claim.encode("ascii", "replace"), salt=bytes.fromhex(salt), n=_COST, r=8, p=1, dklen=20
    )
    return made.hex()


@dataclass(frozen=True, slots=True)
class Tombstones:
    """Which claims were forgotten: the newest event by salt and mark, with its place in the ledger.

    `lifted` gives for claims (fingerprints) and items the place of the last word of a person that
    let them in again.
    """

    marks: Mapping[tuple[str, str], tuple[int, Event]]
    lifted: Mapping[str, int]

    @property
    def salts(self) -> tuple[str, ...]:
        """Every salt in use: one a Home, more only where devices forgot before they met."""
        return tuple(dict.fromkeys(salt for salt, _ in self.marks))

    def match(self, item: Item) -> Event | None:
        """The forget that an item's claims (all of them) fell under, unless lifted since."""
        claims = (item.fingerprint or "").split()
        found = [self.of_claim(claim) for claim in claims]
        hits = [each for each in found if each is not None]
        if not hits or len(hits) < len(claims):
            return None
        place, event = max(hits, key=lambda each: each[0])
        return None if self.lifted.get(item.item, -1) > place else event

    def of_claim(self, claim: str) -> tuple[int, Event] | None:
        """The newest standing forget of a claim."""
        hits = [self.marks.get((salt, mark(claim, salt))) for salt in self.salts]
        known = [hit for hit in hits if hit is not None and hit[0] > self.lifted.get(claim, -1)]
        return max(known, key=lambda hit: hit[0], default=None)


def remembered(events: Sequence[Event], undone: Mapping[str, str]) -> Tombstones:
    """The tombstones of a ledger in its order."""
    marks: dict[tuple[str, str], tuple[int, Event]] = {}
    lifted: dict[str, int] = {}
    for place, event in enumerate(events):
        if event.forgotten is not None:
            for each in event.forgotten.marks:
                marks[event.forgotten.salt, each] = (place, event)
        elif marks and event.action in _LIFTING and event.event_id not in undone:
            for name in (event.item, *event.items, *(event.fingerprint or "").split()):
                lifted[name] = place
    return Tombstones(marks, lifted)


_LIFTING = frozenset({Action.RESTORE, Action.APPROVE, Action.EDIT})


def marked(item: Item, event: Event | None) -> Item:
    """An item that says what was forgotten is suppressed, and says so."""
    if event is None:
        return item
    return replace(
        item,
        lane=Lane.SUPPRESSED,
        health=Health.REJECTED_BEFORE,
        flags=(*item.flags, FLAG),
        twin_of=event.item,
    )


def forgets(events: Iterable[Event]) -> Iterator[Event]:
    """The events that forgot something."""
    return (event for event in events if event.forgotten is not None)


def lines(events: Iterable[Event]) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Forgotten source lines by path: spans, 1-based and inclusive."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for event in forgets(events):
        for uri in event.forgotten.lines if event.forgotten is not None else ():
            path, _, span = uri.rpartition("#L")
            first, _, last = span.partition("-L")
            if path and first.isdecimal() and last.isdecimal():
                found[path] = (*found.get(path, ()), (int(first), int(last)))
    return found


def derived(events: Iterable[Event]) -> frozenset[str]:
    """The folded ids of all notes that were made from something forgotten."""
    return frozenset(
        folded_id(name)
        for event in forgets(events)
        for name in (event.forgotten.derived if event.forgotten is not None else ())
    )


def findings(events: Sequence[Event], there: Mapping[str, str]) -> Iterator[Finding]:
    """Notes that were made from something forgotten and not looked at since; `there` gives the
    written id of every note that is memory, by folded id."""
    waiting: dict[str, Event] = {}
    for event in events:
        if event.forgotten is not None:
            waiting |= {folded_id(name): event for name in event.forgotten.derived}
        elif waiting and event.action in _RESOLVING:
            for name in event.about:
                waiting.pop(folded_id(name), None)
    for key, event in waiting.items():
        if key in there:
            yield Finding(
                code=DERIVED,
                severity=Severity.WARNING,
                message=f"it was made from what was forgotten on {event.at[:10]}: look whether it "
                "still says it; then confirm it, change it, or forget it too",
                ids=(there[key],),
            )
