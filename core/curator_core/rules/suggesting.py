"""Which slots a free note may state a value of: the nearest by what notes there say (DETECTORS §5).

Words of spaced scripts are folded and cut to their stems, Chinese, Japanese and Korean are taken in
pairs of characters; a rare common term weighs more than a frequent one. Nothing is decided here.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from curator_core.model.suggestion import Near

MOST = 3
"""How many slots are suggested at most."""

_RUN = re.compile(
    r"(?P<wide>[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|[^\W\d_]+"
)
_FUNCTION = re.compile("[的了是在和与及也就都而或把被从对]")
_STOP_WORDS = (
    "a an and are as at be but by for from has have in is it its not of on or our that the their "
    "this to was we were will with you your"
)
_STOP = frozenset(_STOP_WORDS.split())
_ENDINGS = ("ing", "ed", "es", "s")
_STEM = 4
"""Fewest letters of a word that are left when an ending is cut off."""

_SAME_SUBJECT, _SAME_DOMAIN = 1.5, 1.2
_NAMED = 1.5
"""How much more a term counts in a title or in a slot's name than in a text."""
_NEAR = 0.3
"""The least score of a further suggestion, as a part of the best one's."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one note says: title and answer, and its subject."""

    title: str
    says: str
    subject: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot by the name that is written, with the notes that state a value of it."""

    key: str
    notes: tuple[Told, ...]


def terms(text: str) -> Iterator[str]:
    """The terms of a text: no punctuation, no number, no single character."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    for run in _RUN.finditer(folded):
        word = run.group()
        if run.group("wide") is not None:
            for piece in _FUNCTION.split(word):
                yield from (piece[at : at + 2] for at in range(len(piece) - 1))
        elif len(word) > 1 and word not in _STOP:
            yield _stem(word)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word.removesuffix(ending)
    return word


def nearest(note: Told, slots: Sequence[Slot]) -> tuple[Near, ...]:
    """The slots whose names and notes have most in common with a free note, best first; none where
    nothing but the subject is common."""
    weights = [_slot_terms(slot) for slot in slots]
    spread = Counter(term for found in weights for term in found)
    mine = _note_terms(note)
    scored = [
        near
        for slot, found in zip(slots, weights, strict=True)
        if (near := _near(note, mine, (slot, found), _rarity(spread, len(slots)))) is not None
    ]
    scored.sort(key=lambda near: (-near.score, near.key))
    return tuple(near for near in scored[:MOST] if near.score >= _NEAR * scored[0].score)


def _rarity(spread: Mapping[str, int], total: int) -> Mapping[str, float]:
    return {term: math.log(1 + total / count) for term, count in spread.items()}


def _note_terms(note: Told) -> dict[str, float]:
    return _weighed(((note.says, 1.0), (note.title, _NAMED)))


def _slot_terms(slot: Slot) -> dict[str, float]:
    texts = [(text, 1.0) for told in slot.notes for text in (told.says, told.title)]
    return _weighed((*texts, (slot.key, _NAMED)))


def _weighed(texts: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The heaviest place of each term."""
    found: dict[str, float] = {}
    for text, weight in texts:
        for term in terms(text):
            found[term] = max(weight, found.get(term, 0.0))
    return found


def _near(
    note: Told,
    mine: Mapping[str, float],
    against: tuple[Slot, Mapping[str, float]],
    rarity: Mapping[str, float],
) -> Near | None:
    slot, theirs = against
    subjects = set(terms(note.subject))
    common = [term for term in mine if term in theirs and term not in subjects]
    if not common:
        return None
    weight = {term: rarity[term] * mine[term] * theirs[term] for term in common}
    score = sum(weight.values()) / math.sqrt(1 + len(theirs)) * _subject_bonus(note, slot)
    shared = sorted(common, key=lambda term: (-weight[term], term))
    return Near(slot.key, score, tuple(shared))


def _subject_bonus(note: Told, slot: Slot) -> float:
    subjects = {told.subject.casefold() for told in slot.notes}
    own = note.subject.casefold()
    if own in subjects:
        return _SAME_SUBJECT
    domains = {subject.partition("/")[0] for subject in subjects}
    return _SAME_DOMAIN if own.partition("/")[0] in domains else 1.0
