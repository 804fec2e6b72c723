"""The table of a Home's note files: stat-compared rows, parsed again only where changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.home import Config
from curator_core.store import note_files, reading
from curator_core.store.cache import Cache, Row
from curator_core.store.reading import FileStat

RACY_NS = 50_000_000
"""A file changed this shortly before its reading (nanoseconds) may change unseen: not kept."""

_memory: dict[tuple[str, str], dict[str, Row]] = {}
_memory_lock = Lock()


def fingerprint(config: Config) -> str:
    """What of a configuration decides how bytes become rows."""
    parts = (
        note_files.READER_VERSION,
        config.default_scope,
        config.default_subject,
        config.notes,
        config.candidates,
        config.quarantine,
        config.archived,
        config.timezone,
    )
    return hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()


def place_of(path: str, config: Config) -> Place | None:
    """Which place of the layout a path lies in; the longest matching folder decides."""
    best: tuple[int, Place] | None = None
    for place in Place:
        for folder in config.folders(place):
            if path.startswith(folder + "/") and (best is None or len(folder) > best[0]):
                best = (len(folder), place)
    return None if best is None else best[1]


def _found(root: Path, config: Config) -> Iterator[tuple[FileStat, Place]]:
    seen: set[str] = set()
    skipped = {path for path in (config.view_memory, config.view_index) if path}
    for place in Place:
        for folder in config.folders(place):
            for stat in reading.walk(root, folder):
                if stat.path not in seen and stat.path not in skipped:
                    seen.add(stat.path)
                    yield stat, place_of(stat.path, config) or place


def _key(stat: FileStat) -> str:
    return f"{stat.mtime_ns}:{stat.ctime_ns}:{stat.size}:{stat.inode}:{stat.links}"


def scan(root: Path, config: Config, state: Path) -> dict[str, Entry]:
    """All entries by path, in path order; unchanged files are not read again.

    `state` is the folder of the cache; it is written only when it exists already or can be made.
    """
    memo = (str(root), fingerprint(config))
    cache = Cache(state, memo[1])
    with _memory_lock:
        known = _memory.get(memo)
    first = known is None
    rows = cache.files() if known is None else known
    now: dict[str, Row] = {}
    fresh: dict[str, Row] = {}
    clock: int | None = None
    for stat, place in _found(root, config):
        key = _key(stat)
        row = rows.get(stat.path)
        if row is None or row[0] != key or row[1].place is not place:
            clock = _clock(root, state) if clock is None else clock
            entry = load(root, stat.path, place, config).entry
            row = (key, replace(entry, mtime=stat.mtime_ns / 1e9))
            fresh[stat.path] = row
        now[stat.path] = row
    gone = [path for path in rows if path not in now]
    _settle(cache, memo, _Scanned(now, fresh, gone, clock or 0, first))
    return {path: now[path][1] for path in sorted(now)}


@dataclass(frozen=True, slots=True)
class _Scanned:
    """What a scan found; `clock` is the file system's time before the first file was read."""

    now: dict[str, Row]
    fresh: dict[str, Row]
    gone: list[str]
    clock: int
    first: bool


def _clock(root: Path, state: Path) -> int:
    """The time (nanoseconds) that the notes' file system gives a change made now; 0 when unknown.

    The process's own clock may run apart from it, so a folder of ours is touched.
    """
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(state)
        touched = state.stat()
        return touched.st_mtime_ns if touched.st_dev == root.stat().st_dev else 0
    except OSError:
        return 0


def _settle(cache: Cache, memo: tuple[str, str], scanned: _Scanned) -> None:
    """Keep what cannot change unseen: not rows changed within the last moments before the scan.

    Where the file system's time is unknown, the newest time in the tree stands for it.
    """
    clock = scanned.clock or max(map(_changed, scanned.now.values()), default=0)
    racy = {path for path, row in scanned.fresh.items() if _changed(row) > clock - RACY_NS}
    with _memory_lock:
        _memory.clear()
        _memory[memo] = {path: row for path, row in scanned.now.items() if path not in racy}
    lasting = {path: row for path, row in scanned.fresh.items() if path not in racy}
    if lasting or scanned.gone:
        cache.save(lasting, scanned.gone)


def _changed(row: Row) -> int:
    mtime, ctime = row[0].split(":")[:2]
    return max(int(mtime), int(ctime))


def load(root: Path, path: str, place: Place, config: Config) -> NoteFile:
    """One file in full, read now."""
    content = reading.read(root, path)
    if not isinstance(content, reading.Bytes):
        at = note_files.where(path, b"", place, config)
        return note_files.unreadable(b"", at, (content,))
    at = note_files.where(path, content.data, place, config)
    return note_files.parse(content.data, at, config)


class LazyFiles:
    """Full files by path, read when asked for and kept for the life of one snapshot."""

    def __init__(self, root: Path, config: Config, entries: Mapping[str, Entry]) -> None:
        self._root = root
        self._config = config
        self._entries = entries
        self._loaded: dict[str, NoteFile] = {}

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def __getitem__(self, path: str) -> NoteFile:
        if path not in self._loaded:
            entry = self._entries[path]
            self._loaded[path] = load(self._root, path, entry.place, self._config)
        return self._loaded[path]
