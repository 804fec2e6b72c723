"""The versions that could have said something, judged then and now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from curator_core.model.answer import Version
from curator_core.model.files import Place as Folder
from curator_core.model.interval import Validity
from curator_core.model.proposal import Item, Op
from curator_core.model.trace import Kind, Place, Said
from curator_core.rules import chains, terms, tracing, trails, validity
from curator_core.rules.chains import History
from curator_core.rules.slots import SlotId, folded_id, folded_scope
from curator_core.service import existing, finding, knowing, versions
from curator_core.service.knowing import Memory
from curator_core.service.leaking import Old
from curator_core.service.opening import Opened

MOST_VALUES = 12
_LONGEST = 400
"""A longer answer is a text, not a value that a line of another file repeats."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a trace begins: the values looked for, the files that may have said them, whether these
    hold a value literally, and the versions around them."""

    kind: Kind
    values: tuple[str, ...]
    paths: tuple[str, ...]
    literal: bool
    history: History

    @property
    def queries(self) -> tuple[str, ...]:
        """The values, folded."""
        return tuple(filter(None, map(terms.wanted, self.values)))


def distinct(found: Iterable[str | None]) -> tuple[str, ...]:
    """The different values among texts, in order."""
    kept = {terms.wanted(text): text for text in found if text and len(text) <= _LONGEST}
    kept.pop("", None)
    return tuple(kept.values())[:MOST_VALUES]


def valid(history: History, version: Version, at: datetime) -> bool:
    """Whether a version may answer at an instant, judged by what is known today."""
    holds = validity.at(chains.interval(history, version), at) is not Validity.NO
    return holds and chains.answers(version)


def texts_of(version: Version) -> tuple[str, ...]:
    """Everything a version says in words."""
    note = version.note
    named = (trails.answer_text(note), note.value, note.body, note.title, note.description)
    return tuple(text for text in named if text)


def says(version: Version, queries: Iterable[str]) -> bool:
    """Whether a version holds one of these folded queries."""
    return any(tracing.holds(text, query) for query in queries for text in texts_of(version))


class Judge:
    """The versions that could have said it, judged at two instants."""

    def __init__(self, one: Opened, start: Start, when: datetime) -> None:
        self._one = one
        self._start = start
        self._when = when
        self._index, self._rules = versions.links(one)
        self._held = knowing.memory(one, start.queries) if start.literal else self._by_words()

    def _by_words(self) -> Memory:
        """Where the text stands nowhere: since when the memory held the likely notes at all."""
        blobs = (self._one.snapshot.entries[path].blob for path in self._start.paths)
        known = knowing.past(self._one)
        ids = {self._one.snapshot.entries[path].note_id for path in self._start.paths}
        held = {each.blob for name in ids if name for each in known.get(folded_id(name), ())}
        return Memory(self._one, frozenset({*blobs, *filter(None, held)}))

    def said(self) -> tuple[Said, ...]:
        """Those whose value it is first; then those the memory held then, then the newest."""
        chosen = self._chosen()
        self._held.prepare(version.note.id for version in chosen)
        found = [self._row(version, self._start.history) for version in chosen]
        found += self._dropped()
        found.sort(key=lambda row: row.known_from or "", reverse=True)
        found.sort(key=self._rank)
        return tuple(found)

    def _rank(self, row: Said) -> tuple[object, ...]:
        paths = self._start.paths
        if not self._start.literal:
            return (paths.index(row.path) if row.path in paths else len(paths),)
        return self._distance(row), not row.known_then, not row.valid_then, row.valid_now

    def _distance(self, row: Said) -> int:
        """0 where the answer is just that, 1 where it holds it as a value, else 2."""
        answer = row.answer_value or ""
        if terms.wanted(answer) in self._start.queries:
            return 0
        values = self._start.values
        return 1 if any(next(tracing.places(answer, v), None) for v in values) else 2

    def _chosen(self) -> list[Version]:
        history = self._start.history
        if self._start.literal:
            return [v for v in history.versions if says(v, self._start.queries) and self._kept(v)]
        ids = {self._one.snapshot.entries[path].note_id for path in self._start.paths}
        return [version for version in history.versions if version.note.id in ids]

    def _kept(self, version: Version) -> bool:
        """Whether a version is memory or claims to be; candidates are told among the leaks."""
        if version.reviewed:
            return True
        entries = (self._one.snapshot.entries[path] for path in self._paths(version.note.id))
        return any(entry.place is Folder.NOTES for entry in entries)

    def _paths(self, note_id: str) -> tuple[str, ...]:
        return self._index.by_id.get(folded_id(note_id), ())

    def _row(self, version: Version, history: History) -> Said:
        note = version.note
        row = trails.row(version, chains.interval(history, version))
        path = next(iter(self._paths(note.id)), "")
        return Said(
            note_id=note.id,
            path=path,
            answer_value=row.answer_value,
            place=self._place(version, path),
            valid_from=row.valid_from,
            valid_to=row.valid_to,
            known_from=self._held.since(note.id) if version.reviewed else None,
            valid_then=valid(history, version, self._when),
            known_then=version.reviewed and self._held.at(note.id, self._when),
            valid_now=valid(history, version, self._one.caller.now),
            replaced_by=replacing(history, version),
            approved_by=version.approved_by,
            proposals=self._proposals(version),
            item=self._item(path),
            slot=note.memory_key,
            scope=note.scope,
        )

    def _item(self, path: str) -> str | None:
        entry = self._one.snapshot.entries.get(path)
        return None if entry is None else existing.item_of(entry)

    def _place(self, version: Version, path: str) -> Place | None:
        """Where it stands: in the file, or in the approved text where that was edited since."""
        if not self._start.literal:
            return None
        text = ""
        if path and not version.edited_since_review:
            text = self._one.snapshot.files[path].data.decode("utf-8", "replace")
        for query in self._start.queries:
            for each in (text, *texts_of(version)):
                hit = tracing.first(each, query)
                if hit is not None:
                    return hit
        return None

    def _proposals(self, version: Version) -> tuple[str, ...]:
        """Items that wait and would take this version's place."""
        name = folded_id(version.note.id)
        namers = set(self._index.namers.get(name, ()))
        slot = self._rules.of(version.note)
        if not version.reviewed:
            return ()
        return tuple(
            item.item
            for item in finding.queue(self._one).items
            if item.finding is None
            and item.op in (Op.ADD, Op.UPDATE, Op.SUPERSEDE)
            and (namers & set(item.paths) or (slot is not None and self._slot(item) == slot))
            and name not in map(folded_id, item.notes)
        )

    def _slot(self, item: Item) -> SlotId | None:
        if item.memory_key is None:
            return None
        return SlotId(self._rules.resolve(item.memory_key), folded_scope(item.scope))

    def _dropped(self) -> list[Said]:
        """Texts that were memory once and stand in no file any more: edited away, taken back."""
        if not self._start.literal or self._start.kind is not Kind.TEXT:
            return []
        known = {folded_id(version.note.id) for version in self._chosen()}
        held = [each for each in knowing.dropped(self._one, self._held) if each.blob]
        texts = self._one.repo.blobs(each.blob for each in held if each.blob) if held else {}
        found = []
        for each in held:
            note = versions.parsed(self._one, each.path, texts.get(each.blob or "", b""))
            if note is None or folded_id(note.id) in known:
                continue
            actor = each.event.actor if each.event is not None else versions.ADOPTION
            version = Version(note=note, reviewed=False, approved_by=actor)
            alone = chains.index((version,), self._one.snapshot.config)
            there = bool(self._paths(note.id))
            row = self._row(version, alone)
            found.append(self._gone(row, there))
        return found

    def _gone(self, row: Said, there: bool) -> Said:
        return replace(
            row,
            known_from=self._held.since(row.note_id),
            known_then=self._held.at(row.note_id, self._when),
            replaced_by=(row.note_id,) if there else (),
        )

    def old(self, said: Iterable[Said]) -> Old:
        """What of it does not hold any more, and what holds instead."""
        history = self._start.history
        rows = tuple(said)
        now = self._one.caller.now
        holding = [v for v in history.versions if v.reviewed and valid(history, v, now)]
        over = [row for row in rows if not row.valid_now and row.known_from is not None]
        values: list[str | None] = [row.answer_value for row in over]
        if self._start.kind is Kind.TEXT and self._start.literal:
            values = self._asked_values(rows, over)
        if not self._start.literal:
            values = values[:1]
        current = {terms.wanted(trails.answer_text(v.note) or "") for v in holding}
        if self._start.kind is Kind.TEXT:
            current = set()
        kept = [value for value in distinct(values) if terms.wanted(value) not in current]
        known = self._known(rows)
        told = distinct(
            trails.answer_text(version.note)
            for version in history.versions
            if folded_id(version.note.id) in known
        )
        instead = tuple(value for value in told if value not in kept)
        return Old(tuple(kept), instead, known)

    def _known(self, rows: Iterable[Said]) -> frozenset[str]:
        """The notes whose value it was or is, and all of their slots: they may name it."""
        history = self._start.history
        found: set[str] = set()
        for row in rows:
            if row.valid_now and self._distance(row) > 0:
                continue
            found |= {folded_id(name) for name in (row.note_id, *row.replaced_by)}
            version = history.get(row.note_id)
            slot = None if version is None else history.slots.of(version.note)
            mates = () if slot is None else history.by_slot.get(slot, ())
            found |= {folded_id(mate.note.id) for mate in mates}
        return frozenset(found)

    def _asked_values(self, rows: Sequence[Said], over: Sequence[Said]) -> list[str | None]:
        """The text itself: where nobody answers just that any more, in one of its slots not any
        more, or something speaks against the note that does."""
        (query,) = self._start.queries
        exact = [row for row in rows if terms.wanted(row.answer_value or "") == query]
        still = [row for row in exact if row.valid_now]
        doubted = any(row.proposals for row in still)
        slots = {self._said_in(row) for row in still}
        left = any(row in exact and self._said_in(row) not in slots for row in over)
        return list(self._start.values) if doubted or left or (over and not still) else []

    def _said_in(self, row: Said) -> SlotId | None:
        version = self._start.history.get(row.note_id)
        return None if version is None else self._start.history.slots.of(version.note)


def replacing(history: History, version: Version) -> tuple[str, ...]:
    """The reviewed notes that took a version's place: by name, else as the next of its slot."""
    named = [newer.note.id for newer in chains.successors(history, version)]
    if named or not version.reviewed:
        return tuple(dict.fromkeys(named))
    end = chains.interval(history, version).end
    following = [
        other.note.id
        for other, interval in chains.mates(version, history)
        if not interval.empty and end.text is not None and validity.same(interval.start, end)
    ]
    return tuple(dict.fromkeys(following))
