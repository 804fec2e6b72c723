"""The texts of edits, merges and splits, parsed for planning."""

from __future__ import annotations

from collections.abc import Sequence

from curator_core.model.decision import Edit, Merge, Split
from curator_core.model.files import NoteFile, Place
from curator_core.model.note import Note
from curator_core.model.proposal import Item
from curator_core.rules import editing, union
from curator_core.rules.hashing import short_id
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id
from curator_core.service import versions
from curator_core.service.opening import Opened
from curator_core.store import note_files


def results(one: Opened, chosen: Sequence[Chosen]) -> dict[bytes, NoteFile]:
    """Every text that a reviewer gave, read as a candidate would be: what is missing is filled; the
    text of an edited note that is memory as one in its place, so that foreign ones stay foreign."""
    found: dict[bytes, NoteFile] = {}
    for each in chosen:
        match each.choice:
            case Edit(result=data):
                found[data] = _parsed(one, data, _memory_path(one, each.item))
            case Merge(result=bytes() as data):
                found[data] = _parsed(one, data)
            case Split(results=texts):
                found |= {data: _parsed(one, data) for data in texts}
            case _:
                pass
    return found


def _memory_path(one: Opened, item: Item) -> str | None:
    entry = one.snapshot.entries.get(item.paths[0])
    known = entry is not None and vouch(entry, one.snapshot.reviews).standing is Standing.REVIEWED
    return item.paths[0] if known else None


def _parsed(one: Opened, data: bytes, path: str | None = None) -> NoteFile:
    config = one.snapshot.config
    place = Place.CANDIDATES if path is None else Place.NOTES
    where = f"{config.candidates[0]}/result.md" if path is None else path
    return note_files.parse(data, note_files.where(where, data, place, config), config)


def unions(one: Opened, chosen: Sequence[Chosen]) -> dict[str, NoteFile]:
    """The clean union of merges without a result, by item; left out where there is none."""
    found = {}
    for each in chosen:
        if isinstance(each.choice, Merge) and each.choice.result is None:
            names = [*each.item.notes, *each.choice.targets]
            files = [file_of(one, name) for name in dict.fromkeys(map(folded_id, names))]
            known = [file for file in files if file is not None and file.note is not None]
            notes = [file.note for file in known if file.note is not None]
            made = _union(one, notes, known) if len(known) == len(files) else None
            if made is not None:
                found[each.item.item] = made
    return found


def file_of(one: Opened, name: str) -> NoteFile | None:
    """The file of a note by its id: under notes, else among candidates, else on a branch."""
    index, _ = versions.links(one)
    paths = index.by_id.get(folded_id(name), ())
    entries = one.snapshot.entries
    for path in sorted(paths, key=lambda path: entries[path].place is not Place.NOTES):
        return one.snapshot.files[path]
    for file in one.snapshot.branches().files.values():
        if folded_id(file.entry.note_id or "") == folded_id(name):
            return file
    return None


def _union(one: Opened, notes: Sequence[Note], files: Sequence[NoteFile]) -> NoteFile | None:
    best = union.clean(notes)
    file = next((f for f in files if f.note is best), None)
    if best is None or file is None or file.text is None:
        return None
    new_id = short_id("m_", "merge", sorted(file.entry.blob for file in files))
    text = editing.edit(file.text, {"id": new_id, "supersedes": (), "relation": None})
    return _parsed(one, editing.encode(file.text, text))
