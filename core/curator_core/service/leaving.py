"""Reviewed notes whose file was moved by hand to where the layout does not look (CONTRACT 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from curator_core.model.answer import Finding
from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.problem import Problem, Severity
from curator_core.model.proposal import Item
from curator_core.rules import finding_items
from curator_core.rules.hashing import blob_id
from curator_core.rules.table import glances
from curator_core.service.opening import Opened
from curator_core.store import note_files, reading, walking

CODE = "left-layout"
LOST = "lost texts"
READ = 1000
"""Files outside the layout that are read; where there are more, only those of a lost one's name."""


def left_layout(one: Opened) -> Iterator[Problem]:
    """One problem for each, where the file lies now; a note that is nowhere is not told here."""
    for moved in _moved(one):
        yield Problem(CODE, Severity.WARNING, moved.says, HINT, moved.path, 1, 1)


HINT = "move it back, or name the folder under [layout] notes"


def items(one: Opened) -> Iterator[Item]:
    """The same as items; only a person can put the file back, reject dismisses one."""
    for moved in _moved(one):
        finding = Finding(
            code=CODE,
            severity=Severity.WARNING,
            message=f"{moved.says}: {HINT}",
            ids=(moved.entry.note_id or moved.was,),
        )
        yield finding_items.item(finding, (moved.entry,))


def lost(one: Opened) -> dict[str, str]:
    """The path of every approved text that lies nowhere in the worktree any more, by its blob."""
    moved = {found.was for found in _moved(one)}
    return {blob: path for blob, path in _lost(one).items() if path not in moved}


def file(one: Opened, path: str) -> NoteFile:
    """A file outside the layout, read as a note; without text when it is gone by now."""
    content = reading.read(one.repo.root, path)
    if isinstance(content, Problem):
        nothing = note_files.where(path, b"", Place.NOTES, one.snapshot.config)
        return note_files.unreadable(b"", nothing, (content,))
    where = note_files.where(path, content.data, Place.NOTES, one.snapshot.config)
    return note_files.parse(content.data, where, one.snapshot.config)


@dataclass(frozen=True, slots=True)
class _Moved:
    """A file outside the layout that holds what was approved at another path."""

    path: str
    was: str
    entry: Entry

    @property
    def says(self) -> str:
        """What happened to it."""
        return f"the reviewed note {self.was} was moved here, where no note is read"


def _moved(one: Opened) -> tuple[_Moved, ...]:
    known = one.memo.get(CODE)
    if not isinstance(known, tuple):
        known = one.memo[CODE] = tuple(_found(one))
    return known


def _found(one: Opened) -> Iterator[_Moved]:
    lost = _lost(one)
    outside = [
        path
        for path in (sorted(walking.walk(one.repo.root, ["."])) if lost else ())
        if path not in one.snapshot.entries
    ]
    names = {_name(was) for was in lost.values()}
    for path in outside:
        if len(outside) > READ and _name(path) not in names:
            continue
        content = reading.read(one.repo.root, path)
        was = None if isinstance(content, Problem) else lost.get(blob_id(content.data))
        if was is not None:
            yield _Moved(path, was, file(one, path).entry)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _lost(one: Opened) -> dict[str, str]:
    """The old path of every approved blob that no file under notes holds, by the blob; looked for
    once an opening."""
    known = one.memo.get(LOST)
    if not isinstance(known, dict):
        known = one.memo[LOST] = _looked_for(one)
    return known


def _looked_for(one: Opened) -> dict[str, str]:
    reviews = one.snapshot.reviews
    present = {each.blob for each in glances(one.snapshot.entries) if each.place is Place.NOTES}
    there = set(one.snapshot.entries)
    decided = {
        change.path_before
        for event in one.ledger.events
        for change in event.notes
        if change.path_before is not None
    }
    approved = {a.blob: a.path for a in reviews.by_id.values()}
    approved |= {blob.blob: path for path, blob in reviews.baseline.items() if path not in decided}
    return {
        blob: path for blob, path in approved.items() if blob not in present and path not in there
    }
