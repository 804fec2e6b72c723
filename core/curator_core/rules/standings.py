"""Whether each reviewed note is what memory says at an instant, and if not, why."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from curator_core.model.answer import Version
from curator_core.model.interval import Interval, Validity
from curator_core.rules import chains, validity
from curator_core.rules.holding import Memory
from curator_core.rules.slots import folded_id


class Holds(StrEnum):
    """Whether a note is what memory says now, and if not, why."""

    NOW = "now"
    MAYBE = "maybe"
    LATER = "later"
    ENDED = "ended"
    NEVER = "never"
    EXCEPTED = "excepted"
    COLLISION = "collision"
    SILENT = "silent"
    ARCHIVED = "archived"
    UNREVIEWED = "unreviewed"


def standings(memory: Memory) -> dict[str, Holds]:
    """How every listed note stands, by path."""
    found = {held.row.path: Holds.NOW if held.sure else Holds.MAYBE for held in memory.free}
    for each in memory.apart:
        found[each.row.path] = _apart(each.interval, memory.now)
    answering = _answering(memory)
    for version in memory.history.versions:
        path = memory.row(version).path
        if path not in found:
            found[path] = answering.get(id(version)) or _silent(version, memory)
    return found


def _answering(memory: Memory) -> dict[int, Holds]:
    found: dict[int, Holds] = {}
    for slot in memory.history.by_slot:
        outcome = memory.outcome(slot)
        for judged in outcome.winners:
            found[id(judged.version)] = Holds.NOW if judged.sure else Holds.MAYBE
        for judged in outcome.candidates:
            found[id(judged.version)] = Holds.MAYBE
        for name in outcome.collision:
            for version in memory.history.all_by_id[folded_id(name)]:
                found[id(version)] = Holds.COLLISION
    return found


def _silent(version: Version, memory: Memory) -> Holds:
    """Why a version is not what its slot or chain says."""
    if not chains.answers(version):
        return Holds.SILENT
    interval = chains.interval(memory.history, version)
    if validity.at(interval, memory.now) is not Validity.NO:
        return Holds.EXCEPTED
    return _apart(interval, memory.now)


def _apart(interval: Interval, now: datetime) -> Holds:
    if interval.empty:
        return Holds.NEVER
    return Holds.LATER if validity.begins_after(interval, now) else Holds.ENDED
