"""Near copies in the queue: one row for a group, until somebody wants to see them all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from curator_core.model.proposal import Item


@dataclass(frozen=True, slots=True)
class Row:
    """One row: an item; how many copies stand for themselves below or are hidden behind it; whether
    it is a copy below another row."""

    item: Item
    copies: int = 0
    folded: bool = False
    inside: bool = False


def rows(items: Sequence[Item], unfolded: Collection[str]) -> tuple[Row, ...]:
    """Items in order, a group where its first one stands; a group is shown whole when one of its
    items is among `unfolded`."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(_group(item), []).append(item)
    made: list[Row] = []
    for members in groups.values():
        copies = len(members) - 1
        hidden = not any(item.item in unfolded for item in members)
        made.append(Row(members[0], copies, folded=bool(copies) and hidden))
        if not hidden:
            made += [Row(item, inside=True) for item in members[1:]]
    return tuple(made)


def _group(item: Item) -> str:
    """The cluster's name; an item of none is a group of its own."""
    return item.cluster if item.cluster is not None else f"item {item.item}"


def copies(items: Sequence[Item], item: Item) -> tuple[Item, ...]:
    """The other items of an item's cluster."""
    if item.cluster is None:
        return ()
    return tuple(i for i in items if i.cluster == item.cluster and i.item != item.item)
