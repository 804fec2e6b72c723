"""Taking texts out of what is kept: ledger lines, source lines, and what quotes them."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from curator_core.model.forgetting import REDACTED
from curator_core.model.note import Note
from curator_core.rules import secrets, terms
from curator_core.rules.fingerprints import CJK
from curator_core.rules.slots import folded_id

_TOMBSTONE = "[forgotten "
_SHORTEST = 12
"""Characters that a line must have at least to count as a quotation; a value needs half."""
_SHORTEST_CJK = 4
_MOST_NEEDLES = 200
_UNREADABLE = json.dumps({"redacted": REDACTED}).encode("ascii")
_LEAST_MIXED = 8
_LEAST_DIGITS = 6
_DATE = re.compile(r"\d{4}[-.]\d\d?([-.]\d\d?)?(T\d+Z?)?")
_WORD = re.compile(r"[\w@][\w.@+-]*\w")
_MARKS = "#>*- \t\r"
_CJK = re.compile(f"[{CJK}]")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Gone:
    """What is forgotten, by folded note ids, paths of files without an id, blobs, claims and folded
    quotations (`needles`)."""

    ids: frozenset[str]
    paths: frozenset[str]
    blobs: frozenset[str]
    claims: frozenset[str]
    needles: tuple[str, ...]

    def quoted(self, text: str) -> bool:
        """Whether a text quotes what is forgotten."""
        folded = terms.fold(text)
        return any(needle in folded for needle in self.needles)

    def named(self, table: Mapping[str, Any]) -> bool:
        """Whether a note change of the ledger, as a table, is of a forgotten text."""
        note_id = table.get("id")
        if isinstance(note_id, str):
            return folded_id(note_id) in self.ids
        paths = {table.get("path_before"), table.get("path_after")}
        return bool({table.get("blob_before"), table.get("blob_after")} & self.blobs) or bool(
            paths & self.paths
        )


def needles(notes: Iterable[Note]) -> tuple[str, ...]:
    """What a quotation of these notes would hold, folded as searches fold, longest first: values,
    titles, lines, and words by themselves that name one thing only (keys, numbers, addresses)."""
    found: dict[str, None] = {}
    for note in notes:
        words = f"{note.value or ''}\n{note.title or ''}\n{note.body}"
        found |= dict.fromkeys(map(terms.wanted, _unique(words)))
        for text in (note.value, note.title, note.description):
            found |= dict.fromkeys(_telling(text or "", _SHORTEST // 2))
        for line in note.body.split("\n"):
            found |= dict.fromkeys(_telling(line.strip(_MARKS), _SHORTEST))
    return _longest(found)


def _unique(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        digits = sum(char.isdigit() for char in word)
        mixed = digits and len(word) >= _LEAST_MIXED and digits < len(word)
        if _DATE.fullmatch(word):
            continue
        if mixed or digits >= _LEAST_DIGITS or ("@" in word and "." in word):
            yield word


def needle_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """What a quotation of these lines would hold."""
    known = list(lines)
    words = (terms.wanted(word) for line in known for word in _unique(line))
    told = (text for line in known for text in _telling(line.strip(_MARKS), _SHORTEST))
    return _longest((*words, *told))


def _longest(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(found), key=lambda text: (-len(text), text))[:_MOST_NEEDLES])


def _telling(text: str, shortest: int) -> Iterator[str]:
    folded = terms.wanted(text)
    least = _SHORTEST_CJK if _CJK.search(folded) else shortest
    if len(folded) >= least:
        yield folded


def redacted(data: bytes, gone: Gone, salt: bytes) -> bytes | None:
    """A ledger file without the forgotten texts; None when it holds none. Lines that say nothing of
    them stay byte for byte; of those that cannot be read nothing stays where they quote them."""
    changed = False
    lines = []
    for line in data.split(b"\n"):
        made = _line(line, gone, salt) if line.strip() else None
        changed |= made is not None
        lines.append(line if made is None else made)
    return b"\n".join(lines) if changed else None


def _line(line: bytes, gone: Gone, salt: bytes) -> bytes | None:
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        return _UNREADABLE if gone.quoted(line.decode("utf-8", "replace")) else None
    _take_out(table, gone, salt)
    made = json.dumps(table).encode("ascii")
    return None if made == line else made


def _take_out(table: dict[str, Any], gone: Gone, salt: bytes) -> None:
    about = _is_about(table, gone)
    for places, change in _changes(table):
        if gone.named(change):
            about = True
            for place in places:
                _blank(place, salt)
            for key in ("reviewed_hash_before", "reviewed_hash_after"):
                if change.get(key) is not None:
                    change[key] = REDACTED
    reason = table.get("reason")
    if isinstance(reason, str) and reason and (about or gone.quoted(reason)):
        table["reason"] = REDACTED
    _without_claims(table, gone, about)


def _is_about(table: Mapping[str, Any], gone: Gone) -> bool:
    names = table.get("about")
    named = names if isinstance(names, list) else []
    return any(isinstance(name, str) and folded_id(name) in gone.ids for name in named)


def _changes(table: dict[str, Any]) -> Iterator[tuple[tuple[dict[str, Any], ...], dict[str, Any]]]:
    """The note changes of an event's table, each with the tables that hold its texts."""
    notes = table.get("notes")
    tables = [each for each in notes if isinstance(each, dict)] if isinstance(notes, list) else []
    for number, each in enumerate(tables):
        yield ((table, each) if number == 0 else (each,)), each


def _blank(place: dict[str, Any], salt: bytes) -> None:
    for key in ("old_value", "new_value"):
        text = _held(place.get(key))
        if text is not None:
            place[key] = {"redacted": REDACTED, "digest": secrets.digest(salt, text)}


def _held(value: object) -> str | None:
    """The text that a ledger value holds, as far as it holds one."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("base64"), str):
        return value["base64"]  # type: ignore[no-any-return]
    known = value.get("redacted")
    return known if isinstance(known, str) and known != REDACTED else None


def _without_claims(table: dict[str, Any], gone: Gone, about: bool) -> None:
    """A claim's plain fingerprint could be guessed; its tombstone is salted."""
    marks = table.get("fingerprint")
    if not isinstance(marks, str):
        return
    kept = [] if about else [mark for mark in marks.split() if mark not in gone.claims]
    if len(kept) < len(marks.split()):
        table["fingerprint"] = " ".join(kept) or None


def texts(data: bytes, gone: Gone) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of every forgotten text that a ledger file holds."""
    for table in _tables(data):
        for places, change in _changes(table):
            for place in places if gone.named(change) else ():
                for key, path in (("old_value", "path_before"), ("new_value", "path_after")):
                    found = _bytes(place.get(key))
                    if found is not None:
                        yield str(change.get(path) or "x.md"), found


def claims(data: bytes, gone: Gone) -> Iterator[str]:
    """The fingerprints of what a ledger file says was claimed about the forgotten notes."""
    for table in _tables(data):
        marks = table.get("fingerprint")
        if isinstance(marks, str) and any(gone.named(change) for _, change in _changes(table)):
            yield from marks.split()


def _tables(data: bytes) -> Iterator[dict[str, Any]]:
    for line in data.split(b"\n"):
        try:
            table = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError):
            continue
        if isinstance(table, dict):
            yield table


def _bytes(value: object) -> bytes | None:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    held = value.get("base64") if isinstance(value, dict) else None
    try:
        return base64.b64decode(held) if isinstance(held, str) else None
    except binascii.Error:
        return None


def tombstone(day: str) -> str:
    """What stands in the place of a forgotten source line; `day` is a date."""
    return f"{_TOMBSTONE}{day}]"


def is_tombstone(line: str) -> bool:
    """Whether a source line was forgotten."""
    return line.startswith(_TOMBSTONE) and line.rstrip().endswith("]")


def buried(data: bytes, first: int, last: int, day: str) -> bytes:
    """A source with tombstones in the place of these lines (1-based, inclusive): as many lines as
    before, each with its own line end; lines that are tombstones already stay."""
    lines = _LINE.findall(data)
    for at in range(first - 1, min(last, len(lines))):
        text = lines[at].rstrip(b"\r\n")
        if not is_tombstone(text.decode("utf-8", "replace")):
            lines[at] = tombstone(day).encode("ascii") + lines[at][len(text) :]
    return b"".join(lines)


def lines_of(data: bytes) -> list[str]:
    """The lines of a source without their ends, as its URIs count them."""
    return [line.rstrip(b"\r\n").decode("utf-8", "replace") for line in _LINE.findall(data)]


def without(lines: list[str], spans: Iterable[tuple[int, int]]) -> list[str]:
    """Lines of an earlier version as they may still be shown: tombstones in the place of those in
    forgotten spans (1-based, inclusive)."""
    shown = list(lines)
    for first, last in spans:
        for number in range(first, min(last, len(shown)) + 1):
            shown[number - 1] = f"{_TOMBSTONE}since]"
    return shown
