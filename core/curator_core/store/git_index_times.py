"""Telling git's index that a file is what was committed, where conversions would deny it.

Git compares a file whose times it does not know by its converted content. Below a `filter`, `text`
or `eol` attribute that is never what Curator commits, byte for byte, so `git status` would call the
file modified for ever (FAULTS §6, 38). No plumbing command sets an entry's times without running
the filters, so these 40 bytes are set here, under git's own lock and in git's own format.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.store import beneath, git_locks
from curator_core.store.git_objects import blob_id
from curator_core.store.intent import PathChange

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_ATTRIBUTES = ("filter", "text", "eol", "crlf", "ident", "working-tree-encoding")

_NO_CONVERSION = frozenset({b"unspecified", b"unset", b"auto"})

_TIMES = struct.Struct(">6I")
"""ctime, mtime (seconds, nanoseconds), device, inode: cut to 32 bits as git does."""

_OWNER = struct.Struct(">3I")
"""uid, gid, size; the mode stands between the two."""

_ENTRY = 62
"""Bytes of an entry before its name, flags included."""

_CHECKSUM = 20
_SECOND = 1_000_000_000


def settle(repo: Repository, changes: Iterable[PathChange]) -> None:
    """Set the index times of those committed files that git would convert before comparing.

    Such a file is dated back by a second, else git would not trust a time equal to the index's own.
    """
    written = {change.path: change.new for change in changes if change.new is not None}
    if not any(_has_attributes(repo, path) for path in written):
        return
    stats = {}
    for path in _converted(repo, written):
        times = _settled_file(repo.root, path, written[path])
        if times is not None:
            stats[path] = (written[path], times)
    if stats:
        _patch(repo, stats)


def _has_attributes(repo: Repository, path: str) -> bool:
    folders = (*beneath.parents(path), "")
    own = (repo.root / folder / ".gitattributes" for folder in folders)
    return any(file.exists() for file in (repo.common_dir / "info/attributes", *own))


def _converted(repo: Repository, paths: Iterable[str]) -> list[str]:
    data = b"".join(os.fsencode(path) + b"\0" for path in paths)
    fields = repo.run("check-attr", "-z", "--stdin", *_ATTRIBUTES, data=data).split(b"\0")[:-1]
    rows = zip(fields[::3], fields[2::3], strict=True)
    return list(dict.fromkeys(os.fsdecode(path) for path, to in rows if to not in _NO_CONVERSION))


def _settled_file(root: Path, path: str, blob: str) -> os.stat_result | None:
    """The times of a file that holds exactly the committed bytes, dated back; else None."""
    name = path.rpartition("/")[2]
    try:
        with beneath.folder_of(root, path) as folder:
            handle = beneath.open_to_read(folder, name)
    except (FileNotFoundError, beneath.OddFileError):
        return None
    try:
        if blob_id(beneath.read_all(handle)) != blob:
            return None
        made = os.fstat(handle)
        os.utime(handle, ns=(made.st_atime_ns, made.st_mtime_ns - _SECOND))
        dated = os.fstat(handle)
        # A write since then shows in the content or in the time of change.
        same = blob_id(beneath.read_all(handle)) == blob
        return dated if same and os.fstat(handle).st_ctime_ns == dated.st_ctime_ns else None
    finally:
        os.close(handle)


def _patch(repo: Repository, stats: Mapping[str, tuple[str, os.stat_result]]) -> None:
    """Rewrite the index under its lock; an index in a form not known here is left as it is."""
    lock = git_locks.index_lock(repo)

    def rewrite() -> None:
        index = repo.git_dir / "index"
        data = bytearray(index.read_bytes())
        if _set_times(data, stats):
            repo.step("write index times")
            _replace(index, lock, bytes(data))

    git_locks.taking_ourselves(repo, lock, rewrite)


def _set_times(data: bytearray, stats: Mapping[str, tuple[str, os.stat_result]]) -> bool:
    if data[:4] != b"DIRC" or int.from_bytes(data[4:8], "big") not in (2, 3):
        return False
    changed = False
    for path, (blob, times) in stats.items():
        start = _entry(data, os.fsencode(path), bytes.fromhex(blob))
        if start is not None:
            _TIMES.pack_into(data, start, *_cut(times))
            owner = (times.st_uid, times.st_gid, times.st_size & 0xFFFFFFFF)
            _OWNER.pack_into(data, start + 28, *owner)
            changed = True
    if changed and any(data[-_CHECKSUM:]):
        data[-_CHECKSUM:] = hashlib.sha1(data[:-_CHECKSUM]).digest()
    return changed


def _entry(data: bytearray, name: bytes, blob: bytes) -> int | None:
    """Where the entry of this name with this blob starts: the name ends it, 62 or 64 bytes in."""
    position = data.find(name + b"\0")
    while position >= 0:
        for header in (_ENTRY, _ENTRY + 2):
            start = position - header
            flags = int.from_bytes(data[start + 60 : start + 62], "big")
            extended = bool(flags & 0x4000)
            length = flags & 0xFFF
            if (
                start >= 12
                and data[start + 40 : start + 60] == blob
                and extended == (header > _ENTRY)
                and length == min(len(name), 0xFFF)
            ):
                return start
        position = data.find(name + b"\0", position + 1)
    return None


def _cut(times: os.stat_result) -> tuple[int, ...]:
    created, written = divmod(times.st_ctime_ns, _SECOND), divmod(times.st_mtime_ns, _SECOND)
    fields = (*created, *written, times.st_dev, times.st_ino)
    return tuple(field & 0xFFFFFFFF for field in fields)


def _replace(index: Path, lock: Path, data: bytes) -> None:
    mode = index.stat().st_mode & 0o777
    handle = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    lock.replace(index)
