"""What a forget does on this device once its commit stands: index, caches, views, private texts.

It is repeated by any later command that writes, on every device that has the commit, until it went
through; which forgets were carried out here is kept under the git path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from curator_core.model.event import Event
from curator_core.model.files import NoteFile, Place
from curator_core.model.problem import StoreError
from curator_core.rules import forgetting
from curator_core.rules.forgetting import Gone
from curator_core.rules.schema import is_id
from curator_core.rules.slots import folded_id
from curator_core.service import indexing, views
from curator_core.service.opening import Opened, look
from curator_core.service.unpurged import due as due
from curator_core.store import cache, index_files, note_files, scraps
from curator_core.store.index_files import IndexUnusableError

_BLOB = re.compile("[0-9a-f]{40}")


def catch_up(one: Opened) -> bool:
    """Carry out what is due. Whether nothing is due any more: what cannot be removed now stays
    due."""
    events = due(one)
    if not events:
        return True
    try:
        known = gone(one, events)
        says = naming(known, items(one, known.ids))
        scraps.clear(one.repo, scraps.found(one.repo, says, known.blobs, known.paths))
        scraps.prune_recall(one.repo, says)
        cache.purge(one.repo.state_dir, known.blobs, _holding(known))
        now = look(one.caller, one.repo)
        _reindex(now)
        views.build(now)
        decisions = frozenset(event.decision for event in events)
        scraps.keep_purged(one.repo, scraps.purged(one.repo) | decisions)
    except (StoreError, IndexUnusableError):
        return False
    return True


def gone(one: Opened, events: Iterable[Event]) -> Gone:
    """What forgets took away, by name, and by quotations as far as git still has the texts."""
    known = tuple(events)
    changes = [c for event in known for c in event.notes if c.path_after is None]
    names = [name for event in known for name in event.about if is_id(name)]
    ids = frozenset(map(folded_id, (*names, *(c.id for c in changes if c.id is not None))))
    paths = frozenset(c.path_before for c in changes if c.path_before is not None)
    forgotten = [event.forgotten for event in known if event.forgotten is not None]
    blobs = frozenset(blob for each in forgotten for blob in each.blobs)
    files = [_read(one, data) for data in one.repo.blobs(blobs).values()]
    notes = [f.note for f in files if f.note is not None and folded_id(f.note.id) in ids]
    return Gone(ids, paths, blobs, frozenset(), forgetting.needles(notes))


def items(one: Opened, ids: frozenset[str]) -> frozenset[str]:
    """The items that decided about notes of these folded ids."""
    return frozenset(
        item
        for event in one.ledger.events
        if any(folded_id(c.id) in ids for c in event.notes if c.id is not None)
        for item in (event.item, *event.items)
    )


def naming(gone: Gone, items: Iterable[str]) -> Callable[[str], bool]:
    """Whether a text quotes what is forgotten, or names one of its notes or items."""
    known = _names((*gone.ids, *items))
    return lambda text: known.search(text.casefold()) is not None or gone.quoted(text)


def _names(names: Iterable[str]) -> re.Pattern[str]:
    words = sorted({re.escape(name.casefold()) for name in names})
    return re.compile(rf"\b(?:{'|'.join(words)})\b" if words else "(?!)")


def _holding(known: Gone) -> Callable[[str], bool]:
    """Whether a cached row is of one of the texts, names its note, or quotes it; rows are many, so
    quotations are looked for as they stand."""
    names = _names((*known.ids, *known.paths))

    def holds(text: str) -> bool:
        low = text.casefold()
        if names.search(low) is not None or any(needle in low for needle in known.needles):
            return True
        return not known.blobs.isdisjoint(_BLOB.findall(low))

    return holds


def _read(one: Opened, data: bytes) -> NoteFile:
    config = one.snapshot.config
    at = note_files.where("x.md", data, Place.CANDIDATES, config)
    return note_files.parse(data, at, config)


def _reindex(one: Opened) -> None:
    """Every index file goes, shadow tables and freed pages with it; one that was used is made
    anew."""
    made = index_files.record(one.repo).made
    if not made:
        return
    with index_files.locked(one.repo, one.caller.lock_wait):
        for recipe in made:
            index_files.drop(one.repo, recipe)
    indexing.ready(one)
