"""Which notes of a Home come from outside, told without decoding the rows of all others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from curator_core.model.files import Entry, Place
from curator_core.rules.proposal_rows import is_tainted
from curator_core.rules.table import Table

_QUARANTINE = tuple(Place).index(Place.QUARANTINE)
_EXTERNAL = '"external"'


def tainted(entries: Mapping[str, Entry]) -> Iterator[Entry]:
    """All rows that are tainted themselves, reviewed or not, in path order."""
    for path in _paths(entries):
        entry = entries[path]
        if is_tainted(entry):
            yield entry


def _paths(entries: Mapping[str, Entry]) -> Iterator[str]:
    """The paths of all that may be tainted."""
    if not isinstance(entries, Table):
        yield from entries
        return
    for path, (_, head, rest) in entries.rows.items():
        if _may_be(head[0], head[-1] == 1, rest):
            yield path


def _may_be(place: int, rare: bool, rest: str) -> bool:
    return rare or place == _QUARANTINE or _EXTERNAL in rest
