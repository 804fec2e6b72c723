"""The trail of an answer: versions oldest first, the one before, and what a note says."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from curator_core.model.answer import TrailRow, Version
from curator_core.model.interval import Interval
from curator_core.model.note import Note
from curator_core.rules import chains, validity
from curator_core.rules.chains import History


def answer_text(note: Note) -> str | None:
    """What a note answers: its value, else its first paragraph, else its title; None for a
    revocation without value."""
    if note.value is not None:
        return note.value
    if chains.revokes(note):
        return None
    return first_paragraph(note.body) or note.title or note.description or ""


def first_paragraph(body: str) -> str:
    """The first run of lines that are neither blank nor headings, as one line."""
    text = ""
    for line in body.splitlines():
        words = line.strip()
        if words and not words.startswith("#"):
            text += _gap(text, words) + words
        elif text:
            break
    return text


def _gap(text: str, words: str) -> str:
    """A blank between two lines, none where Han or kana meet."""
    return " " if text and not (_wide(text[-1]) and _wide(words[0])) else ""


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")


def trail_rows(versions: Iterable[Version], history: History) -> tuple[TrailRow, ...]:
    """All versions, oldest first: by start, then by when they were seen and learnt, then by id."""
    timed = [(version, chains.interval(history, version)) for version in versions]
    timed.sort(key=lambda pair: _age(pair[0], pair[1], history))
    return tuple(row(version, interval) for version, interval in timed)


def _age(version: Version, interval: Interval, history: History) -> tuple[object, ...]:
    note = version.note
    seen = validity.recorded_order(note, history.zone)
    return validity.order(interval), seen, note.id, not version.reviewed


def row(version: Version, interval: Interval) -> TrailRow:
    """One version as a trail shows it, with its effective end."""
    note = version.note
    return TrailRow(
        note_id=note.id,
        answer_value=answer_text(note),
        valid_from=note.valid_from,
        valid_to=interval.end.text,
        recorded_at=note.recorded_at,
        observed_at=note.observed_at,
        status=note.status.value,
        relation=None if note.relation is None else note.relation.value,
        supersedes=note.supersedes,
        approved_by=version.approved_by,
        approved_at=version.approved_at,
        decision=version.decision,
        sources=note.sources,
        reviewed=version.reviewed,
    )


def previous(winner: Interval, versions: Iterable[Version], history: History) -> TrailRow | None:
    """The version whose interval ended last before the winner's began (CONTRACT 10); never a
    corrected, restated, excepting or archived one."""
    best: tuple[tuple[int, int], str] | None = None
    found: TrailRow | None = None
    for version in versions:
        interval = chains.interval(history, version)
        if not _counts(version, interval) or not validity.ended_before(interval, winner):
            continue
        rank = (validity.end_order(interval), version.note.id)
        if best is None or rank > best:
            best, found = rank, row(version, interval)
    return found


def _counts(version: Version, interval: Interval) -> bool:
    excepting = version.note.exception_to is not None
    return chains.answers(version) and not excepting and not interval.empty
