"""Notes that are harmless alone and an order together (H17)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from curator_core.model.flag import Grade
from curator_core.rules.fingerprints import CJK
from curator_core.rules.flags.context import Around, Fragment
from curator_core.rules.flags.lexicon import Lexicon, bits
from curator_core.rules.flags.reading import Raised, Reading, Trust
from curator_core.rules.folded_copy import lettered
from curator_core.rules.tokens import tokens

LINKED_MIN = 3
"""Notes of one source that must hang together."""
_SINK = bits("leak", "address", "conceal", "covertly", "secret", "solicit", "unasked", "codeword")
_MOST = 12
LENGTH_MAX = 300
"""Longer notes say something by themselves."""
_LATE = 0.25
_EARLY = 0.6
_CJK = re.compile(f"[{CJK}]")
_WORD = re.compile(rf"[^\W_{CJK}]+")


def fragments(reading: Reading, lexicon: Lexicon, around: Around) -> Iterator[Raised]:
    """A note in a chain of short notes of one source, each taking up what another brought in."""
    if reading.note is None or reading.trust is Trust.PERSON:
        return
    group = _chain(reading.note.id, around.fragments)
    if len(group) < LINKED_MIN:
        return
    sinks = [each.note_id for each in group if _sinks(each.text, lexicon)]
    if not sinks:
        return
    body = reading.raw[reading.body.start : reading.body.end]
    start = reading.body.start + len(body) - len(body.lstrip())
    end = reading.body.start + len(body.rstrip())
    if end <= start:
        return
    grade = Grade.HIGH if reading.note.id in sinks else Grade.MEDIUM
    ids = tuple(each.note_id for each in group if each.note_id != reading.note.id)
    yield Raised("H17", grade, "fragments", start, end, ids=ids)


def _chain(mine: str, listed: Sequence[Fragment]) -> list[Fragment]:
    """The notes that are connected with this one, each taking up what another brought in."""
    words = {each.note_id: _words(each.text) for each in listed if len(each.text) <= LENGTH_MAX}
    if mine not in words:
        return []
    reached, waiting = {mine}, [mine]
    while waiting:
        one = waiting.pop()
        for other, theirs in words.items():
            if other not in reached and (_leads(words[one], theirs) or _leads(theirs, words[one])):
                reached.add(other)
                waiting.append(other)
    return [each for each in listed if each.note_id in reached][:_MOST]


def _leads(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether one text brings in late a word that the other takes up early."""
    return any(place >= _LATE and other.get(word, 1.0) <= _EARLY for word, place in one.items())


def _words(text: str) -> dict[str, float]:
    """Every word with its first place, as a part of the text's length."""
    found: dict[str, float] = {}
    for match in _WORD.finditer(text):
        for word in tokens(match[0]):
            if not word.isdigit():
                found.setdefault(word, match.start() / len(text))
    for at in range(len(text) - 1):
        if _CJK.match(text[at]) and _CJK.match(text[at + 1]):
            found.setdefault(text[at : at + 2], at / len(text))
    return found


def _sinks(text: str, lexicon: Lexicon) -> bool:
    """Whether a fragment names who acts, where something goes, or what opens it."""
    return any(hit.classes & _SINK for hit in lexicon.hits(lettered(text).text))
