"""The DAG of `supersedes`: what is in effect, its chains and heads."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from curator_core.model.answer import Version
from curator_core.model.home import Config
from curator_core.model.interval import Interval
from curator_core.model.note import Modality, Note, Relation, Status
from curator_core.rules import boundaries, validity
from curator_core.rules.histories import History as History
from curator_core.rules.histories import back_links as back_links
from curator_core.rules.histories import closure, indexed
from curator_core.rules.histories import replaced as replaced
from curator_core.rules.slots import SlotId, SlotRules, folded_id

SILENT = frozenset({Modality.HYPOTHETICAL, Modality.CONDITIONAL, Modality.QUOTED})
"""Modalities that neither answer a slot nor occupy it (CONTRACT 14)."""
LIVE = frozenset({Status.ACTIVE, Status.SUPERSEDED})
"""Statuses whose intervals answer (DESIGN §4)."""

Held = tuple[Version, Interval]


def index(versions: Iterable[Version], config: Config) -> History:
    """Index versions; linear in their number. Caller may supply only what a question touches:
    the slot's versions and those linked to them by `supersedes`, `superseded_by`, `exception_to`.
    """
    return indexed(tuple(versions), boundaries.zone(config.timezone), SlotRules(config.slots))


def part(history: History, slots: Iterable[SlotId], ids: Iterable[str]) -> History:
    """What decisions on these slots and ids can touch: their versions, all linked to them, and
    their exceptions; independent of the Home's size."""
    found = {folded_id(v.note.id) for slot in slots for v in history.by_slot.get(slot, ())}
    found.update(folded_id(note_id) for note_id in ids)
    linked = closure(found, lambda node: (*_targets_at(history, node), *_sources(history, node)))
    excepted = {folded_id(v.note.id) for i in linked for v in history.exceptions_to.get(i, ())}
    kept = [v for i in sorted(linked | excepted) for v in history.all_by_id.get(i, ())]
    return indexed(tuple(kept), history.zone, history.slots)


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

    return closure({start}, steps) - {start}


def descendants(history: History, note_id: str) -> frozenset[str]:
    """Folded ids of reviewed notes that supersede a note, directly or through others."""
    start = folded_id(note_id)
    return closure({start}, lambda node: _reviewed_sources(history, node)) - {start}


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
