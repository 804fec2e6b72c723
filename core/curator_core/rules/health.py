"""How a proposal stands against today's files (DESIGN §5, CONTRACT 26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.home import Snapshot
from curator_core.model.merge import ThreeWay
from curator_core.model.note import Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Lane, Op, Part
from curator_core.rules import closings, relations
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval
from curator_core.rules.deltas import PROVENANCE
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import folded_id

WORST = (Health.DEAD, Health.CONFLICT, Health.REBASED, Health.CLEAN)
"""Of several notes of one proposal the worst health is the proposal's."""
RELATED = (Op.SUPERSEDE, Op.MERGE, Op.SPLIT)
"""Operations that retire notes by a relation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """What proposals are judged against.

    `history` holds the versions around everything that they name; `ways` the three-way merge of
    each update by its address; `holders` the open item that brings a note and `paths` its files
    under notes, by folded id; `blobs` the item that brings a text.
    """

    snapshot: Snapshot
    history: History
    at: str
    ways: Mapping[str, ThreeWay]
    holders: Mapping[str, str]
    paths: Mapping[str, tuple[str, ...]]
    blobs: Mapping[str, str]


def judged(item: Item, parts: Sequence[Part], today: Today) -> Item:
    """The item with its health; one that is invalid, rejected or applied keeps its own."""
    if item.health is not Health.CLEAN or not parts:
        return item
    if item.op in RELATED:
        return _related(item, parts, today)
    found = [_of_part(part, today, item.op is Op.FORGET) for part in parts]
    if all(health is Health.APPLIED for health, _ in found):
        return replace(item, health=Health.APPLIED)
    left = [(h, twin) for h, twin in found if h is not Health.APPLIED]
    health, twin = min(left, key=lambda each: WORST.index(each[0]))
    return replace(item, health=health, twin_of=twin)


def _of_part(part: Part, today: Today, forgets: bool) -> tuple[Health, str | None]:
    """A note that goes is taken as it is now; one to be forgotten only as the proposer saw it."""
    if part.target is None:
        return _without_target(part, today)
    entry = today.snapshot.entries.get(part.target)
    if entry is None:
        return Health.DEAD, None
    if part.address is None:
        moved = part.base is not None and part.base.entry.blob != entry.blob
        if entry.status == Status.ARCHIVED.value and not forgets:
            return Health.APPLIED, None
        if moved:
            return (Health.CONFLICT if forgets else Health.REBASED), None
        return Health.CLEAN, None
    if vouch(entry, today.snapshot.reviews).standing is Standing.EDITED:
        return Health.CONFLICT, None
    way = today.ways.get(part.address)
    return (Health.CONFLICT if way is None else of_way(way)), None


def _without_target(part: Part, today: Today) -> tuple[Health, str | None]:
    """A new note; or an update of one that is not there (yet)."""
    if part.base is None:
        return Health.CLEAN, None
    waiting = today.blobs.get(part.base.entry.blob)
    return (Health.DEAD, None) if waiting is None else (Health.CONFLICT, waiting)


def of_way(way: ThreeWay) -> Health:
    """What a three-way merge says of the update that it merges."""
    if way.no_base and _only_provenance(way):
        return Health.APPLIED
    if way.conflicts:
        return Health.CONFLICT
    if not way.adds:
        return Health.APPLIED
    return Health.REBASED if way.moved else Health.CLEAN


def _only_provenance(way: ThreeWay) -> bool:
    """Whether two texts differ in who said them and when, and in nothing else."""
    names = {f"field:{name}" for name in PROVENANCE}
    return set(way.conflicts) <= names


def _related(item: Item, parts: Sequence[Part], today: Today) -> Item:
    for part in parts:
        if part.address is None or part.target is not None:
            continue
        file = today.snapshot.file(part.address)
        if file.note is None:
            continue
        health, twin = _of_relation(item, file.note, today)
        if health is not Health.CLEAN:
            return replace(item, health=health, twin_of=twin)
    return item


def _of_relation(item: Item, note: Note, today: Today) -> tuple[Health, str | None]:
    held = {folded_id(name): today.holders.get(folded_id(name)) for name in note.supersedes}
    living = [name for name in note.supersedes if _is_memory(name, today)]
    missing = [name for name in note.supersedes if name not in living]
    waiting = next((held[folded_id(name)] for name in missing if held[folded_id(name)]), None)
    if item.op is Op.MERGE and all(held[folded_id(name)] for name in missing):
        missing = []  # undecided candidates are merged along
    if not missing and _changed_below(item, living, today):
        return Health.CONFLICT, None
    if missing:
        return (Health.DEAD, None) if waiting is None else (Health.CONFLICT, waiting)
    relation = Relation(item.relation) if item.relation in set(Relation) else note.relation
    if relation is None or relation is Relation.RESTATEMENT or item.op is not Op.SUPERSEDE:
        dead = closings.living(living, today.history)
        return (Health.DEAD if isinstance(dead, Refusal) else Health.CLEAN), None
    approval = Approval(note=note, at=today.at, relation=relation, targets=note.supersedes)
    closing = relations.closing(approval, today.history)
    if isinstance(closing, Refusal):
        return _REFUSED.get(closing.code, Health.CLEAN), None
    return (Health.REBASED if closing.retargets else Health.CLEAN), None


_REFUSED = {"dead": Health.DEAD, "relation-order": Health.CONFLICT}
"""What a relation that cannot be carried out says of its proposal."""


def _changed_below(item: Item, names: Sequence[str], today: Today) -> bool:
    """Whether a note that goes was edited by hand and nobody decided it, or (where notes are cut
    anew) says something else than the proposer saw."""
    seen = {folded_id(name): blob for name, blob in item.seen}
    for name in names:
        for path in today.paths.get(folded_id(name), ()):
            entry = today.snapshot.entries[path]
            if vouch(entry, today.snapshot.reviews).standing is Standing.EDITED:
                return True
            if folded_id(name) in seen and seen[folded_id(name)] != entry.content_hash:
                return True
    return False


def _is_memory(name: str, today: Today) -> bool:
    version = today.history.get(name)
    return version is not None and version.reviewed


def waiting_for(items: Iterable[Item], parts: Mapping[str, Sequence[Part]]) -> dict[str, str]:
    """The open item that brings a note as memory, by the note's folded id."""
    found: dict[str, str] = {}
    for item in items:
        if item.lane is Lane.SUPPRESSED or item.health is Health.INVALID:
            continue
        for name in item.notes if item.op is not Op.REPAIR else ():
            if parts.get(item.item):
                found.setdefault(folded_id(name), item.item)
    return found
