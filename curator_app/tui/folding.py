"""Folded rows: one for a group of near copies, or for a job, until all are asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from curator_core.model.proposal import Item


@dataclass(frozen=True, slots=True)
class Row:
    """One row: an item; the ids of those it hides; how many copies are shown below it; whether it
    is such a copy; the job whose items it hides."""

    item: Item
    hidden: tuple[str, ...] = ()
    below: int = 0
    inside: bool = False
    job: str | None = None

    @property
    def folded(self) -> bool:
        """Whether it stands for more than itself."""
        return bool(self.hidden)

    @property
    def copies(self) -> int:
        """How many items belong to it, hidden or below."""
        return len(self.hidden) or self.below


def rows(
    items: Sequence[Item], unfolded: Collection[str], jobs: Collection[str] = ()
) -> tuple[Row, ...]:
    """Items in order, a group where its first one stands; near copies are shown whole when one of
    them is among `unfolded`, the items of a job in `jobs` are one row."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(_group(item, jobs), []).append(item)
    made: list[Row] = []
    for members in groups.values():
        made += _rows(members, unfolded, jobs)
    return tuple(made)


def _rows(members: Sequence[Item], unfolded: Collection[str], jobs: Collection[str]) -> list[Row]:
    first, *others = members
    if not others:
        return [Row(first)]
    job = job_of(first)
    if job is not None and job in jobs:
        return [Row(first, tuple(item.item for item in others), job=job)]
    if not any(item.item in unfolded for item in members):
        return [Row(first, tuple(item.item for item in others))]
    return [Row(first, below=len(others)), *(Row(item, inside=True) for item in others)]


def _group(item: Item, jobs: Collection[str]) -> str:
    """The folded job's name, else the cluster's; an item of neither is a group of its own."""
    if jobs:
        job = job_of(item)
        if job is not None and job in jobs:
            return f"job {job}"
    return f"cluster {item.cluster}" if item.cluster is not None else f"item {item.item}"


def job_of(item: Item) -> str | None:
    """What brought an item: its job's name, else its branch; None for what lies there alone."""
    return item.job or (item.refs[0] if item.refs else None)
