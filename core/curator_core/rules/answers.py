"""`current`, `at` and `explain` over reviewed versions (CONTRACT §A)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from curator_core.model.answer import Answer, AnswerCandidate, AnswerStatus, KnownBy, Version
from curator_core.model.home import Cardinality
from curator_core.model.note import Note
from curator_core.rules import attribution, chains, slots, validity
from curator_core.rules.chains import History
from curator_core.rules.judging import Judged, Outcome, judge, members, one, parts
from curator_core.rules.slots import SlotId, folded_scope
from curator_core.rules.trails import answer_text, previous, trail_rows

Window = tuple[datetime | None, datetime | None]


@dataclass(frozen=True, slots=True)
class _Frame:
    """What an answer is about: names, and all versions that belong to it."""

    slot: str | None
    scope: str
    at: datetime
    versions: Sequence[Version]
    nearest: tuple[str, ...] = ()


def answer(asked: str, scopes: Sequence[str], at: datetime, history: History) -> Answer:
    """What holds at an instant for a slot, or for the chain of a note id (CONTRACT 8-15).

    `scopes` are tried in order, each with its parents, `global` last; a note id needs none. `at`
    is aware; `as_of` echoes it. For `current` it is the caller's clock.
    """
    chain = slots.scope_chain(scopes)
    key = history.slots.resolve(asked)
    found = [history.by_slot.get(SlotId(key, folded_scope(scope)), ()) for scope in chain]
    reviewed = any(version.reviewed for versions in found for version in versions)
    named = history.get(asked)
    if named is not None and not reviewed:
        return _by_id(named, at, history)
    slot = history.keys.get(key, asked)
    if history.slots.cardinality(key) is Cardinality.SET:
        return _set(_Frame(slot, chain[0], at, _flat(found)), history)
    for scope, versions in zip(chain, found, strict=True):
        outcome = one(judge(versions, at, history))
        if outcome.status is not AnswerStatus.NONE:
            return _package(_Frame(slot, scope, at, versions), outcome, history)
    near = () if any(found) or key in history.keys else _near(asked, history)
    return _package(_Frame(slot, chain[0], at, _flat(found), near), one(()), history)


def explain(
    asked: str, scopes: Sequence[str], at: datetime, history: History, window: Window
) -> Answer:
    """The same package with the trail cut to versions that may hold in [since, until)."""
    whole = answer(asked, scopes, at, history)
    since, until = window
    kept = []
    for row in whole.trail:
        version = history.get(row.note_id)
        assert version is not None, "BUG: a trail row without version"
        if validity.intersects(chains.interval(history, version), since, until):
            kept.append(row)
    return replace(whole, trail=tuple(kept))


def _flat(groups: Sequence[Sequence[Version]]) -> tuple[Version, ...]:
    return tuple(version for group in groups for version in group)


def _near(asked: str, history: History) -> tuple[str, ...]:
    return slots.nearest(asked, history.keys.values())


def _by_id(named: Version, at: datetime, history: History) -> Answer:
    versions = chains.chain(history, named.note.id)
    outcome = parts(judge(versions, at, history), history)
    winner = outcome.winners[0].version.note if outcome.winners else named.note
    frame = _Frame(winner.memory_key, winner.scope, at, versions)
    if len(outcome.winners) > 1:
        return _listed(frame, outcome, history)
    return _package(frame, outcome, history)


def _set(frame: _Frame, history: History) -> Answer:
    return _listed(frame, members(judge(frame.versions, frame.at, history), history), history)


def _listed(frame: _Frame, outcome: Outcome, history: History) -> Answer:
    """A package whose value and id are lists, in (`valid_from`, `id`) order."""
    notes = [judged.version.note for judged in outcome.winners]
    return replace(
        _package(frame, replace(outcome, winners=()), history),
        answer_value=tuple(answer_text(note) or "" for note in notes),
        note_id=tuple(note.id for note in notes),
        source=_united(note.sources for note in notes),
        said_by=_said_by(notes),
        applies_when=_united(note.applies_when for note in notes),
        edited_since_review=any(j.version.edited_since_review for j in outcome.winners),
        known_by=_known_by(outcome.winners),
    )


def _package(frame: _Frame, outcome: Outcome, history: History) -> Answer:
    winner = outcome.winners[0] if outcome.winners else None
    note = winner.version.note if winner is not None else None
    before = None if winner is None else previous(winner.interval, frame.versions, history)
    return Answer(
        slot=frame.slot if note is None or note.memory_key is None else note.memory_key,
        scope=frame.scope,
        status=outcome.status,
        answer_value=None if note is None else answer_text(note),
        as_of=frame.at.isoformat(),
        certain=outcome.certain,
        note_id=None if note is None else note.id,
        source=() if note is None else note.sources,
        said_by=() if note is None else _said_by((note,)),
        previous=before,
        collision=outcome.collision,
        candidates=tuple(_candidate(judged) for judged in outcome.candidates),
        exceptions=_exceptions(frame.versions, history),
        applies_when=() if note is None else note.applies_when,
        edited_since_review=winner is not None and winner.version.edited_since_review,
        known_by=_known_by((*outcome.winners, *outcome.candidates)),
        trail=trail_rows(frame.versions, history),
        nearest=frame.nearest,
    )


def _candidate(judged: Judged) -> AnswerCandidate:
    note = judged.version.note
    end = judged.interval.end.text
    return AnswerCandidate(note.id, answer_text(note), note.valid_from, end)


def _exceptions(versions: Iterable[Version], history: History) -> tuple[str, ...]:
    """Ids of the reviewed exceptions that hold at some time, oldest first."""
    held = [
        (validity.order(interval), version.note.id)
        for version in versions
        if version.note.exception_to is not None and chains.answers(version)
        if not (interval := chains.interval(history, version)).empty
    ]
    return tuple(note_id for _, note_id in sorted(held))


def _said_by(notes: Iterable[Note]) -> tuple[str, ...]:
    speakers = (attribution.sayer(note) for note in notes)
    return tuple(dict.fromkeys(who for who in speakers if who is not None))


def _known_by(judged: Iterable[Judged]) -> KnownBy:
    from_commit = any(j.version.known_by is KnownBy.COMMIT for j in judged)
    return KnownBy.COMMIT if from_commit else KnownBy.LEDGER


def _united(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))
