"""Picks of a three-way merge as steps that can be taken back one by one, and kept as text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from curator_core.model.merge import (
    Hand,
    Hunk,
    Letter,
    Pick,
    Picked,
    Region,
    RegionState,
    Resolved,
    ThreeWay,
)
from curator_core.model.view import Merged
from curator_core.service import merging

ONE_SIDED = frozenset({RegionState.CURRENT, RegionState.PROPOSED, RegionState.MERGED})
"""States that merge by themselves, and that somebody may want to see unmerged."""


_OF_STATE = {
    RegionState.SAME: Letter.SAME,
    RegionState.AGREED: Letter.SAME,
    RegionState.CURRENT: Letter.CURRENT,
    RegionState.PROPOSED: Letter.PROPOSED,
    RegionState.MERGED: Letter.BOTH,
    RegionState.CONFLICT: Letter.OPEN,
}
_OF_PICK = {
    Pick.CURRENT: Letter.CURRENT,
    Pick.PROPOSED: Letter.PROPOSED,
    Pick.BASE: Letter.BASE,
    Pick.BOTH: Letter.BOTH,
    Pick.SWAPPED: Letter.BOTH,
}


@dataclass(frozen=True, slots=True)
class Auto:
    """What only one side changed, and sets, are merged by themselves."""


@dataclass(frozen=True, slots=True)
class Picks:
    """Picks by region id; None takes the pick of a region away."""

    regions: Mapping[str, Picked | None]


Step = Auto | Picks
FRESH: tuple[Step, ...] = (Auto(),)


@dataclass(frozen=True, slots=True)
class Picking:
    """Steps so far, and how many of them count; the others can be done again."""

    steps: tuple[Step, ...] = FRESH
    at: int = len(FRESH)

    @property
    def auto(self) -> bool:
        """Whether one-sided changes count without a pick."""
        return any(isinstance(step, Auto) for step in self.steps[: self.at])

    @property
    def chosen(self) -> dict[str, Picked]:
        """The picks by region id."""
        found: dict[str, Picked | None] = {}
        for step in self.steps[: self.at]:
            if isinstance(step, Picks):
                found |= step.regions
        return {name: pick for name, pick in found.items() if pick is not None}

    def take(self, step: Step) -> Picking:
        """One step on; what was taken back before it is gone."""
        return Picking((*self.steps[: self.at], step), self.at + 1)

    def undone(self) -> Picking | None:
        """One step back; None at the beginning."""
        return replace(self, at=self.at - 1) if self.at else None

    def redone(self) -> Picking | None:
        """One step on again; None at the end."""
        return replace(self, at=self.at + 1) if self.at < len(self.steps) else None


@dataclass(frozen=True, slots=True)
class Work:
    """One merge with the picks so far. `regions` are those that differ anywhere, fields first;
    `open` the ids of those that still need a pick; `hunks` the ids of hunks among them."""

    merged: Merged
    picking: Picking
    resolved: Resolved = field(init=False)
    regions: tuple[Region, ...] = field(init=False)
    open: dict[str, None] = field(init=False)
    hunks: dict[str, int] = field(init=False)
    chosen: dict[str, Picked] = field(init=False)

    def __post_init__(self) -> None:
        chosen = self.picking.chosen
        differing = [r for r in self.merged.way.regions if r.state is not RegionState.SAME]
        object.__setattr__(self, "chosen", chosen)
        object.__setattr__(self, "regions", tuple(differing))
        names = [r.id for r in differing if isinstance(r, Hunk)]
        object.__setattr__(self, "hunks", {name: n for n, name in enumerate(names, 1)})
        resolved = merging.resolved(self.merged, chosen)
        waiting = set(resolved.unresolved)
        if not self.picking.auto:
            waiting |= {r.id for r in self.regions if r.state in ONE_SIDED and r.id not in chosen}
        object.__setattr__(self, "resolved", resolved)
        found = {r.id: None for r in differing if r.id in waiting}
        object.__setattr__(self, "open", found)

    @property
    def merged_alone(self) -> int:
        """How many regions are merged by themselves."""
        chosen = self.chosen
        alone = (*ONE_SIDED, RegionState.AGREED)
        return sum(
            r.state in alone and r.id not in chosen and r.id not in self.open for r in self.regions
        )

    def region(self, name: str) -> Region | None:
        """The differing region of this id."""
        return next((r for r in self.regions if r.id == name), None)

    def letter(self, region: Region) -> Letter:
        """Where a region's result comes from."""
        if region.id in self.open:
            return Letter.OPEN
        pick = self.chosen.get(region.id)
        if isinstance(pick, Hand):
            return Letter.HAND
        return _OF_STATE[region.state] if pick is None else _OF_PICK[pick]

    def with_(self, picking: Picking) -> Work:
        """The same merge with other picks."""
        return Work(self.merged, picking)


def words(work: Work) -> tuple[str, ...] | None:
    """The picks as a decision takes them; None when a text was typed.

    A result over an undecided hand edit is taken knowingly only: the changes that merge by
    themselves are named too.
    """
    chosen = dict(work.picking.chosen)
    if work.merged.hand_edited:
        own = {r.id: Pick.PROPOSED for r in work.regions if r.state is RegionState.PROPOSED}
        chosen = {**own, **chosen}
    if any(isinstance(pick, Hand) for pick in chosen.values()):
        return None
    if work.merged.hand_edited and not chosen:
        return None
    return tuple(f"{name}={pick.value}" for name, pick in chosen.items() if isinstance(pick, Pick))


def restored(merged: Merged, kept: tuple[str, Picking] | None) -> Work | None:
    """The merge with the picks that were kept for it; None where the texts are others now."""
    if kept is None:
        return Work(merged, Picking())
    mark, picking = kept
    known = {region.id for region in merged.way.regions}
    named = {n for step in picking.steps if isinstance(step, Picks) for n in step.regions}
    return Work(merged, picking) if mark == stamp(merged.way) and named <= known else None


def stamp(way: ThreeWay) -> str:
    """Changes whenever a text of the merge changes: picks are for one merge only."""
    texts = [(r.id, r.base, r.current, r.proposed, r.state.value) for r in way.regions]
    return hashlib.sha256(repr(texts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def dump(works: Mapping[str, Work]) -> str:
    """The picks of all merges of an item, by the note's path, as text; empty without any."""
    tables = {
        path: {"stamp": stamp(work.merged.way), **_table(work.picking)}
        for path, work in works.items()
        if work.picking != Picking()
    }
    return json.dumps(tables) if tables else ""


def load(text: str) -> dict[str, tuple[str, Picking]]:
    """What `dump` kept: stamp and picks by path; what cannot be read is left out."""
    try:
        tables = json.loads(text) if text else {}
        return {path: (str(each["stamp"]), _picking(each)) for path, each in tables.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def _table(picking: Picking) -> dict[str, Any]:
    return {"at": picking.at, "steps": [_step(step) for step in picking.steps]}


def _step(step: Step) -> dict[str, Any] | None:
    if isinstance(step, Auto):
        return None
    return {name: _said(pick) for name, pick in step.regions.items()}


def _said(pick: Picked | None) -> str | list[str] | None:
    return [pick.text] if isinstance(pick, Hand) else None if pick is None else pick.value


def _picking(table: Mapping[str, Any]) -> Picking:
    steps: list[Step] = []
    for each in table["steps"]:
        if each is None:
            steps.append(Auto())
        else:
            steps.append(Picks({name: _pick(said) for name, said in each.items()}))
    return Picking(tuple(steps), max(0, min(int(table["at"]), len(steps))))


def _pick(said: object) -> Picked | None:
    match said:
        case None:
            return None
        case [str(text)]:
            return Hand(text)
        case _:
            return Pick(str(said))
