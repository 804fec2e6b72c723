"""The slot of a free note: which ones are near, and the edit that puts the note into one."""

from __future__ import annotations

from collections import defaultdict

from curator_core.model.decision import Edit
from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.note import FieldValue
from curator_core.model.problem import Refusal
from curator_core.model.suggestion import Near, Suggestion, Suggestions
from curator_core.rules import editing, filling, suggesting
from curator_core.rules.filling import Circumstances
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import SlotId, folded_scope
from curator_core.rules.suggesting import Slot, Told
from curator_core.rules.trails import answer_text
from curator_core.service import existing, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened


def suggest(caller: Caller, name: str) -> Suggestions | Refusal:
    """The slots nearest to a free note under notes, named by its id, item id or path."""
    with opened(caller) as one:
        item = existing.find(one, name)
        if item is None:
            hint = "see `curator notes` for what is there"
            return Refusal("unknown-item", f"no note is called {name}", hint, ids=(name,))
        entry = one.snapshot.entries[item.paths[0]]
        refused = _unfit(one, entry)
        if refused is not None:
            return refused
        file = one.snapshot.files[entry.path]
        found = _found(one, file)
        told = tuple(_suggestion(one, item.item, file, each) for each in found)
        return Suggestions(item.item, entry.note_id, entry.title, entry.scope, told)


def _unfit(one: Opened, entry: Entry) -> Refusal | None:
    if entry.memory_key is not None:
        message = f"the note states a value of {entry.memory_key} already"
        return Refusal("no-change", message, path=entry.path)
    if vouch(entry, one.snapshot.reviews).standing is not Standing.REVIEWED:
        message = "nobody vouches for this note as it is"
        return Refusal("invalid", message, "decide it in the queue first", entry.path)
    return None


def _found(one: Opened, file: NoteFile) -> tuple[Near, ...]:
    assert file.note is not None, "BUG: a reviewed note is typed"
    told = Told(file.entry.title, answer_text(file.note) or "", file.entry.subject)
    return suggesting.nearest(told, _slots(one))


def _slots(one: Opened) -> tuple[Slot, ...]:
    """Every slot that a reviewed note states a value of, from rows alone."""
    _, rules = versions.links(one)
    names: dict[str, str] = {}
    notes: dict[str, list[Told]] = defaultdict(list)
    for entry in one.snapshot.entries.values():
        if entry.memory_key is None or entry.place is not Place.NOTES:
            continue
        if vouch(entry, one.snapshot.reviews).standing is Standing.UNREVIEWED:
            continue
        key = rules.resolve(entry.memory_key)
        names.setdefault(key, entry.memory_key)
        notes[key].append(Told(entry.title, entry.value or "", entry.subject))
    return tuple(Slot(names[key], tuple(told)) for key, told in notes.items())


def _suggestion(one: Opened, item: str, file: NoteFile, near: Near) -> Suggestion:
    index, rules = versions.links(one)
    key, scope = rules.resolve(near.key), folded_scope(file.entry.scope)
    entries = one.snapshot.entries
    known = [path for slot, paths in index.by_slot.items() if slot.key == key for path in paths]
    held = index.by_slot.get(SlotId(key, scope), ())
    return Suggestion(
        near,
        tuple(dict.fromkeys(entries[path].note_id or path for path in known)),
        tuple(dict.fromkeys(entries[path].note_id or path for path in held)),
        Edit(item=item, result=_in_slot(file, near.key)),
    )


def _in_slot(file: NoteFile, key: str) -> bytes:
    """The note's bytes with the slot's name in them, and an id where it has none yet."""
    assert file.text is not None, "BUG: a reviewed note is text"
    entry = file.entry
    fields: dict[str, FieldValue] = {"memory_key": key}
    if entry.note_id is None:
        at = Circumstances(entry.path, entry.blob, entry.place)
        fields["id"] = filling.generated_id(at)
    return editing.encode(file.text, editing.edit(file.text, fields))
