"""Curator's own folder under the git path: plain files and folders only, of its user alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from curator_core.model.problem import Refusal
from curator_core.store.beneath import describe

NAME = "curator"
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def refusal(*folders: Path) -> Refusal | None:
    """Why one of these folders cannot be used: it, or something in it, is a link or no file; None
    where all is well or nothing is there yet."""
    for folder in dict.fromkeys(folders):
        odd = _odd(folder)
        if odd is not None:
            return odd
    return None


def _odd(folder: Path) -> Refusal | None:
    try:
        kind = folder.lstat().st_mode
        if not stat.S_ISDIR(kind):
            return _refused(folder, kind)
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_file(follow_symlinks=False) and not entry.is_dir(
                    follow_symlinks=False
                ):
                    return _refused(folder / entry.name, entry.stat(follow_symlinks=False).st_mode)
    except OSError:
        return None
    return None


def _refused(place: Path, kind: int) -> Refusal:
    return Refusal(
        "io",
        f"Curator's own {place.name} is {describe(kind)}: nothing is read or written there",
        "Curator made no such thing: see where it leads, then remove it",
        str(place),
    )


def read(path: Path) -> bytes:
    """The bytes of a plain file, never through a link; OSError when it is anything else."""
    handle = os.open(path, _READ)
    with os.fdopen(handle, "rb") as file:
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind):
            raise OSError(f"it is {describe(kind)}")
        return file.read()
