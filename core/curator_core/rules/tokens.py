"""What a text talks about, as tokens, and what it must not lose: numbers, negation, operators.

DETECTORS §5: Latin words lightly stemmed, stop words out; runs of Chinese, Japanese or Korean cut
at function words, then bigrams; a single character never counts, but a lone Latin letter beside
one of those is an identifier (机器 A).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from curator_core.rules.fingerprints import CJK, lettered

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[.:][0-9]+)*(?:\+\+|#)?")
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:[.:][0-9]+)*(?:\+\+|#)?")
_IS_CJK = re.compile(f"[{CJK}]")
_FUNCTION = re.compile("[的了是把从被和与及在]")
_STOP = frozenset(
    [
        *("a", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by", "can"),
        *("could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his"),
        *("i", "if", "in", "into", "is", "it", "its", "may", "me", "might", "my", "of", "on", "or"),
        *("our", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them"),
        *("then", "there", "these", "they", "this", "those", "to", "us", "was", "we", "were"),
        *("what", "when", "where", "which", "who", "will", "with", "would", "you", "your"),
        *("please", "note"),
    ]
)
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_STEM = 3
"""Letters that a stem keeps at least."""
_TELLING = re.compile(
    r"(?<![\w.])-?[0-9]+(?:[.:/-][0-9]+)*%?|"
    r"(?<=[^\W\d_])[0-9]+(?:[.:][0-9]+)*|"
    r"\b(?:not|no|never|none|nor|neither|without|cannot)\b|\b[a-z]+n t\b|\bcan t\b|"
    r"[零〇一二两三四五六七八九十百千万亿]+|[不没無无非勿别未禁]|"
    r"[<>=!~^|]+|&+|(?<!\S)--?(?=[a-z])|(?<!\S)\+|"
    rf"(?<![^\W{CJK}])[b-hj-z](?![^\W{CJK}])"
)


def tokens(text: str) -> tuple[str, ...]:
    """The tokens of a text in its order, repeated ones too; empty where nothing counts."""
    return tuple(_tokens(lettered(text)))


def telling(text: str) -> tuple[str, ...]:
    """What makes another claim of the same words, sorted: numbers, negations, operators, single
    letters. Texts that differ in these are never near copies."""
    return tuple(sorted(found[0] for found in _TELLING.finditer(lettered(text))))


def _tokens(plain: str) -> Iterator[str]:
    if plain.isascii():
        for word in _ASCII_WORD.findall(plain):
            yield from _counted(word)
        return
    for found in _WORD.finditer(plain):
        word = found[0]
        if word.isalpha() and _is_identifier(plain, found):
            yield word
        else:
            yield from _counted(word)


@lru_cache(maxsize=1 << 16)
def _counted(word: str) -> tuple[str, ...]:
    """The tokens of one run of letters."""
    if len(word) < 2 or word in _STOP:
        return ()
    if not _IS_CJK.match(word):
        return (_stem(word),)
    pieces = _FUNCTION.split(word)
    return tuple(piece[at : at + 2] for piece in pieces for at in range(len(piece) - 1))


def _is_identifier(plain: str, found: re.Match[str]) -> bool:
    """Whether a word is a lone letter beside a CJK character."""
    if len(found[0]) != 1 or _IS_CJK.match(found[0]):
        return False
    around = plain[max(0, found.start() - 2) : found.start()], plain[found.end() : found.end() + 2]
    return any(_IS_CJK.search(side) for side in around if side.strip(" ") == side.replace(" ", ""))


def _stem(word: str) -> str:
    """A word without its ending; a double letter that an ending brought goes too."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM and word.isalpha():
            if ending == "s" and word[-2] in "siu":
                return word
            stem = word[: len(word) - len(ending)] + instead
            return stem[:-1] if ending in ("ing", "ed") and _doubled(stem) else stem
    return word


def _doubled(stem: str) -> bool:
    return len(stem) > _STEM and stem[-1] == stem[-2] and stem[-1] not in "ls"
