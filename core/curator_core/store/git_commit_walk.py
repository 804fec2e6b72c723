"""The commits of some branches that HEAD does not have: who reaches them, and in which order."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

MOST_WALKED = 100_000
"""Commits listed of all branches together, newest first; older ones are not seen."""

AT_ONCE: Mapping[str, str] = {"GIT_FLUSH": "0"}
"""Lets git write its answer in few pieces; by itself it writes one for every commit."""


@dataclass(frozen=True, slots=True)
class Step:
    """A commit on the way: committer's seconds since 1970, and its parents as git knows them."""

    seconds: int
    parents: tuple[str, ...]

    @property
    def joins(self) -> bool:
        """Whether it is a merge."""
        return len(self.parents) > 1


@dataclass(frozen=True, slots=True)
class Walked:
    """Commits in order, parents first, else by (date, id); `broken` are tips without history."""

    steps: Mapping[str, Step]
    order: tuple[str, ...]
    broken: tuple[str, ...]


def walked(repo: Repository, tips: Sequence[str], head: str | None) -> Walked:
    """Everything reachable from the tips and not from `head`, None for an unborn branch."""
    broken: list[str] = []
    steps: dict[str, Step] = {}
    waiting = [list(tips)] if tips else []
    while waiting:
        group = waiting.pop()
        found = _listed(repo, group, head)
        if found is not None:
            steps |= found
        elif len(group) == 1:
            broken += group
        else:
            waiting += [group[: len(group) // 2], group[len(group) // 2 :]]
    return Walked(steps, tuple(_ordered(steps)), tuple(sorted(broken)))


def _listed(repo: Repository, tips: Iterable[str], head: str | None) -> dict[str, Step] | None:
    """One git call; None when an object on the way is missing or damaged."""
    asked = [*tips, *([f"^{head}"] if head else [])]
    ran = repo.attempt(
        *("rev-list", "--timestamp", "--parents", f"--max-count={MOST_WALKED}", "--stdin"),
        data="".join(f"{name}\n" for name in asked).encode("ascii"),
        settings=AT_ONCE,
    )
    if ran.code != 0:
        return None
    rows = (row.split(" ") for row in ran.out.decode("ascii").splitlines())
    return {oid: Step(int(seconds), tuple(parents)) for seconds, oid, *parents in rows}


def _ordered(steps: Mapping[str, Step]) -> Iterator[str]:
    children: dict[str, list[str]] = {}
    missing: dict[str, int] = {}
    for oid, step in steps.items():
        known = [parent for parent in step.parents if parent in steps]
        missing[oid] = len(known)
        for parent in known:
            children.setdefault(parent, []).append(oid)
    ready = [(steps[oid].seconds, oid) for oid, count in missing.items() if not count]
    heapq.heapify(ready)
    while ready:
        _, oid = heapq.heappop(ready)
        yield oid
        for child in children.get(oid, ()):
            missing[child] -= 1
            if not missing[child]:
                heapq.heappush(ready, (steps[child].seconds, child))


def reached(found: Walked, tips: Sequence[str]) -> dict[str, int]:
    """For each commit the tips that reach it, as bits by their place among `tips`."""
    bits: dict[str, int] = dict.fromkeys(found.order, 0)
    for place, tip in enumerate(tips):
        if tip in bits:
            bits[tip] |= 1 << place
    for oid in reversed(found.order):
        for parent in found.steps[oid].parents:
            if parent in bits:
                bits[parent] |= bits[oid]
    return bits


def newest(found: Walked, bits: Mapping[str, int], tips: int, most: int) -> tuple[str, ...]:
    """At most so many commits, merges aside, in order; the tips take turns, each newest first.

    So a branch of many commits, or of dates in the future, hides none of another branch.
    """
    plain = [oid for oid in found.order if not found.steps[oid].joins]
    if len(plain) <= most:
        return tuple(plain)
    turns = deque(iter(_of(place, bits, plain)) for place in range(tips))
    taken: set[str] = set()
    while turns and len(taken) < most:
        turn = turns.popleft()
        oid = next((each for each in turn if each not in taken), None)
        if oid is not None:
            taken.add(oid)
            turns.append(turn)
    return tuple(oid for oid in plain if oid in taken)


def _of(place: int, bits: Mapping[str, int], plain: Sequence[str]) -> Iterator[str]:
    return (oid for oid in reversed(plain) if bits[oid] >> place & 1)
