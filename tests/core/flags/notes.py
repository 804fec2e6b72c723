"""Notes made of a sentence, as the rules read them."""

from __future__ import annotations

from curator_core.model.files import NoteFile, Place
from curator_core.model.flag import Flag
from curator_core.model.home import Config
from curator_core.rules.flags import raising
from curator_core.rules.flags.context import NOTHING_AROUND, Around
from curator_core.store import note_files

FOLDERS = {"external": "quarantine", "agent": "candidates", "user": "candidates"}


def note(body: str, origin: str = "external", **fields: str) -> NoteFile:
    """A note with this body; `fields` replace or add header lines."""
    header = {
        "schema_version": "1",
        "id": "note-one",
        "kind": "semantic",
        "subject": "shop/bakery",
        "scope": "project:bakery",
        "status": "candidate",
        "recorded_at": '"2026-11-20T08:00:00+01:00"',
        "origin": origin,
        "sources": '["conversation:b-1"]',
        **fields,
    }
    lines = "".join(f"{name}: {value}\n" for name, value in header.items())
    data = f"---\n{lines}---\n\n{body}\n".encode("utf-8", "surrogatepass")
    path = f"memory/{FOLDERS[origin]}/one.md"
    place = Place.QUARANTINE if origin == "external" else Place.CANDIDATES
    return note_files.parse(data, note_files.where(path, data, place, Config()), Config())


def flags(body: str, origin: str = "external", around: Around = NOTHING_AROUND) -> tuple[Flag, ...]:
    """What the rules raise in a note with this body."""
    return raising.flags(note(body, origin), around)


def codes(found: tuple[Flag, ...]) -> set[str]:
    """The codes of flags."""
    return {flag.code for flag in found}
