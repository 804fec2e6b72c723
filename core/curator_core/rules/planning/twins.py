"""Asking before a second note of one title or file name is made (C05)."""

from __future__ import annotations

from curator_core.model.files import Entry, Place
from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules import branches, layout, twin_titles
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case
from curator_core.rules.slots import folded_id
from curator_core.rules.twin_titles import Living

CODE = twin_titles.CODE


def twin(
    case: Case, note: Note, planned: tuple[Approval, Closing], draft: Draft
) -> Entry | Note | None:
    """The note that one might take for this new one: in the Home, or made by this very plan. Those
    that the plan closes are none, nor is any for a note that lies under notes already."""
    living = case.context.living
    if living is None or case.item.op is Op.REVIEW:
        return None
    approval, closing = planned
    called = twin_titles.names(note.title or case.entry.title, _path(case, note))
    named = (*approval.targets, *note.supersedes, *case.item.targets)
    spared = {branches.path_of(case.entry.path), *named, *map(folded_id, named)}
    spared |= {folded_id(write.note_id) for write in closing.writes}
    spared |= {drafted.origin for drafted in draft.files.values() if drafted.origin is not None}
    found = living.twin(note, called, spared)
    return found or _drafted(note, called, (spared, living), draft)


def _path(case: Case, note: Note) -> str:
    """The file that gives the note its name; a text that a reviewer wrote has none of its own."""
    given = case.entry.path
    proposed = branches.is_address(given) or given in case.item.paths
    return branches.path_of(given) if proposed else f"{note.id}.md"


def _drafted(
    note: Note, called: frozenset[str], known: tuple[set[str], Living], draft: Draft
) -> Note | None:
    """The same among the notes that decisions before it in the plan make."""
    spared, living = known
    for drafted in draft.files.values():
        if drafted.origin == drafted.path or drafted.data is None or drafted.file is None:
            continue
        other = drafted.file.note
        if other is None or not called & twin_titles.names(other.title or "", drafted.path):
            continue
        own = {folded_id(other.id)} & {folded_id(note.id), *spared}
        kept = layout.place_of(drafted.path, draft.snapshot.config) is Place.NOTES
        if kept and not own and twin_titles.alike(note, other, living.slots, living.zone):
            return other
    return None


def refusal(case: Case, found: Entry | Note) -> Refusal:
    """What can be done instead of a silent twin."""
    name = (found.note_id or found.path) if isinstance(found, Entry) else found.id
    return Refusal(
        CODE,
        f"{name} has the same title or file name: is this the same thing?",
        f"make one of both (merge --target {name}), let it supersede {name}, or keep both with "
        f"--confirm {CODE}",
        case.entry.path,
        ids=(*case.item.notes, name),
    )
