"""Secrets in what is shown: their place is told, their value is not (FAULTS §4)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from curator_core.model.answer import Answer, TrailRow
from curator_core.model.files import Entry
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules import secrets

_SHORT = 2_000


def masked(text: str) -> str:
    """The text with every character of a secret as a dot; as long, and its lines stay lines."""
    return _known(text) if len(text) <= _SHORT else secrets.masked(text)


def masked_all(document: object) -> object:
    """A JSON document with all its texts masked; keys stay."""
    match document:
        case str():
            return masked(document)
        case dict():
            return {key: masked_all(value) for key, value in document.items()}
        case list() | tuple():
            return [masked_all(value) for value in document]
        case _:
            return document


def masked_refusal(no: Refusal) -> Refusal:
    """A refusal that tells no secret, whatever it quotes."""
    return replace(
        no,
        message=masked(no.message),
        hint=masked(no.hint),
        path=None if no.path is None else masked(no.path),
        ids=tuple(masked(name) for name in no.ids),
    )


def masked_item(item: Item) -> Item:
    """A row of the queue as it is shown: names and titles without secrets."""
    names = {
        "refs": tuple(masked(name) for name in item.refs),
        "proposer": masked(item.proposer),
        "job": None if item.job is None else masked(item.job),
        "session": None if item.session is None else masked(item.session),
        "paths": tuple(masked(path) for path in item.paths),
        "notes": tuple(masked(name) for name in item.notes),
        "scope": masked(item.scope),
    }
    if "secret" not in item.flags:
        return replace(item, **names)  # type: ignore[arg-type]
    return replace(
        item,
        **names,  # type: ignore[arg-type]
        title=masked(item.title),
        subject=masked(item.subject),
        memory_key=None if item.memory_key is None else masked(item.memory_key),
        sources=tuple(masked(uri) for uri in item.sources),
    )


def masked_entry(entry: Entry) -> Entry:
    """A row as it is listed: what names a file or note that holds a secret, without it."""
    if "secret" not in entry.problem_codes:
        return entry
    return replace(
        entry,
        path=masked(entry.path),
        note_id=None if entry.note_id is None else masked(entry.note_id),
        memory_key=None if entry.memory_key is None else masked(entry.memory_key),
        title=masked(entry.title),
    )


def unreviewed_masked(answer: Answer) -> Answer:
    """An answer whose trail tells no secret of a text that nobody approved."""
    if all(row.reviewed for row in answer.trail):
        return answer
    return replace(answer, trail=tuple(map(_masked_row, answer.trail)))


def _masked_row(row: TrailRow) -> TrailRow:
    if row.reviewed:
        return row
    value = None if row.answer_value is None else masked(row.answer_value)
    return replace(row, answer_value=value, sources=tuple(map(masked, row.sources)))


@lru_cache(maxsize=8_192)
def _known(text: str) -> str:
    return secrets.masked(text)
