"""Text that is written in another code, and what it says (H8)."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from curator_core.model.flag import Grade
from curator_core.rules.flags.reading import Raised, Reading, sentences
from curator_core.rules.visible import is_hidden

_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/]{16,}|[A-Za-z0-9_-]{20,})={0,2}(?![\w=])"
)
_BASE32 = re.compile(r"(?<![A-Z0-9=])[A-Z2-7]{24,}={0,6}(?![A-Z0-9=])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?P<all>(?:[0-9a-fA-F]{2}){12,})(?![0-9A-Za-z])")
_HEX_PAIRS = re.compile(
    r"(?<![0-9A-Za-z])(?P<all>(?:\\x[0-9a-f]{2}[ ,]?){8,}|"
    r"(?:(?:0x)?[0-9a-f]{2}[ ,]){11,}[0-9a-f]{2})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_LONG = re.compile(r"[^\s`\"'()<>]{16,}")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}){4,}(?:[\w.+-]{0,3}(?:%[0-9A-Fa-f]{2})+)*")
_ENTITIES = re.compile(r"(?:&#(?:x[0-9a-f]{1,6}|\d{1,7});\s?){4,}", re.IGNORECASE)
_UNICODE = re.compile(r"(?:\\u[0-9a-fA-F]{4}){4,}")
_ESCAPE = re.compile(r"\\(?:[0abefvrNLP]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_ESCAPED_RUN = re.compile(rf"{_ESCAPE.pattern}(?:[^\s\"\\]{{0,60}}{_ESCAPE.pattern})*\\?")
_QUOTED_FIELD = re.compile(r"^[^\n#]*?\"(?P<said>[^\n]*)$", re.MULTILINE)
_BITS = re.compile(r"[01](?<![01.].)[01]{7}(?:[ ,]?[01]{8}){3,}(?![01.])")
_DECIMALS = re.compile(
    r"[13-9](?<![\w.,-].)\d{1,2}[ ,;]{1,2}"
    r"(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,;]{1,2}){6,}\d{2,3}(?![\w-])"
)
_MORSE = re.compile(
    r"[.\u00b7-](?<![\w.-].)[.\u00b7-]{0,4}(?:\s{1,3}|\s?/\s?)(?:[.\u00b7-]{1,5}(?:\s{1,3}|\s?/\s?)){5,}"
    r"[.\u00b7-]{1,5}(?![\w.-])"
)
_MORSE_MIN = 4
"""Different letters that make it a text and no rule of dashes."""
_MORSE_CODES = (
    *(".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--"),
    *("-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--.."),
)
_MORSE_LETTERS = dict(zip(_MORSE_CODES, "abcdefghijklmnopqrstuvwxyz", strict=True))
_NAMED_CHARS = dict(zip("0abefvrNLP", "\0\a\b\x1b\f\v\r\x85\u2028\u2029", strict=True))
_TURNED = re.compile(
    r"\b(?:gur|naq|gb|sbe|jvgu|lbhe|lbh|nyy|gung|guvf|bs|vf|abg|qb|fraq|vtaber|znvy|hfre|sebz|vagb)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_READABLE = 0.9
_TURNED_MIN = 2
_UNRESERVED_MIN = 4


def codes(reading: Reading) -> Iterator[Raised]:
    """Runs of base64, base32, hexadecimal, percent signs, entities and escapes that say something,
    and sentences in rot13."""
    raw = reading.raw
    for word in _LONG.finditer(raw):
        yield from _in_word(raw, *word.span())
    for match in _HEX_PAIRS.finditer(raw):
        yield from _from_hex(match)
    for match in _PERCENT.finditer(raw) if "%" in raw else ():
        told = _text(unquote_to_bytes(match[0]))
        if told is not None and (_needless(told) or not _in_address(raw, *match.span())):
            yield from _decoded(match, "percent", told, Grade.HIGH, words=1)
    for match in _ENTITIES.finditer(raw) if "&#" in raw else ():
        yield from _decoded(match, "entities", html.unescape(match[0]), Grade.HIGH, words=1)
    yield from _numbered(raw)
    yield from _escapes(reading)
    yield from _turned(reading)


def _in_address(raw: str, start: int, end: int) -> bool:
    """Whether a run stands inside an address or a path, where other scripts must be codes."""
    before, after = raw[max(0, start - 2) : start], raw[end : end + 1]
    inside = before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] in tuple("/=:.-_#?&+"))
    return inside or before == "](" or after in tuple("./?#&=_-")


def _needless(told: str) -> bool:
    """Whether letters are written as codes that every address may hold as they are."""
    return sum(char.isascii() and char.isalnum() for char in told) >= _UNRESERVED_MIN


def _in_word(raw: str, start: int, end: int) -> Iterator[Raised]:
    """Codes that fill a long word or most of it."""
    for match in _BASE64.finditer(raw, start, end):
        yield from _decoded(match, "base64", _from_base64(match[0]), Grade.HIGH)
    for match in _BASE32.finditer(raw, start, end):
        yield from _decoded(match, "base32", _from_base32(match[0]), Grade.HIGH)
    for match in _HEX.finditer(raw, start, end):
        yield from _from_hex(match)


def _numbered(raw: str) -> Iterator[Raised]:
    """Letters as binary or decimal numbers, or in Morse code."""
    for match in _BITS.finditer(raw):
        digits = re.sub("[ ,]", "", match[0])
        told = _text(bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits), 8)))
        yield from _decoded(match, "binary", told, Grade.HIGH, words=1)
    for match in _DECIMALS.finditer(raw):
        told = "".join(chr(int(number)) for number in re.findall(r"\d+", match[0]))
        yield from _decoded(match, "decimal", told, Grade.HIGH)
    for match in _MORSE.finditer(raw):
        signs = match[0].replace("/", " / ").replace("\u00b7", ".").split()
        told = "".join(_MORSE_LETTERS.get(each, " ") for each in signs)
        if len(set(told) - {" "}) >= _MORSE_MIN:
            yield from _decoded(match, "morse", " ".join(told.split()), Grade.HIGH, words=1)


def _from_hex(match: re.Match[str]) -> Iterator[Raised]:
    digits = re.sub(r"\\x|0x|[ ,]", "", match["all"])
    told = _text(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    yield from _decoded(match, "hex", told, Grade.MEDIUM)


def _decoded(
    match: re.Match[str], rule: str, told: str | None, grade: Grade, *, words: int = 2
) -> Iterator[Raised]:
    if told is not None and _says_something(told, words):
        yield Raised("H8", grade, rule, *match.span(), decoded=told)


def _says_something(told: str, words: int) -> bool:
    """Whether a decoded text reads as words and not as chance."""
    letters = sum(char.isalpha() or char in " .,;:'!?\n-" for char in told)
    if not told or letters / len(told) < _READABLE:
        return False
    return len(told.split()) > words or (not told.isascii() and len(told) >= 4) or words == 1


def _text(data: bytes) -> str | None:
    try:
        told = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return told if sum(is_hidden(char) for char in told) <= told.count("\n") else None


def _from_base64(run: str) -> str | None:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _text(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _from_base32(run: str) -> str | None:
    body = run.rstrip("=")
    try:
        return _text(base64.b32decode(body + "=" * (-len(body) % 8)))
    except (binascii.Error, ValueError):
        return None


def _escapes(reading: Reading) -> Iterator[Raised]:
    r"""Escapes in quoted header fields that become control characters (`"\e]52;…"`), and text that
    is spelled in `\u` escapes anywhere."""
    raw = reading.raw
    if "\\" not in raw:
        return
    for field in _QUOTED_FIELD.finditer(raw, 0, reading.body.start or _header_end(raw)):
        for match in _ESCAPED_RUN.finditer(raw, *field.span("said")):
            if any(is_hidden(_char(each[0])) for each in _ESCAPE.finditer(match[0])):
                yield Raised("H8", Grade.HIGH, "escape-in-header", *match.span())
    for match in _UNICODE.finditer(raw):
        told = "".join(chr(int(code, 16)) for code in re.findall(r"\\u(....)", match[0]))
        yield from _decoded(match, "escapes", told, Grade.HIGH, words=1)


def _header_end(raw: str) -> int:
    """Where a header that could not be read seems to end."""
    at = raw.find("\n---", 3)
    return len(raw) if at < 0 else at


def _char(escape: str) -> str:
    kind = escape[1]
    if kind in _NAMED_CHARS:
        return _NAMED_CHARS[kind]
    code = int(escape[2:], 16)
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _turned(reading: Reading) -> Iterator[Raised]:
    """Sentences in rot13."""
    if len(_TURNED.findall(reading.raw)) < _TURNED_MIN:
        return
    start = 0
    for end in sentences(reading.raw):
        part = reading.raw[start:end]
        found = [match.span() for match in _WORD.finditer(part)]
        if len(_TURNED.findall(part)) >= _TURNED_MIN and len(_TURNED.findall(part)) * 6 >= len(
            found
        ):
            told = codecs.encode(part.strip(), "rot13")
            yield Raised(
                "H8", Grade.HIGH, "rot13", start + found[0][0], start + found[-1][1], decoded=told
            )
        start = end
