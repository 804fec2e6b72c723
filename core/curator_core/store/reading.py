"""Reading files of a Home without ever leaving it or hanging (FAULTS §2.5)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from curator_core.model.problem import Problem, Severity

NOTE_LIMIT = 1024 * 1024
"""Largest note in bytes; a larger file is listed as unreadable."""


@dataclass(frozen=True, slots=True)
class FileStat:
    """What tells a changed file from an unchanged one; times in nanoseconds."""

    path: str
    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int
    regular: bool
    links: int


@dataclass(frozen=True, slots=True)
class Bytes:
    """A regular file's content."""

    data: bytes
    stat: FileStat


def walk(root: Path, folder: str) -> Iterator[FileStat]:
    """Every `*.md` below a folder, in no order; links are told as not regular, never followed."""
    pending = [folder]
    while pending:
        below = pending.pop()
        try:
            entries = os.scandir(root / below) if _plain_folder(root, below) else None
        except OSError:
            continue
        if entries is None:
            continue
        with entries:
            for entry in entries:
                path = f"{below}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != ".git":
                        pending.append(path)
                elif entry.name.lower().endswith(".md"):
                    yield _stat(path, entry.stat(follow_symlinks=False))


def list_files(root: Path, folder: str) -> tuple[str, ...]:
    """Every plain file below a folder, whatever its name, in path order; links are left out."""
    if not _plain_folder(root, folder):
        return ()
    found: list[str] = []
    for below, folders, names in os.walk(root / folder):
        folders[:] = [name for name in folders if not (Path(below) / name).is_symlink()]
        found.extend((Path(below) / name).relative_to(root).as_posix() for name in names)
    return tuple(sorted(found))


def _plain_folder(root: Path, folder: str) -> bool:
    """No component below the root is a link."""
    path = root
    for part in folder.split("/"):
        path = path / part
        try:
            if not stat.S_ISDIR(path.lstat().st_mode):
                return False
        except OSError:
            return False
    return True


def _stat(path: str, found: os.stat_result) -> FileStat:
    return FileStat(
        path,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_size,
        found.st_ino,
        stat.S_ISREG(found.st_mode),
        found.st_nlink,
    )


def read(root: Path, path: str, limit: int = NOTE_LIMIT) -> Bytes | Problem:
    """A regular file below the root, or why it cannot be read; every part is opened unfollowed."""
    try:
        handle = _open_beneath(root, path)
    except OSError as error:
        return _trouble(path, f"the file cannot be opened: {error.strerror}")
    try:
        found = _stat(path, os.fstat(handle))
        if not found.regular:
            return _trouble(path, "this is no regular file")
        if found.size > limit:
            return too_large(path, found.size)
        with os.fdopen(os.dup(handle), "rb") as file:
            return Bytes(file.read(limit + 1), found)
    except OSError as error:
        return _trouble(path, f"the file cannot be read: {error.strerror}")
    finally:
        os.close(handle)


def stat_of(root: Path, path: str) -> FileStat | None:
    """What tells a changed file from an unchanged one; None where no file can be opened."""
    try:
        handle = _open_beneath(root, path)
    except (OSError, ValueError):
        return None
    try:
        return _stat(path, os.fstat(handle))
    finally:
        os.close(handle)


def too_large(path: str, size: int) -> Problem:
    """A file over the limit is listed, never loaded."""
    return Problem(
        "unreadable-too-large",
        Severity.ERROR,
        f"the file has {size} bytes, more than {NOTE_LIMIT}",
        "cut it into several notes",
        path,
        1,
        1,
    )


def _open_beneath(root: Path, path: str) -> int:
    parts = path.split("/")
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            below = os.open(part, flags | os.O_DIRECTORY, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(parts[-1], flags | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)


def _trouble(path: str, message: str) -> Problem:
    return Problem(
        "unreadable-file",
        Severity.ERROR,
        message,
        "links, pipes and devices are never followed: put a plain file in its place",
        path,
        1,
        1,
    )
