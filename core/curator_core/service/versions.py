"""Versions to be judged, from files, from the ledger, from a past commit (CONTRACT 3, 16, 22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from curator_core.model.answer import KnownBy, Version
from curator_core.model.event import Approved
from curator_core.model.files import Entry, Place
from curator_core.model.note import Note
from curator_core.rules import branches, chains, items, related
from curator_core.rules.chains import History
from curator_core.rules.finding_items import note_of
from curator_core.rules.related import Links
from curator_core.rules.review_state import Standing, Vouch, vouch
from curator_core.rules.slots import SlotId, SlotRules, folded_id, folded_scope, scope_chain
from curator_core.service.opening import Opened
from curator_core.store import note_files


@dataclass(frozen=True, slots=True)
class Seeds:
    """What a question starts from: a slot or note id, and the scopes it is asked in."""

    asked: str
    scopes: tuple[str, ...]


def links(one: Opened) -> tuple[Links, SlotRules]:
    """The index of all entries, and the Home's slot rules."""
    known = one.memo.get("links")
    if isinstance(known, tuple):
        return known
    rules = SlotRules(one.snapshot.config.slots)
    made = (related.links(one.snapshot.entries, rules, _approved_rows(one)), rules)
    one.memo["links"] = made
    return made


def _approved_rows(one: Opened) -> dict[str, Entry]:
    """The rows of edited notes as they were approved: an edit takes no note out of its slot."""
    edited: dict[str, Approved] = {}
    for path in items.unsettled(one.snapshot):
        standing = vouch(one.snapshot.entries[path], one.snapshot.reviews)
        if standing.standing is Standing.EDITED and standing.approved is not None:
            edited[path] = standing.approved
    texts = one.repo.blobs({a.blob for a in edited.values()}) if edited else {}
    config = one.snapshot.config
    return {
        path: note_files.parse(
            data, note_files.where(path, data, Place.NOTES, config), config
        ).entry
        for path, approved in edited.items()
        if (data := texts.get(approved.blob)) is not None
    }


def for_question(one: Opened, seeds: Seeds) -> History:
    """The part of the Home that a question touches, judged from files."""
    index, rules = links(one)
    key = rules.resolve(seeds.asked)
    paths: list[str] = list(index.by_id.get(folded_id(seeds.asked), ()))
    for scope in scope_chain(seeds.scopes):
        paths.extend(index.by_slot.get(SlotId(key, folded_scope(scope)), ()))
    found = history(one, paths, (index, rules))
    known = bool(paths) or key in found.keys
    return found if known else replace(found, keys=_reviewed_keys(one, rules))


def _reviewed_keys(one: Opened, rules: SlotRules) -> dict[str, str]:
    """Every slot that a reviewed note states a value of, for naming the nearest ones."""
    keys: dict[str, str] = {}
    for entry in one.snapshot.entries.values():
        if entry.memory_key is None or entry.place is not Place.NOTES:
            continue
        if vouch(entry, one.snapshot.reviews).standing is not Standing.UNREVIEWED:
            keys.setdefault(rules.resolve(entry.memory_key), entry.memory_key)
    return keys


def history(
    one: Opened, paths: Iterable[str], indexed: tuple[Links, SlotRules] | None = None
) -> History:
    """The history around these files: everything linked to them or sharing their slots.

    Notes on branches may be among the files, by their addresses.
    """
    index, rules = indexed or links(one)
    wanted = list(paths)
    branched = [name for name in wanted if branches.is_address(name)]
    rows = [entry for name in branched if (entry := one.snapshot.entry(name)) is not None]
    seeds = [*wanted, *(path for row in rows for path in related.near_to(row, index, rules))]
    near = related.closure(one.snapshot.entries, index, seeds, rules)
    found = [*_versions(one, near), *_on_branches(one, branched, index)]
    return chains.index(found, one.snapshot.config)


def _on_branches(one: Opened, addresses: Iterable[str], index: Links) -> Iterator[Version]:
    """Notes that a branch brings, as nobody approved them; other texts of notes here are none."""
    for name in addresses:
        note = one.snapshot.file(name).note
        if note is not None and folded_id(note.id) not in index.by_id:
            yield Version(note=note, reviewed=False)


def _versions(one: Opened, paths: Iterable[str]) -> list[Version]:
    found: list[Version] = []
    edited: list[tuple[Entry, Vouch]] = []
    for path in paths:
        entry = one.snapshot.entries[path]
        standing = vouch(entry, one.snapshot.reviews)
        if standing.standing is Standing.EDITED:
            edited.append((entry, standing))
            continue
        note = one.snapshot.files[path].note
        if note is not None and entry.note_id is not None:
            found.append(_version(note, standing))
    return found + _edited(one, edited)


def from_rows(one: Opened, entries: Iterable[Entry]) -> list[Version]:
    """Versions without texts, for judging links and intervals; edited ones as approved."""
    found: list[Version] = []
    edited: list[tuple[Entry, Vouch]] = []
    for entry in entries:
        standing = vouch(entry, one.snapshot.reviews)
        if standing.standing is Standing.EDITED:
            edited.append((entry, standing))
        else:
            found.append(_version(note_of(entry), standing))
    return found + _edited(one, edited)


def _version(note: Note, standing: Vouch) -> Version:
    approved = standing.approved
    return Version(
        note=note,
        reviewed=approved is not None,
        approved_by=None if approved is None else approved.by,
        approved_at=None if approved is None else approved.at,
        decision=None if approved is None else approved.decision,
        known_by=KnownBy.COMMIT if approved and approved.by == ADOPTION else KnownBy.LEDGER,
    )


ADOPTION = "adoption"
"""Who approved what the baseline vouches for (CONTRACT 4)."""


def _edited(one: Opened, found: list[tuple[Entry, Vouch]]) -> list[Version]:
    """Edited notes answer with their approved text until the edit is decided."""
    blobs = [standing.approved.blob for _, standing in found if standing.approved is not None]
    texts = one.repo.blobs(blobs) if blobs else {}
    versions = []
    for entry, standing in found:
        assert standing.approved is not None, "BUG: an edited note has an approved version"
        data = texts.get(standing.approved.blob)
        note = None if data is None else parsed(one, entry.path, data)
        if note is not None:
            versions.append(replace(_version(note, standing), edited_since_review=True))
    return versions


def parsed(one: Opened, path: str, data: bytes) -> Note | None:
    """The note in these bytes as if they lay at this path; None when they give none."""
    config = one.snapshot.config
    return note_files.parse(data, note_files.where(path, data, Place.NOTES, config), config).note


def of_approved(approved: Approved, note: Note, known_by: KnownBy) -> Version:
    """A version that a ledger entry or a past commit vouches for."""
    return Version(
        note=note,
        reviewed=True,
        approved_by=approved.by,
        approved_at=approved.at,
        decision=approved.decision,
        known_by=known_by,
    )
