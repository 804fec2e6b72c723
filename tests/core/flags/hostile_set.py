"""The open set of hostile and benign notes with the Home around each, without a disk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from curator_core.model.files import NoteFile, Place
from curator_core.model.flag import Flag, Grade
from curator_core.model.home import Config
from curator_core.rules import source_uri
from curator_core.rules.flags import hosts, near_copies, raising
from curator_core.rules.flags.context import Around, Cited, Fragment, Near
from curator_core.rules.flags.lexicon import Lexicon
from curator_core.rules.folded_copy import lettered
from curator_core.rules.source_uri import Elsewhere
from curator_core.rules.visible import split_lines
from curator_core.store import note_files
from tests.shared_data import hostile_notes, shared_data

CLASSES = tuple(f"H{number}" for number in range(1, 18))
WHOLE = ("hidden", "secret", "unreadable")
"""Expectations that other parts of the product meet: escaping, secrets, the reader."""


@dataclass(frozen=True, slots=True)
class Case:
    """One note of the set, read, with its surroundings."""

    row: Mapping[str, Any]
    file: NoteFile
    around: Around

    @property
    def name(self) -> str:
        """The id of the case."""
        return str(self.row["id"])

    @property
    def benign(self) -> bool:
        """Whether nothing is wrong with it."""
        return bool(self.row["benign"])

    @property
    def soft(self) -> bool:
        """Whether it says the same in words that no list holds."""
        return self.row.get("shape") == "soft"

    def flags(self, words: Lexicon | None = None) -> tuple[Flag, ...]:
        """What the rules raise."""
        return raising.flags(self.file, self.around, words)


@lru_cache(maxsize=1)
def cases() -> tuple[Case, ...]:
    """All cases of the set, in its order."""
    rows = hostile_notes()
    files = {row["id"]: _read(row) for row in rows}
    approved = [files[row["id"]] for row in rows if row.get("role") == "approved"]
    told = json.loads(shared_data("hostile-notes/set.json").read_text("utf-8"))
    known = [host.removeprefix("*.") for host in told["known_hosts"]]
    sites = hosts.known_sites([*known, *(_text(file) for file in approved)])
    chains = _fragments(rows, files)
    return tuple(
        Case(
            row, files[row["id"]], _around(files[row["id"]], approved, sites, chains, told["today"])
        )
        for row in rows
    )


def _read(row: Mapping[str, Any]) -> NoteFile:
    data = row["text"].encode("utf-8", "surrogatepass")
    path = row["file_name"]
    place = Place.NOTES if row.get("role") == "approved" else Place.CANDIDATES
    place = Place.QUARANTINE if "/quarantine/" in path else place
    return note_files.parse(data, note_files.where(path, data, place, Config()), Config())


def _text(file: NoteFile) -> str:
    return "" if file.text is None else file.text.raw


def _around(
    file: NoteFile,
    approved: Sequence[NoteFile],
    sites: frozenset[str],
    chains: Mapping[str, tuple[Fragment, ...]],
    today: str,
) -> Around:
    note = file.note
    if note is None:
        return Around(today=today, sites=sites)
    source = _path(note.sources[0]) if note.sources else None
    return Around(
        today=today,
        sites=sites,
        cited=tuple(_cited(uri) for uri in note.sources),
        targets=tuple(a.note for a in approved if a.note and a.note.id in note.supersedes),
        retired=len(note.supersedes),
        near=tuple(_near(file, approved)),
        fragments=chains.get(source or "", ()),
        claims_review=note.reviewed and file.entry.place is not Place.NOTES,
    )


def _near(file: NoteFile, approved: Sequence[NoteFile]) -> Iterator[Near]:
    assert file.note is not None
    mine = near_copies.shingles(file.note.body)
    for other in approved:
        assert other.note is not None
        shared = mine & near_copies.shingles(other.note.body)
        if other is not file and len(shared) * 2 >= len(mine) > 0:
            yield Near(other.note.id, other.note.body)


def _cited(uri: str) -> Cited:
    cited = source_uri.parse(uri)
    if isinstance(cited, Elsewhere):
        return Cited(uri, None)
    path = shared_data("hostile-notes") / cited.path
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    first, last = cited.first or 1, cited.last or len(lines)
    if not lines or first > len(lines):
        return Cited(uri, None, gone=True)
    return Cited(uri, "\n".join(lines[first - 1 : last]))


def _path(uri: str) -> str | None:
    cited = source_uri.parse(uri)
    return None if isinstance(cited, Elsewhere) else cited.path


def _fragments(
    rows: Sequence[Mapping[str, Any]], files: Mapping[str, NoteFile]
) -> dict[str, tuple[Fragment, ...]]:
    """By source, all candidates of the night that cite it, in order of their lines."""
    found: dict[str, list[Fragment]] = {}
    for row in rows:
        note = files[row["id"]].note
        for uri in () if note is None or row.get("role") == "approved" else note.sources:
            cited = source_uri.parse(uri)
            if note is not None and not isinstance(cited, Elsewhere):
                one = Fragment(note.id, note.body, cited.first or 1)
                found.setdefault(cited.path, []).append(one)
    return {path: tuple(sorted(each, key=lambda f: f.line)) for path, each in found.items()}


def meets(flag: Flag, wanted: Mapping[str, Any], text: str) -> bool:
    """Whether a flag is the expected one: the code, and a mark that touches the span."""
    if flag.code not in (wanted["flag"], *(wanted.get("also_ok") or ())):
        return False
    span = wanted["span_text"]
    if span is None or flag.line is None or flag.rule == "secret":
        return True
    start = text.find(span)
    at = _offset(text, flag.line, flag.column or 1)
    end = at + 1 if flag.end_line is None else _offset(text, flag.end_line, flag.end_column or 1)
    return any(at < found + len(span) and found < end for found in _places(text, span, start))


def _places(text: str, span: str, start: int) -> Iterator[int]:
    while start >= 0:
        yield start
        start = text.find(span, start + 1)


def _offset(text: str, line: int, column: int) -> int:
    return sum(len(each) for each in split_lines(text)[: line - 1]) + column - 1


def high(flags: Sequence[Flag]) -> list[Flag]:
    """The heavy ones."""
    return [flag for flag in flags if flag.severity is Grade.HIGH]


def plain_text(text: str) -> str:
    """As rules compare it."""
    return lettered(text).text
