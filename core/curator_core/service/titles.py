"""The names of a Home's notes, looked up only where a new note may repeat one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from curator_core.rules import boundaries, table, twin_titles
from curator_core.rules.twin_titles import Living
from curator_core.service import versions
from curator_core.service.opening import EARLIER, Earlier, Opened

_NAMES = "titles"


def living(one: Opened) -> Living:
    """The notes under notes by name; the names are read when one is asked for first."""
    zone = boundaries.zone(one.snapshot.config.timezone)
    _, rules = versions.links(one)
    return Living(one.snapshot.entries, _Names(one), rules, zone)


class _Names(Mapping[str, tuple[str, ...]]):
    def __init__(self, one: Opened) -> None:
        self._one = one

    @property
    def _known(self) -> Mapping[str, tuple[str, ...]]:
        known = self._one.memo.get(_NAMES)
        if not isinstance(known, dict):
            known = _gone_on(self._one)
            if known is None:
                known = twin_titles.named(table.titles(self._one.snapshot.entries))
            self._one.memo[_NAMES] = known
        return known

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _gone_on(one: Opened) -> dict[str, tuple[str, ...]] | None:
    """The names at the last opening with what changed since; None where nobody knows them."""
    earlier = one.memo.get(EARLIER)
    known = earlier.memo.get(_NAMES) if isinstance(earlier, Earlier) else None
    if not isinstance(earlier, Earlier) or not isinstance(known, dict):
        return None
    before, now = earlier.snapshot.entries, one.snapshot.entries
    moved = table.changed(before, now)
    gone, new = ({p: each[p] for p in moved if p in each} for each in (before, now))
    return twin_titles.renamed(known, table.titles(gone), table.titles(new))
