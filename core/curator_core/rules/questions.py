"""The telling terms of a question in words: what makes a text a likely answer."""

from __future__ import annotations

import re

from curator_core.rules import terms
from curator_core.rules.terms import Need, Part, Recipe

_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "not",
        "of",
        "on",
        "or",
        "our",
        "should",
        "so",
        "that",
        "the",
        "their",
        "there",
        "they",
        "this",
        "to",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
_CUTS = re.compile("[的了是把从在吗呢吧和与及]")
_ENDINGS = ("ing", "ed", "es", "s")
_LEAST = 3


def asked(question: str, recipe: Recipe) -> tuple[Need, ...]:
    """The telling terms of a question in words, any of which makes a text a likely answer."""
    found: list[Need] = []
    for piece in terms.pieces(terms.fold(question)):
        word, unspaced = piece
        if unspaced:
            for run in _CUTS.split(word):
                found += terms.of_run(run, recipe.gram) if len(run) > 1 else []
        elif len(word) > 1 and word not in _STOP:
            found.append(_stem(word[: terms.SURE]))
    return tuple(dict.fromkeys(found))


def _stem(word: str) -> Need:
    """A word without a common English ending, as the start of others; numbers stay whole."""
    if not word.isalpha():
        return Need(word, Part.WHOLE)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return Need(word.removesuffix(ending), Part.START)
    return Need(word, Part.WHOLE if len(word) <= _LEAST else Part.START)
