"""The sample Home's files, read once for the tests that look at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from curator_app.sample_path import sample_home
from curator_core.model.files import NoteFile, Place
from curator_core.model.home import Config
from curator_core.model.note import Note
from curator_core.store import note_files

NOW = datetime.fromisoformat("2026-11-29T09:00:00+01:00")
CITED = re.compile(
    r"(?:nas://vossberg/)?(?P<path>sources/[^@#]+)(?P<mark>@\{sources\})?"
    r"#L(?P<first>\d+)(?:-L(?P<last>\d+))?"
)
HAN = re.compile(r"[\u4e00-\u9fff]")
PLACES = {
    "memory/notes": Place.NOTES,
    "memory/candidates": Place.CANDIDATES,
    "memory/quarantine": Place.QUARANTINE,
}


class Cited(NamedTuple):
    """One citation of a note, its lines as the sources hold them."""

    path: str
    lines: tuple[str, ...]
    marked: bool


def folder_files(name: str) -> dict[str, bytes]:
    """The files of one folder of the sample, dates unmoved."""
    folder = sample_home() / name
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


FILES = folder_files("main")
"""The Home's files as they lie there on the last morning."""


def note_file(path: str, data: bytes) -> NoteFile:
    """A file of the memory as the Home's reader sees it."""
    place = PLACES["/".join(path.split("/")[:2])]
    config = Config(timezone="Europe/Berlin", default_scope="user:ruolan")
    return note_files.parse(data, note_files.where(path, data, place, config), config)


def below(folder: str) -> dict[str, NoteFile]:
    """All note files below a folder of the Home, read."""
    return {p: note_file(p, data) for p, data in FILES.items() if p.startswith(folder + "/")}


NOTES = below("memory/notes")
CANDIDATES = below("memory/candidates") | below("memory/quarantine")


def candidate(name: str) -> NoteFile:
    """The one candidate whose path ends in this name."""
    (found,) = (file for path, file in CANDIDATES.items() if path.endswith(name))
    return found


def typed(file: NoteFile) -> Note:
    """The file's note; the sample's readable files all have one."""
    assert file.note is not None, (file.entry.path, file.problems)
    return file.note


def reviewed() -> dict[str, Note]:
    """The reviewed notes by id."""
    return {typed(file).id: typed(file) for file in NOTES.values()}


def citations(note: Note) -> Iterator[Cited]:
    """Every citation of a line range in the sources, with its text."""
    for uri in note.sources:
        match = CITED.fullmatch(uri)
        if match is None:
            continue
        first, last = int(match["first"]), int(match["last"] or match["first"])
        lines = FILES[match["path"]].decode().splitlines()
        assert 1 <= first <= last <= len(lines), uri
        yield Cited(match["path"], tuple(lines[first - 1 : last]), match["mark"] is not None)
