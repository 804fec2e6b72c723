"""How long an item waits."""

from __future__ import annotations

from datetime import UTC, datetime

from curator_core.model.files import Entry
from curator_core.model.proposal import Item
from curator_core.service.opening import Opened


def age_days(one: Opened, item: Item) -> int:
    """Whole days since the item waits; an item without a date counts from its file's time."""
    since = _since(item.since) or _file_time(one, item)
    return 0 if since is None else max(0, (one.caller.now - since).days)


def _since(text: str) -> datetime | None:
    try:
        since = datetime.fromisoformat(text)
    except ValueError:
        return None
    return since if since.tzinfo is not None else since.replace(tzinfo=UTC)


def _file_time(one: Opened, item: Item) -> datetime | None:
    entry: Entry | None = one.snapshot.entries.get(item.paths[0])
    if entry is None or not entry.mtime:
        return None
    return datetime.fromtimestamp(entry.mtime, UTC)
