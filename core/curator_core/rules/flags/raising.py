"""All rules over one proposed note, and what they saw as flags for a reviewer.

A flag never rejects and never clears anything; it is raised from what stands in the text, also
where other characters were put into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.files import NoteFile
from curator_core.model.flag import Flag, Grade
from curator_core.rules import secrets
from curator_core.rules.flags import (
    claims_of_note,
    commands,
    encoded_text,
    evidence,
    fragments,
    frames,
    hidden_text,
    lexicon,
    links,
    near_copies,
    orders,
    tokens_of_chat,
)
from curator_core.rules.flags.context import NOTHING_AROUND, Around
from curator_core.rules.flags.lexicon import Lexicon
from curator_core.rules.flags.reading import Raised, Reading, read
from curator_core.rules.flags.reasons import WHY
from curator_core.rules.visible import places

MOST = 60
"""Flags of one code that are listed; the heaviest first."""
_ORDER = {grade: number for number, grade in enumerate(Grade)}


def flags(
    file: NoteFile, around: Around = NOTHING_AROUND, words: Lexicon | None = None
) -> tuple[Flag, ...]:
    """Everything a reviewer must see in a note, by place.

    `words` stands for the word lists, all of them if not given.
    """
    reading = read(file, around.tainted, around.claims_review)
    known = words or lexicon.standard()
    found = [*of_text(reading, file.entry.path, known), *of_surroundings(reading, around, known)]
    if file.text is None or any(problem.code == "secret" for problem in file.problems):
        found += _secrets(reading)
    return tuple(_flags(reading.raw, _kept(found)))


def of_text(reading: Reading, path: str, words: Lexicon) -> Iterator[Raised]:
    """What the text alone gives: it can be kept by blob."""
    yield from frames.raised(reading, frames.said(reading, words), orders.FRAMES)
    yield from claims_of_note.fake_fields(reading)
    yield from commands.commands(reading)
    yield from hidden_text.code_points(reading, path)
    yield from hidden_text.markup(reading)
    yield from hidden_text.unknown_fields(reading)
    yield from encoded_text.codes(reading)
    yield from tokens_of_chat.tokens(reading)


def _secrets(reading: Reading) -> Iterator[Raised]:
    """Secrets by their places; their value is not repeated."""
    for secret in secrets.find(reading.raw):
        said = f"a secret (rule {secret.rule})"
        yield Raised("H7", Grade.HIGH, "secret", secret.start, secret.end, text=said)


def of_surroundings(reading: Reading, around: Around, words: Lexicon) -> Iterator[Raised]:
    """What the Home around it gives."""
    yield from links.links(reading, around.sites)
    yield from links.mails(reading, around.sites)
    yield from links.pretenders(reading, around.sites)
    yield from claims_of_note.reach(reading, around)
    yield from claims_of_note.retires_many(reading, around)
    yield from claims_of_note.claimed_review(reading, around)
    yield from claims_of_note.changes(reading, around)
    yield from evidence.evidence(reading, words, around)
    yield from near_copies.near_copies(reading, words, around)
    yield from fragments.fragments(reading, words, around)


def _kept(found: Iterable[Raised]) -> list[Raised]:
    """Of overlapping marks of one code the heaviest, in order of place."""
    ordered = sorted(found, key=_weight)
    kept: dict[str, list[Raised]] = {}
    for each in ordered:
        mine = kept.setdefault(each.code, [])
        if len(mine) < MOST and not any(_covers(other, each) for other in mine):
            mine.append(each)
    return sorted(
        (each for mine in kept.values() for each in mine),
        key=lambda r: (r.start is not None, r.start or 0, r.code, r.end or 0),
    )


def _weight(each: Raised) -> tuple[str, int, bool, int, int]:
    return each.code, _ORDER[each.grade], each.decoded is None, each.start or 0, -(each.end or 0)


def _covers(kept: Raised, other: Raised) -> bool:
    if kept.start is None or kept.end is None or other.start is None or other.end is None:
        return kept.rule == other.rule and kept.text == other.text and kept.start == other.start
    if kept.decoded != other.decoded and other.decoded is not None:
        return False
    return kept.start < other.end and other.start < kept.end


def _flags(raw: str, found: Iterable[Raised]) -> Iterator[Flag]:
    listed = list(found)
    offsets = sorted({at for each in listed for at in (each.start, each.end) if at is not None})
    known = {at: (line, column) for line, column, at in places(raw, iter(offsets))}
    for each in listed:
        start = (None, None) if each.start is None else known[each.start]
        end = (None, None) if each.end is None else known[each.end]
        text = each.text
        if text is None:
            text = raw[each.start : each.end] if each.start is not None else each.rule
        yield Flag(
            code=each.code,
            severity=each.grade,
            line=start[0],
            column=start[1],
            text=text,
            rule=each.rule,
            why=WHY[each.rule],
            decoded=each.decoded,
            end_line=end[0],
            end_column=end[1],
            ids=each.ids,
        )
