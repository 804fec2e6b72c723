"""The fingerprint of a claim: equal for disguises, different for another number or negation.

Width, case, spacing, look-alikes, invisible characters and decoration are folded; numbers,
operators and every word stay (DESIGN §5, rejection memory). It says that a text was seen before,
never that two texts mean the same.
"""

from __future__ import annotations

import hashlib
import unicodedata

from curator_core.rules.look_alikes import LOOK_ALIKES

JOINING = frozenset("-+.#/:@_%&=;|")
"""Kept where they touch a letter, a digit or another operator."""
ALWAYS = frozenset("&|;/<>=")
"""Operators that always stay: `a && b` is not `a; b`."""
DECORATION = frozenset("`*")


def fingerprint(text: str, *places: str) -> str:
    """A hash over the folded claim and, in order, where it is made (slot, scope)."""
    parts = "\0".join((folded(text), *(place.casefold() for place in places)))
    return "f1:" + hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()


def folded(text: str) -> str:
    """A claim without what does not change it."""
    plain = "".join(_plain(char) for char in unicodedata.normalize("NFC", text))
    plain = unicodedata.normalize("NFC", plain).casefold()
    kept = [_kept(plain, at) for at in range(len(plain))]
    words = "".join(kept).split()
    return _joined(words)


def _plain(char: str) -> str:
    """Step 1 to 3: width and forms, invisible ones out, look-alikes to one of them."""
    category = unicodedata.category(char)
    if category in ("Cf", "Cc", "Mn", "Me") and not char.isspace():
        return "" if category != "Mn" or not unicodedata.combining(char) else char
    if category == "No":
        return char
    wide = unicodedata.normalize("NFKC", char)
    return wide.translate(LOOK_ALIKES)


def _kept(text: str, at: int) -> str:
    """Step 5: letters, digits, marks, symbols; punctuation by its neighbours."""
    char = text[at]
    if char in DECORATION:
        return " "
    if char in ALWAYS:
        return char
    if char in JOINING:
        near = text[at - 1 : at] + text[at + 1 : at + 2]
        touches = any(other.isalnum() or other in JOINING for other in near)
        return char if touches and not _ends_sentence(text, at) else " "
    category = unicodedata.category(char)
    return char if category[0] in "LNMS" else " "


def _ends_sentence(text: str, at: int) -> bool:
    """A dot or colon between a word and a blank (or the end) is punctuation."""
    after = text[at + 1 : at + 2]
    return text[at] in ".:" and (not after or after.isspace())


def _joined(words: list[str]) -> str:
    """Blanks collapse; none stays beside a Chinese, Japanese or Korean character."""
    result = ""
    for word in words:
        beside = result[-1:] and (_is_cjk(result[-1]) or _is_cjk(word[0]))
        result += word if not result or beside else " " + word
    return result


def _is_cjk(char: str) -> bool:
    return "\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" or char >= "\U00020000"
