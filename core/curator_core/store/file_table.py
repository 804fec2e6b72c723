"""The table of a Home's note files: stat-compared rows, parsed again only where changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.home import Config
from curator_core.rules import layout, table
from curator_core.rules.layout import LaidOut
from curator_core.rules.table import Row, Table
from curator_core.store import note_files, reading, walking
from curator_core.store.cache import Cache

RACY_NS = 50_000_000
"""A file changed this shortly before its reading (nanoseconds) may change unseen: not kept."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What the last scan of a Home gave. `keys` are the stat keys of the files that need no new
    reading while they are the same: racy ones are not among them."""

    root: str
    fingerprint: str
    keys: Mapping[str, bytes]
    table: Table


_last: _Known | None = None
_last_lock = Lock()


def fingerprint(config: Config) -> str:
    """What of a configuration decides how bytes become rows."""
    parts = (
        table.FORM,
        note_files.READER_VERSION,
        config.default_scope,
        config.default_subject,
        config.notes,
        config.candidates,
        config.quarantine,
        config.archived,
        config.timezone,
        (config.skipped, config.folder_scopes) if isinstance(config, LaidOut) else (),
    )
    return hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()


def place_of(path: str, config: Config) -> Place | None:
    """Which place of the layout a path lies in or is; the longest matching folder decides."""
    return layout.place_of(path, config)


def scan(root: Path, config: Config, state: Path) -> Table:
    """All entries by path, in path order; unchanged files are not read again.

    `state` is the folder of the cache; it is written only when it exists already or can be made.
    An unchanged Home gives the same table again.
    """
    cache = Cache(state, fingerprint(config))
    known = _known(root, config, cache)
    found = _found(root, config, known.table)
    if found == known.keys and len(found) == len(known.table):
        return known.table
    clock = _clock(root, state) or max(map(walking.changed_at, found.values()), default=0)
    fresh = {
        path: _row(root, path, key, config)
        for path, key in found.items()
        if known.keys.get(path) != key
    }
    racy = {path for path in fresh if walking.changed_at(found[path]) > clock - RACY_NS}
    lasting = {path: row for path, row in fresh.items() if path not in racy}
    gone = [path for path in known.table if path not in found]
    if lasting or gone:
        cache.save(lasting, gone)
    now = _following(known.table, fresh, found)
    keys = {path: key for path, key in found.items() if path not in racy}
    _remember(replace(known, keys=keys, table=now))
    return now


def _known(root: Path, config: Config, cache: Cache) -> _Known:
    """What this process saw last, else what the cache holds."""
    with _last_lock:
        last = _last
    if last is not None and (last.root, last.fingerprint) == (str(root), cache.key):
        return last
    rows = cache.rows()

    def reread(path: str) -> Entry:
        return _entry(root, path, rows[path][0], config)

    keys = {path: row[0] for path, row in rows.items()}
    known = _Known(str(root), cache.key, keys, Table(rows, reread))
    _remember(known)
    return known


def _remember(known: _Known) -> None:
    global _last
    with _last_lock:
        _last = known


def _found(root: Path, config: Config, known: Mapping[str, Entry]) -> dict[str, bytes]:
    """The stat keys of all files of the layout; views and what the layout leaves out are not
    among them. Files of the table before are known to belong."""
    folders = [folder for place in Place for folder in config.folders(place)]
    found = walking.walk(root, folders)
    for view in (config.view_memory, config.view_index):
        found.pop(view or "", None)
    if not isinstance(config, LaidOut) or not config.skipped:
        return found
    return {
        path: key
        for path, key in found.items()
        if path in known or layout.place_of(path, config) is not None
    }


def _row(root: Path, path: str, key: bytes, config: Config) -> Row:
    return table.encode(_entry(root, path, key, config), key)


def _entry(root: Path, path: str, key: bytes, config: Config) -> Entry:
    entry = load(root, path, place_of(path, config) or Place.NOTES, config).entry
    return replace(entry, mtime=walking.modified_at(key))


def _following(before: Table, fresh: Mapping[str, Row], found: Mapping[str, bytes]) -> Table:
    """The table of all files that are there; the one before when no row is another."""
    rows = {**before.rows, **fresh}
    if len(rows) > len(before.rows) or len(rows) > len(found):
        rows = {path: rows[path] for path in sorted(found)}
    return before if rows == before.rows else Table(rows, before.reread)


def _clock(root: Path, state: Path) -> int:
    """The time (nanoseconds) that the notes' file system gives a change made now; 0 when unknown,
    and then the newest time in the tree has to do.

    The process's own clock may run apart from it, so a folder of ours is touched. Rows of files
    that are read after this moment and were changed well before it cannot be out of date unseen.
    """
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(state)
        touched = state.stat()
        return touched.st_mtime_ns if touched.st_dev == root.stat().st_dev else 0
    except OSError:
        return 0


def load(root: Path, path: str, place: Place, config: Config) -> NoteFile:
    """One file in full, read now."""
    content = reading.read(root, path)
    if not isinstance(content, reading.Bytes):
        at = note_files.where(path, b"", place, config)
        return note_files.unreadable(b"", at, (content,))
    at = note_files.where(path, content.data, place, config)
    return note_files.parse(content.data, at, config)


class LazyFiles:
    """Full files by path, read when asked for and kept for the life of one snapshot.

    `known` are files that are not read from the worktree.
    """

    def __init__(
        self,
        root: Path,
        config: Config,
        entries: Mapping[str, Entry],
        known: Mapping[str, NoteFile] | None = None,
    ) -> None:
        self._root = root
        self._config = config
        self._entries = entries
        self._loaded = dict(known or {})

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def __getitem__(self, path: str) -> NoteFile:
        if path not in self._loaded:
            entry = self._entries[path]
            self._loaded[path] = load(self._root, path, entry.place, self._config)
        return self._loaded[path]
