"""The one escaping function: foreign text as a person may safely see it (FAULTS §2.1-2.3).

Escape sequences are not parsed. Every code point that a terminal would act on, reorder, hide or
draw as nothing becomes an ASCII token, and none is stripped: what is shown is what is there.
The C0 controls and DEL are called by their names (`<ESC>`, `<TAB>`), all others `<U+202E>`.

Tokens: the categories Cc, Cf, Cs, Co, Cn, Zl and Zp; fillers and blanks that are drawn as nothing;
variation selectors, but for U+FE0F after one of the 371 bases of Unicode's emoji variation
sequences; combining marks beyond the fourth in a row; a mark without a letter of its own (it would
sit on a token or on the frame). Zero-width joiners are tokens inside emoji too, so that no format
character reaches a terminal and columns stay straight. Which code points are unassigned (Cn)
depends on the Unicode tables of the running Python.

The output can be read back: where foreign text spells a token itself, its `<` is shown as
`<U+003C>`. So no two texts look the same, also without colours.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NewType

from curator_core.rules.emoji_bases import EMOJI_BASES

Shown = NewType("Shown", str)
"""Text that holds nothing foreign unescaped; only `visible` and `path_text` make it."""

MARKS_MAX = 4

_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
)
_NAMES = {**dict(enumerate(_C0.split())), 0x7F: "DEL"}
_CODES = {name: code for code, name in _NAMES.items()}
_TOKEN = rf"<(?:{'|'.join(_NAMES.values())}|U\+[0-9A-F]{{4,6}})>"

# Blank or invisible, though their category says letter, mark or symbol: Hangul fillers, the Braille
# blank, grapheme joiner, Khmer inherent vowels, musical null notehead, Khitan filler.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U0001d159\U00016fe4")
_MONGOLIAN_SELECTORS = frozenset("\u180b\u180c\u180d\u180f")
_EMOJI_SELECTOR = "\ufe0f"
_JOINERS = "\u200c\u200d"

# Everything that might need a token; letters, digits and ASCII are passed over at C speed.
_SUSPECT = re.compile(rf"[^\w -~]|[\u115f\u1160\u3164\uffa0]|<(?={_TOKEN[1:]})")
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TOKENS = re.compile(_TOKEN)
_FOREIGN_BYTE = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile(r"\r\n?|\n")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of shown text. `start` is the offset of its first code point in the original.

    `codepoint` is None for text shown as it is, else what the token stands for. `hidden` is False
    for text and for the `<` of a text that spells a token itself, so that a painter can mark it.
    """

    text: Shown
    start: int
    codepoint: int | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Hidden:
    """One code point that is shown as a token.

    `line` and `column` are 1-based, counted in code points of the original; only LF ends a line.
    `expected` is True where ordinary writing has it: a tab, CR before LF, joiners inside emoji and
    in Arabic and Indic words, the tags of a subdivision flag.
    """

    line: int
    column: int
    codepoint: int
    name: str
    expected: bool


def visible(text: str, *, lines: bool = False) -> Shown:
    """Return `text` with a token for each code point that must not reach a terminal.

    With `lines`, LF stays; else it is a token too, so the result is one line.
    """
    if text.isascii() and text.isprintable() and "<" not in text:
        return Shown(text)
    pieces: list[str] = []
    end = 0
    for at in _cuts(text, lines):
        pieces += text[end:at], _token(text[at])
        end = at + 1
    return Shown("".join([*pieces, text[end:]]))


def read_back(shown: str) -> str:
    """Return the text that `visible` shows as `shown`; a token beyond Unicode stays as it is."""
    return _TOKENS.sub(_codepoint, shown)


def _codepoint(match: re.Match[str]) -> str:
    name = match[0][1:-1]
    code = int(name[2:], 16) if name.startswith("U+") else _CODES[name]
    return chr(code) if code <= 0x10FFFF else match[0]


def runs(text: str, *, lines: bool = False) -> tuple[Run, ...]:
    """Return what `visible` shows as pieces with their places; empty text has none."""
    found: list[Run] = []
    end = 0
    for at in _cuts(text, lines):
        if at > end:
            found.append(Run(Shown(text[end:at]), end))
        char = text[at]
        found.append(Run(Shown(_token(char)), at, ord(char), char != "<"))
        end = at + 1
    if end < len(text):
        found.append(Run(Shown(text[end:]), end))
    return tuple(found)


def hidden(text: str) -> tuple[Hidden, ...]:
    """List every code point of `text` that `visible(text, lines=True)` shows as a token."""
    found: list[Hidden] = []
    flags = {at for match in FLAG.finditer(text) for at in range(*match.span())}
    for line, column, at in places(text, (at for at in _cuts(text, True) if text[at] != "<")):
        expected = at in flags or _ordinary(text, at)
        found.append(Hidden(line, column, ord(text[at]), _name(text[at]), expected))
    return tuple(found)


def path_text(path: str) -> Shown:
    r"""Return a path for eyes: bytes that are not UTF-8 as `\xNN` (CONTRACT 7), else `visible`."""
    return visible(_FOREIGN_BYTE.sub(_foreign_byte, path))


def json_safe(value: object) -> object:
    r"""Return `value` with text for each lone surrogate, so that its JSON is valid UTF-8.

    A byte that was not UTF-8 becomes `\xNN`, any other lone surrogate `\uNNNN`.
    """
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub(_foreign_byte, value)
    if isinstance(value, Mapping):
        return {json_safe(key): json_safe(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [json_safe(item) for item in value]
    return value


def _cuts(text: str, lines: bool) -> Iterator[int]:
    """Yield the offsets of the code points that need a token."""
    row = 0  # combining marks in a row
    row_end = -1
    bare = 0  # where a mark would have no letter of its own
    for match in _SUSPECT.finditer(text):
        at = match.start()
        kind = _kind(text[at])
        if kind is _Kind.PLAIN or (kind is _Kind.EMOJI_SELECTOR and _in_emoji(text, at)):
            continue
        if kind is _Kind.LINE and lines:
            bare = at + 1
            continue
        if kind is _Kind.MARK:
            row = row + 1 if at == row_end else 1
            row_end = at + 1
            if row <= MARKS_MAX and at != bare:
                continue
        bare = at + 1
        yield at


class _Kind(StrEnum):
    PLAIN = "plain"
    LINE = "line"
    MARK = "mark"
    EMOJI_SELECTOR = "emoji selector"
    TOKEN = "token"


@lru_cache(maxsize=4_096)
def _kind(char: str) -> _Kind:
    if char == "\n":
        return _Kind.LINE
    if char == _EMOJI_SELECTOR:
        return _Kind.EMOJI_SELECTOR
    if char == "<" or is_hidden(char):
        return _Kind.TOKEN
    return _Kind.MARK if unicodedata.category(char) in ("Mn", "Me") else _Kind.PLAIN


def is_hidden(char: str) -> bool:
    """Whether one code point is drawn as nothing or acted on, whatever stands beside it."""
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return True
    return char in _FILLERS or _is_selector(char)


def _is_selector(char: str) -> bool:
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return True
    return char in _MONGOLIAN_SELECTORS


def _in_emoji(text: str, at: int) -> bool:
    """Whether the selector at `at` follows its base; digits only count inside a keycap."""
    base = text[at - 1 : at]
    if base not in EMOJI_BASES:
        return False
    return not base.isascii() or text[at + 1 : at + 2] == "\u20e3"


def _token(char: str) -> str:
    code = ord(char)
    return f"<{_NAMES[code]}>" if code in _NAMES else f"<U+{code:04X}>"


def _name(char: str) -> str:
    code = ord(char)
    match unicodedata.category(char):
        case "Cc":
            return f"CONTROL {_NAMES[code]}" if code in _NAMES else "CONTROL, 8 BIT"
        case "Cs":
            return f"BYTE {code - 0xDC00:02X}" if _FOREIGN_BYTE.match(char) else "SURROGATE"
        case "Co":
            return "PRIVATE USE"
        case _:
            return unicodedata.name(char, "UNASSIGNED")


def _ordinary(text: str, at: int) -> bool:
    char, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char in "\t\r":
        return char == "\t" or after == "\n"
    if char not in _JOINERS or not before or not after:
        return False
    if _joins_letters(before) and _joins_letters(after):
        return True
    return char == "\u200d" and _pictures(before) and _pictures(after)


def _joins_letters(char: str) -> bool:
    return "\u0600" <= char <= "\u0dff" and unicodedata.category(char)[0] in "LM"


def _pictures(char: str) -> bool:
    modifier = "\U0001f3fb" <= char <= "\U0001f3ff"
    return modifier or char == _EMOJI_SELECTOR or unicodedata.category(char) == "So"


def split_lines(text: str) -> list[str]:
    """Lines as the reader numbers them, with their ends: cut at LF, CRLF and a lone CR only."""
    return _LINE.findall(text)


def bare_lines(text: str) -> list[str]:
    """The same lines without their LF or CRLF; a lone CR stays, to be shown."""
    return [
        line.removesuffix("\n").removesuffix("\r") if line[-1] == "\n" else line
        for line in split_lines(text)
    ]


def places(text: str, offsets: Iterator[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (line, column, offset), both 1-based, for ascending offsets; lines as `split_lines`."""
    starts: list[int] | None = None
    for at in offsets:
        if starts is None:
            starts = [0, *(match.end() for match in _BREAK.finditer(text))]
        line = bisect_right(starts, at)
        yield line, at - starts[line - 1] + 1, at


def _foreign_byte(match: re.Match[str]) -> str:
    code = ord(match[0])
    return rf"\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else rf"\u{code:04x}"
