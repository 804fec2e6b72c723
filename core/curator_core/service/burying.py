"""Items that say again what was forgotten (ACCEPT tombstones)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from curator_core.model.event import Event
from curator_core.model.proposal import WAITING, Item, Op
from curator_core.rules import tombstones
from curator_core.rules.tombstones import Tombstones
from curator_core.service.opening import Opened

MEMORY = "tombstones"
"""Where a memo keeps what was forgotten."""


def memory(one: Opened) -> Tombstones:
    """Which claims were forgotten, computed once an opening."""
    known = one.memo.get(MEMORY)
    if isinstance(known, Tombstones):
        return known
    made = tombstones.remembered(one.ledger.events, one.snapshot.reviews.undone)
    one.memo[MEMORY] = made
    return made


def marked(one: Opened, found: Sequence[Item]) -> Iterator[Item]:
    """The items, those that say something forgotten suppressed; a note that somebody put back under
    notes stays in sight, marked."""
    known = memory(one)
    if not known.marks:
        yield from found
        return
    for item in found:
        event = _forgotten(one, known, item) if item.lane in WAITING else None
        if event is not None and item.op in (Op.REVIEW, Op.OUTSIDE_CHANGE):
            yield replace(item, flags=(*item.flags, tombstones.FLAG))
        else:
            yield tombstones.marked(item, event)


def _forgotten(one: Opened, known: Tombstones, item: Item) -> Event | None:
    """By what it claims as an item, or by what its text claims."""
    if item.finding is not None or item.op is Op.CONFIG:
        return None
    entry = one.snapshot.entry(item.file)
    claim = None if entry is None else entry.claim
    return known.match(item) or (
        None if claim is None else known.match(replace(item, fingerprint=claim))
    )
