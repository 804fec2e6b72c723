"""Terms of the search index, and the literal check that decides what a hit is (DESIGN §6).

Words are folded; text of scripts that are written without spaces is cut into grams of two
characters, so that any two neighbours are found. Terms only narrow down: a text is a hit when the
folded query stands in the folded text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import add

VERSION = 1
"""Raised when the same text gives other terms."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_PIECE = re.compile(rf"([{_UNSPACED}]+)|([^\W_{_UNSPACED}]+)")
_RUN = re.compile(f"[{_UNSPACED}]+")
_LONG = re.compile(r"[^ ]{65,}")
_SPACES = re.compile(r"  +")
_LONGEST = 64
SURE = 32
"""A longer word is cut into pieces of `_LONGEST` characters, one each `SURE`, so that any
`SURE` neighbouring characters of it stand in one piece."""


class _Folds(dict[int, str]):
    """What each character is folded to, found when it is met first."""

    def __missing__(self, code: int) -> str:
        self[code] = made = _folded(chr(code))
        return made


def _folded(char: str) -> str:
    category = unicodedata.category(char)
    if char.isspace() or category in ("Zl", "Zp", "Zs"):
        return " "
    if category in ("Cc", "Cf") or "\ufe00" <= char <= "\ufe0f":
        return ""
    if category == "No":
        return char
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", char).casefold())


_FOLDS = _Folds()


class _Words(dict[int, str]):
    """The same for the index: a blank for everything that is no letter or digit."""

    def __missing__(self, code: int) -> str:
        folded = _FOLDS[code]
        self[code] = made = "".join(char if _PIECE.match(char) else " " for char in folded)
        return made


_WORDS = _Words()


def composed(text: str) -> str:
    """A text in the form that offsets of matches count in: NFC."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """A text as it is compared: width, case and invisible characters gone, runs of blanks and line
    ends one space; superscripts and fractions stay what they are."""
    return _SPACES.sub(" ", composed(text).translate(_FOLDS))


def wanted(query: str) -> str:
    """A query as it is looked for; empty when nothing is left of it."""
    return fold(query).strip()


def matches(text: str, query: str) -> Iterator[tuple[int, int]]:
    """Where a folded query stands in a composed text: [start, end) of each, none overlapping."""
    if not query:
        return
    whole, places = _placed(text)
    found = whole.find(query)
    while found >= 0:
        end = found + len(query)
        yield places[found], places[end - 1] + 1
        found = whole.find(query, end)


def _placed(text: str) -> tuple[str, Sequence[int]]:
    """A composed text folded, and for each of its characters where it comes from."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.lower(), range(len(text))
    places: list[int] = []
    parts: list[str] = []
    for at, char in enumerate(text):
        piece = _FOLDS[ord(char)]
        if piece == " " and parts and parts[-1] == " ":
            continue
        if piece:
            parts.append(piece)
            places.extend([at] * len(piece))
    return "".join(parts), places


@dataclass(frozen=True, slots=True)
class Recipe:
    """How texts become terms: unspaced script is cut into grams of one or two characters."""

    name: str
    gram: int

    def text(self, text: str) -> str:
        """The terms of a text in order, apart by blanks; a run also gives its last characters as
        shorter grams."""
        made = composed(text).translate(_WORDS)
        made = _RUN.sub(self._pairs if self.gram == 2 else _singles, made)
        return _LONG.sub(_overlapping, made) if _LONG.search(made) else made

    def terms(self, text: str) -> list[str]:
        """The same as a list."""
        return self.text(text).split()

    @staticmethod
    def _pairs(found: re.Match[str]) -> str:
        run = found.group()
        return f" {' '.join(map(add, run, run[1:]))} {run[-1]} "


def _singles(found: re.Match[str]) -> str:
    return f" {' '.join(found.group())} "


def _overlapping(found: re.Match[str]) -> str:
    return " ".join(_pieces(found.group()))


RECIPES = {
    recipe.name: recipe
    for recipe in (Recipe(f"bigrams-{VERSION}", 2), Recipe(f"unigrams-{VERSION}", 1))
}
"""The recipes this version can make, by name; the number is the recipe's version."""
DEFAULT = f"bigrams-{VERSION}"


def _pieces(word: str) -> list[str]:
    last = max(0, len(word) - _LONGEST + SURE - 1)
    return [word[at : at + _LONGEST] for at in range(0, last + 1, SURE)]


def pieces(folded: str) -> Iterator[tuple[str, bool]]:
    """The words and runs of a folded text, and whether each is a run of unspaced script."""
    for piece in _PIECE.finditer(folded):
        yield piece.group(), piece.group(1) is not None


def is_word(term: str) -> bool:
    """Whether a term is a word of a spaced script, not a gram."""
    if term < _UNSPACED[0]:
        return True
    piece = _PIECE.fullmatch(term)
    return piece is not None and piece.group(1) is None


class Part(StrEnum):
    """Which part of a term of the index is known."""

    WHOLE = "whole"
    START = "start"
    END = "end"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Need:
    """A term that every text with the query in it holds, as far as the query tells."""

    term: str
    part: Part


def needs(query: str, recipe: Recipe) -> tuple[Need, ...]:
    """What narrows the texts down that may hold a folded query; empty when nothing does."""
    found: list[Need] = []
    for piece in _PIECE.finditer(query):
        word = piece.group()
        if piece.group(1) is not None:
            found += of_run(word, recipe.gram)
        elif len(word) > SURE:
            found.append(Need(word[:SURE], Part.INSIDE))
        else:
            found.append(Need(word, _PARTS[piece.start() == 0, piece.end() == len(query)]))
    return tuple(dict.fromkeys(found))


_PARTS = {
    (False, False): Part.WHOLE,
    (False, True): Part.START,
    (True, False): Part.END,
    (True, True): Part.INSIDE,
}


def of_run(run: str, gram: int) -> list[Need]:
    """What a run of unspaced script in a query needs."""
    if len(run) < gram:
        return [Need(run, Part.START)]
    return [Need(run[at : at + gram], Part.WHOLE) for at in range(len(run) - gram + 1)]


_BLOCK = re.compile(r"---[ \t]*\r?\n(?:.*?\n)?---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEAD = re.compile(
    r"^(?:title|description|subject|memory_key|value|tags|signals|id)[ \t]*:.*\n(?:[ \t-].*\n)*",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Columns:
    """A note's text by what it says about the note: what it is about, its body, all the rest."""

    head: str
    body: str
    rest: str


def body_start(text: str) -> int:
    """Where the body begins, after the header's closing fence; 0 for a text without header."""
    block = _BLOCK.match(text, 1 if text.startswith("\ufeff") else 0)
    return 0 if block is None else block.end()


def columns(text: str) -> Columns:
    """A note's text cut for the index; together the parts hold every line, headings twice."""
    text = text.removeprefix("\ufeff")
    end = body_start(text)
    block, body = text[:end], text[end:]
    head = _HEAD.findall(block)
    if "#" in body:
        head += _HEADING.findall(body)
    return Columns("\n".join(head), body, _HEAD.sub("", block))
