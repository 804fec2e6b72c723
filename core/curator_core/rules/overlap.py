"""How many of a claim's words stand in the cited lines: literal overlap, no judgement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.model.background import Support
from curator_core.rules.fingerprints import CJK
from curator_core.rules.tokens import tokens

MOST_CLAIMS = 24
"""Claims of one note that are compared; further sentences are left out."""
_MOST_LINES = 6
_LONGEST_LINE = 4_000

_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[.:/@-][^\W_{CJK}]+)*")
_SMALL = frozenset(
    [
        *("und", "ist", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "zu"),
        *("im", "am", "auf", "mit", "von", "bei", "bis", "für", "es", "wird", "sind", "war"),
    ]
)
"""German function words; the English ones count as no tokens anywhere."""
_IS_CJK = re.compile(f"[{CJK}]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")
_MARKER = re.compile(r"^\s*(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+")


@dataclass(frozen=True, slots=True)
class Line:
    """One cited line: of which source (0-based), its 1-based number and its text."""

    source: int
    number: int
    text: str


def claims(value: str | None, body: str) -> tuple[str, ...]:
    """What a note claims: its value, then the sentences of its body; headings claim nothing."""
    found = [value] if value else []
    for line in body.split("\n"):
        if not line.lstrip().startswith("#"):
            said = _MARKER.sub("", line).strip()
            found += [piece.strip() for piece in _SENTENCE.split(said) if _words(piece)]
    return tuple(dict.fromkeys(found))[:MOST_CLAIMS]


def supports(said: Sequence[str], lines: Sequence[Line]) -> tuple[Support, ...]:
    """Each claim against all cited lines together; the lines that hold most of it come along."""
    known = [(line, frozenset(_folded(line.text[:_LONGEST_LINE]))) for line in lines]
    return tuple(_support(claim, known) for claim in said)


def _support(claim: str, known: Sequence[tuple[Line, frozenset[str]]]) -> Support:
    asked = list(dict.fromkeys(_words(claim)))
    there = frozenset(token for _, held in known for token in held)
    missing = [shown for shown, folded in asked if folded not in there]
    wanted = {folded for _, folded in asked} & there
    return Support(
        claim=claim,
        words=len(asked),
        found=len(asked) - len(missing),
        missing=tuple(_joined(missing)),
        lines=tuple(_holding(wanted, known)),
    )


def _holding(
    wanted: set[str], known: Sequence[tuple[Line, frozenset[str]]]
) -> Iterator[tuple[int, int]]:
    """The fewest lines that hold all the words found, in order of source and line."""
    left = set(wanted)
    chosen: list[Line] = []
    while left and len(chosen) < _MOST_LINES:
        line, held = max(known, key=lambda each: len(left & each[1]))
        if not left & held:
            break
        chosen.append(line)
        left -= held
    yield from sorted((line.source, line.number) for line in chosen)


def _folded(text: str) -> Iterator[str]:
    return (folded for _, folded in _words(text))


def _words(text: str) -> list[tuple[str, str]]:
    """The words that count, each as written and as compared; numbers always count."""
    found: list[tuple[str, str]] = []
    for match in _WORD.finditer(text):
        word = match[0]
        if _IS_CJK.match(word):
            pairs = [word[at : at + 2] for at in range(max(1, len(word) - 1))]
            found += [(pair, pair) for pair in pairs if tokens(pair)]
        elif any(char.isdigit() for char in word):
            found.append((word, word.casefold()))
        elif word.casefold() not in _SMALL:
            counted = tokens(word)
            found += [(word, " ".join(counted))] if counted else []
    return found


def _joined(missing: Sequence[str]) -> Iterator[str]:
    """Neighbouring pairs of characters as the run that they were cut from."""
    run = ""
    for word in missing:
        if run and _IS_CJK.match(word) and run.endswith(word[0]):
            run += word[1:]
            continue
        if run:
            yield run
        run = word
    if run:
        yield run
