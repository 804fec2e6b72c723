"""Since when the memory held which text of a note, by the ledger and the adoption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.event import Event, NoteChange
from curator_core.rules import tracing
from curator_core.rules.slots import folded_id
from curator_core.service.opening import Opened


@dataclass(frozen=True, slots=True)
class Held:
    """From `at` (an instant as text) on the memory held these bytes of a note; `blob` None: it held
    none from then on. `event` is None for the adoption."""

    at: str
    blob: str | None
    path: str
    event: Event | None = None


Past = Mapping[str, tuple[Held, ...]]
"""By folded note id what was held of it, in ledger order."""


def past(one: Opened) -> Past:
    """Everything the ledger says was approved, and what adoption vouches for before."""
    known = one.memo.get("held")
    if isinstance(known, dict):
        return known
    found: dict[str, list[Held]] = {}
    for event in one.ledger.events:
        for change in event.notes:
            if change.id is not None:
                found.setdefault(folded_id(change.id), []).append(_held(event, change))
    made = _with_adopted(one, found)
    one.memo["held"] = made
    return made


def _held(event: Event, change: NoteChange) -> Held:
    blob = change.blob_after if change.reviewed_after is not None else None
    return Held(event.at, blob, change.path_after or change.path_before or "", event)


def _with_adopted(one: Opened, found: Mapping[str, list[Held]]) -> dict[str, tuple[Held, ...]]:
    adopted = one.snapshot.reviews.baseline
    wanted: dict[str, str] = {}
    for name, held in found.items():
        change = next(c for c in _changes(held[0]) if folded_id(c.id or "") == name)
        if change.path_before is not None and change.path_before in adopted:
            wanted[name] = change.path_before
    for path, entry in one.snapshot.entries.items():
        if path in adopted and entry.note_id is not None:
            name = folded_id(entry.note_id)
            if name not in found:
                wanted[name] = path
    dates = one.repo.added_dates(wanted.values()) if wanted else {}
    first = {
        name: Held(dates.get(path, ""), adopted[path].blob, path) for name, path in wanted.items()
    }
    names = dict.fromkeys((*first, *found))
    return {
        name: (*((first[name],) if name in first else ()), *found.get(name, ())) for name in names
    }


def _changes(held: Held) -> tuple[NoteChange, ...]:
    return () if held.event is None else held.event.notes


@dataclass(frozen=True, slots=True)
class Memory:
    """Which of the held texts say something."""

    past: Past
    saying: frozenset[str]

    def since(self, note_id: str) -> str | None:
        """The instant from which the memory held a text of a note that says it; None: never."""
        held = self.past.get(folded_id(note_id), ())
        return next((each.at or None for each in held if each.blob in self.saying), None)

    def at(self, note_id: str, when: datetime) -> bool:
        """Whether it held such a text at an instant."""
        last: Held | None = None
        for each in self.past.get(folded_id(note_id), ()):
            if not each.at or datetime.fromisoformat(each.at) <= when:
                last = each
        return last is not None and last.blob in self.saying


def memory(one: Opened, queries: Iterable[str]) -> Memory:
    """What the memory held of texts that hold one of these folded queries."""
    known = past(one)
    words = tuple(queries)
    blobs = {held.blob for each in known.values() for held in each if held.blob is not None}
    texts = one.repo.blobs(sorted(blobs)) if blobs and words else {}
    saying = {
        blob
        for blob, data in texts.items()
        if any(tracing.holds(data.decode("utf-8", "replace"), word) for word in words)
    }
    return Memory(known, frozenset(saying))


def dropped(one: Opened, held: Memory) -> Iterator[Held]:
    """Texts that say it, were approved once, and stand in no file of the Home any more; of each
    note the one approved last."""
    there = {entry.blob for entry in one.snapshot.entries.values()}
    for each in held.past.values():
        said = [one_held for one_held in each if one_held.blob in held.saying]
        if said and not any(one_held.blob in there for one_held in said):
            yield said[-1]
