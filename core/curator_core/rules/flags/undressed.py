"""A folded text without the dress that hides words from a list: marks inside words, letters set
apart, digits for letters, lines broken in a word, traditional characters.

Orders are looked for here; addresses and commands are read as they are written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.rules.flags.traditional import SIMPLIFIED
from curator_core.rules.folded_copy import Copy
from curator_core.rules.visible import is_hidden

Edit = tuple[int, int, str]
"""What stands in `[start, end)` becomes a text that is not longer."""

_CJK = "\u3400-\u9fff"
_DRESS = re.compile(
    r"(?=[<&*~`_\s-])(?:"
    r"(?<=\w)(?:<!--[^<>]{0,80}-->|</?[a-z][^<>\n]{0,60}>)+(?=\w)|"
    r"(?P<entity>&(?:#x?[0-9a-f]{1,6}|[a-z]{2,8});)|"
    r"(?<=\w)(?:\*{1,3}|~~|`)(?=\w)|"
    r"(?P<edge>(?<![a-z0-9_])_{1,3}(?=[a-z])|(?<=[a-z])_{1,3}(?![a-z0-9_]))|"
    r"(?<=[a-z])-\n[ >]{0,4}(?=[a-z])|"
    rf"(?<=[{_CJK}])(?:[^\S\n]{{1,8}}\n?|\n)[^\S\n]{{0,8}}(?=[{_CJK}])|"
    r"\n>+[^\S\n]?(?=[^\s>]))"
)
_DRESSED = re.compile(rf"\w[*~`<]|[*~`>]\w|_\W|&[#a-z]|-\n|\n>|[{_CJK}]\s[\s{_CJK}]")
_APART = re.compile(
    r"(?<!\w)[a-z](?P<by>[ ._*|/+-])[a-z](?:(?P=by)[a-z])+(?!\w)|"
    rf"[{_CJK}](?P<mark>[._*|/+~-])[{_CJK}](?:(?P=mark)[{_CJK}])+"
)
_DIGIT = re.compile(r"[0-9@$]{1,20}(?=[a-z])")
_WORD_MAX = 40
_WORD = re.compile(rf"[a-z0-9@$]{{4,{_WORD_MAX}}}(?!\w)")
_KANA = re.compile("[\u3041-\u30fe]")
_FOR = str.maketrans("013457@$", "oieastas")
_BEFORE = re.compile("[a-z0-9@$]")
_IN_NAME = frozenset(".:/_-\\")


@dataclass(frozen=True, slots=True)
class Layers:
    """Copies, each of the one before; a span of the last one is told in the original."""

    copies: tuple[Copy, ...]

    @property
    def text(self) -> str:
        """The last copy."""
        return self.copies[-1].text

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the original that a span of the last copy, not empty, came from."""
        for each in reversed(self.copies):
            start, end = each.span(start, end)
        return start, end


def undressed(copy: Copy) -> Layers:
    """The text of a copy in plain words."""
    layers = [copy]
    for step in (_marks, _apart, _digits):
        edits = tuple(step(layers[-1].text))
        if edits:
            layers.append(_edited(layers[-1].text, edits))
    text = layers[-1].text
    if not text.isascii() and not _KANA.search(text):
        layers[-1] = _simplified(layers[-1])
    return Layers(tuple(layers))


def _simplified(copy: Copy) -> Copy:
    return Copy(copy.text.translate(SIMPLIFIED), copy.at, copy.shift)


def _marks(text: str) -> Iterator[Edit]:
    for match in _DRESS.finditer(text) if _DRESSED.search(text) else ():
        if match["entity"]:
            plain = html.unescape(match[0]).lower()
            if len(plain) == 1:
                yield *match.span(), "" if is_hidden(plain) else plain
        elif match["edge"]:
            yield *match.span(), " "
        elif match[0].startswith("\n>"):
            if text.startswith(">", text.rfind("\n", 0, match.start()) + 1):
                yield *match.span(), " "
        else:
            yield *match.span(), ""


def _apart(text: str) -> Iterator[Edit]:
    """Letters with one and the same mark between each two of them."""
    for match in _APART.finditer(text):
        for at in range(match.start() + 1, match.end(), 2):
            yield at, at + 1, ""


def _digits(text: str) -> Iterator[Edit]:
    """Words with digits where letters of a like shape belong."""
    end = 0
    for digit in _DIGIT.finditer(text):
        start, least = digit.start(), max(end, digit.start() - _WORD_MAX)
        while start > least and _BEFORE.match(text[start - 1]):
            start -= 1
        match = _WORD.match(text, start)
        if start < end or match is None or text[start - 1 : start] in _IN_NAME:
            continue
        end, word = match.end(), match[0]
        letters = sum(char.isalpha() for char in word)
        if letters * 2 < len(word) or word[0] in "@$":
            continue
        plain = re.sub("(?<=l)1|1(?=l)", "l", word).translate(_FOR)
        if plain.isalpha():
            for at, (old, new) in enumerate(zip(word, plain, strict=True), start):
                if old != new:
                    yield at, at + 1, new


def _edited(text: str, edits: Sequence[Edit]) -> Copy:
    copy = Copy("")
    pieces: list[str] = []
    end = length = 0
    for start, last, plain in edits:
        pieces += text[end:start], plain
        length += start - end
        if plain:
            copy.at.append(length)
            copy.shift.append(start - length)
            length += len(plain)
        end = last
        copy.at.append(length)
        copy.shift.append(end - length)
    copy.text = "".join([*pieces, text[end:]])
    return copy
