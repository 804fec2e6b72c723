"""A note that is an approved one but for a word or two (H15)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from zlib import crc32

from curator_core.model.flag import Grade
from curator_core.rules.flags.context import Around
from curator_core.rules.flags.lexicon import Lexicon, bits
from curator_core.rules.flags.reading import Raised, Reading
from curator_core.rules.folded_copy import lettered

CHANGED_MAX = 2
"""Tokens that may differ."""
ALIKE = 0.7
"""The part of the tokens that must be the same."""
ALIKE_TWICE = 0.85
"""The same where they differ in two places."""
TOKENS_MIN = 5
SKETCH = 16
LENGTH_MAX = 4_000
"""Code points of a body; longer notes are no copies of one claim."""
_TOKEN = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7a3]|[^\W_\u2e80-\u9fff]+(?:[.,:/@_-][^\W_\u2e80-\u9fff]+)*"
)
_TURNS = bits("negation", "strength", "polarity")


def token_spans(text: str) -> list[tuple[str, int, int]]:
    """Words, numbers, hosts and single Chinese characters of a text, with their places."""
    return [(match[0], *match.span()) for match in _TOKEN.finditer(text)]


def shingles(text: str) -> frozenset[int]:
    """Numbers of the pairs of neighbours among a text's tokens: near copies share most of them."""
    found = [match[0] for match in _TOKEN.finditer(lettered(text).text)]
    return frozenset(crc32(f"{a} {b}".encode("utf-8", "replace")) for a, b in pairwise(found))


def sketch(text: str) -> tuple[int, ...]:
    """The smallest of a text's shingles, the same ones for the same text."""
    return tuple(sorted(shingles(text))[:SKETCH])


def near_copies(reading: Reading, lexicon: Lexicon, around: Around) -> Iterator[Raised]:
    """The words by which this note differs from an approved one that it nearly repeats."""
    if not around.near:
        return
    body = reading.body
    copy = lettered(reading.raw[body.start : body.end])
    mine = token_spans(copy.text)
    own = {target.id for target in around.targets}
    for each in around.near:
        theirs = token_spans(lettered(each.text).text)
        changed = _changed([t for t, _, _ in theirs], [t for t, _, _ in mine])
        if changed is None:
            continue
        old, new = changed
        words = [t for t, _, _ in (*theirs[slice(*old)], *mine[slice(*new)])]
        at = (max(new[0] - 1, 0), new[0] + 1) if new[0] == new[1] else new
        first, last = copy.span(mine[at[0]][1], mine[min(at[1], len(mine)) - 1][2])
        grade = Grade.HIGH if _turns(words, lexicon) else Grade.MEDIUM
        if each.note_id in own:
            grade = Grade.LOW
        yield Raised(
            "H15",
            grade,
            "near-copy",
            body.start + first,
            body.start + last,
            decoded=" ".join(t for t, _, _ in theirs[slice(*old)]) or None,
            ids=(each.note_id,),
        )


def _changed(
    old: Sequence[str], new: Sequence[str]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The span of tokens that differs, in both; None where texts are equal or too unlike."""
    if min(len(old), len(new)) < TOKENS_MIN or list(old) == list(new):
        return None
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    edits = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    size = sum(_size(old[a:b], new[c:d]) for _, a, b, c, d in edits)
    alike = ALIKE if len(edits) == 1 else ALIKE_TWICE
    if size > CHANGED_MAX or matcher.ratio() < alike:
        return None
    return (edits[0][1], edits[-1][2]), (edits[0][3], edits[-1][4])


def _size(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words changed; two Chinese characters for two are one word."""
    size = max(len(old), len(new))
    return size + 1 if min(len(old), len(new)) > 1 and old[0].isascii() else size


def _turns(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the change turns the sense: a negation, may for must, before for after."""
    if any(any(char.isdigit() for char in word) or "." in word for word in words):
        return False
    text = "".join(words) if words and not words[0].isascii() else " ".join(words)
    return any(hit.classes & _TURNS for hit in lexicon.hits(text))
