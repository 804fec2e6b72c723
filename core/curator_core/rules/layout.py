"""Which files of a Home are notes: folders, single files, the top itself, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache

from curator_core.model.files import Place
from curator_core.model.home import Config
from curator_core.rules import sync_copies

TOP = "."
"""The layout entry that means the Home's top folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidOut(Config):
    """A configuration with what adopting a foreign Home adds.

    `skipped` (`[layout] skip`) are globs of what is no note under notes, letters' case aside: one
    that ends in `/` matches folders by name, one with another `/` paths from the top, any other one
    files and folders by name. `folder_scopes` (`[adopt.scopes]`) gives the scope of foreign notes
    that state none, by folder; the longest folder that covers a note decides.
    """

    skipped: tuple[str, ...] = ()
    folder_scopes: tuple[tuple[str, str], ...] = ()


def covers(folder: str, path: str) -> bool:
    """Whether a path is, or lies below, a layout entry."""
    return folder == TOP or path == folder or path.startswith(f"{folder}/")


def depth(folder: str) -> int:
    """How many folders a layout entry names; the top none."""
    return 0 if folder == TOP else folder.count("/") + 1


def nearest(folders: Iterable[str], path: str) -> str | None:
    """The longest of the entries that cover a path."""
    return max((f for f in folders if covers(f, path)), key=depth, default=None)


def beneath(folder: str, rest: str) -> str:
    """The path of `rest` below an entry."""
    return rest if folder == TOP else f"{folder}/{rest}"


def place_of(path: str, config: Config) -> Place | None:
    """The place of the longest entry that covers a path; None outside all, and for what is left
    out. The conflicted copy of a note is a candidate, wherever it lies."""
    found: tuple[int, Place] | None = None
    for place in Place:
        folder = nearest(config.folders(place), path)
        if folder is not None and (found is None or depth(folder) > found[0]):
            found = depth(folder), place
    if found is None:
        return None
    if found[1] is not Place.NOTES:
        return found[1]
    if left_out(path, config) is not None:
        return None
    return Place.NOTES if sync_copies.original(path) is None else Place.CANDIDATES


def left_out(path: str, config: Config) -> str | None:
    """The glob that takes a path out of the notes; None when none does, or the path was named.

    Only what lies below the longest entry of `[layout] notes` or `archived` is compared, so that a
    named file or folder is never left out. What is archived may lie in folders of any name.
    """
    skipped = config.skipped if isinstance(config, LaidOut) else ()
    if not skipped:
        return None
    entry = nearest((*config.notes, *config.archived), path)
    if entry is None:
        return None
    return _Globs.of(skipped).match(path, depth(entry), folders=not is_archived(path, config))


def is_archived(path: str, config: Config) -> bool:
    """Whether a path lies in a folder that is mapped to archived."""
    return any(covers(folder, path) for folder in config.archived)


def scope_of(path: str, config: Config) -> str:
    """The scope of a note that states none."""
    if isinstance(config, LaidOut) and config.folder_scopes:
        scopes = dict(config.folder_scopes)
        folder = nearest(scopes, path)
        if folder is not None:
            return scopes[folder]
    return config.default_scope


def whole_tree(config: Config) -> bool:
    """Whether the entries under notes are not all folders, so that git must be asked for all."""
    return any(entry == TOP or entry.lower().endswith(".md") for entry in config.notes)


@dataclass(frozen=True, slots=True)
class _Globs:
    """Compiled globs, each with its text: over names, over folder names, over whole paths."""

    names: tuple[tuple[str, re.Pattern[str]], ...]
    folders: tuple[tuple[str, re.Pattern[str]], ...]
    paths: tuple[tuple[str, re.Pattern[str]], ...]

    @staticmethod
    @lru_cache(maxsize=8)
    def of(skipped: tuple[str, ...]) -> _Globs:
        names, folders, paths = [], [], []
        for text in skipped:
            bare = text.strip("/")
            compiled = text, re.compile(translate(bare.casefold()))
            if "/" in bare or text.startswith("/"):
                paths.append(compiled)
            elif text.endswith("/"):
                folders.append(compiled)
            else:
                names.append(compiled)
        return _Globs(tuple(names), tuple(folders), tuple(paths))

    def match(self, path: str, above: int, *, folders: bool) -> str | None:
        """The first glob that matches a path's parts after the first `above` ones."""
        parts = path.casefold().split("/")
        whole = ["/".join(parts[:count]) for count in range(above + 1, len(parts) + 1)]
        for texts, globs in (
            (parts[above:-1], self.folders if folders else ()),
            (whole, self.paths),
            (parts[above:], self.names),
        ):
            for text, glob in globs:
                if any(map(glob.fullmatch, texts)):
                    return text
        return None
