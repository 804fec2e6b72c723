"""Which reviewed notes hold at an instant, slot by slot, and when that changes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from curator_core.model.answer import AnswerStatus, Version
from curator_core.model.home import Cardinality, Config
from curator_core.rules import boundaries, chains, slots, validity
from curator_core.rules.chains import History
from curator_core.rules.judging import Judged, Outcome, judge, members, one
from curator_core.rules.listed import Listed, is_plain
from curator_core.rules.slots import REVIEW_REQUIRED, folded_id, folded_scope


@dataclass(frozen=True, slots=True)
class Held:
    """A note that holds now; `sure` is False where it only may."""

    row: Listed
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Memory:
    """All reviewed notes of a Home at one instant.

    `free` are the notes without a slot that hold, `history` the versions with a slot, a date or a
    link, `rows` the listed notes behind them, by identity of the version. `next_change` is the
    first instant after now (UTC, as text) at which a note begins, ends or may do so; None when
    there is none.
    """

    now: datetime
    free: tuple[Held, ...]
    history: History
    rows: Mapping[int, Listed]
    next_change: str | None

    def row(self, version: Version) -> Listed:
        """The listed note behind a version of the history."""
        return self.rows[id(version)]


@dataclass(frozen=True, slots=True)
class SlotRow:
    """What one slot says in, or seen from, a scope: `key` as written, `scope` where it was found,
    `versions` all that belong to the answer."""

    key: str
    scope: str
    outcome: Outcome
    versions: tuple[Version, ...]


def memory(rows: Iterable[Listed], config: Config, now: datetime) -> Memory:
    """Judge reviewed notes; linear in their number."""
    every = tuple(rows)
    named = frozenset(name for row in every for name in _names(row))
    plain = [row for row in every if is_plain(row, named)]
    judged = [row for row in every if not is_plain(row, named)]
    pairs = [(_version(row), row) for row in judged]
    history = chains.index([version for version, _ in pairs], config)
    by_version = {id(version): row for version, row in pairs}
    free = [Held(row) for row in plain]
    free += (Held(by_version[id(j.version)], j.sure) for j in _free(history, now))
    return Memory(
        now=now,
        free=tuple(sorted(free, key=lambda held: held.row.path)),
        history=history,
        rows=by_version,
        next_change=_next_change(history, now),
    )


def _names(row: Listed) -> Iterator[str]:
    note = row.note
    base = () if note.exception_to is None else (note.exception_to,)
    for name in (*note.supersedes, *chains.back_links(note), *base):
        yield folded_id(name)


def _version(row: Listed) -> Version:
    """A note without an id is known by its path and has no slot of its own."""
    note = row.note if row.note.id else replace(row.note, id=row.path, memory_key=None)
    return Version(note=note, reviewed=True, edited_since_review=row.edited)


def _free(history: History, now: datetime) -> Iterator[Judged]:
    """Notes without a slot that hold and that no certain exception stands in for."""
    candidates = [v for v in history.versions if history.slots.of(v.note) is None]
    held = [found for version in candidates for found in judge([version], now, history)]
    excepted = {
        folded_id(judged.version.note.exception_to)
        for judged in held
        if judged.sure and judged.version.note.exception_to is not None
    }
    for judged in held:
        note = judged.version.note
        if folded_id(note.id) not in excepted and not chains.revokes(note):
            yield judged


def _next_change(history: History, now: datetime) -> str | None:
    spans = (chains.interval(history, v) for v in history.versions if chains.answers(v))
    found = validity.next_boundary(spans, now)
    return None if found is None else boundaries.instant_text(found)


def scopes(memory: Memory) -> tuple[str, ...]:
    """The scopes that notes live in, as first written, `global` first; not `review_required`."""
    found: dict[str, str] = {}
    versions = (version.note.scope for version in memory.history.versions)
    for scope in (*(held.row.note.scope for held in memory.free), *versions):
        found.setdefault(folded_scope(scope), scope)
    found.pop(REVIEW_REQUIRED, None)
    found.pop("", None)
    return tuple(sorted(found.values(), key=lambda s: (folded_scope(s) != slots.GLOBAL, s)))


def own_slots(memory: Memory) -> Iterator[SlotRow]:
    """What each slot says in its own scope, in order of scope and key."""
    history = memory.history
    for slot in sorted(history.by_slot):
        versions = history.by_slot[slot]
        outcome = _outcome(slot.key, versions, memory)
        if versions and outcome.status is not AnswerStatus.NONE:
            yield SlotRow(_written(slot.key, history), versions[0].note.scope, outcome, versions)


def seen_from(memory: Memory, asked: Sequence[str]) -> Iterator[SlotRow]:
    """What each slot says to somebody who asks in these scopes, in order of key: as `current` does,
    each scope with its parents, `global` last; the first that answers wins, sets are united."""
    history = memory.history
    chain = slots.scope_chain(asked)
    by_key: dict[str, list[tuple[str, tuple[Version, ...]]]] = defaultdict(list)
    places = {folded_scope(scope): scope for scope in chain}
    for slot, versions in history.by_slot.items():
        if slot.scope in places:
            by_key[slot.key].append((slot.scope, versions))
    order = list(places)
    for key in sorted(by_key):
        found = sorted(by_key[key], key=lambda pair: order.index(pair[0]))
        row = _seen(key, [(places[scope], versions) for scope, versions in found], chain, memory)
        if row is not None:
            yield row


def _seen(
    key: str,
    found: Sequence[tuple[str, tuple[Version, ...]]],
    chain: Sequence[str],
    memory: Memory,
) -> SlotRow | None:
    if memory.history.slots.cardinality(key) is Cardinality.SET:
        found = [(chain[0], tuple(v for _, versions in found for v in versions))]
    for scope, versions in found:
        outcome = _outcome(key, versions, memory)
        if outcome.status is not AnswerStatus.NONE:
            return SlotRow(_written(key, memory.history), scope, outcome, versions)
    return None


def _outcome(key: str, versions: Sequence[Version], memory: Memory) -> Outcome:
    held = judge(versions, memory.now, memory.history)
    if memory.history.slots.cardinality(key) is Cardinality.SET:
        return members(held, memory.history)
    return one(held)


def _written(key: str, history: History) -> str:
    return history.keys.get(key, key)
