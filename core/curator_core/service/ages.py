"""How long an item waits."""

from __future__ import annotations

from datetime import UTC, datetime

from curator_core.model.files import Entry
from curator_core.model.proposal import Item
from curator_core.service.opening import Opened


def age_days(one: Opened, item: Item) -> int:
    """Whole days since the item waits; an item without a date counts from its file's time."""
    waits = since(one, item)
    return 0 if waits is None else max(0, (one.caller.now - waits).days)


def since(one: Opened, item: Item) -> datetime | None:
    """From when the item waits; None when neither it nor its file says."""
    return instant(item.since) or _file_time(one, item)


def instant(text: str) -> datetime | None:
    """An instant or date as written, in UTC where it says no offset; None when it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _file_time(one: Opened, item: Item) -> datetime | None:
    entry: Entry | None = one.snapshot.entries.get(item.paths[0])
    if entry is None or not entry.mtime:
        return None
    return datetime.fromtimestamp(entry.mtime, UTC)
