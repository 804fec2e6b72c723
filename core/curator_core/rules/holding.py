"""Which reviewed notes hold at an instant, slot by slot, and when that changes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from curator_core.model.answer import AnswerStatus, Version
from curator_core.model.home import Cardinality, Config
from curator_core.model.interval import ALWAYS, Interval, Validity
from curator_core.rules import boundaries, chains, slots, validity
from curator_core.rules.chains import History
from curator_core.rules.judging import Judged, Outcome, judge, members, one
from curator_core.rules.listed import Listed, is_alone
from curator_core.rules.slots import REVIEW_REQUIRED, SlotId, folded_id, folded_scope


@dataclass(frozen=True, slots=True)
class Held:
    """A note that holds now; `sure` is False where it only may."""

    row: Listed
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Apart:
    """A note without slot and links that does not hold now."""

    row: Listed
    interval: Interval


@dataclass(frozen=True, slots=True)
class Memory:
    """All reviewed notes of a Home at one instant.

    `free` are the notes without a slot that hold, `history` the versions with a slot or a link,
    `rows` the listed notes behind them, by identity of the version. `next_change` is the first
    instant after now (UTC, as text) at which a note begins, ends or may do so; None when there is
    none. `apart` are notes without a slot and links that do not hold. `by_scope` gives the slots
    of each folded scope; `outcomes` grows as slots are looked at.
    """

    now: datetime
    free: tuple[Held, ...]
    history: History
    rows: Mapping[int, Listed]
    next_change: str | None
    by_scope: Mapping[str, tuple[SlotId, ...]]
    apart: tuple[Apart, ...] = ()
    outcomes: dict[SlotId, Outcome] = field(default_factory=dict)

    def outcome(self, slot: SlotId) -> Outcome:
        """Who answers in one slot of one scope."""
        found = self.outcomes.get(slot)
        if found is None:
            found = _outcome(slot.key, self.history.by_slot[slot], self)
            self.outcomes[slot] = found
        return found

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
    alone = [row for row in every if is_alone(row, named)]
    pairs = [(_version(row), row) for row in every if not is_alone(row, named)]
    history = chains.index([version for version, _ in pairs], config)
    by_version = {id(version): row for version, row in pairs}
    spans = [_span(row, history) for row in alone]
    free = [held for row, span in zip(alone, spans, strict=True) if (held := _held(row, span, now))]
    free += (Held(by_version[id(j.version)], j.sure) for j in _free(history, now))
    dated = [span for span in spans if span is not ALWAYS]
    return Memory(
        now=now,
        free=tuple(sorted(free, key=lambda held: held.row.path)),
        history=history,
        rows=by_version,
        next_change=_next_change(history, dated, now),
        by_scope=_by_scope(history),
        apart=tuple(
            Apart(row, span)
            for row, span in zip(alone, spans, strict=True)
            if _held(row, span, now) is None
        ),
    )


def _span(row: Listed, history: History) -> Interval:
    """When a note holds that no other one ends."""
    note = row.note
    if note.valid_from is None and note.valid_to is None and note.expires_at is None:
        return ALWAYS
    return validity.effective(note, (), history.zone)


def _held(row: Listed, span: Interval, now: datetime) -> Held | None:
    found = Validity.CERTAIN if span is ALWAYS else validity.at(span, now)
    return None if found is Validity.NO else Held(row, found is Validity.CERTAIN)


def _by_scope(history: History) -> dict[str, tuple[SlotId, ...]]:
    found: dict[str, list[SlotId]] = defaultdict(list)
    for slot in sorted(history.by_slot):
        found[slot.scope].append(slot)
    return {scope: tuple(members) for scope, members in found.items()}


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


def _next_change(history: History, dated: Iterable[Interval], now: datetime) -> str | None:
    spans = (chains.interval(history, v) for v in history.versions if chains.answers(v))
    found = validity.next_boundary((*dated, *spans), now)
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
        outcome = memory.outcome(slot)
        if outcome.status is not AnswerStatus.NONE:
            yield SlotRow(_written(slot.key, history), versions[0].note.scope, outcome, versions)


def seen_from(memory: Memory, asked: Sequence[str]) -> Iterator[SlotRow]:
    """What each slot says to somebody who asks in these scopes, in order of key: as `current` does,
    each scope with its parents, `global` last; the first that answers wins, sets are united."""
    chain = slots.scope_chain(asked)
    by_key: dict[str, list[tuple[str, SlotId]]] = defaultdict(list)
    for scope in chain:
        for slot in memory.by_scope.get(folded_scope(scope), ()):
            by_key[slot.key].append((scope, slot))
    for key in sorted(by_key):
        row = _seen(key, by_key[key], chain[0], memory)
        if row is not None:
            yield row


def _seen(
    key: str, found: Sequence[tuple[str, SlotId]], first: str, memory: Memory
) -> SlotRow | None:
    history = memory.history
    if history.slots.cardinality(key) is Cardinality.SET:
        versions = tuple(v for _, slot in found for v in history.by_slot[slot])
        outcome = _outcome(key, versions, memory)
        known = outcome.status is not AnswerStatus.NONE
        return SlotRow(_written(key, history), first, outcome, versions) if known else None
    for scope, slot in found:
        outcome = memory.outcome(slot)
        if outcome.status is not AnswerStatus.NONE:
            return SlotRow(_written(key, history), scope, outcome, history.by_slot[slot])
    return None


def _outcome(key: str, versions: Sequence[Version], memory: Memory) -> Outcome:
    held = judge(versions, memory.now, memory.history)
    if memory.history.slots.cardinality(key) is Cardinality.SET:
        return members(held, memory.history)
    return one(held)


def _written(key: str, history: History) -> str:
    return history.keys.get(key, key)
