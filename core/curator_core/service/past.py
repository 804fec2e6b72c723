"""What the memory knew at an earlier instant: ledger events, else the commit then (CONTRACT 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from curator_core.model.answer import KnownBy, Version
from curator_core.model.event import Approved
from curator_core.model.files import Entry, NoteFile, Place
from curator_core.rules import chains, related, replay
from curator_core.rules.chains import History
from curator_core.rules.review_state import ADOPTABLE
from curator_core.rules.slots import SlotId, SlotRules, folded_id, folded_scope, scope_chain
from curator_core.service import versions
from curator_core.service.opening import Opened
from curator_core.service.versions import Seeds
from curator_core.store import git_past, note_files, note_trees

Known = Mapping[str, tuple[Approved, KnownBy]]


def history(one: Opened, seeds: Seeds, known_at: datetime) -> History:
    """The history around a question as it was known at an instant.

    Ids with an event by then: the version the ledger approved last. Others that adoption vouches
    for: as they stood in the newest first-parent commit by then.
    """
    known = {**_by_commit(one, known_at), **_by_ledger(one, known_at)}
    then = _Then(one, known)
    rules = SlotRules(one.snapshot.config.slots)
    index = related.links(then.entries, rules)
    key = rules.resolve(seeds.asked)
    paths = list(index.by_id.get(folded_id(seeds.asked), ()))
    for scope in scope_chain(seeds.scopes):
        paths.extend(index.by_slot.get(SlotId(key, folded_scope(scope)), ()))
    near = related.closure(then.entries, index, paths, rules)
    found = [then.version(path) for path in near]
    kept = [version for version in found if version is not None]
    return replace(chains.index(kept, one.snapshot.config), keys=index.keys)


class _Then:
    """Rows and texts of versions known at an instant; today's rows serve where blobs are equal."""

    def __init__(self, one: Opened, known: Known) -> None:
        self._one = one
        self._known = known
        self._today = {
            entry.blob: entry
            for entry in one.snapshot.entries.values()
            if entry.place is Place.NOTES
        }
        missing = {a.blob for a, _ in known.values() if a.blob not in self._today}
        texts = one.repo.blobs(missing) if missing else {}
        self._parsed = {
            key: self._parse(approved, texts.get(approved.blob, b""))
            for key, (approved, _) in known.items()
            if approved.blob in missing
        }
        self.entries = {key: self._entry(key) for key in known}

    def _parse(self, approved: Approved, data: bytes) -> NoteFile:
        config = self._one.snapshot.config
        at = note_files.where(approved.path, data, Place.NOTES, config)
        return note_files.parse(data, at, config)

    def _entry(self, key: str) -> Entry:
        parsed = self._parsed.get(key)
        return self._today[self._known[key][0].blob] if parsed is None else parsed.entry

    def version(self, key: str) -> Version | None:
        """The judged version of a key, None where the text gives no note."""
        approved, known_by = self._known[key]
        entry = self._entry(key)
        file = self._parsed.get(key) or self._one.snapshot.files[entry.path]
        if file.note is None or file.entry.note_id is None:
            return None
        return versions.of_approved(approved, file.note, known_by)


def _by_ledger(one: Opened, known_at: datetime) -> dict[str, tuple[Approved, KnownBy]]:
    """Versions that events by then approved, by a key that is unique for each note."""
    events = [event for event in one.ledger.events if _instant(event.at) <= known_at]
    then = replay.replay(events, one.snapshot.reviews.baseline)
    gone = one.snapshot.reviews.forgotten
    return {key: (a, KnownBy.LEDGER) for key, a in then.by_id.items() if a.blob not in gone}


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _by_commit(one: Opened, known_at: datetime) -> dict[str, tuple[Approved, KnownBy]]:
    """Adopted notes without an event by then, as the commit of that time holds them; after the
    adoption only what it vouched for, whatever a later commit made of it."""
    adopted = one.snapshot.reviews.baseline
    commit = git_past.commit_before(one.repo, known_at) if adopted else None
    if commit is None:
        return {}
    tree = note_trees.notes_at(one.repo, commit, one.snapshot.config)
    events = [event for event in one.ledger.events if _instant(event.at) <= known_at]
    touched = replay.replay(events, adopted).touched
    later = one.repo.is_ancestor(one.snapshot.config.baseline or "", commit)
    found = {}
    for path, blob in tree.items():
        vouched = blob in one.snapshot.reviews.baseline_blobs
        if not vouched and path not in adopted:
            continue
        kept = adopted[path].blob if later and not vouched else blob
        if kept in one.snapshot.reviews.forgotten:
            continue
        approved = Approved(None, path, None, kept, versions.ADOPTION)
        found[replay.PATH_KEY + path] = (approved, KnownBy.COMMIT)
    return _without(one, found, touched)


def _without(
    one: Opened, found: dict[str, tuple[Approved, KnownBy]], touched: frozenset[str]
) -> dict[str, tuple[Approved, KnownBy]]:
    """Leave out notes that the ledger speaks for by then, and those never adopted."""
    entries = _Then(one, found).entries
    kept = {}
    for key, (approved, known_by) in found.items():
        entry = entries[key]
        spoken = replay.key_of(entry.note_id, entry.path) in touched
        if not spoken and entry.status in ADOPTABLE:
            kept[key] = (replace(approved, note_id=entry.note_id), known_by)
    return kept
