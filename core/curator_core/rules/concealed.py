"""What invisible code points spell, and where text lies out of sight (FAULTS §2.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from curator_core.rules.emoji_bases import EMOJI_BASES
from curator_core.rules.visible import FLAG, places

BLANKS_MAX = 40
LINE_MAX = 1_000

_BLANKS = re.compile(rf"[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{{{BLANKS_MAX + 1},}}")
_TAGS = re.compile("[\U000e0001\U000e0020-\U000e007f]+")
# One selector is a variant of the character before it, so a payload has at least two.
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")


class Channel(StrEnum):
    """Which invisible code points spell a text."""

    TAGS = "tags"
    SELECTORS = "selectors"


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a run of invisible code points spells, `[start, end)` in the original.

    `text` is as foreign as the original: show it through `visible`. `flag` is True for the region
    code of a subdivision flag, which is ordinary.
    """

    start: int
    end: int
    channel: Channel
    text: str
    flag: bool


class Stretch(StrEnum):
    """How text may lie out of sight though nothing in it is hidden."""

    BLANKS = "blanks"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Stretched:
    """More than 40 blanks in a row, or a line of more than 1,000 code points; 1-based place."""

    kind: Stretch
    line: int
    column: int
    length: int


def decoded(text: str) -> tuple[Decoded, ...]:
    """Read runs of tag characters and of variation selectors, in the order of the text."""
    flags = {match.start() + 1 for match in FLAG.finditer(text)}
    found = [
        Decoded(*match.span(), Channel.TAGS, _tag_text(match[0]), match.start() in flags)
        for match in _TAGS.finditer(text)
    ]
    for match in _SELECTORS.finditer(text):
        start, end = match.span()
        start += match[0][0] == "\ufe0f" and text[start - 1 : start] in EMOJI_BASES
        found.append(Decoded(start, end, Channel.SELECTORS, _selector_text(text[start:end]), False))
    return tuple(sorted(found, key=lambda each: each.start))


def stretches(text: str) -> tuple[Stretched, ...]:
    """List long runs of blanks and very long lines, by line."""
    blanks = list(_BLANKS.finditer(text))
    starts = places(text, (match.start() for match in blanks))
    found = [
        Stretched(Stretch.BLANKS, line, column, len(match[0]))
        for match, (line, column, _) in zip(blanks, starts, strict=True)
    ]
    found += [
        Stretched(Stretch.LINE, number, 1, len(line))
        for number, line in enumerate(text.split("\n"), start=1)
        if len(line) > LINE_MAX
    ]
    return tuple(sorted(found, key=lambda each: (each.line, each.column)))


def _tag_text(run: str) -> str:
    codes = (ord(char) - 0xE0000 for char in run)
    return "".join(chr(code) for code in codes if 0x20 <= code <= 0x7E)


def _selector_text(run: str) -> str:
    codes = (ord(char) for char in run)
    data = bytes(code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16 for code in codes)
    return data.decode("utf-8", errors="replace")
