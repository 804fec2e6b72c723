"""One pass over the folders of the layout: which note files lie there, and what tells a change.

Folders are opened through descriptors, part by part, so that no link is followed, also when one is
put in a folder's place while the walk is under way.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from struct import Struct

from curator_core.rules.layout import TOP, covers

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
DEPTH = 64
"""Folders below folders that are walked; what lies deeper is listed as one unreadable row."""

NOT_WALKED = frozenset({".git", ".curator"})
"""Folders, by name, that hold no notes wherever they lie."""

_KEY = Struct("<QQQQQI")
_WORD = (1 << 64) - 1
_UNKNOWN = b""


def walk(root: Path, folders: Iterable[str]) -> dict[str, bytes]:
    """The stat key of every `*.md` file below the folders, by path, in no order.

    A link, and a folder that cannot be opened, stand there under their own path: what lies in them
    is not read, and that must be seen. A folder of the layout that does not exist gives nothing.
    """
    found: dict[str, bytes] = {}
    for folder in _outermost(folders):
        prefix = "" if folder == TOP else f"{folder}/"
        try:
            with _opened(root, folder) as handle:
                _walk(handle, prefix, found, DEPTH)
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            found[folder] = _single(root, folder)
        except OSError:
            found[folder] = _UNKNOWN
    return found


def _single(root: Path, path: str) -> bytes:
    """The stat key of a file that is an entry of the layout itself."""
    above, _, name = path.rpartition("/")
    try:
        with _opened(root, above or TOP) as handle:
            return stat_key(os.stat(name, dir_fd=handle, follow_symlinks=False))
    except OSError:
        return _UNKNOWN


def _outermost(folders: Iterable[str]) -> list[str]:
    """Those that lie in no other one."""
    every = set(folders)
    return [one for one in sorted(every) if not any(covers(o, one) for o in every - {one})]


@contextmanager
def _opened(root: Path, folder: str) -> Iterator[int]:
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in () if folder == TOP else folder.split("/"):
            below = os.open(part, FOLDER, dir_fd=handle)
            os.close(handle)
            handle = below
        yield handle
    finally:
        os.close(handle)


def _walk(folder: int, prefix: str, found: dict[str, bytes], depth: int) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if name not in NOT_WALKED:
                    _enter(folder, name, prefix, found, depth)
            elif name.endswith(".md") or _is_odd(entry):
                try:
                    found[prefix + name] = stat_key(entry.stat(follow_symlinks=False))
                except FileNotFoundError:
                    continue
                except OSError:
                    found[prefix + name] = _UNKNOWN


def _enter(folder: int, name: str, prefix: str, found: dict[str, bytes], depth: int) -> None:
    try:
        if depth == 0:
            raise OSError("too deep")
        handle = os.open(name, FOLDER, dir_fd=folder)
    except FileNotFoundError:
        return
    except OSError:
        found[prefix + name] = _UNKNOWN
        return
    try:
        _walk(handle, f"{prefix}{name}/", found, depth - 1)
    finally:
        os.close(handle)


def _is_odd(entry: os.DirEntry[str]) -> bool:
    """A suffix in other letters, or a link to a folder."""
    return entry.name.lower().endswith(".md") or (entry.is_symlink() and entry.is_dir())


def stat_key(found: os.stat_result) -> bytes:
    """What tells a changed file from an unchanged one: its times, size, inode, links and kind."""
    return _KEY.pack(
        found.st_mtime_ns & _WORD,
        found.st_ctime_ns & _WORD,
        found.st_size,
        found.st_ino,
        found.st_nlink,
        found.st_mode,
    )


def is_file(key: bytes) -> bool:
    """Whether it is a regular file, no link and no device; an unknown one is none."""
    return key != _UNKNOWN and stat.S_ISREG(int(_KEY.unpack(key)[5]))


def size_of(key: bytes) -> int:
    """The size in bytes; 0 when unknown."""
    return 0 if key == _UNKNOWN else int(_KEY.unpack(key)[2])


def changed_at(key: bytes) -> int:
    """When the file system last changed a file (ctime, nanoseconds since 1970); 0 when unknown."""
    return 0 if key == _UNKNOWN else int(_KEY.unpack(key)[1])


def modified_at(key: bytes) -> float:
    """When the content was written, in seconds since 1970 (before it: negative); 0.0: unknown."""
    if key == _UNKNOWN:
        return 0.0
    written = int(_KEY.unpack(key)[0])
    return (written if written >> 63 == 0 else written - (1 << 64)) / 1e9
