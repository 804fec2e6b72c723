"""Two texts compared in levels: lines, then sentences, then words; what has no words (Chinese,
signs) by characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from curator_core.model.words import Piece, Sign
from curator_core.rules import matching

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SENTENCE = re.compile(r".+?(?:[.!?;]+(?:\s+|\Z)|[\u3002\uff01\uff1f\uff1b]+|\Z)", re.DOTALL)
_TOKEN = re.compile(r"[0-9A-Za-z_\u00c0-\u024f\u0370-\u052f]+|[^\S\n]+|.", re.DOTALL)
_ALIKE = 0.3
"""Below this share of equal characters a text was rewritten: single equal words would mislead."""
WORDS_MAX = 200_000
"""Characters of both texts together up to which words are compared; longer ones by lines alone."""

_Part = tuple[bool, str, str]
"""Whether both sides are equal here, the text before, the text after."""
_Cut = Callable[[str], list[str]]


def too_long(before: str, after: str) -> bool:
    """Whether two texts are compared by lines alone."""
    return len(before) + len(after) > WORDS_MAX


def sentences(text: str) -> list[str]:
    """A text cut behind its full stops and semicolons; nothing is left out."""
    return _SENTENCE.findall(text)


def pieces(before: str, after: str) -> tuple[Piece, ...]:
    """Both texts in order, dropped words before the added ones that stand in their place.

    A text that has little in common with the other is one piece dropped and one added. Texts that
    are `too_long` are compared by lines alone.
    """
    if too_long(before, after):
        return tuple(_pieces(_compared(before, after, _LINE.findall)))
    found = _closed(_levels(before, after))
    same = sum(len(text.strip()) for equal, text, _ in found if equal)
    if same < _ALIKE * max(len(before.strip()), len(after.strip())):
        found = [(False, before, after)]
    return tuple(_pieces(found))


def _levels(before: str, after: str) -> list[_Part]:
    """What differs by lines is compared by sentences, and what differs there by words."""
    found: list[_Part] = [(False, before, after)]
    for cut in (_LINE.findall, sentences, _TOKEN.findall):
        found = [part for each in found for part in _finer(each, cut)]
    return found


def _finer(part: _Part, cut: _Cut) -> list[_Part]:
    equal, before, after = part
    return [part] if equal or not (before and after) else _compared(before, after, cut)


def _compared(before: str, after: str, cut: _Cut) -> list[_Part]:
    old, new = cut(before), cut(after)
    return [
        (equal, "".join(old[span.a : span.b]), "".join(new[span.c : span.d]))
        for equal, span in matching.regions(old, new)
    ]


def _closed(found: list[_Part]) -> list[_Part]:
    """Changes with next to nothing between them are one change."""
    while True:
        done = _joined(found)
        if len(done) == len(found):
            return done
        found = done


def _joined(found: Sequence[_Part]) -> list[_Part]:
    done: list[_Part] = []
    for number, (equal, before, after) in enumerate(found):
        inside = 0 < number < len(found) - 1
        if equal and inside and _slight(before, found[number - 1], found[number + 1]):
            equal = False
        if done and equal == done[-1][0]:
            _, earlier, earlier_after = done[-1]
            done[-1] = (equal, earlier + before, earlier_after + after)
        else:
            done.append((equal, before, after))
    return done


def _slight(text: str, above: _Part, below: _Part) -> bool:
    """A blank, a single sign or letter, or some words between changes twice as long."""
    said = text.strip()
    if "\n" in text:
        return False
    if len(said) < 2:
        return True
    near = min(max(len(above[1]), len(above[2])), max(len(below[1]), len(below[2])))
    return not above[0] and not below[0] and len(said) * 2 <= near


def _pieces(found: Sequence[_Part]) -> Iterator[Piece]:
    for equal, before, after in found:
        if equal:
            yield Piece(Sign.SAME, before)
            continue
        if before:
            yield Piece(Sign.DROPPED, before)
        if after:
            yield Piece(Sign.ADDED, after)
