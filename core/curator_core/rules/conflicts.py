"""What is wrong between versions, each with what would mend it (DESIGN §4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from curator_core.model.answer import Finding, NoteWrite, Repair, Version
from curator_core.model.event import Action
from curator_core.model.interval import STILL, Interval
from curator_core.model.note import Relation, Status
from curator_core.model.problem import Severity
from curator_core.rules import chains, flaws, loops, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.slots import folded_id


def findings(history: History) -> tuple[Finding, ...]:
    """All findings of a history; near-linear in its versions and edges. Times are judged in every
    version, links and slots only among reviewed ones."""
    found: list[Finding] = []
    for version in history.versions:
        found += flaws.of_version(version, history)
    for slot in history.by_slot:
        found += collisions(history.by_slot[slot], history)
    for target in history.superseded_by:
        found += _forks(target, history)
    return (*found, *_cycles(history), *_twins(history))


def collisions(versions: Iterable[Version], history: History) -> Iterator[Finding]:
    """Groups of one single slot's versions that certainly hold at one instant (CONTRACT 13)."""
    for excepting in (False, True):
        held: dict[object, Held] = {}
        for version in versions:
            alike = (version.note.exception_to is not None) is excepting
            if alike and chains.answers(version) and not history.slots.is_set(version.note):
                interval = chains.interval(history, version)
                held.setdefault(chains.twin(version, interval), (version, interval))
        for group in overlapping(tuple(held.values())):
            yield Finding(
                code="collision",
                severity=Severity.ERROR,
                message="they hold at the same time in one slot",
                ids=tuple(version.note.id for version, _ in group),
                repair=_cut(group),
            )


def overlapping(held: Sequence[Held]) -> Iterator[tuple[Held, ...]]:
    """Groups of two or more whose certain spans overlap, in order of start; n log n."""
    group: list[Held] = []
    reach: Interval | None = None
    for version, interval in sorted(held, key=lambda pair: validity.certain_order(pair[1])):
        if not validity.ever_certain(interval):
            continue
        if reach is not None and validity.overlap(reach, interval):
            group.append((version, interval))
            reach = validity.reaching(reach, interval)
            continue
        if len(group) > 1:
            yield tuple(group)
        group, reach = [(version, interval)], interval
    if len(group) > 1:
        yield tuple(group)


def _cut(group: Sequence[Held]) -> Repair | None:
    """Of two that start one after the other, the older ends where the newer starts."""
    (older, first), (newer, second) = group[0], group[1]
    if len(group) > 2 or not validity.surely_before(first.start, second.start):
        return None
    write = NoteWrite(older.note.id, {"valid_to": newer.note.valid_from})
    return Repair((write,), f"end {older.note.id} where {newer.note.id} starts")


def _forks(target: str, history: History) -> Iterator[Finding]:
    """Successors of one note that certainly hold together in one place; parts of a split may."""
    places: dict[object, list[Held]] = defaultdict(list)
    older = history.by_id.get(target)
    newer = () if older is None else chains.successors(history, older)
    for version in newer if len(newer) > 1 else ():
        part = version.note.relation is Relation.RESTATEMENT or history.slots.is_set(version.note)
        if chains.answers(version) and not part:
            place = history.slots.of(version.note) or version.note.scope
            places[place].append((version, chains.interval(history, version)))
    for held in places.values():
        for group in overlapping(held):
            ids = tuple(version.note.id for version, _ in group)
            message = f"{len(ids)} notes replace it and hold at the same time"
            named = (history.by_id[target].note.id, *ids)
            repair = _chained(target, group)
            yield flaws.warning("fork", message, named, "supersedes", repair)


_MOVES = (None, Relation.STATE_CHANGE, Relation.REVOCATION)


def _chained(target: str, group: Sequence[Held]) -> Repair | None:
    """Of two successors the later one replaces the earlier one instead."""
    cut = _cut(group)
    if cut is None or group[1][0].note.relation not in _MOVES:
        return None
    earlier, later = group[0][0].note, group[1][0].note
    linked = tuple(earlier.id if folded_id(t) == target else t for t in later.supersedes)
    closing = {**cut.writes[0].fields, "status": Status.SUPERSEDED.value}
    writes = (NoteWrite(earlier.id, closing), NoteWrite(later.id, {"supersedes": linked}))
    return Repair(writes, f"let {later.id} supersede {earlier.id}")


def _cycles(history: History) -> Iterator[Finding]:
    for ring in loops.rings(history.looped):
        if len(ring) == 1:
            continue
        source, target = min(ring, key=lambda edge: _first_known(edge[0], history))
        ids = sorted({node for edge in ring for node in edge})
        newer = history.by_id[source]
        repair = Repair(
            (flaws.without_target(newer, target),),
            f"take {target} out of supersedes",
            Action.DETACH,
        )
        names = tuple(history.by_id[node].note.id for node in ids)
        message = "they supersede each other in a circle; none of these edges counts"
        yield Finding(
            code="cycle",
            severity=Severity.ERROR,
            message=message,
            ids=names,
            field="supersedes",
            repair=repair,
        )


def _first_known(node: str, history: History) -> tuple[tuple[int, int], tuple[int, int], str]:
    version = history.by_id[node]
    start = validity.start_of(version.note, history.zone)
    recorded = validity.recorded_order(version.note, history.zone)
    return validity.order(Interval(start, STILL)), recorded, node


def _twins(history: History) -> Iterator[Finding]:
    for twins in history.all_by_id.values():
        for reviewed in (True, False):
            same = [version for version in twins if version.reviewed is reviewed]
            if len(same) > 1:
                yield Finding(
                    code="duplicate-id",
                    severity=Severity.ERROR,
                    message=f"{len(same)} notes have this id",
                    ids=(same[0].note.id,),
                    field="id",
                )
