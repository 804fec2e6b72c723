"""The folding of claims as DETECTORS §4 tells it, one character after the other."""

from __future__ import annotations

import unicodedata

from curator_core.rules.look_alikes import DASHES, plain
from curator_core.rules.visible import is_hidden

JOINING = "-+.#:@_"
OPERATORS = "&|;/<>=%"
TWINS = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"


def slowly_folded(text: str) -> str:
    """The recipe step by step; equal to `rules.fingerprints.folded` for every text."""
    seen = _nfc("".join(map(_shown, _nfc(text))))
    small = _nfc("".join(map(_simple, _greek_folded(seen))))
    counted = [_counts(char) for char in small]
    kept = _without_punctuation(_single_blanks("".join(counted)))
    return _without_gaps(kept.split())


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _shown(char: str) -> str:
    if char.isspace():
        return "\n" if char in "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029" else " "
    if is_hidden(char):
        return ""
    return char if unicodedata.category(char) == "No" else unicodedata.normalize("NFKC", char)


def _greek_folded(text: str) -> str:
    """Whole words of Greek letters, unless Latin capitals could be meant."""
    made, at = "", 0
    while at < len(text):
        end = at
        while end < len(text) and _is_greek(text[end]):
            end += 1
        word = text[at:end]
        beside = text[at - 1 : at] + text[end : end + 1]
        if len(word) > 1 and not any(map(_is_letter, beside)) and not set(word) <= set(TWINS):
            word = word.casefold()
        made += word or text[at]
        at = max(end, at + 1)
    return made


def _is_greek(char: str) -> bool:
    return "\u0370" <= char <= "\u03ff" or "\u1f00" <= char <= "\u1fff"


def _is_letter(char: str) -> bool:
    return char.isalnum() and not char.isdecimal()


def _simple(char: str) -> str:
    return " " if char in "`*" else plain(char)


def _counts(char: str) -> str:
    if char in DASHES:
        return "-"
    if char in JOINING or char in OPERATORS or char in "!\n":
        return char
    return char if unicodedata.category(char)[0] in "LNMS" else " "


def _single_blanks(text: str) -> str:
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _without_punctuation(text: str) -> str:
    return "".join(" " if _is_punctuation(text, at) else char for at, char in enumerate(text))


def _is_punctuation(text: str, at: int) -> bool:
    char = text[at]
    if char == "!":
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        word = after.isascii() and (after.islower() or after.isdigit() or after == "_")
        return after != "=" and (not _blank(before) or not word)
    if char in ".:" and _ends_sentence(text, at):
        return True
    if char == "." and _is_ellipsis(text, at):
        return True
    if char not in JOINING or not _alone(text, at):
        return False
    return not _is_spaced_operator(text, at)


def _ends_sentence(text: str, at: int) -> bool:
    """In a run of dots and colons after a word and before a blank."""
    first, last = at, at
    while first and text[first - 1] in ".:":
        first -= 1
    while last + 1 < len(text) and text[last + 1] in ".:":
        last += 1
    before = text[first - 1 : first] if first else ""
    return not _blank(before) and _blank(text[last + 1 : last + 2])


def _is_ellipsis(text: str, at: int) -> bool:
    """One of three and more dots between blanks."""
    before, after = text[:at].rstrip("."), text[at:].lstrip(".")
    dots = len(text) - len(before) - len(after)
    return dots > 2 and _blank(before[-1:]) and _blank(after[:1])


def _alone(text: str, at: int) -> bool:
    return _blank(text[at - 1 : at] if at else "") and _blank(text[at + 1 : at + 2])


def _is_spaced_operator(text: str, at: int) -> bool:
    before, after = text[max(0, at - 2) : at], text[at + 1 : at + 3]
    if len(before) < 2 or before[1] != " ":
        return False
    if text[at] == "-":
        return before[0] in "0123456789" and after[:1] == " " and after[1:2] in [*"0123456789"]
    return text[at] == "+" and not before[0].isspace() and after[:1] == " "


def _blank(char: str) -> bool:
    return not char or char.isspace()


def _without_gaps(words: list[str]) -> str:
    """Blanks between words, but none beside CJK and none before a number's `%`."""
    made = ""
    for word in words:
        joined = made[-1:].isdecimal() and made[-1:].isascii() and word[0] == "%"
        beside = made and (_is_cjk(made[-1]) or _is_cjk(word[0]))
        made += word if not made or beside or joined else " " + word
    return made


def _is_cjk(char: str) -> bool:
    spans = (("\u2e80", "\u9fff"), ("\uac00", "\ud7a3"), ("\uf900", "\ufaff"))
    return any(first <= char <= last for first, last in spans) or 0x20000 <= ord(char) <= 0x3FFFF
