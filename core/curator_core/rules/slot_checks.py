"""What holds for the versions of one slot or chain taken together, rule by rule (DESIGN §4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from curator_core.model.answer import Version
from curator_core.model.inquiry import Check, CheckCode
from curator_core.rules import boundaries, chains, conflicts, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.slots import folded_id


def checks(versions: Sequence[Version], history: History) -> tuple[Check, ...]:
    """Every rule with whether it holds; where it does not, the notes and times it is about."""
    single = [v for v in versions if history.slots.of(v.note) and not history.slots.is_set(v.note)]
    held = [(v, chains.interval(history, v)) for v in single if _counts(v)]
    held = sorted((pair for pair in held if not pair[1].empty), key=lambda p: validity.order(p[1]))
    found = [_loop(versions, history)]
    if single:
        found = [_one_value(single, history), _gap(held), *found, _late(held, history)]
    return tuple(found)


def _counts(version: Version) -> bool:
    return chains.answers(version) and version.note.exception_to is None


def _one_value(versions: Sequence[Version], history: History) -> Check:
    groups = [finding.ids for finding in conflicts.collisions(versions, history)]
    ids = tuple(dict.fromkeys(name for group in groups for name in group))
    return Check(CheckCode.ONE_VALUE, not ids, ids)


def _gap(held: Sequence[Held]) -> Check:
    spans = validity.unions([interval for _, interval in held])
    gaps = [
        (one.end.text, other.start.text)
        for one, other in pairwise(spans)
        if validity.surely_before(one.end, other.start)
    ]
    return Check(CheckCode.NO_GAP, not gaps, spans=tuple(gaps))


def _loop(versions: Sequence[Version], history: History) -> Check:
    known = {folded_id(version.note.id) for version in versions}
    looped = {end for edge in history.looped for end in edge} & known
    ids = tuple(v.note.id for v in versions if folded_id(v.note.id) in looped)
    return Check(CheckCode.NO_LOOP, not ids, ids)


def _late(held: Sequence[Held], history: History) -> Check:
    """Versions that memory learnt after one that holds later."""
    learnt = [
        boundaries.boundary(version.note.recorded_at, history.zone).earliest for version, _ in held
    ]
    late = [
        version.note.id
        for n, (version, _) in enumerate(held)
        if any(after < learnt[n] for after in learnt[n + 1 :])
    ]
    return Check(CheckCode.IN_ORDER, not late, tuple(late))
