"""Values as YAML text that every reader gives back unchanged; never wrapped at any width."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

from curator_core.model.note import FieldValue

FLOW_WIDTH = 80
"""A fresh list of plain items stays on its key's line up to this many characters."""

_WORDS = frozenset(("", "~", "null", "true", "false", "yes", "no", "on", "off", "=", "<<"))
_SHORT_WORDS = frozenset(("y", "n"))
_NUMBER = re.compile(
    r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:e[-+]?[0-9]+)?"
    r"|\.inf)|\.nan",
    re.IGNORECASE,
)
_NUMBER_LIKE = re.compile(r"[-+]?[0-9._:]+")
_TIME_LIKE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?"
    r"(?:Z|[-+][0-9]{2}:[0-9]{2})"
)
_PRINTABLE = re.compile(
    r"[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*"
)
_FIRST_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`")
_FLOW_INDICATORS = frozenset(",[]{}?")
_SIMPLE_KEY_LIMIT = 1000
_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n",
    "\v": "\\v", "\f": "\\f", "\r": "\\r", "\x1b": "\\e",
}  # fmt: skip


def resolves(text: str) -> bool:
    """Whether some YAML 1.1 or 1.2 core reader takes this plain scalar for something but text.

    A lone `y` or `n` counts as text: no reader in use resolves it.
    """
    if text.lower() in _WORDS:
        return True
    return bool(_NUMBER.fullmatch(text) or _TIME_LIKE.fullmatch(text))


def as_read(value: FieldValue) -> FieldValue:
    """What the string-first reader gives back for a written value; TypeError for other types."""
    match value:
        case None:
            return None
        case str():
            return str(value)
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _decimal(value)
        case Mapping():
            return {str(key): as_read(item) for key, item in value.items()}
        case tuple() | list():
            return tuple(as_read(item) for item in value)
        case _:
            raise TypeError(f"BUG: a {type(value).__name__} is no field value")


def inline(value: FieldValue, quote: str = "", flow: bool = False) -> str:
    """A value on one line; collections in brackets. `quote` is the wanted quote, "" for plain.

    A list alone in a list is set apart by blanks: `[[x]]` would be read as a link.
    """
    match value:
        case None:
            return "null"
        case str():
            return scalar(str(value), quote, flow)
        case Mapping():
            pairs = (
                f"{key_text(str(key), flow=True)}: {inline(item, flow=True)}"
                for key, item in value.items()
            )
            return "{" + ", ".join(pairs) + "}"
        case tuple() | list():
            pad = " " if len(value) == 1 and isinstance(value[0], (tuple, list)) else ""
            items = ", ".join(inline(item, quote, flow=True) for item in value)
            return f"[{pad}{items}{pad}]"
        case _:
            return str(as_read(value))


def scalar(text: str, quote: str = "", flow: bool = False) -> str:
    """Text as one YAML scalar: in the wanted quotes if it can be, plain only where that is safe."""
    if quote == "'" and _PRINTABLE.fullmatch(text):
        return _single(text)
    if quote != '"' and _plain_is_safe(text, flow):
        return text
    if quote == "" and _reads_better_single(text):
        return _single(text)
    return _double(text)


def key_text(key: str, flow: bool = False) -> str:
    """A mapping key as text; ValueError for one that YAML cannot hold on one line."""
    # A key that begins with `<` could be a conflict marker.
    plain = _plain_is_safe(key, flow) and not _TIME_LIKE.fullmatch(key) and key[0] != "<"
    text = key if plain else _double(key)
    if len(text) > _SIMPLE_KEY_LIMIT:
        raise ValueError(f"a key of {len(text)} characters is too long")
    return text


def entry(key: str, value: FieldValue, indent: str, newline: str) -> list[str]:
    """The lines of one fresh key at `indent`, each ending in `newline`."""
    return [f"{indent}{line}{newline}" for line in under(f"{key_text(key)}:", value)]


def under(head: str, value: FieldValue, tail: str = "", dent: str = "  ") -> list[str]:
    """Lines (without ends) of `head` (`key:`), its value and `tail`, a comment of the first line.

    Lists of a few plain items go in brackets, longer ones one item a line, indented by `dent`.
    """
    if isinstance(value, Mapping) and value:
        pairs = (f"{dent}{key_text(str(k))}: {inline(v)}" for k, v in value.items())
        return [head + tail, *pairs]
    if isinstance(value, (tuple, list)) and value and not _fits_flow(head, value):
        return [head + tail, *(f"{dent}- {inline(item)}" for item in value)]
    return [f"{head} {inline(value)}{tail}"]


def _fits_flow(head: str, items: tuple[FieldValue, ...] | list[FieldValue]) -> bool:
    if not all(isinstance(item, (str, int, float)) or item is None for item in items):
        return False
    texts = [inline(item, flow=True) for item in items]
    width = len(head) + sum(len(text) + 2 for text in texts) + 1
    return width <= FLOW_WIDTH and not any(text[:1] in "'\"" for text in texts)


def _plain_is_safe(text: str, flow: bool) -> bool:
    if not text or text != text.strip() or text[0] in _FIRST_INDICATORS or text[-1] == ":":
        return False
    if ": " in text or " #" in text or not _PRINTABLE.fullmatch(text):
        return False
    if flow and not _FLOW_INDICATORS.isdisjoint(text):
        return False
    if _is_time(text):
        return True
    return not (resolves(text) or text.lower() in _SHORT_WORDS or _NUMBER_LIKE.fullmatch(text))


def _is_time(text: str) -> bool:
    """A date or instant of the calendar in the one spelling that the house writes plain."""
    try:
        if _DATE.fullmatch(text):
            return bool(date.fromisoformat(text))
        return bool(_INSTANT.fullmatch(text) and datetime.fromisoformat(text))
    except ValueError:
        return False


def _reads_better_single(text: str) -> bool:
    return ('"' in text or "\\" in text) and "'" not in text and bool(_PRINTABLE.fullmatch(text))


def _single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _double(text: str) -> str:
    return '"' + "".join(_escape(character) for character in text) + '"'


def _escape(character: str) -> str:
    known = _ESCAPES.get(character)
    if known is not None:
        return known
    if _PRINTABLE.fullmatch(character):
        return character
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError("half of a surrogate pair is no text")
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"


def _decimal(number: float) -> str:
    if number != number:
        return ".nan"
    if number in (float("inf"), float("-inf")):
        return ".inf" if number > 0 else "-.inf"
    return format(Decimal(repr(number)), "f")
