"""What slots answer before and after a plan, at the instants where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from curator_core.model.answer import Answer, AnswerStatus
from curator_core.model.note import Note
from curator_core.model.plan import AnswerChange
from curator_core.model.problem import Refusal
from curator_core.rules import answers, boundaries
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id, folded_scope

MOST_INSTANTS = 6
MOST_SLOTS = 12


def outlook(
    ids: Iterable[str], before: History, after: History, now: datetime
) -> tuple[AnswerChange, ...]:
    """For every slot (or free note) that the plan touches: the answer at each boundary and now."""
    found: dict[tuple[str, str], list[Note]] = {}
    for note_id in dict.fromkeys(ids):
        for history in (before, after):
            version = history.get(note_id)
            if version is not None:
                asked = (version.note.memory_key or version.note.id, version.note.scope)
                found.setdefault(asked, []).append(version.note)
    rows: list[AnswerChange] = []
    for (slot, scope), notes in list(_distinct(found))[:MOST_SLOTS]:
        for at in _instants(notes, before, now):
            rows.append(
                AnswerChange(
                    slot=slot,
                    scope=scope,
                    at=None if at == now else at.isoformat(),
                    before=_said(answers.answer(slot, [scope], at, before)),
                    after=_said(answers.answer(slot, [scope], at, after)),
                )
            )
    return tuple(rows)


def _distinct(
    found: dict[tuple[str, str], list[Note]],
) -> Iterator[tuple[tuple[str, str], list[Note]]]:
    seen: set[tuple[str, str]] = set()
    for (slot, scope), notes in found.items():
        key = (folded_id(slot), folded_scope(scope))
        if key not in seen:
            seen.add(key)
            yield (slot, scope), notes


def _instants(notes: Iterable[Note], history: History, now: datetime) -> list[datetime]:
    texts = [text for note in notes for text in (note.valid_from, note.valid_to) if text]
    moments = {now}
    for text in texts:
        moment = boundaries.at_instant(text, history.zone)
        if not isinstance(moment, Refusal):
            moments.add(moment)
    kept = sorted(moments)[-MOST_INSTANTS:]
    return kept if now in kept else [*kept[1:], now]


def _said(answer: Answer) -> str:
    """An answer in a few words: the value, or the status where there is none."""
    value = answer.answer_value
    text = "; ".join(value) if isinstance(value, tuple) else value
    if answer.status is not AnswerStatus.KNOWN or text is None:
        return f"({answer.status.value})"
    return text if answer.certain else f"{text} (not certain)"
