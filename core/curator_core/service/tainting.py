"""Taint that what waits takes over from elsewhere in the Home, shown before anything is decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from curator_core.model.files import Entry
from curator_core.model.note import Note
from curator_core.model.proposal import Inherited, Item, Lane, Op
from curator_core.rules import outsiders, taint
from curator_core.rules.items import Queue
from curator_core.rules.review_state import Standing
from curator_core.rules.slots import folded_id
from curator_core.rules.taint import Bearer
from curator_core.service import versions
from curator_core.service.opening import Opened

_TURNED = frozenset({Lane.CANDIDATE, Lane.CONFLICTING, Lane.RE_REVIEW})
"""Lanes that taint turns into quarantined; what is put away stays away."""
_NO_TEXT = frozenset({Op.ARCHIVE, Op.FORGET, Op.CONFIG, Op.REPAIR})
"""Operations that bring no text of their own."""
_OWN_TEXT = frozenset({Op.ADD.value, Op.SUPERSEDE.value, Op.MERGE.value, Op.SPLIT.value})
"""Operations on notes of their own; an update names session and sources of the note it changes."""
_RECUT = frozenset({Op.UPDATE, Op.MERGE, Op.SPLIT})
"""Operations whose text is that of their targets, whatever it says now."""


def inheriting(one: Opened, made: Queue) -> Queue:
    """The queue with the taint that items take over; these are quarantined (CONTRACT 6)."""
    waiting = {item.item: item for item in made.items if _brings_text(item)}
    if not waiting:
        return made
    roots = [*_roots(one, {item.paths[0] for item in waiting.values() if _is_new_file(item)})]
    tainted = {folded_id(name) for root in roots for name in root.notes}
    tainted |= {folded_id(name) for i in waiting.values() if i.taint for name in i.notes}
    bearers = [_bearer(one, item, tainted) for item in waiting.values()]
    found = taint.inherited(roots, bearers)
    if not found:
        return made
    items = tuple(
        _marked(item, found[item.item]) if item.item in found else item for item in made.items
    )
    return replace(made, items=items)


def _roots(one: Opened, waiting: set[str]) -> Iterator[Bearer]:
    """What is tainted and waits no longer: notes, and what was decided whatever became of it."""
    for entry in outsiders.tainted(one.snapshot.entries):
        if entry.path not in waiting:
            yield taint.bearer(entry)
    for event in one.ledger.events:
        if event.proposal.taint and event.op in _OWN_TEXT:
            yield taint.decided(event)


def _is_new_file(item: Item) -> bool:
    return item.commit is None and Standing.EDITED.value not in item.flags


def _brings_text(item: Item) -> bool:
    return item.op not in _NO_TEXT and item.finding is None and bool(item.notes or item.commit)


def _marked(item: Item, found: tuple[Inherited, ...]) -> Item:
    lane = Lane.QUARANTINED if item.lane in _TURNED else item.lane
    labels = tuple(dict.fromkeys((*item.taint, *(each.label for each in found))))
    return replace(item, lane=lane, taint=labels, inherited=found)


def _bearer(one: Opened, item: Item, tainted: set[str]) -> Bearer:
    rows = tuple(_rows(one, item))
    own = [label for row in rows for label in taint.labels(row)]
    known = tuple(_known(one, item))
    sessions = {item.session, *(row.session for row in rows)} - {row.session for row in known}
    cited = {uri for row in known for uri in row.sources}
    return Bearer(
        key=item.item,
        name=item.notes[0] if len(item.notes) == 1 else item.item,
        labels=tuple(dict.fromkeys((*item.taint, *own))),
        sessions=tuple(sorted(session for session in sessions if session)),
        sources=tuple(uri for uri in item.sources if uri not in cited),
        notes=item.notes,
        inputs=tuple(dict.fromkeys(name for row in rows for name in row.inputs)),
        made_of=tuple(_made_of(one, item, tainted)),
    )


def _rows(one: Opened, item: Item) -> Iterator[Entry]:
    for address in item.files or item.paths:
        entry = one.snapshot.entry(address)
        if entry is not None:
            yield entry


def _known(one: Opened, item: Item) -> Iterator[Entry]:
    """The reviewed notes that the item changes: their session and sources were judged with them."""
    if Standing.EDITED.value in item.flags:
        yield from _rows(one, item)
    elif item.op is Op.UPDATE:
        index, _ = versions.links(one)
        for name in item.targets:
            own = item.paths if item.commit is None else ()
            paths = (path for path in index.by_id.get(folded_id(name), ()) if path not in own)
            yield from (one.snapshot.entries[path] for path in paths)


def _made_of(one: Opened, item: Item, tainted: set[str]) -> Iterator[str]:
    """The tainted notes whose text this is, or still holds."""
    for row in _rows(one, item):
        targets = item.targets if item.op in _RECUT else row.supersedes
        for name in targets:
            if folded_id(name) in tainted and (item.op in _RECUT or _keeps(one, row.path, name)):
                yield name


def _keeps(one: Opened, path: str, name: str) -> bool:
    new = one.snapshot.file(path).note
    return new is not None and any(taint.keeps_text(old, new) for old in _notes(one, name))


def _notes(one: Opened, name: str) -> Iterator[Note]:
    index, _ = versions.links(one)
    for path in index.by_id.get(folded_id(name), ()):
        note = one.snapshot.files[path].note
        if note is not None:
            yield note


def by_address(one: Opened, made: Queue) -> Mapping[str, tuple[str, ...]]:
    """The labels that each waiting file has without stating them, by its address: what an approval
    writes."""
    found: dict[str, tuple[str, ...]] = {}
    for item in made.items:
        stated = {label for row in _rows(one, item) for label in row.taint} if item.taint else set()
        labels = tuple(label for label in item.taint if label not in stated)
        if labels:
            found |= dict.fromkeys(item.files or item.paths, labels)
    return found
