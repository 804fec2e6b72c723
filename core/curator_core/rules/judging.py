"""Which of a slot's versions answers at an instant: one, several, none, or nobody can say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from curator_core.model.answer import AnswerStatus, Version
from curator_core.model.interval import Interval, Validity
from curator_core.model.note import Relation
from curator_core.rules import chains, validity
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id


@dataclass(frozen=True, slots=True)
class Judged:
    """A version that may answer, when it holds, and whether it does at the asked instant."""

    version: Version
    interval: Interval
    validity: Validity

    @property
    def sure(self) -> bool:
        """Whether it certainly holds."""
        return self.validity is Validity.CERTAIN


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who answers. `winners` in (`valid_from`, `id`) order; `collision` are the ids of two or more
    certain ones; `candidates` two or more merely possible ones."""

    status: AnswerStatus
    winners: tuple[Judged, ...] = ()
    certain: bool = True
    collision: tuple[str, ...] = ()
    candidates: tuple[Judged, ...] = ()


def judge(versions: Iterable[Version], at: datetime, history: History) -> tuple[Judged, ...]:
    """The versions that certainly or possibly hold at an instant, ordered; equal twins once."""
    held: dict[object, Judged] = {}
    for version in versions:
        if chains.answers(version):
            interval = chains.interval(history, version)
            found = validity.at(interval, at)
            if found is not Validity.NO:
                twin = chains.twin(version, interval)
                held.setdefault(twin, Judged(version, interval, found))
    return tuple(sorted(held.values(), key=_order))


def _order(judged: Judged) -> tuple[tuple[int, int], str]:
    return validity.order(judged.interval), judged.version.note.id


def one(judged: Sequence[Judged]) -> Outcome:
    """The one answer of a single slot and scope (CONTRACT 8, 13, 15): a certain exception wins
    over its base; two certain ones collide; of merely possible ones only a lone one answers."""
    exceptions = [j for j in judged if j.version.note.exception_to is not None]
    bases = [j for j in judged if j.version.note.exception_to is None]
    if any(j.sure for j in exceptions):
        return _among(exceptions)
    if sum(j.sure for j in bases) > 1:
        return _among(bases)
    return _among(judged)


def _among(judged: Sequence[Judged]) -> Outcome:
    sure = [j for j in judged if j.sure]
    if len(sure) > 1:
        return Outcome(AnswerStatus.CONFLICT, (), False, _ids(sure))
    if sure or len(judged) == 1:
        winner = (sure or judged)[0]
        return Outcome(_status(winner), (winner,), winner.sure and len(judged) == 1)
    if judged:
        return Outcome(AnswerStatus.UNCERTAIN, (), False, (), tuple(judged))
    return Outcome(AnswerStatus.NONE)


def _status(winner: Judged) -> AnswerStatus:
    revoked = chains.revokes(winner.version.note)
    return AnswerStatus.REVOKED if revoked else AnswerStatus.KNOWN


def _ids(judged: Iterable[Judged]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(j.version.note.id for j in judged))


def members(judged: Sequence[Judged], history: History) -> Outcome:
    """The members of a set slot: all that hold, less what a revocation or an exception removes."""
    removed: dict[str, bool] = {}
    for remover in judged:
        for target in _removes(remover, history):
            removed[target] = removed.get(target, False) or remover.sure
    winners = []
    sure = True
    for member in judged:
        fate = removed.get(folded_id(member.version.note.id))
        if fate is True or _is_revocation(member):
            continue
        winners.append(member)
        sure = sure and member.sure and fate is None
    status = AnswerStatus.KNOWN if winners else AnswerStatus.NONE
    return Outcome(status, tuple(winners), sure)


def _is_revocation(judged: Judged) -> bool:
    note = judged.version.note
    return note.relation is Relation.REVOCATION or chains.revokes(note)


def _removes(judged: Judged, history: History) -> frozenset[str]:
    """Folded ids that a member takes out of its set while it holds."""
    note = judged.version.note
    if note.exception_to is not None:
        base = folded_id(note.exception_to)
        return (chains.descendants(history, base) | {base}) - {folded_id(note.id)}
    if _is_revocation(judged):
        return frozenset(history.targets.get(folded_id(note.id), ()))
    return frozenset()


def parts(judged: Sequence[Judged], history: History) -> Outcome:
    """The answer of a chain: one, or all parts where what it was split into lies in different
    slots or scopes, or is free; otherwise the chain collides like a slot."""
    outcome = one(judged)
    if outcome.status is not AnswerStatus.CONFLICT:
        return outcome
    sure = [j for j in judged if j.version.note.id in outcome.collision]
    if len({_place(j, history) for j in sure}) < len(sure):
        return outcome
    return Outcome(AnswerStatus.KNOWN, tuple(sure), len(sure) == len(judged))


def _place(judged: Judged, history: History) -> object:
    note = judged.version.note
    slot = history.slots.of(note)
    if slot is None and note.relation is Relation.RESTATEMENT:
        return folded_id(note.id)
    return slot
