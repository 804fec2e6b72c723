"""Versions indexed by id, slot and edge; the same index with some of them changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from curator_core.model.answer import Version
from curator_core.model.note import Note
from curator_core.rules import loops
from curator_core.rules.slots import SlotId, SlotRules, folded_id

Groups = Mapping[str, tuple[Version, ...]]
_Rows = tuple[dict[Any, tuple[Version, ...]], ...]


@dataclass(frozen=True, slots=True)
class History:
    """Versions of a Home, or of the part of it that a question touches.

    `by_id` prefers the reviewed version; `all_by_id` keeps twins. `targets` maps an id to those it
    supersedes, `superseded_by` to the versions that supersede it, `exceptions_to` to those that
    except from it. All ids are folded. `looped` are the reviewed edges (from, to) on a cycle of
    `supersedes`: they have no effect. `keys` maps the folded names of reviewed slots to their
    written ones. `keyed` are the reviewed versions by such a name, `stating` those that say
    themselves that they supersede an id, `naming` those that say it of an id that it replaced them.
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
    keyed: Groups
    stating: Groups
    naming: Groups

    def get(self, note_id: str) -> Version | None:
        """The version of that id, the reviewed one first; None if there is none."""
        return self.by_id.get(folded_id(note_id))


def indexed(versions: tuple[Version, ...], zone: tzinfo, slots: SlotRules) -> History:
    """Index versions; linear in their number."""
    found: tuple[dict[Any, list[Version]], ...] = ({}, {}, {}, {}, {}, {})
    for version in versions:
        for row, keys in zip(found, _places(version, slots), strict=True):
            for key in keys:
                row.setdefault(key, []).append(version)
    rows = tuple({key: tuple(group) for key, group in row.items()} for row in found)
    all_by_id, _, _, keyed, stating, naming = rows
    by_id = {key: _first(twins) for key, twins in all_by_id.items()}
    newer = {folded_id(version.note.id) for version in versions if version.note.supersedes}
    older = dict.fromkeys(folded_id(v.note.id) for v in versions if any(_named((v,), by_id)))
    edges = {key: _sources(key, rows, by_id) for key in (*stating, *older)}
    targets = {key: _targets(key, rows, by_id) for key in newer.union(naming)}
    return _history(
        (versions, rows, by_id),
        (_filled(targets), _filled(edges), loops.looped(_reviewed(edges))),
        {key: _written(group) for key, group in keyed.items()},
        (zone, slots),
    )


def replaced(history: History, versions: Iterable[Version]) -> History:
    """The history with these versions in place of those of the same ids, or added at its end.

    What is around them is linked anew; the rest is only copied.
    """
    new = {folded_id(version.note.id): version for version in versions}
    old = [version for key in new for version in history.all_by_id.get(key, ())]
    changed = [*old, *new.values()]
    gone = frozenset(map(id, old))
    rows = _moved(_rows(history), (old, gone), tuple(new.values()), history.slots)
    by_id = {**history.by_id, **new}
    targets, edges = dict(history.targets), dict(history.superseded_by)
    sources = {*new, *(folded_id(name) for v in changed for name in back_links(v.note))}
    ends = {*new, *(folded_id(name) for v in changed for name in v.note.supersedes)}
    ends |= {folded_id(v.note.id) for key in new for v in rows[_NAMING].get(key, ())}
    for key in sources:
        _set(targets, key, _targets(key, rows, by_id))
    for key in ends:
        _set(edges, key, _sources(key, rows, by_id))
    keys = dict(history.keys)
    for key in dict.fromkeys(key for v in changed for key in _places(v, history.slots)[_KEYED]):
        keys.pop(key, None)
        if group := rows[_KEYED].get(key):
            keys[key] = _written(group)
    kept = tuple(version for version in history.versions if id(version) not in gone)
    return _history(
        ((*kept, *new.values()), rows, by_id),
        (targets, edges, _looped(history.looped, sources | ends, targets, edges)),
        keys,
        (history.zone, history.slots),
    )


_KEYED, _NAMING = 3, 5


def _places(version: Version, slots: SlotRules) -> tuple[tuple[Any, ...], ...]:
    """Under which keys a version stands in each of the rows of a history."""
    note = version.note
    slot = slots.of(note)
    return (
        (folded_id(note.id),),
        () if slot is None else (slot,),
        () if note.exception_to is None else (folded_id(note.exception_to),),
        () if slot is None or not version.reviewed else (slot.key,),
        tuple(dict.fromkeys(map(folded_id, note.supersedes))) if note.supersedes else (),
        tuple(dict.fromkeys(map(folded_id, back_links(note)))) if note.extra else (),
    )


def _rows(history: History) -> _Rows:
    named: tuple[Mapping[Any, tuple[Version, ...]], ...] = (
        history.all_by_id,
        history.by_slot,
        history.exceptions_to,
        history.keyed,
        history.stating,
        history.naming,
    )
    return tuple(dict(row) for row in named)


def _history(
    known: tuple[tuple[Version, ...], _Rows, Mapping[str, Version]],
    linked: tuple[Mapping[str, tuple[str, ...]], Groups, frozenset[loops.Edge]],
    keys: Mapping[str, str],
    rules: tuple[tzinfo, SlotRules],
) -> History:
    versions, (all_by_id, by_slot, exceptions_to, keyed, stating, naming), by_id = known
    targets, superseded_by, looped = linked
    return History(
        *rules,
        versions=versions,
        by_id=by_id,
        all_by_id=all_by_id,
        by_slot=by_slot,
        targets=targets,
        superseded_by=superseded_by,
        exceptions_to=exceptions_to,
        looped=looped,
        keys=keys,
        keyed=keyed,
        stating=stating,
        naming=naming,
    )


def _moved(
    rows: _Rows,
    old: tuple[list[Version], frozenset[int]],
    new: tuple[Version, ...],
    slots: SlotRules,
) -> _Rows:
    """The rows without old versions, known by identity, and with new ones at their ends."""
    leaving, gone = old
    for version in leaving:
        for row, keys in zip(rows, _places(version, slots), strict=True):
            for key in keys:
                _set(row, key, tuple(v for v in row.get(key, ()) if id(v) not in gone))
    for version in new:
        for row, keys in zip(rows, _places(version, slots), strict=True):
            for key in keys:
                row[key] = (*row.get(key, ()), version)
    return rows


def _set(row: dict[Any, Any], key: object, group: object) -> None:
    """A row with this group, without the key where nothing is in it."""
    if group:
        row[key] = group
    else:
        row.pop(key, None)


def _filled(groups: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    return {key: group for key, group in groups.items() if group}


def _first(twins: tuple[Version, ...]) -> Version:
    return next((version for version in twins if version.reviewed), twins[0])


def _written(group: tuple[Version, ...]) -> str:
    """How the first of the reviewed versions of one name writes it."""
    return group[0].note.memory_key or ""


def _sources(target: str, rows: _Rows, by_id: Mapping[str, Version]) -> tuple[Version, ...]:
    """Who supersedes an id, by either note's word; a reviewed one once."""
    all_by_id, _, _, _, stating, _ = rows
    found: list[Version] = []
    seen: set[str] = set()
    for newer in (*stating.get(target, ()), *_named(all_by_id.get(target, ()), by_id)):
        source = folded_id(newer.note.id)
        if newer.reviewed and source in seen:
            continue
        found.append(newer)
        if newer.reviewed:
            seen.add(source)
    return tuple(found)


def _named(versions: tuple[Version, ...], by_id: Mapping[str, Version]) -> Iterator[Version]:
    """Successors by the older note's word; an unreviewed one cannot name a reviewed successor."""
    for version in versions:
        for name in back_links(version.note):
            newer = by_id.get(folded_id(name))
            if newer is not None and (version.reviewed or not newer.reviewed):
                yield newer


def _targets(source: str, rows: _Rows, by_id: Mapping[str, Version]) -> tuple[str, ...]:
    """Whom an id supersedes, by either note's word."""
    all_by_id, _, _, _, _, naming = rows
    stated = [folded_id(t) for v in all_by_id.get(source, ()) for t in v.note.supersedes]
    newer = by_id.get(source)
    if newer is not None:
        told = (v for v in naming.get(source, ()) if v.reviewed or not newer.reviewed)
        stated += [folded_id(version.note.id) for version in told]
    return tuple(dict.fromkeys(stated))


def _reviewed(edges: Groups) -> Iterator[loops.Edge]:
    for target, group in edges.items():
        for newer in group:
            if newer.reviewed:
                yield folded_id(newer.note.id), target


def _looped(
    before: frozenset[loops.Edge],
    touched: set[str],
    targets: Mapping[str, tuple[str, ...]],
    edges: Groups,
) -> frozenset[loops.Edge]:
    """The edges on cycles: judged anew around what was touched, the others as before."""

    def steps(node: str) -> tuple[str, ...]:
        return (*targets.get(node, ()), *(folded_id(v.note.id) for v in edges.get(node, ())))

    around = closure(touched, steps)
    near = {node: edges[node] for node in around if node in edges}
    kept = (edge for edge in before if edge[0] not in around)
    return frozenset((*kept, *loops.looped(_reviewed(near))))


def back_links(note: Note) -> tuple[str, ...]:
    """Ids that a foreign note names in `superseded_by` (CONTRACT 6)."""
    named = note.extra.get("superseded_by")
    if isinstance(named, str):
        return (named,) if named.strip() else ()
    if isinstance(named, tuple | list):
        return tuple(name for name in named if isinstance(name, str))
    return ()


def closure(start: set[str], steps: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """The nodes that steps lead to, the start among them."""
    found = set(start)
    waiting = list(start)
    while waiting:
        for node in steps(waiting.pop()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return frozenset(found)
