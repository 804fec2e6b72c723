"""What repairs of whole files need from the world: texts to put back, and what lies there now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from curator_core.model.files import Entry, FileState, NoteFile, Place
from curator_core.model.note import Note
from curator_core.model.problem import Problem
from curator_core.model.proposal import Item
from curator_core.rules import layout
from curator_core.rules.planning.batch import Chosen
from curator_core.service import auditing_notes, ledger_files
from curator_core.service.opening import Opened
from curator_core.store import note_files, reading


@dataclass(frozen=True, slots=True)
class Supplies:
    """`back` are the texts that go back, by blob; `lying` what lies at their places, by path;
    `files` those that are notes, by blob."""

    back: dict[str, bytes] = field(default_factory=dict)
    lying: dict[str, bytes] = field(default_factory=dict)
    files: dict[str, NoteFile] = field(default_factory=dict)

    @property
    def notes(self) -> dict[str, Note]:
        """The notes that come back, by blob."""
        return {blob: file.note for blob, file in self.files.items() if file.note is not None}


def supplies(one: Opened, chosen: Sequence[Chosen]) -> Supplies:
    """Everything that the whole-file repairs among these choices need."""
    puts = [put for each in chosen for put in puts_of(each.item)]
    if not puts:
        return Supplies()
    paths = {blob: path for path, blob in puts if blob is not None}
    back = auditing_notes.texts_of(one, paths)
    there = {path: data for path, _ in puts if (data := lies(one, path)) is not None}
    return Supplies(back, there, dict(_files(one, paths, back)))


def _files(
    one: Opened, paths: dict[str, str], back: dict[str, bytes]
) -> list[tuple[str, NoteFile]]:
    config = one.snapshot.config
    found = []
    for blob, data in back.items():
        path = paths[blob]
        if layout.place_of(path, config) is Place.NOTES:
            where = note_files.where(path, data, Place.NOTES, config)
            found.append((blob, note_files.parse(data, where, config)))
    return found


def lies(one: Opened, path: str) -> bytes | None:
    """The bytes of a plain file of the worktree; None where none can be read."""
    content = reading.read(one.repo.root, path, ledger_files.LIMIT)
    return None if isinstance(content, Problem) else content.data


def puts_of(item: Item) -> tuple[tuple[str, str | None], ...]:
    """The whole files that an item's repair writes, each with the blob that goes there."""
    repair = None if item.finding is None else item.finding.repair
    return () if repair is None else repair.puts


def shown(one: Opened, item: Item) -> NoteFile:
    """What a repair of a whole file would leave of the first one; of an outside change, which is
    accepted or reverted, what lies there."""
    path, blob = puts_of(item)[0]
    data = lies(one, path) or b""
    if item.outside is None:
        data = b"" if blob is None else auditing_notes.texts_of(one, {blob: path}).get(blob, b"")
    config = one.snapshot.config
    if layout.place_of(path, config) is not None:
        return note_files.parse(data, note_files.where(path, data, Place.NOTES, config), config)
    row = Entry(
        path=path,
        blob=item.blob,
        place=Place.NOTES,
        state=FileState.FOREIGN,
        size=len(data),
        title=item.title,
    )
    return NoteFile(row, data, None, None, ())


def current(one: Opened, item: Item) -> str | None:
    """The other side of the same: what lies there, or what an outside change replaced."""
    path, blob = puts_of(item)[0]
    data = lies(one, path)
    if item.outside is not None:
        data = None if blob is None else auditing_notes.texts_of(one, {blob: path}).get(blob)
    return None if data is None else data.decode("utf-8", "surrogateescape")
