"""Which files a question or a plan touches, so that cost does not follow the Home's size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from curator_core.model.files import Entry
from curator_core.rules.slots import SlotId, SlotRules, folded_id, folded_scope

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Links:
    """Entries by folded note id, by slot, and by the ids that they name.

    `approved` holds the rows of edited notes as they were approved: they are found under what
    either text says.
    """

    by_id: Mapping[str, tuple[str, ...]]
    by_slot: Mapping[SlotId, tuple[str, ...]]
    namers: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, str] = field(default_factory=dict)
    approved: Mapping[str, Entry] = field(default_factory=dict)


def slot_of(entry: Entry, rules: SlotRules) -> SlotId | None:
    """The slot that an entry states a value of, None for a free note."""
    if entry.memory_key is None:
        return None
    return SlotId(rules.resolve(entry.memory_key), folded_scope(entry.scope))


def links(
    entries: Mapping[str, Entry], rules: SlotRules, approved: Mapping[str, Entry] | None = None
) -> Links:
    """Index all entries once; linear in their number."""
    by_id: dict[str, list[str]] = {}
    by_slot: dict[SlotId, list[str]] = {}
    namers: dict[str, list[str]] = {}
    keys: dict[str, str] = {}
    known = approved or {}
    for path, entry in (*entries.items(), *known.items()):
        if entry.note_id is not None:
            by_id.setdefault(folded_id(entry.note_id), []).append(path)
        slot = slot_of(entry, rules)
        if slot is not None:
            by_slot.setdefault(slot, []).append(path)
            keys.setdefault(slot.key, entry.memory_key or "")
        for name in named(entry):
            namers.setdefault(name, []).append(path)
    return Links(_frozen(by_id), _frozen(by_slot), _frozen(namers), keys, known)


def _frozen(groups: Mapping[K, list[str]]) -> dict[K, tuple[str, ...]]:
    return {key: tuple(dict.fromkeys(paths)) for key, paths in groups.items()}


def named(entry: Entry) -> tuple[str, ...]:
    """Folded ids that an entry names: what it supersedes, its successor, its base."""
    base = () if entry.exception_to is None else (entry.exception_to,)
    return tuple(folded_id(name) for name in (*entry.supersedes, *entry.superseded_by, *base))


def closure(
    entries: Mapping[str, Entry], index: Links, seeds: Iterable[str], rules: SlotRules
) -> tuple[str, ...]:
    """All paths reachable from the seed paths along links and slots, sorted."""
    found: set[str] = set()
    waiting = [path for path in seeds if path in entries]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        rows = (entries[path], index.approved.get(path))
        near = [other for row in rows if row is not None for other in near_to(row, index, rules)]
        waiting.extend(other for other in near if other not in found)
    return tuple(sorted(found))


def near_to(entry: Entry, index: Links, rules: SlotRules) -> Iterator[str]:
    """The paths that a row is linked to or shares its slot with."""
    slot = slot_of(entry, rules)
    if slot is not None:
        yield from index.by_slot.get(slot, ())
    for name in named(entry):
        yield from index.by_id.get(name, ())
    if entry.note_id is not None:
        yield from index.namers.get(folded_id(entry.note_id), ())
