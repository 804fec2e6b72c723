"""Versions indexed by id, slot and edge: the DAG of `supersedes`, its heads and its loops."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from curator_core.model.answer import Version
from curator_core.model.home import Config
from curator_core.model.interval import Interval
from curator_core.model.note import Modality, Note, Relation, Status
from curator_core.rules import boundaries, loops, validity
from curator_core.rules.slots import SlotId, SlotRules, folded_id

SILENT = frozenset({Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED})
"""Modalities that neither answer a slot nor occupy it (CONTRACT 14)."""
LIVE = frozenset({Status.ACTIVE, Status.SUPERSEDED})
"""Statuses whose intervals answer (DESIGN §4)."""

Groups = Mapping[str, tuple[Version, ...]]
Held = tuple[Version, Interval]


@dataclass(frozen=True, slots=True)
class History:
    """Versions of a Home, or of the part of it that a question touches.

    `by_id` prefers the reviewed version; `all_by_id` keeps twins. `targets` maps an id to those it
    supersedes, `superseded_by` to the versions that supersede it, `exceptions_to` to those that
    except from it. All ids are folded. `looped` are the reviewed edges (from, to) on a cycle of
    `supersedes`: they have no effect. `keys` maps the folded names of reviewed slots to their
    written ones.
    """

    zone: tzinfo
    slots: SlotRules
    versions: tuple[Version, ...]
    by_id: Mapping[str, Version]
    all_by_id: Groups
    by_slot: Mapping[SlotId, tuple[Version, ...]]
    targets: Mapping[str, tuple[str, ...]]
    superseded_by: Groups
    exceptions_to: Groups
    looped: frozenset[loops.Edge]
    keys: Mapping[str, str]

    def get(self, note_id: str) -> Version | None:
        """The version of that id, the reviewed one first; None if there is none."""
        return self.by_id.get(folded_id(note_id))


def index(versions: Iterable[Version], config: Config) -> History:
    """Index versions; linear in their number. Caller may supply only what a question touches:
    the slot's versions and those linked to them by `supersedes`, `superseded_by`, `exception_to`.
    """
    return _indexed(tuple(versions), boundaries.zone(config.timezone), SlotRules(config.slots))


def replaced(history: History, versions: Iterable[Version]) -> History:
    """The history with these versions in place of those of the same ids, or added."""
    new = {folded_id(version.note.id): version for version in versions}
    kept = [old for old in history.versions if folded_id(old.note.id) not in new]
    return _indexed((*kept, *new.values()), history.zone, history.slots)


def part(history: History, slots: Iterable[SlotId], ids: Iterable[str]) -> History:
    """What decisions on these slots and ids can touch: their versions, all linked to them, and
    their exceptions; independent of the Home's size."""
    found = {folded_id(v.note.id) for slot in slots for v in history.by_slot.get(slot, ())}
    found.update(folded_id(note_id) for note_id in ids)
    linked = _closure(found, lambda node: (*_targets_at(history, node), *_sources(history, node)))
    excepted = {folded_id(v.note.id) for i in linked for v in history.exceptions_to.get(i, ())}
    kept = [v for i in sorted(linked | excepted) for v in history.all_by_id.get(i, ())]
    return _indexed(tuple(kept), history.zone, history.slots)


def _indexed(versions: tuple[Version, ...], zone: tzinfo, slots: SlotRules) -> History:
    all_by_id: dict[str, list[Version]] = defaultdict(list)
    by_slot: dict[SlotId, list[Version]] = defaultdict(list)
    exceptions: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        all_by_id[folded_id(version.note.id)].append(version)
        slot = slots.of(version.note)
        if slot is not None:
            by_slot[slot].append(version)
        if version.note.exception_to is not None:
            exceptions[folded_id(version.note.exception_to)].append(version)
    by_id = {key: _first(twins) for key, twins in all_by_id.items()}
    targets, edges, reviewed = _edges(versions, by_id)
    return History(
        zone,
        slots,
        versions,
        by_id,
        _frozen(all_by_id),
        {slot: tuple(found) for slot, found in by_slot.items()},
        {source: tuple(found) for source, found in targets.items()},
        _frozen(edges),
        _frozen(exceptions),
        loops.looped(reviewed),
        _keys(versions, slots),
    )


def _keys(versions: tuple[Version, ...], slots: SlotRules) -> dict[str, str]:
    keys: dict[str, str] = {}
    for version in versions:
        if version.reviewed and version.note.memory_key is not None:
            keys.setdefault(slots.resolve(version.note.memory_key), version.note.memory_key)
    return keys


def _first(twins: list[Version]) -> Version:
    return next((version for version in twins if version.reviewed), twins[0])


def _frozen(groups: Mapping[str, list[Version]]) -> dict[str, tuple[Version, ...]]:
    return {key: tuple(found) for key, found in groups.items()}


def _edges(
    versions: tuple[Version, ...], by_id: Mapping[str, Version]
) -> tuple[dict[str, dict[str, None]], dict[str, list[Version]], list[loops.Edge]]:
    """Who supersedes whom, by either note's word, and the reviewed edges among them."""
    targets: dict[str, dict[str, None]] = defaultdict(dict)
    edges: dict[str, list[Version]] = defaultdict(list)
    reviewed: dict[loops.Edge, None] = {}
    for newer, target in (*_stated(versions), *_stated_back(versions, by_id)):
        source = folded_id(newer.note.id)
        if newer.reviewed and (source, target) in reviewed:
            continue
        targets[source][target] = None
        edges[target].append(newer)
        if newer.reviewed:
            reviewed[source, target] = None
    return targets, edges, list(reviewed)


def _stated(versions: tuple[Version, ...]) -> Iterator[tuple[Version, str]]:
    for version in versions:
        for target in dict.fromkeys(folded_id(t) for t in version.note.supersedes):
            yield version, target


def _stated_back(
    versions: tuple[Version, ...], by_id: Mapping[str, Version]
) -> Iterator[tuple[Version, str]]:
    """Edges by the older note's word; an unreviewed one cannot name a reviewed successor."""
    for version in versions:
        for named in back_links(version.note):
            newer = by_id.get(folded_id(named))
            if newer is not None and (version.reviewed or not newer.reviewed):
                yield newer, folded_id(version.note.id)


def back_links(note: Note) -> tuple[str, ...]:
    """Ids that a foreign note names in `superseded_by` (CONTRACT 6)."""
    named = note.extra.get("superseded_by")
    if isinstance(named, str):
        return (named,) if named.strip() else ()
    if isinstance(named, tuple | list):
        return tuple(name for name in named if isinstance(name, str))
    return ()


def successors(history: History, version: Version) -> tuple[Version, ...]:
    """The reviewed versions that supersede this one, without loops and twins of itself."""
    target = folded_id(version.note.id)
    return tuple(
        newer
        for newer in history.superseded_by.get(target, ())
        if newer.reviewed and (folded_id(newer.note.id), target) not in history.looped
    )


def interval(history: History, version: Version) -> Interval:
    """When a version holds, its reviewed successors considered."""
    newer = [successor.note for successor in successors(history, version)]
    return validity.effective(version.note, newer, history.zone)


def twin(version: Version, span: Interval) -> Hashable:
    """What two files of one note have in common when they claim the same."""
    note = version.note
    return folded_id(note.id), note.value, note.body, span


def answers(version: Version) -> bool:
    """Whether a version may answer and occupies its slot: reviewed, live, not merely said, and an
    exception only with both ends (CONTRACT 10, 14, 15)."""
    note = version.note
    ended = note.valid_from is not None and note.valid_to is not None
    return (
        version.reviewed
        and note.status in LIVE
        and note.modality not in SILENT
        and (note.exception_to is None or ended)
    )


def revokes(note: Note) -> bool:
    """Whether a note says that nothing holds: a revocation, or a negated note that supersedes,
    without a value (CONTRACT 14)."""
    if note.value is not None:
        return False
    negated = note.modality is Modality.NEGATED and bool(note.supersedes)
    return note.relation is Relation.REVOCATION or negated


def mates(version: Version, history: History) -> Iterator[Held]:
    """The other versions that may not hold at the same time as this one: of the same single slot,
    scope and kind (exceptions among themselves), that occupy it."""
    slot = history.slots.of(version.note)
    if slot is None or history.slots.is_set(version.note):
        return
    excepting = version.note.exception_to is not None
    own = folded_id(version.note.id)
    for other in history.by_slot.get(slot, ()):
        alike = (other.note.exception_to is not None) is excepting
        if alike and folded_id(other.note.id) != own and answers(other):
            yield other, interval(history, other)


def ancestors(history: History, note_id: str) -> frozenset[str]:
    """Folded ids that a note supersedes, directly or through reviewed others, without itself."""
    start = folded_id(note_id)

    def steps(node: str) -> tuple[str, ...]:
        version = history.by_id.get(node)
        trusted = node == start or (version is not None and version.reviewed)
        return _targets_at(history, node) if trusted else ()

    return _closure({start}, steps) - {start}


def descendants(history: History, note_id: str) -> frozenset[str]:
    """Folded ids of reviewed notes that supersede a note, directly or through others."""
    start = folded_id(note_id)
    return _closure({start}, lambda node: _reviewed_sources(history, node)) - {start}


def chain(history: History, note_id: str) -> tuple[Version, ...]:
    """A note, what it replaces, what replaces it, their exceptions, and what is proposed to."""
    ids = {folded_id(note_id)} | ancestors(history, note_id) | descendants(history, note_id)
    found = dict.fromkeys(sorted(ids))
    for node in sorted(ids):
        waiting = [v for v in history.superseded_by.get(node, ()) if not v.reviewed]
        for version in (*waiting, *history.exceptions_to.get(node, ())):
            found[folded_id(version.note.id)] = None
    return tuple(v for node in found for v in history.all_by_id.get(node, ()))


def heads(history: History, note_id: str) -> tuple[Version, ...]:
    """The reviewed ends of a note's chain: itself or descendants that nobody supersedes."""
    ids = {folded_id(note_id)} | descendants(history, note_id)
    found = [history.by_id[node] for node in sorted(ids) if node in history.by_id]
    return tuple(v for v in found if v.reviewed and not successors(history, v))


def _targets_at(history: History, node: str) -> tuple[str, ...]:
    return history.targets.get(node, ())


def _sources(history: History, node: str) -> tuple[str, ...]:
    return tuple(folded_id(v.note.id) for v in history.superseded_by.get(node, ()))


def _reviewed_sources(history: History, node: str) -> tuple[str, ...]:
    found = history.superseded_by.get(node, ())
    return tuple(folded_id(v.note.id) for v in found if v.reviewed)


def _closure(start: set[str], steps: Callable[[str], Iterable[str]]) -> frozenset[str]:
    found = set(start)
    waiting = list(start)
    while waiting:
        for node in steps(waiting.pop()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return frozenset(found)
