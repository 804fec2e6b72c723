"""Cycles of a directed graph; linear and without recursion, so that deep chains are no danger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

Edge = tuple[str, str]
Graph = Mapping[str, list[str]]


def looped(edges: Iterable[Edge]) -> frozenset[Edge]:
    """The edges (from, to) that lie on a cycle, self-edges included."""
    return frozenset(edge for ring in rings(edges) for edge in ring)


def rings(edges: Iterable[Edge]) -> tuple[tuple[Edge, ...], ...]:
    """The same edges, those that lie on common cycles together, in the order given."""
    forward: dict[str, list[str]] = defaultdict(list)
    backward: dict[str, list[str]] = defaultdict(list)
    listed = tuple(edges)
    for source, target in listed:
        forward[source].append(target)
        backward[target].append(source)
    group = _groups(forward, backward)
    found: dict[str, list[Edge]] = defaultdict(list)
    for source, target in listed:
        if group[source] == group[target]:
            found[group[source]].append((source, target))
    return tuple(tuple(ring) for ring in found.values())


def _groups(forward: Graph, backward: Graph) -> dict[str, str]:
    """Each node's strongly connected component, named by one of its nodes (Kosaraju)."""
    finished: list[str] = []
    seen: set[str] = set()
    for node in (*forward, *backward):
        if node not in seen:
            finished += _finishing(node, forward, seen)
    group: dict[str, str] = {}
    for root in reversed(finished):
        if root in group:
            continue
        group[root] = root
        waiting = [root]
        while waiting:
            for node in backward.get(waiting.pop(), ()):
                if node not in group:
                    group[node] = root
                    waiting.append(node)
    return group


def _finishing(root: str, graph: Graph, seen: set[str]) -> list[str]:
    """Depth-first from a root: nodes in the order in which they are finished."""
    finished: list[str] = []
    seen.add(root)
    stack: list[tuple[str, Iterator[str]]] = [(root, iter(graph.get(root, ())))]
    while stack:
        node, rest = stack[-1]
        following = next((after for after in rest if after not in seen), None)
        if following is None:
            finished.append(node)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(graph.get(following, ()))))
    return finished
