"""A copy of a text in which disguises are gone, with the way back to the original's places.

Rules match on the copy and mark the original, so that neither an invisible character nor another
width of a letter takes a word away from them (FAULTS §6, 51).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from curator_core.rules.look_alikes import latin
from curator_core.rules.visible import is_hidden

_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[^\x00-\x7f\u4e00-\u9fff]")
_QUOTES = {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00df": "ss", "\u0131": "i"}
_ABROAD = re.compile("[\u0370-\u052f\u1c80-\u1c8f]")
_MIXABLE = re.compile(r"[^\W\d_]*[\u0370-\u03ff\u0400-\u052f\u1c80-\u1c8f][^\W\d_]*")


@dataclass(slots=True)
class Copy:
    """A changed text; `origin(i)` is the place in the original of its code point `i`."""

    text: str
    at: list[int] = field(default_factory=lambda: [0])
    shift: list[int] = field(default_factory=lambda: [0])

    def origin(self, position: int) -> int:
        """Where a code point of the copy came from."""
        return position + self.shift[bisect_right(self.at, position) - 1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the original that a span of the copy, not empty, came from."""
        return self.origin(start), self.origin(end - 1) + 1


def compatible(text: str) -> Copy:
    """Without invisible characters and in NFKC; case as it was."""
    return _copy(text, _plain)


def lettered(text: str) -> Copy:
    """In small letters without marks, invisible characters and look-alikes of Latin letters.

    Look-alikes are folded in a word that so becomes Latin altogether, so that words of another
    script stay.
    """
    copy = _copy(text, _bare)
    copy.text = copy.text.lower()
    if _ABROAD.search(copy.text):
        copy.text = _MIXABLE.sub(lambda word: latin(word[0]), copy.text)
    return copy


def _copy(text: str, becomes: Callable[[str], str]) -> Copy:
    copy = Copy("")
    pieces: list[str] = []
    end = length = 0
    for match in () if text.isascii() and text.isprintable() else _ODD.finditer(text):
        at = match.start()
        plain = becomes(match[0])
        if plain == match[0]:
            continue
        pieces += text[end:at], plain
        length += at - end
        for _ in range(len(plain)):
            copy.at.append(length)
            copy.shift.append(at - length)
            length += 1
        end = at + 1
        copy.at.append(length)
        copy.shift.append(end - length)
    copy.text = "".join([*pieces, text[end:]])
    return copy


@lru_cache(maxsize=4_096)
def _plain(char: str) -> str:
    if char == "\u0130":  # the one character that lower() would make longer
        return "I"
    return "" if is_hidden(char) else unicodedata.normalize("NFKC", char)


@lru_cache(maxsize=4_096)
def _bare(char: str) -> str:
    if is_hidden(char):
        return ""
    parts = unicodedata.normalize("NFKD", _QUOTES.get(char, char))
    return "".join(part for part in parts if unicodedata.category(part) not in ("Mn", "Me"))
