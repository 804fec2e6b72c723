"""Frames: classes of words that mean something together in one sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from curator_core.model.flag import Grade
from curator_core.rules.flags import mood
from curator_core.rules.flags.code_spans import within
from curator_core.rules.flags.lexicon import QUOTED, Hit, Lexicon, bits
from curator_core.rules.flags.reading import Raised, Reading, Segment, Trust, sentences

Grades = tuple[Grade | None, Grade | None, Grade | None]
"""By trust: outside, agent, person; None: nothing is raised."""

_KNOWN_MAX = 20_000
_HITS_MAX = 80
"""Hits that are looked at together."""
_QUOTED = re.compile(
    r"\"[^\"\n]{1,200}\"|\u201c[^\u201d\n]{1,200}\u201d|\u201e[^\u201c\u201d\n]{1,200}[\u201c\u201d]|"
    r"`[^`\n]{1,200}`|\u300c[^\u300d\n]{1,200}\u300d|\u00ab[^\u00bb\n]{1,200}\u00bb|"
    r"(?<!\w)['\u2018][^'\u2018\u2019\n]{1,200}['\u2019](?!\w)|^[^\S\n]{0,3}>[^\n]{1,2000}",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Classes that occur together, each slot a set of bits of which one is enough.

    `within` is the longest span in code points of the folded text; `ordered`: in this order.
    """

    code: str
    rule: str
    slots: tuple[int, ...]
    grades: Grades
    within: int = 140
    ordered: bool = False


def frame(code: str, rule: str, classes: str, grades: str, within: int = 140) -> Frame:
    """A frame from words: `classes` separated by blanks, by ` > ` where they stand in this order,
    alternatives by `|`; `grades` as letters `h m l -` for outside, agent, person."""
    ordered = ">" in classes
    slots = tuple(bits(*each.split("|")) for each in classes.replace(">", " ").split())
    outside, agent, person = (_LETTERS[each] for each in grades)
    return Frame(code, rule, slots, (outside, agent, person), within, ordered)


_LETTERS = {"h": Grade.HIGH, "m": Grade.MEDIUM, "l": Grade.LOW, "-": None}


@dataclass(frozen=True, slots=True)
class Sentence:
    """The hits of one sentence with the union of their classes."""

    hits: Sequence[Hit]
    classes: int


def said(reading: Reading, lexicon: Lexicon) -> list[Sentence]:
    """The sentences that hold a listed phrase."""
    text = reading.words.text
    ends = sentences(text)
    groups: dict[int, list[Hit]] = {}
    listed = (mood.sober(text, hit) for hit in lexicon.hits(text))
    found = (*listed, *_quoted(text), *mood.orders(text), *mood.files(text))
    for hit in sorted(found, key=lambda hit: hit.start):
        groups.setdefault(bisect_right(ends, hit.start), []).append(hit)
    parts = (part for hits in groups.values() for part in _parts(_called(text, hits)))
    return [Sentence(hits, _union(hits)) for hits in parts]


def _quoted(text: str) -> Iterator[Hit]:
    """Words in quotation marks that somebody may say or write."""
    for match in _SAID.finditer(text):
        yield Hit(*match.span(), _QUOTE)


def _called(text: str, hits: list[Hit]) -> list[Hit]:
    """The hits of a sentence; where it begins by calling the agent, that is told."""
    first = hits[0]
    if first.classes & _ADDRESS and len(hits) > 1 and _CALL.match(text, first.end):
        before = text[max(0, first.start - 3) : first.start].strip()
        near = hits[1].start - first.end <= _CALL_MAX and hits[1].classes & _DEED
        if near and not before[-1:].isalnum():
            return [Hit(first.start, first.end, first.classes | _VOCATIVE), *hits[1:]]
    return hits


def _parts(hits: list[Hit]) -> Iterator[list[Hit]]:
    """The hits of a sentence, of an endless one in pieces that overlap."""
    if len(hits) <= _HITS_MAX:
        yield hits
        return
    for at in range(0, len(hits), _HITS_MAX // 2):
        yield hits[at : at + _HITS_MAX]


@dataclass(slots=True)
class Frames:
    """Frames with those that may fit a set of classes; `known` keeps what was asked for."""

    listed: Sequence[Frame]
    known: dict[int, tuple[Frame, ...]] = field(default_factory=dict)

    def fitting(self, classes: int) -> tuple[Frame, ...]:
        """The frames of which every slot has a class here."""
        fit = self.known.get(classes)
        if fit is None:
            fit = tuple(each for each in self.listed if _may(each, classes))
            if len(self.known) < _KNOWN_MAX:
                self.known[classes] = fit
        return fit


def raised(reading: Reading, found: Sequence[Sentence], frames: Frames) -> Iterator[Raised]:
    """What the frames see in a text, in its own words only."""
    own = tuple(reading.own_words())
    wary = any(sentence.classes & _WARY for sentence in found)
    quotes: list[tuple[int, int]] | None = None
    for sentence in found:
        for each in frames.fitting(sentence.classes):
            grade = each.grades[reading.trust]
            if grade is None:
                continue
            for span in _spans(each, sentence.hits):
                start, end = reading.words.span(*span)
                if not _inside(own, start, end):
                    continue
                if quotes is None:
                    quotes = [match.span() for match in _QUOTED.finditer(reading.raw)]
                quoted = within(quotes, start, end)
                weight = _lighter(grade) if quoted or sentence.classes & _PROTECT else grade
                if quoted and wary and reading.trust is not Trust.OUTSIDE:
                    weight = Grade.LOW
                yield Raised(each.code, weight, each.rule, start, end)


_PROTECT = bits("protect")
_WARY = bits("wary")
_ADDRESS = bits("address", "address_weak")
_VOCATIVE = bits("vocative")
_DEED = bits("leak", "change", "use", "conceal", "override", "covertly", "polite")
_CALL = re.compile(r"\s?[,\u3001]\s?")
_CALL_MAX = 24
_QUOTE = bits(QUOTED)
_SAID = re.compile(
    r"\"\w[^\"\n]{0,40}\"|[\u201c\u201e\u300c\u00ab]\w[^\u201c\u201d\u300d\u00bb\n]{0,30}"
    r"[\u201c\u201d\u300d\u00bb]"
)


def _may(each: Frame, classes: int) -> bool:
    return all(slot & classes for slot in each.slots)


def _union(hits: Sequence[Hit]) -> int:
    classes = 0
    for hit in hits:
        classes |= hit.classes
    return classes


def _inside(own: Sequence[Segment], start: int, end: int) -> bool:
    return any(each.start <= start and end <= each.end for each in own)


def _lighter(grade: Grade) -> Grade:
    """The weight of an order that is told about: nothing told is without weight."""
    return Grade.MEDIUM if grade is Grade.HIGH else Grade.LOW


def _spans(each: Frame, hits: Sequence[Hit]) -> Iterator[tuple[int, int]]:
    """The places of all slots around hits of the first one, the tightest first, none twice."""
    found = (_around(each, hit, hits) for hit in hits if hit.classes & each.slots[0])
    taken: list[tuple[int, int]] = []
    for span in sorted((s for s in found if s is not None), key=lambda s: s[1] - s[0]):
        if not any(span[0] < last and first < span[1] for first, last in taken):
            taken.append(span)
            yield span


def _apart(hit: Hit, taken: Sequence[Hit]) -> bool:
    return all(
        hit.end <= other.start or other.end <= hit.start or hit.gapped or other.gapped
        for other in taken
    )


def _around(each: Frame, anchor: Hit, hits: Sequence[Hit]) -> tuple[int, int] | None:
    taken = [anchor]
    for slot in each.slots[1:]:
        after = taken[-1].end if each.ordered else 0
        near = [
            hit for hit in hits if hit.classes & slot and hit.start >= after and _apart(hit, taken)
        ]
        if not near:
            return None
        taken.append(min(near, key=lambda hit: abs(hit.start - anchor.start)))
    start, end = min(hit.start for hit in taken), max(hit.end for hit in taken)
    return (start, end) if end - start <= each.within else None
