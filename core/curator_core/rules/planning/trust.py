"""What no decision takes away from a text: who wrote it, and what it is tainted by (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from curator_core.model.files import FileState, NoteFile
from curator_core.model.note import FieldValue, Note, Origin
from curator_core.rules import taint
from curator_core.rules.planning.effects import Case


def kept(case: Case, note: Note, others: Sequence[Note] = ()) -> Note:
    """The note that shall stand, with the taint of the proposed text, of `others` that it is made
    of, and of what the item inherits; its origin is the least trusted of them."""
    proposed = case.snapshot.file(case.entry.path).note
    known = [note, *others, *(() if proposed is None else (proposed,))]
    return replace(
        note,
        origin=max((each.origin for each in known), key=list(Origin).index),
        taint=united([*(each.taint for each in known), labels_at(case, case.entry.path)]),
    )


def recut(case: Case, note: Note, addresses: Iterable[str]) -> Note:
    """A merged or cut note with what the texts at these addresses are tainted by unstated."""
    places = dict.fromkeys((case.entry.path, *addresses))
    return replace(note, taint=united([note.taint, *(labels_at(case, each) for each in places)]))


def labels_at(case: Case, address: str) -> tuple[str, ...]:
    """The labels that a waiting text has without stating them: by its place, from the commit that
    proposes it, and inherited."""
    entry = case.snapshot.entry(address)
    own = () if entry is None else taint.unstated(entry)
    return (*own, *case.context.inherited.get(address, ()))


def united(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Labels in order, each once."""
    return tuple(dict.fromkeys(label for group in groups for label in group))


def fields(written: Note | None, note: Note) -> dict[str, FieldValue]:
    """What a file must be made to say beside its text, so that nothing is lifted."""
    found: dict[str, FieldValue] = {}
    if written is None:
        return found
    if written.taint != note.taint:
        found["taint"] = note.taint
    if written.origin is not note.origin:
        found["origin"] = note.origin.value
    return found


def notices(case: Case, file: NoteFile, note: Note) -> tuple[str, ...]:
    """What is said of these fields in the preview and the receipt; a foreign note gets none."""
    written = file.note
    made = {} if file.entry.state is FileState.FOREIGN else fields(written, note)
    found = []
    if "taint" in made and written is not None:
        new = [label for label in note.taint if label not in written.taint]
        found.append(f"taint {', '.join(new)} stands on in {note.id}: {_why(case, new)}")
    if "origin" in made:
        found.append(f"origin of {note.id} stays {note.origin.value}: a decision does not lift it")
    return tuple(found)


def _why(case: Case, new: Sequence[str]) -> str:
    told = next((each for each in case.item.inherited if each.label in new), None)
    return "a decision does not lift it" if told is None else told.words
