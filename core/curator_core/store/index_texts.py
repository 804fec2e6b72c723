"""Many files read in path order, each folder entered once; no link is followed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from curator_core.store import beneath
from curator_core.store.beneath import OddFileError
from curator_core.store.reading import NOTE_LIMIT


def texts(root: Path, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each file; no bytes where it is gone, no plain file, or too large."""
    for _, group in groupby(paths, lambda path: path.rpartition("/")[0]):
        yield from _in_one_folder(root, tuple(group))


def _in_one_folder(root: Path, paths: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    try:
        with beneath.folder_of(root, paths[0]) as folder:
            for path in paths:
                yield path, _read(folder, path.rpartition("/")[2])
    except (FileNotFoundError, OddFileError):
        yield from ((path, b"") for path in paths)


def _read(folder: int, name: str) -> bytes:
    try:
        if os.stat(name, dir_fd=folder, follow_symlinks=False).st_size > NOTE_LIMIT:
            return b""
        held = beneath.look_in(folder, name)
    except (OSError, OddFileError):
        return b""
    return b"" if held is None else held.data
