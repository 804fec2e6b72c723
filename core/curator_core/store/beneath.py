"""Files below a root, reached part by part through descriptors: no link is ever followed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Held:
    """A regular file's bytes and its permission bits."""

    data: bytes
    mode: int


class OddFileError(Exception):
    """Something stands there that is no regular file; `in_the_way` when it is a folder where a
    file was looked for, or a file where a folder was.
    """

    def __init__(self, name: str, what: str, *, in_the_way: bool = False) -> None:
        super().__init__(f"{name} is {what}")
        self.name = name
        self.what = what
        self.in_the_way = in_the_way


def describe(mode: int) -> str:
    """What kind of file a mode says, in words."""
    kinds = {
        stat.S_IFLNK: "a symbolic link",
        stat.S_IFDIR: "a folder",
        stat.S_IFREG: "a file",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "a device")


@contextmanager
def folder_of(
    root: Path, path: str, make: Callable[[int, str], None] | None = None
) -> Iterator[int]:
    """A descriptor of the folder that holds `path`; `make` is called for missing folders.

    Raises FileNotFoundError when one is missing and not made, OddFileError when one is no folder.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in path.split("/")[:-1]:
            below = _enter(folder, part, make)
            os.close(folder)
            folder = below
        yield folder
    finally:
        os.close(folder)


def _enter(folder: int, part: str, make: Callable[[int, str], None] | None) -> int:
    try:
        return os.open(part, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        if make is None:
            raise
        make(folder, part)
        return os.open(part, _FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            raise
        mode = os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode
        raise OddFileError(part, describe(mode), in_the_way=stat.S_ISREG(mode)) from error


def look(root: Path, path: str) -> Held | None:
    """The regular file at `path`, None when there is nothing; OddFileError for anything else."""
    try:
        with folder_of(root, path) as folder:
            return look_in(folder, path.rpartition("/")[2])
    except FileNotFoundError:
        return None


def look_in(folder: int, name: str) -> Held | None:
    """The same for a name in an opened folder."""
    try:
        handle = os.open(name, _READ, dir_fd=folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO):
            raise
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        raise OddFileError(name, describe(mode)) from error
    try:
        return _held(handle, name)
    finally:
        os.close(handle)


def _held(handle: int, name: str) -> Held:
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        raise OddFileError(name, describe(mode), in_the_way=stat.S_ISDIR(mode))
    return Held(read_all(handle), stat.S_IMODE(mode))


def read_all(handle: int) -> bytes:
    """All bytes of an opened file from its start, wherever it was read to before."""
    parts = []
    position = 0
    while part := os.pread(handle, 1 << 20, position):
        parts.append(part)
        position += len(part)
    return b"".join(parts)


def names_in(root: Path, folder: str) -> frozenset[str]:
    """The names in a folder; none when it is missing or no folder."""
    try:
        inside = f"{folder}/x" if folder else "x"
        with folder_of(root, inside) as handle, os.scandir(handle) as entries:
            return frozenset(entry.name for entry in entries)
    except (FileNotFoundError, OddFileError):
        return frozenset()


def open_to_read(folder: int, name: str) -> int:
    """A descriptor for reading a file in an opened folder, never through a link."""
    return os.open(name, _READ, dir_fd=folder)


def write_new(folder: int, name: str, data: bytes, mode: int = 0o666) -> int:
    """A new file with these bytes, its mode cut by the umask; the descriptor, not yet synced."""
    handle = os.open(name, _WRITE, mode, dir_fd=folder)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
    except OSError:
        os.close(handle)
        raise
    return handle


def sync_folder(folder: int) -> None:
    """Make a folder's names durable; file systems that cannot sync folders are let be."""
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise


def parents(path: str) -> Sequence[str]:
    """The folders above a path, nearest first, without the root."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)]
