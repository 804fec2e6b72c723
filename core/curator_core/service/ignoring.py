"""Which files git's ignore rules cover, asked once for one opening of a Home."""

from __future__ import annotations

from collections.abc import Iterable

from curator_core.service.opening import Opened


def ignored(one: Opened, paths: Iterable[str]) -> frozenset[str]:
    """Those of these untracked files that git ignores; many asked at once are one git call."""
    known, wanted = one.ignores, tuple(paths)
    missing = [path for path in dict.fromkeys(wanted) if path not in known]
    if missing:
        found = one.repo.ignored(missing)
        known.update((path, path in found) for path in missing)
    return frozenset(path for path in wanted if known[path])
