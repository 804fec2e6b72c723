"""Notes under notes, found by note id or by the item id that decisions name them with."""

from __future__ import annotations

from collections.abc import Mapping

from curator_core.model.files import Entry, Place
from curator_core.model.note import Status
from curator_core.model.proposal import Item, Op
from curator_core.rules import hashing, rows
from curator_core.service import versions
from curator_core.service.opening import Opened


def find(one: Opened, name: str) -> Item | None:
    """The note under notes of this note id, item id or path, as an item; None if there is none."""
    index, _ = versions.links(one)
    known = [path for path in index.by_id.get(name.casefold(), ()) if _decidable(one, path)]
    path = known[0] if known else paths(one).get(name)
    if path is None and name in one.snapshot.entries and _decidable(one, name):
        path = name
    return None if path is None else rows.note_item(one.snapshot.entries[path])


def _decidable(one: Opened, path: str) -> bool:
    entry = one.snapshot.entries[path]
    return entry.place is Place.NOTES and entry.status != Status.CANDIDATE


def item_of(entry: Entry) -> str:
    """The item id of a note under notes."""
    return hashing.item_id(Op.REVIEW, (entry.note_id or entry.path,), entry.blob)


def paths(one: Opened) -> Mapping[str, str]:
    """The path of every note under notes by its item id, in path order; computed once."""
    known = one.memo.get("note items")
    if isinstance(known, dict):
        return known
    entries = one.snapshot.entries
    made = {item_of(entries[path]): path for path in entries if _decidable(one, path)}
    one.memo["note items"] = made
    return made
