"""Conversations that are kept as files among the sources, found by their id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from curator_core.service.opening import Opened, lasting
from curator_core.store import git_past, reading

FOLDER = "sources"
"""Where raw evidence lies (DESIGN §3)."""
_DELETED = "deleted sources"


@dataclass(frozen=True, slots=True)
class Talk:
    """The file of a conversation; `path` is None for one that the Home never held."""

    path: str | None
    deleted: bool = False


class Conversations:
    """Looks ids up among the files under sources, and among those that HEAD's history lost."""

    def __init__(self, one: Opened) -> None:
        self._one = one
        self._there: dict[str, str] | None = None

    def find(self, uri: str) -> Talk:
        """The file that a `conversation:` URI means: its name without the ending is the id."""
        wanted = _key(uri.partition(":")[2].partition("#")[0])
        if self._there is None:
            self._there = _by_name(reading.list_files(self._one.repo.root, FOLDER))
        if wanted in self._there:
            return Talk(self._there[wanted])
        lost = self._lost().get(wanted)
        return Talk(lost, deleted=lost is not None)

    def _lost(self) -> dict[str, str]:
        """Deleted files by id; history is read once for each HEAD."""
        head = self._one.repo.head().commit
        known = lasting(self._one, _DELETED)
        if head not in known:
            known.clear()
            known[head] = {} if head is None else self._held(head)
        found: dict[str, str] = known[head]
        return found

    def _held(self, head: str) -> dict[str, str]:
        """What history took away, and what HEAD holds: of that a file that is not there is gone."""
        repo = self._one.repo
        return _by_name((*git_past.deleted(repo, FOLDER), *repo.tree(head, FOLDER)))


def _by_name(paths: Iterable[str]) -> dict[str, str]:
    return {_key(PurePosixPath(path).stem): path for path in paths}


def _key(name: str) -> str:
    return name.strip().casefold()
