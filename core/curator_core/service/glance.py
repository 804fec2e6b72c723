"""One short line about a Home for shell prompts, from a small file (CONTRACT 28, DESIGN §10)."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from curator_core.model.problem import StoreError
from curator_core.model.proposal import Lane
from curator_core.model.view import QueueView
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, instant
from curator_core.store import state
from curator_core.store.repository import open_repository

FILE = "glance.json"
FRESH = 60
"""Seconds in which equal counts are not written again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """The counts that were seen last, at an instant in UTC as text."""

    at: str
    waiting: int
    conflicting: int
    quarantined: int
    stale: int
    staged: int
    unreadable: int
    recovery: bool

    def age(self, now: datetime) -> int:
        """Whole seconds since the counts were seen; never negative."""
        return max(0, int((now - datetime.fromisoformat(self.at)).total_seconds()))


def last(caller: Caller) -> Glance | None:
    """The counts that were seen last on this device, without reading the Home; None if never."""
    with open_repository(caller.home) as repo:
        return _read(repo.state_dir)


def _read(folder: Path) -> Glance | None:
    data = state.read(folder / FILE)
    try:
        table = json.loads(data) if data is not None else None
        found = Glance(**table) if isinstance(table, dict) else None
        if found is not None:
            datetime.fromisoformat(found.at)
    except (ValueError, TypeError):
        return None
    return found


def keep(one: Opened, view: QueueView) -> None:
    """Remember the counts of a queue that was just looked at; a read-only device forgets them."""
    seen = Glance(
        at=instant(one.caller.now),
        waiting=view.waiting,
        conflicting=view.counts[Lane.CONFLICTING],
        quarantined=view.counts[Lane.QUARANTINED],
        stale=view.stale,
        staged=len(view.staged),
        unreadable=view.unreadable,
        recovery=view.recovery,
    )
    folder = one.repo.state_dir
    known = _read(folder)
    if known is not None and _counts(known) == _counts(seen) and known.age(one.caller.now) < FRESH:
        return
    with suppress(StoreError):
        state.write(folder / FILE, json.dumps(asdict(seen)).encode("ascii"))


def _counts(seen: Glance) -> dict[str, object]:
    return {name: value for name, value in asdict(seen).items() if name != "at"}
