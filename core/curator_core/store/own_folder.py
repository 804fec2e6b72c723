"""Curator's own folder under the git path: plain files and folders only, of its user alone."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from curator_core.model.problem import Refusal
from curator_core.store.beneath import describe, sync_folder

NAME = "curator"
FOLDER, FILE = 0o700, 0o600
"""Modes of all that Curator keeps for itself, whatever the umask says."""
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


def make(folder: Path) -> None:
    """Make a folder of Curator's own, those above it that are missing too, durably; one that is
    there is closed to others."""
    missing = []
    above = folder
    while not above.is_dir():
        missing.append(above)
        above = above.parent
    for each in reversed(missing):
        with contextlib.suppress(FileExistsError):
            each.mkdir(mode=FOLDER)
        _sync(each.parent)
    with contextlib.suppress(PermissionError):
        if not missing and stat.S_IMODE(folder.stat().st_mode) & ~FOLDER:
            folder.chmod(FOLDER)


def close(folder: int) -> None:
    """Take from others what they may do in an opened folder of the user's own."""
    with contextlib.suppress(PermissionError):
        if stat.S_IMODE(os.fstat(folder).st_mode) & ~FOLDER:
            os.fchmod(folder, FOLDER)


def write(path: Path, data: bytes) -> None:
    """A short-lived file of Curator's own, never through a link; not synced."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, FILE), "wb") as file:
        file.write(data)


def reserve(path: Path) -> None:
    """An empty file of Curator's own where none is, for a library that would make one for all."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE))


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        sync_folder(handle)
    finally:
        os.close(handle)
