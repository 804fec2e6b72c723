"""A second note of one title or file name is never made in silence (C05)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache

from curator_core.model.files import Entry, FileState, Place
from curator_core.model.note import Note, Status
from curator_core.rules import finding_items, validity
from curator_core.rules.slots import SlotRules, folded_id, folded_scope, scope_chain

CODE = "twin-title"
"""The flag, and the code to confirm, of a note whose title a living one has."""
_BETWEEN = re.compile(r"[\s_\u002d\u2010-\u2015\uff0d]+")
_GONE = {code: None for code in range(128) if _BETWEEN.fullmatch(chr(code))}
_COMMON = frozenset({"index", "map", "memory", "new", "note", "notes", "readme", "untitled"})
_SHORTEST = 3
"""Letters and digits below which a name in ASCII says nothing; open bound."""


def folded_title(text: str) -> str:
    """A title or file name as it is compared: width, case, blanks, hyphens and `_` aside; empty for
    one that says nothing, such as a number, a date or `notes`."""
    if text.isascii():
        key = text.lower().translate(_GONE)
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        key = unicodedata.normalize("NFC", _BETWEEN.sub("", folded))
    short = len(key) < (_SHORTEST if key.isascii() else 2)
    return "" if short or key.isdigit() or key in _COMMON else key


@lru_cache(maxsize=1 << 13)
def names(title: str, path: str) -> frozenset[str]:
    """What a note of this title at this path is called."""
    return frozenset(_names(title, path))


def _names(title: str, path: str) -> Iterator[str]:
    one = folded_title(title)
    other = folded_title(path.rpartition("/")[2].removesuffix(".md"))
    if one:
        yield one
    if other and other != one:
        yield other


def named(titles: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The paths by name, from each path with its title."""
    found: dict[str, list[str]] = {}
    for path, title in titles:
        for name in _names(title, path):
            found.setdefault(name, []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


def renamed(
    known: Mapping[str, tuple[str, ...]],
    gone: Iterable[tuple[str, str]],
    new: Iterable[tuple[str, str]],
) -> dict[str, tuple[str, ...]]:
    """The same without some paths and with others, each with the title that it had or has."""
    found = dict(known)
    for path, title in gone:
        for name in _names(title, path):
            left = tuple(other for other in found.pop(name, ()) if other != path)
            if left:
                found[name] = left
    for path, title in new:
        for name in _names(title, path):
            found[name] = (*found.get(name, ()), path)
    return found


@dataclass(frozen=True, slots=True)
class Living:
    """The notes under notes, by name, as far as they may be the twin of a new one."""

    entries: Mapping[str, Entry]
    by_name: Mapping[str, tuple[str, ...]]
    slots: SlotRules
    zone: tzinfo

    def twin(self, note: Note, called: frozenset[str], spared: Container[str]) -> Entry | None:
        """A living note that one might take for this one: called the same, in a scope that sees it,
        at the same time. Another value of the same slot is none, nor are the folded ids or paths of
        `spared`."""
        for path in sorted({path for name in called for path in self.by_name.get(name, ())}):
            entry = self.entries[path]
            known = {folded_id(entry.note_id or ""), path}
            if any(name in spared for name in known) or folded_id(note.id) in known - {""}:
                continue
            if entry.place is Place.NOTES and self._alike(note, entry):
                return entry
        return None

    def _alike(self, note: Note, entry: Entry) -> bool:
        if entry.state is FileState.UNREADABLE or entry.status not in (None, Status.ACTIVE):
            return False
        return alike(note, finding_items.note_of(entry), self.slots, self.zone)


def alike(note: Note, other: Note, slots: SlotRules, zone: tzinfo) -> bool:
    """Whether two notes of one name would stand beside each other: not as values of one slot, in
    scopes of which one sees the other, at the same time."""
    keys = [slots.resolve(each.memory_key) for each in (note, other) if each.memory_key]
    if len(keys) == 2 and keys[0] == keys[1]:
        return False
    one, two = folded_scope(note.scope), folded_scope(other.scope)
    near = two in scope_chain([one]) or one in scope_chain([two])
    mine, theirs = (validity.effective(each, (), zone) for each in (note, other))
    return near and validity.overlap(mine, theirs)
