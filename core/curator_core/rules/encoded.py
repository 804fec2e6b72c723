"""What runs of base64, hex, percent codes, entities or rot13 spell (FAULTS §3, H8)."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from curator_core.rules.visible import places

MOST = 50
"""Encoded runs of one text that are told."""
LONGEST = 8_192
"""Characters of one run that are decoded."""
_DEPTH = 3
"""How often an encoding inside an encoding is followed."""


class Encoding(StrEnum):
    """How a run is written."""

    BASE64 = "base64"
    HEX = "hex"
    PERCENT = "percent codes"
    ENTITIES = "entities"
    ROT13 = "rot13"


@dataclass(frozen=True, slots=True)
class Encoded:
    """A run `[start, end)` of the text, its 1-based line and column, and what it spells.

    `text` is as foreign as the original; `inner` names encodings that were found inside of it.
    """

    start: int
    end: int
    line: int
    column: int
    encoding: Encoding
    text: str
    inner: tuple[Encoding, ...] = ()


_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/=-])")
_HEX = re.compile(
    r"(?<![\w%])(?:0x)?(?:[0-9A-Fa-f]{2}){8,}(?!\w)|(?:\\x[0-9A-Fa-f]{2}){4,}"
    r"|(?<!\w)[0-9A-Fa-f]{2}(?:[ :-][0-9A-Fa-f]{2}){7,}(?!\w)"
)
_PERCENT = re.compile(r"(?<![^\s<>\"'])(?=[^\s<>\"']*%[0-9A-Fa-f]{2})[^\s<>\"']+")
_CODE = re.compile("%[0-9A-Fa-f]{2}")
_ENTITIES = re.compile(r"(?:&#(?:\d{1,7}|[xX][0-9A-Fa-f]{1,6});){4,}")
_LINE = re.compile(r"[^\n]{8,}")
_LATIN = re.compile(r"[a-z]{2,}")
_COMMON = frozenset(
    [
        *("the", "and", "you", "that", "this", "with", "not", "for", "are", "all", "your", "from"),
        *("must", "now", "always", "never", "ignore", "previous", "send", "tell", "run", "use"),
        *("key", "token", "password", "note", "memory", "agent", "user", "instructions", "reply"),
        *("to", "of", "is", "in", "when", "do", "it", "on"),
    ]
)
_LEAST_WORDS = 3
_LEAST_CODES = 3
_SURE = 12
"""Printable ASCII of this length is no chance."""


@lru_cache(maxsize=16)
def encoded(text: str) -> tuple[Encoded, ...]:
    """Runs that spell something a person could read, in the order of the text."""
    found: list[tuple[int, int, Encoding, str]] = []
    for encoding, pattern, decode in _READERS:
        for match in pattern.finditer(text):
            said = decode(match[0][:LONGEST])
            taken = any(start < match.end() and match.start() < end for start, end, *_ in found)
            if said is not None and not taken:
                found.append((*match.span(), encoding, said))
    found.sort()
    placed = places(text, (start for start, *_ in found[:MOST]))
    return tuple(
        _deeper(Encoded(start, end, line, column, encoding, said))
        for (start, end, encoding, said), (line, column, _) in zip(found, placed, strict=False)
    )


def _deeper(one: Encoded) -> Encoded:
    """An encoding that fills what another one spells is read too."""
    text, inner = one.text, list(one.inner)
    for _ in range(_DEPTH):
        step = next(_inside(text), None)
        if step is None:
            break
        inner.append(step[0])
        text = step[1]
    return Encoded(one.start, one.end, one.line, one.column, one.encoding, text, tuple(inner))


def _inside(text: str) -> Iterator[tuple[Encoding, str]]:
    for encoding, pattern, decode in _READERS:
        match = pattern.search(text)
        if match is not None and len(match[0]) >= 0.8 * len(text.strip()):
            said = decode(match[0][:LONGEST])
            if said is not None:
                yield encoding, said


def _base64(run: str) -> str | None:
    plain = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _said(base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _hex(run: str) -> str | None:
    digits = re.sub(r"0x|\\x|[ :-]", "", run)
    return _said(bytes.fromhex(digits)) if len(digits) % 2 == 0 else None


def _percent(run: str) -> str | None:
    return _said(unquote_to_bytes(run)) if len(_CODE.findall(run)) >= _LEAST_CODES else None


def _entities(run: str) -> str | None:
    return _said(html.unescape(run).encode("utf-8", "replace"))


def _rot13(line: str) -> str | None:
    """Rot13 that reads like English where the line itself does not."""
    if not line.isascii():
        return None
    turned = codecs.decode(line, "rot13")
    there, here = _common(turned), _common(line)
    return turned if there >= _LEAST_WORDS and there > 2 * here else None


def _common(text: str) -> int:
    return sum(word in _COMMON for word in _LATIN.findall(text.casefold()))


def _said(data: bytes) -> str | None:
    """Bytes as text, if they are text that somebody could read."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    letters = sum(char.isalpha() for char in text)
    odd = sum(unicodedata.category(char) in ("Cc", "Cn", "Co") for char in text.strip())
    plain = text.isascii() and not odd and len(text) >= _SURE
    wordy = 2 * letters >= len(text) and odd <= len(text) // 20
    return text if letters >= 4 and (plain or wordy) else None


_READERS: tuple[tuple[Encoding, re.Pattern[str], Callable[[str], str | None]], ...] = (
    (Encoding.ENTITIES, _ENTITIES, _entities),
    (Encoding.PERCENT, _PERCENT, _percent),
    (Encoding.HEX, _HEX, _hex),
    (Encoding.BASE64, _BASE64, _base64),
    (Encoding.ROT13, _LINE, _rot13),
)
