"""The fingerprint of a claim: equal for disguises, different for another number or negation.

Width, case, spacing, look-alikes, invisible characters and decoration are folded; numbers,
operators and every word stay (DESIGN §5, rejection memory). It says that a text was seen before,
never that two texts mean the same.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable

from curator_core.rules.look_alikes import DASHES, plain
from curator_core.rules.visible import is_hidden

JOINING = frozenset("-+.#:@_")
"""Kept where they touch a letter, a digit or another operator."""
ALWAYS = frozenset("&|;/<>=%")
"""Operators that always stay: `a && b` is not `a; b`."""
DECORATION = frozenset("`*")
"""Markdown's marks: a blank."""

_VERSION = "f1:"
_DIGITS = 32
CJK = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
"""Ranges of Chinese, Japanese and Korean characters, for a character class."""
_BESIDE_CJK = re.compile(f"(?<=[{CJK}]) | (?=[{CJK}])")
_BLANKS = re.compile(" {2,}")
_PERCENT = re.compile("(?<=[0-9]) %")
_PUNCTUATION = re.compile(
    r"[-+.#:@_!](?:"
    r"(?<=[^\s.:][.:])[.:]*(?!\S)|"  # ends a sentence
    r"(?<=[.#:@_])(?<!\S.)(?!\S)|"  # alone
    r"(?<=\.)(?<!\S.)\.{2,}(?!\S)|"  # an ellipsis alone; two dots are a folder
    r"(?<=-)(?<!\S.)(?!\S)(?!(?<=[0-9] -) [0-9])|"  # unless it stands between numbers
    r"(?<=\+)(?<!\S.)(?!\S)(?!(?<=\S \+) )|"  # unless it stands between words
    r"(?<=!)(?!=)(?:(?<=\S.)|(?![a-z0-9_])))"  # unless it negates what follows
)
_ABROAD = re.compile("([^\x00-\x7f]+)")
_GREEK_WORD = re.compile("(?<![^\\W\\d_])[\u0370-\u03ff\u1f00-\u1fff]{2,}(?![^\\W\\d_])")
_TWIN_CAPITALS = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")


class _Table(dict[int, str]):
    """What becomes of each character, found when it is met first."""

    def __init__(self, becomes: Callable[[str], str]) -> None:
        super().__init__()
        self._becomes = becomes

    def __missing__(self, code: int) -> str:
        made = self[code] = self._becomes(chr(code))
        return made


def fingerprint(text: str, *places: str) -> str:
    """A hash over the folded claim and, in order, where it is made (slot, scope)."""
    return hashed((folded(text), *(place.casefold() for place in places)))


def hashed(parts: tuple[str, ...]) -> str:
    """`f1:` and 128 bits of the SHA-256 over texts that are folded already."""
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return _VERSION + hashlib.sha256(joined).hexdigest()[:_DIGITS]


def folded(text: str) -> str:
    """A claim without what does not change it: lower case, words between single blanks."""
    words = _positioned(lettered(text))
    return words if text.isascii() else _BESIDE_CJK.sub("", words)


def lettered(text: str) -> str:
    """Width, look-alikes and case folded, what is invisible out; a blank in the place of every
    mark that never counts, all other punctuation kept."""
    if text.isascii():
        return text.translate(_ASCII)
    formed = unicodedata.normalize("NFC", _by_runs(unicodedata.normalize("NFC", text), _FORMS))
    lower = _by_runs(_GREEK_WORD.sub(_greek, formed), _LETTERS)
    return unicodedata.normalize("NFC", lower)


def _by_runs(text: str, table: _Table) -> str:
    """A text through a table; what is ASCII in it goes a faster way, to the same result."""
    runs = _ABROAD.split(text)
    runs[::2] = [run.translate(_ASCII) for run in runs[::2]]
    runs[1::2] = [run.translate(table) for run in runs[1::2]]
    return "".join(runs)


def _form(char: str) -> str:
    """Width and presentation; what is not seen goes, superscripts and circled digits stay."""
    if char.isspace():
        return "\n" if len(f"a{char}a".splitlines()) > 1 else " "
    if is_hidden(char):
        return ""
    if unicodedata.category(char) == "No":
        return char
    return unicodedata.normalize("NFKC", char)


def _letter(char: str) -> str:
    """Look-alikes and case; a mark that never counts is a blank."""
    if char in DECORATION:
        return " "
    return "".join(map(_counted, plain(char)))


def _counted(char: str) -> str:
    """Letters, digits, marks and symbols; of punctuation what may count by its place."""
    if char in DASHES:
        return "-"
    if char in JOINING or char in ALWAYS or char in "!\n":
        return char
    return char if unicodedata.category(char)[0] in "LNMS" else " "


def _greek(word: re.Match[str]) -> str:
    """A word that only Greek letters can spell is Greek: its capitals are no Latin ones."""
    return word[0] if set(word[0]) <= _TWIN_CAPITALS else word[0].casefold()


def _positioned(text: str) -> str:
    """Punctuation by its neighbours, then single blanks."""
    if "  " in text:
        text = _BLANKS.sub(" ", text)
    words = " ".join(_PUNCTUATION.sub(" ", text).split())
    return _PERCENT.sub("%", words) if " %" in words else words


_FORMS = _Table(_form)
_LETTERS = _Table(_letter)
_ASCII = {code: _letter(_form(chr(code))) for code in range(128)}
