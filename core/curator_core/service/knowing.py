"""Since when the memory held which text of a note, by the ledger and the adoption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.event import Event, NoteChange
from curator_core.model.files import Place
from curator_core.rules import tracing
from curator_core.rules.slots import folded_id
from curator_core.rules.table import glances
from curator_core.service import searching
from curator_core.service.opening import Opened
from curator_core.service.searching import Search


@dataclass(frozen=True, slots=True)
class Held:
    """From `at` (an instant as text) on the memory held these bytes of a note; `blob` None: it held
    none from then on. `event` is None and `at` empty for the adoption."""

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
    made = _remembered(one, _with_adopted(one, found))
    one.memo["held"] = made
    return made


def _remembered(one: Opened, found: Mapping[str, tuple[Held, ...]]) -> dict[str, tuple[Held, ...]]:
    """Without the texts that were forgotten, though git may have them still."""
    gone = one.snapshot.reviews.forgotten
    return {name: tuple(h for h in held if h.blob not in gone) for name, held in found.items()}


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
    first = {name: Held("", adopted[path].blob, path) for name, path in wanted.items()}
    names = dict.fromkeys((*first, *found))
    return {
        name: (*((first[name],) if name in first else ()), *found.get(name, ())) for name in names
    }


def _changes(held: Held) -> tuple[NoteChange, ...]:
    return () if held.event is None else held.event.notes


class Memory:
    """Which of the held texts say something."""

    def __init__(self, one: Opened, saying: frozenset[str]) -> None:
        self._one = one
        self.past = past(one)
        self.saying = saying
        self._dates: dict[str, str] = {}

    def prepare(self, note_ids: Iterable[str]) -> None:
        """Look up at once what the other questions about these notes will need of git."""
        held = (self.past.get(folded_id(name), ())[:1] for name in note_ids)
        paths = [each.path for first in held for each in first if not each.at]
        if paths:
            self._dates |= dict.fromkeys(paths, "") | self._one.repo.added_dates(paths)

    def since(self, note_id: str) -> str | None:
        """The instant from which the memory held a text of a note that says it; None: never."""
        held = self.past.get(folded_id(note_id), ())
        return next((self._at(each) or None for each in held if each.blob in self.saying), None)

    def at(self, note_id: str, when: datetime) -> bool:
        """Whether it held such a text at an instant."""
        last: Held | None = None
        for each in self.past.get(folded_id(note_id), ()):
            at = self._at(each)
            if not at or datetime.fromisoformat(at) <= when:
                last = each
        return last is not None and last.blob in self.saying

    def _at(self, held: Held) -> str:
        """When it was held first; of adopted texts the date of the commit that brought the file."""
        if held.at:
            return held.at
        if held.path not in self._dates:
            self._dates[held.path] = ""
            self._dates |= self._one.repo.added_dates([held.path])
        return self._dates[held.path]


def memory(one: Opened, queries: Iterable[str]) -> Memory:
    """What the memory held of texts that hold one of these folded queries.

    Of the files that are there the index knows; only texts that lie there no more are read.
    """
    words = tuple(queries)
    there = {entry.blob for entry in glances(one.snapshot.entries)}
    held = {each.blob for known in past(one).values() for each in known if each.blob is not None}
    gone = sorted(held - there) if words else []
    texts = one.repo.blobs(gone) if gone else {}
    saying = {
        blob
        for blob, data in texts.items()
        if any(tracing.holds(data.decode("utf-8", "replace"), word) for word in words)
    }
    for word in words:
        hits = searching.found(one, Search(text=word, places=tuple(Place))).hits
        saying |= {hit.entry.blob for hit in hits}
    return Memory(one, frozenset(saying))


def dropped(one: Opened, held: Memory) -> Iterator[Held]:
    """Texts that say it, were approved once, and stand in no file of the Home any more; of each
    note the one approved last."""
    there = {entry.blob for entry in glances(one.snapshot.entries)}
    for each in held.past.values():
        said = [one_held for one_held in each if one_held.blob in held.saying]
        if said and not any(one_held.blob in there for one_held in said):
            yield said[-1]
