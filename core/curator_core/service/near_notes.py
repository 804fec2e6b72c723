"""Reviewed notes that say almost what a proposal says, with the words that differ (H15)."""

from __future__ import annotations

from curator_core.model.background import NearNote
from curator_core.model.files import Entry
from curator_core.model.note import Note
from curator_core.rules import trails, words
from curator_core.rules.slots import folded_id
from curator_core.rules.tokens import telling, tokens
from curator_core.service import shelf
from curator_core.service.opening import Opened
from curator_core.service.secrecy import masked

MOST = 3
LIKENESS = 0.6
"""The least Jaccard index of two texts' tokens, numbers and signs."""
_LONGEST = 500
_PROBES = 4
"""Of so many of the longest words a near note has at least one."""


def near(one: Opened, entry: Entry, note: Note) -> tuple[NearNote, ...]:
    """The nearest reviewed notes that say something else; linear in the Home."""
    said = " ".join((trails.answer_text(note) or "").split())[:_LONGEST]
    mine = _marks(said)
    if not mine:
        return ()
    found = []
    probes = sorted(mine, key=len)[-_PROBES:]
    for row in shelf.rows(one):
        if row.path == entry.path or folded_id(row.note.id) == folded_id(note.id):
            continue
        line = row.line or ""
        folded = line.casefold()
        if not any(word in folded for word in probes):
            continue
        theirs = _marks(line) if line != said else frozenset()
        likeness = len(mine & theirs) / len(mine | theirs)
        if likeness >= LIKENESS:
            found.append((-likeness, row.name, row.path, line))
    found.sort()
    return tuple(
        NearNote(name, path, words.pieces(masked(line), masked(said)))
        for _, name, path, line in found[:MOST]
    )


def _marks(text: str) -> frozenset[str]:
    return frozenset((*tokens(text), *telling(text)))
