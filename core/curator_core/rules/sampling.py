"""Which of many items must be looked at before all are decided at once (DESIGN §5, risk)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

SHARE = 10
"""One item in this many is looked at."""
LEAST, MOST = 3, 10
"""At least and at most so many are looked at."""
FROM = 10
"""From this many items on a sample is due; fewer are seen at a glance."""


def size(count: int) -> int:
    """How many of `count` items must be looked at; 0 below `FROM`."""
    if count < FROM:
        return 0
    return min(MOST, max(LEAST, -(-count // SHARE)))


def sample(ids: Iterable[str], seed: bytes) -> tuple[str, ...]:
    """The ids to look at, in the order given; equal for equal ids and seed, whatever the order.

    `seed` is secret, so that nobody can name an item to slip through. Another item more or less
    changes the sample by one at most, but for its size.
    """
    given = tuple(dict.fromkeys(ids))
    ranked = sorted(given, key=lambda name: (_rank(seed, name), name))
    chosen = set(ranked[: size(len(given))])
    return tuple(name for name in given if name in chosen)


def _rank(seed: bytes, name: str) -> bytes:
    return hashlib.sha256(seed + b"\0" + name.encode("utf-8", "surrogatepass")).digest()
