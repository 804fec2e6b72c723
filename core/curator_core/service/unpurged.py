"""Forgets whose copies still lie on this device: pulled, or killed right after their commit.

Reading commands remove nothing, as they recover nothing (FAULTS §1); they tell it.
"""

from __future__ import annotations

from curator_core.model.event import Event
from curator_core.rules import tombstones
from curator_core.service.opening import Opened
from curator_core.store import scraps

TOLD = "what was forgotten still lies in copies on this device; `curator apply` removes them"


def due(one: Opened) -> tuple[Event, ...]:
    """The forgets in HEAD that were not carried out on this device."""
    events = tuple(tombstones.forgets(one.ledger.events))
    if not events:
        return ()
    known = scraps.purged(one.repo)
    return tuple(event for event in events if event.decision not in known)
