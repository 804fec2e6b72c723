"""Names of new files: which are none, and which another file already has for some file system."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal
from curator_core.store import beneath
from curator_core.store.git_trees import Trees

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

LONGEST = 255
"""Bytes of a name, on every file system in use."""

_GIT_FOLDER = re.compile(r"\.git|git~[0-9]+", re.IGNORECASE)

_IGNORABLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
"""Characters that some file systems drop from names (git's own list for HFS+)."""


def bad(path: str) -> Refusal | None:
    """A path that leaves the worktree, reaches into git's folder, or can name no file."""
    if any(_bad_part(part) for part in path.split("/")):
        return Refusal("invalid", f"{path!r} is no path for a file of a Home", path=path)
    return None


def _bad_part(part: str) -> bool:
    if part in ("", ".", "..") or "\0" in part:
        return True
    if _GIT_FOLDER.fullmatch(_IGNORABLE.sub("", part).rstrip(". ")):
        return True
    try:
        return len(os.fsencode(part)) > LONGEST
    except UnicodeEncodeError:
        return True


def collision(repo: Repository, trees: Trees, fresh: list[str]) -> Refusal | None:
    """A new path that a file system without case or with one Unicode form cannot tell apart."""
    folders: dict[str, _Names] = {}
    for path in fresh:
        for folder, name in _steps(path):
            if folder not in folders:
                folders[folder] = _Names(trees, beneath.names_in(repo.root, folder), folder)
            other = folders[folder].twin(name)
            if other is not None:
                return taken(path, f"{folder}/{other}" if folder else other)
    return None


class _Names:
    """The names of a folder, in HEAD or in the worktree, and those the plan adds."""

    def __init__(self, trees: Trees, present: frozenset[str], folder: str) -> None:
        self._names = {*present, *trees.names(folder)}
        self._folded = {fold(name): name for name in self._names}

    def twin(self, name: str) -> str | None:
        """Another name that folds to the same; the name itself is known from now on."""
        if name in self._names:
            return None
        other = self._folded.setdefault(fold(name), name)
        self._names.add(name)
        return other if other != name else None


def _steps(path: str) -> list[tuple[str, str]]:
    """Each part of a path with the folder it lies in."""
    parts = path.split("/")
    return [("/".join(parts[:depth]), parts[depth]) for depth in range(len(parts))]


def fold(name: str) -> str:
    """A name as the least discerning file system sees it: one case, one Unicode form."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def taken(path: str, other: str) -> Refusal:
    """Something stands where the file would have to go."""
    return Refusal(
        "path-taken",
        f"{path} cannot be written: {other} stands in its way",
        "rename one of the two",
        path,
    )
