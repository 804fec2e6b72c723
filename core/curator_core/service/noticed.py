"""Items about files that no proposal made: reviews that are due, copies, moved or cut notes."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.proposal import Item
from curator_core.rules import cycles, second_copies
from curator_core.rules.related import Links
from curator_core.service import doubling, leaving
from curator_core.service.opening import Opened


def items(one: Opened, index: Links, findings: tuple[Item, ...]) -> Iterator[Item]:
    """What a look at the files finds today, with the findings between notes that go on beside it:
    two files of one id are one item where one of them is a copy."""
    today = cycles.day(one.caller.now, one.snapshot.config.timezone)
    copies = tuple(second_copies.items(one.snapshot))
    told = {note for copy in copies for note in copy.notes}
    for item in findings:
        if "duplicate-id" not in item.flags or not set(item.notes) <= told:
            yield item
    yield from copies
    yield from cycles.items(one.snapshot, index, today)
    yield from leaving.items(one)
    yield from doubling.items(one)
