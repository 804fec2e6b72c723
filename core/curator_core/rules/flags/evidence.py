"""A note against the lines that it cites (H12, H14, H18)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.model.flag import Grade
from curator_core.model.note import Kind
from curator_core.rules.flags.context import Around
from curator_core.rules.flags.lexicon import Lexicon, bits
from curator_core.rules.flags.reading import Raised, Reading, Trust, sentences
from curator_core.rules.folded_copy import lettered
from curator_core.rules.tokens import tokens

SUPPORT = 0.6
"""The part of a sentence's words that the cited lines must hold to say it."""
_FEW = 4
"""Of fewer words all must be there."""
_SUCCESS = bits("success")
_QUALIFIERS = {name: bits(name) for name in ("negation", "limit_time", "strength", "proviso")}
_JOINED = re.compile(
    r"[;\uff1b]|\b(?:and|but|und|aber|while)\b(?!,?\s(?:only|not|never|just|nur|nicht|nie|erst)\b)|"
    r"\u800c\u4e14|\u5e76\u4e14"
)
_GOES_ON = frozenset(
    {
        *("for", "with", "without", "only", "if", "unless", "except", "until", "provided"),
        *("during", "after", "before", "when", "as", "subject"),
        *("nur", "wenn", "falls", "bis", "mit", "ohne"),
    }
)
"""Words after which a sentence restricts what it has said."""
_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)*|[\u96f6\u3007\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
    r"\u5341\u767e\u5343\u4e07\u4ebf]{2,}|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|zwei|drei|vier|f\u00fcnf|"
    r"sechs|sieben|acht|neun|zehn|elf|zw\u00f6lf|zwanzig|drei\u00dfig|hundert|tausend)\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    rf"(?<![\d.,:])(?P<number>{_NUMBER.pattern})[\s-]?(?P<unit>(?:milli)?seconds?|minutes?|hours?|days?|weeks?|"
    r"months?|quarters?|years?|percent|euros?|dollars?|[kmgt]i?b|m?s|h|km|cm|mm|m|kg|g|l|"
    r"sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|prozent|"
    r"\u79d2|\u5206\u949f|\u5c0f\u65f6|\u5929|\u5468|\u4e2a\u6708|\u6708|\u5e74|\u5143|%)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of a body, `[start, end)` of the raw text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Held:
    """A cited text as claims are compared with it, read once for all of them."""

    words: frozenset[str]
    numbers: frozenset[str]
    measures: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, text: str) -> Held:
        """What a text holds."""
        return cls(frozenset(tokens(text)), _numbers(text), _measures(text))


def evidence(reading: Reading, lexicon: Lexicon, around: Around) -> Iterator[Raised]:
    """Claims that the cited lines do not hold, success without a record, lost qualifiers."""
    note = reading.note
    if note is None or reading.trust is Trust.PERSON:
        return
    if not around.cited and note.kind is not Kind.PROCEDURAL:
        return
    claims = tuple(_claims(reading))
    gone = any(each.gone for each in around.cited)
    held = [each.text for each in around.cited if each.text is not None]
    open_end = any(each.text is None and not each.gone for each in around.cited)
    known = [Held.of(text) for text in held]
    missing = [each for each in claims if not _holds(each.text, known)]
    if note.kind is Kind.PROCEDURAL:
        yield from _successes(claims if not around.cited or gone else missing, lexicon, open_end)
    if around.cited and not open_end and (gone or missing) and claims:
        first = missing[0] if missing else claims[0]
        rule = "source-gone" if gone and not held else "not-in-source"
        yield Raised("H14", Grade.MEDIUM, rule, first.start, first.end)
    if held:
        yield from _lost(claims, lexicon, held)


def _successes(claims: Sequence[Claim], lexicon: Lexicon, open_end: bool) -> Iterator[Raised]:
    """Sentences that report a success which nothing on record shows."""
    for each in () if open_end else claims:
        if any(hit.classes & _SUCCESS for hit in lexicon.hits(lettered(each.text).text)):
            yield Raised("H12", Grade.MEDIUM, "success-without-record", each.start, each.end)


def _claims(reading: Reading) -> Iterator[Claim]:
    """The sentences of the body, headings left out."""
    raw, start = reading.raw, reading.body.start
    for end in (*(start + at for at in sentences(raw[start:])),):
        text = raw[start:end]
        lead = len(text) - len(text.lstrip("\n #>*-"))
        is_heading = text.lstrip("\n").startswith("#")
        first, last = start + lead, start + len(text.rstrip(" \n."))
        if last > first and not is_heading and tokens(raw[first:last]):
            yield Claim(first, last, raw[first:last])
        start = end


def _holds(claim: str, held: Sequence[Held]) -> bool:
    """Whether cited lines say a claim: most of its words and every number."""
    said = Held.of(claim)
    for text in held:
        enough = len(said.words & text.words) >= SUPPORT * len(said.words)
        if enough and said.numbers <= text.numbers and said.measures <= text.measures:
            return True
    return not said.words


def _measures(text: str) -> frozenset[tuple[str, str]]:
    """Numbers with their units: three days are not three weeks."""
    found = _MEASURE.finditer(text)
    return frozenset(
        (each["number"].casefold(), each["unit"].casefold().rstrip("sn")) for each in found
    )


def _numbers(text: str) -> frozenset[str]:
    return frozenset(each.strip(".,:").casefold() for each in _NUMBER.findall(text))


def _lost(claims: Sequence[Claim], lexicon: Lexicon, held: Sequence[str]) -> Iterator[Raised]:
    """Claims whose nearest cited clause has a qualifier that they have not (H18)."""
    whole = [part for text in held for part in _sentences(text)]
    parts = (*(part for text in held for part in _parts(text)), *whole)
    cited = [(part, frozenset(tokens(part))) for part in parts]
    spoken = [(sentence, _spoken(sentence)) for sentence in whole]
    for each in claims:
        near = _nearest(each.text, cited)
        lost = 0 if near is None else _qualifiers(near, lexicon) & ~_qualifiers(each.text, lexicon)
        rules = [f"lost-{name}" for name, bit in _QUALIFIERS.items() if lost & bit]
        if not rules:
            near = _cut_short(each.text, spoken)
            rules = ["cut-short"]
        if near is not None:
            told = near.strip()
            yield Raised("H18", Grade.MEDIUM, rules[0], each.start, each.end, decoded=told)


def _cut_short(claim: str, cited: Sequence[tuple[str, str]]) -> str | None:
    """The cited sentence, each beside its words, that says a claim word for word, then restricts
    it."""
    said = _spoken(claim)
    if said.count(" ") <= _FEW:
        return None
    for sentence, words in cited:
        at = words.find(said)
        while at >= 0:
            if words[at + len(said) :].partition(" ")[0] in _GOES_ON:
                return sentence
            at = words.find(said, at + 1)
    return None


def _spoken(text: str) -> str:
    """The words of a text without its marks, a blank before, between and after them."""
    words = (word.strip(".,;:!?()\"'") for word in lettered(text).text.split())
    return f" {' '.join(words)} "


def _parts(text: str) -> Iterator[str]:
    start = 0
    for end in sentences(text):
        yield from (part for part in _JOINED.split(text[start:end]) if part.strip())
        start = end


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in sentences(text):
        yield text[start:end]
        start = end


def _nearest(claim: str, cited: Sequence[tuple[str, frozenset[str]]]) -> str | None:
    """The cited clause, each beside its words, that shares most with a claim, if it shares enough
    to be its source."""
    words = set(tokens(claim))
    least = len(words) if len(words) < _FEW else SUPPORT * len(words)
    best = max(cited, key=lambda part: len(words & part[1]), default=None)
    if len(words) < 2 or best is None or len(words & best[1]) < least:
        return None
    return best[0]


def _qualifiers(text: str, lexicon: Lexicon) -> int:
    wanted = 0
    for bit in _QUALIFIERS.values():
        wanted |= bit
    found = 0
    for hit in lexicon.hits(lettered(text).text):
        found |= hit.classes & wanted
    return found
