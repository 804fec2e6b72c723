"""Characters that look like another one on purpose, after Unicode's list of intentional pairs.

Data: UTS 39, intentional.txt, version 17.0.0; each key is folded to the first of its pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

DASHES = frozenset("\u2010\u2011\u2012\u2013\u2212")
"""Hyphens, the en dash and the minus sign: `-` in other fonts. The em dash separates words."""

_SIMILAR = {
    "\u03b1": "a",
    "\u03b3": "y",
    "\u03b5": "e",
    "\u03b7": "n",
    "\u03b9": "i",
    "\u03ba": "k",
    "\u03bd": "v",
    "\u03c1": "p",
    "\u03c4": "t",
    "\u03c5": "u",
    "\u03c7": "x",
    "\u03c9": "w",
    "\u0432": "b",
    "\u043a": "k",
    "\u043c": "m",
    "\u043d": "h",
    "\u0442": "t",
    "\u0433": "r",
    "\u0438": "u",
    "\u043f": "n",
    "\u044c": "b",
    "\u0475": "v",
    "\u0454": "e",
}
"""Small letters that are read as a Latin one inside a Latin word, though nobody drew them alike."""

_MORE = {
    0x0412: 0x0042,
    0x041A: 0x004B,
    0x041C: 0x004D,
    0x041D: 0x0048,
    0x041E: 0x004F,
    0x0422: 0x0054,
    0x04CF: 0x006C,
    0x051B: 0x0071,
    0x051D: 0x0077,
    0x2044: 0x002F,
    0x2215: 0x002F,
    0x2236: 0x003A,
}
"""Cyrillic letters whose pair Unicode's list leaves out; fraction slash, division slash, ratio."""

LOOK_ALIKES = {
    0x01C3: 0x0021,
    0x0391: 0x0041,
    0x0392: 0x0042,
    0x0421: 0x0043,
    0x0395: 0x0045,
    0x0397: 0x0048,
    0x0399: 0x0049,
    0x0408: 0x004A,
    0x039A: 0x004B,
    0x039C: 0x004D,
    0x039D: 0x004E,
    0x039F: 0x004F,
    0x03A1: 0x0050,
    0x0405: 0x0053,
    0x03A4: 0x0054,
    0x03A7: 0x0058,
    0x03A5: 0x0059,
    0x0396: 0x005A,
    0x0430: 0x0061,
    0x0441: 0x0063,
    0x0501: 0x0064,
    0x0435: 0x0065,
    0x04BB: 0x0068,
    0x0456: 0x0069,
    0x03F3: 0x006A,
    0x03BF: 0x006F,
    0x0440: 0x0070,
    0x0455: 0x0073,
    0x0445: 0x0078,
    0x0443: 0x0079,
    0x04D4: 0x00C6,
    0x0110: 0x00D0,
    0x04D5: 0x00E6,
    0x043A: 0x0138,
    0x0411: 0x0182,
    0x04D8: 0x018F,
    0x04E8: 0x019F,
    0x03A3: 0x01A9,
    0x0259: 0x01DD,
    0x04D9: 0x01DD,
    0x039B: 0x0245,
    0x03B5: 0x025B,
    0x03B9: 0x0269,
    0x2373: 0x0269,
    0x04E9: 0x0275,
    0x04E1: 0x0292,
    0x0432: 0x0299,
    0x043D: 0x029C,
    0x0413: 0x0393,
    0x041F: 0x03A0,
    0x237A: 0x03B1,
    0x2374: 0x03C1,
    0x2375: 0x03C9,
    0x1D26: 0x0433,
    0x1D2B: 0x043B,
    0x1D28: 0x043F,
    0x1040: 0x101D,
    0x17A3: 0x17A2,
    0x1855: 0x1835,
    0x19D0: 0x199E,
    0x19D1: 0x19B1,
    0x1A80: 0x1A45,
    0x1A90: 0x1A45,
    0x1B52: 0x1B0D,
    0x1B53: 0x1B11,
    0x1B58: 0x1B28,
    0x1B5C: 0x1B50,
    0x043C: 0x1D0D,
    0x1D29: 0x1D18,
    0x0442: 0x1D1B,
    0x04A2: 0x2C67,
    0x049A: 0x2C69,
    0xA9C6: 0xA9D0,
    0x103D1: 0x10382,
    0x103D3: 0x10393,
    0x12038: 0x1039A,
    0x104A0: 0x10486,
}


def plain(char: str) -> str:
    """A character in lower case, for all of its look-alikes the same; may be several characters.

    Capitals and small letters of a look-alike are one too, but for Greek: a capital looks like a
    Latin letter there, the small one does not (`μ` is no `m`).
    """
    return _PLAIN.get(char) or char.casefold()


def latin(word: str) -> str:
    """A word in small letters with look-alikes of Latin letters folded, one for one.

    A word that would not become Latin altogether stays as it is.
    """
    folded = "".join(_SIMILAR.get(char) or plain(char) for char in word)
    return folded if folded.isascii() and len(folded) == len(word) else word


def is_look_alike(char: str) -> bool:
    """Whether a Greek or Cyrillic character may pass for a Latin letter."""
    if not "\u0370" <= char <= "\u052f":
        return False
    return char in _SIMILAR or plain(char).isascii() or plain(char.lower()).isascii()


def _classes() -> Mapping[str, str]:
    """Every character of the pairs, by the closure over likeness and case, to one of its class."""
    groups: dict[str, set[str]] = {}
    for one, other in _links():
        united = groups.get(one, {one}) | groups.get(other, {other})
        groups.update(dict.fromkeys(united, united))
    return {char: min(group, key=_rank) for char, group in groups.items()}


def _links() -> Iterator[tuple[str, str]]:
    for source, target in (*LOOK_ALIKES.items(), *_MORE.items()):
        yield chr(source), chr(target)
        for char in (chr(source), chr(target)):
            for same in (char.casefold(), char.upper()):
                if len(same) == 1 and not "\u0370" <= char <= "\u03ff":
                    yield char, same


def _rank(char: str) -> tuple[bool, bool, str]:
    """ASCII first, small before capital, then by number."""
    return not char.isascii(), char != char.casefold(), char


_PLAIN = _classes()
