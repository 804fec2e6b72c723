"""The folders of one commit, each read once, however many paths are looked up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from curator_core.store.git_objects import TREE, Leaf, Tree

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


class Trees:
    """Tree objects of one commit, each read once."""

    def __init__(self, repo: Repository, commit: str) -> None:
        self._repo = repo
        self._known: dict[str, Tree] = {}
        self.root = repo.tree_id(commit, "") or ""

    def read(self, oid: str) -> Tree:
        """The entries of a tree."""
        if oid not in self._known:
            self._known[oid] = self._repo.tree_at(oid)
        return self._known[oid]

    def names(self, folder: str) -> Iterable[str]:
        """The names in a folder of the commit; none when there is no such folder."""
        found = self.leaf(folder)[0] if folder else Leaf(TREE, self.root)
        return self.read(found.oid) if found is not None and found.mode == TREE else ()

    def leaf(self, path: str) -> tuple[Leaf | None, str]:
        """What lies at a path or, where a part above it is no folder, that part; and which."""
        found = Leaf(TREE, self.root)
        above = ""
        for part in path.split("/"):
            if found.mode != TREE:
                return found, above
            above = f"{above}/{part}" if above else part
            below = self.read(found.oid).get(part)
            if below is None:
                return None, above
            found = below
        return found, above
