"""Notes that are there: listed and shown whole."""

from __future__ import annotations

from curator_core.model.inquiry import MemoryRow
from curator_core.model.problem import Refusal
from curator_core.model.view import ItemView
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import existing, finding, looking
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer

NOBODY = "human:unknown"


def rows(caller: Caller) -> tuple[MemoryRow, ...]:
    """All notes under notes in path order; StoreError when the Home cannot be read."""
    with opened(caller) as one:
        lanes = {item.paths[0]: item.lane for item in finding.queue(one).items}
        return tuple(
            MemoryRow(item, one.snapshot.entries[path], _reviewed(one, path), lanes.get(path))
            for item, path in existing.paths(one).items()
        )


def _reviewed(one: Opened, path: str) -> bool:
    standing = vouch(one.snapshot.entries[path], one.snapshot.reviews).standing
    return standing is not Standing.UNREVIEWED


def show(caller: Caller, name: str) -> ItemView | Refusal:
    """One note whole, by its id or item id, with the hash that binds a decision about it."""
    with opened(caller) as one:
        item = existing.find(one, name)
        if item is None:
            hint = "it was removed, renamed or changed; look at the list again"
            return Refusal("unknown-item", "there is no such note any more", hint, ids=(name,))
        actor = reviewer(one)
        return looking.item_view(one, item, NOBODY if isinstance(actor, Refusal) else actor)
