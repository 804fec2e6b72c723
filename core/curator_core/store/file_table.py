"""The table of a Home's note files: stat-compared rows, parsed again only where changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from curator_core.model.files import Entry, NoteFile, Place
from curator_core.model.home import Config
from curator_core.model.problem import Problem, Severity
from curator_core.rules import layout, table
from curator_core.rules.layout import LaidOut
from curator_core.rules.table import Row, Table
from curator_core.store import note_files, own_folder, reading, walking
from curator_core.store.cache import Cache

RACY_NS = 50_000_000
"""A file changed this shortly before its reading (nanoseconds) may change unseen: not kept."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What the last scan of a Home gave: the stat keys that the walk found, and the table. The
    `racy` files may change unseen, so they are read again next time."""

    root: str
    fingerprint: str
    found: Mapping[str, bytes]
    table: Table
    racy: frozenset[str] = frozenset()


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
    found = _walked(root, config)
    known = _remembered(root, cache) or _kept(root, config, cache, found)
    if found != known.found or known.racy:
        known = _changed(config, cache, known, found, _clock(root, state))
    _remember(known)
    return known.table


def _remembered(root: Path, cache: Cache) -> _Known | None:
    """What this process saw of this Home last, under this configuration."""
    with _last_lock:
        last = _last
    known = last is not None and (last.root, last.fingerprint) == (str(root), cache.key)
    return last if known else None


def _remember(known: _Known) -> None:
    global _last
    with _last_lock:
        _last = known


def _walked(root: Path, config: Config) -> dict[str, bytes]:
    """The stat keys of all files of the layout's folders but the views."""
    folders = [folder for place in Place for folder in config.folders(place)]
    found = walking.walk(root, folders)
    for view in (config.view_memory, config.view_index):
        found.pop(view or "", None)
    return found


def _kept(root: Path, config: Config, cache: Cache, found: Mapping[str, bytes]) -> _Known:
    """What the cache holds. Where it is of just these files, its rows are loaded when needed."""

    def reread(path: str) -> Entry:
        return _entry(root, path, found.get(path, b""), config)

    def complete() -> Mapping[str, Row]:
        return _complete(root, config, found, cache.rows())

    stamp = cache.stamp()
    if stamp is not None and stamp == _stamp(found):
        return _Known(str(root), cache.key, found, Table(complete, reread, stamp))
    rows = cache.rows()
    keys = {path: row[0] for path, row in rows.items()}
    return _Known(str(root), cache.key, keys, Table(lambda: rows, reread))


def _stamp(found: Mapping[str, bytes]) -> str:
    """One word for the files that are there and their state."""
    parts = (
        path.encode("utf-8", "surrogateescape") + b"\0" + found[path] for path in sorted(found)
    )
    return hashlib.blake2b(b"".join(parts), digest_size=16).hexdigest()


def _complete(
    root: Path, config: Config, found: Mapping[str, bytes], rows: Mapping[str, Row]
) -> Mapping[str, Row]:
    """The rows of just these files, some read now if the cache was changed or damaged meanwhile."""
    notes = _notes(found, config, rows)
    if {path: row[0] for path, row in rows.items()} == notes:
        return rows
    rows = {**rows, **_read(root, config, notes, rows)}
    return {path: rows[path] for path in sorted(notes)}


def _changed(
    config: Config, cache: Cache, known: _Known, found: Mapping[str, bytes], clock: int
) -> _Known:
    """The table of the files as they are now; what cannot change unseen goes into the cache."""
    before = known.table.rows
    notes = _notes(found, config, before)
    sure = {path: row for path, row in before.items() if path not in known.racy}
    fresh = _read(Path(known.root), config, notes, sure)
    clock = clock or max(map(walking.changed_at, found.values()), default=0)
    racy = frozenset(path for path in fresh if walking.changed_at(notes[path]) > clock - RACY_NS)
    stamp = None if racy else _stamp(found)
    lasting = {path: row for path, row in fresh.items() if path not in racy}
    gone = [path for path in before if path not in notes]
    if lasting or gone:
        cache.save(lasting, gone, stamp)
    table = _following(known.table, fresh, notes, stamp)
    return replace(known, found=found, table=table, racy=racy)


def _notes(
    found: Mapping[str, bytes], config: Config, known: Container[str]
) -> Mapping[str, bytes]:
    """The files that the layout does not leave out; those that are known to belong are not asked
    about again."""
    if not isinstance(config, LaidOut) or not config.skipped:
        return found
    return {
        path: key
        for path, key in found.items()
        if path in known or layout.place_of(path, config) is not None
    }


def _read(
    root: Path, config: Config, found: Mapping[str, bytes], rows: Mapping[str, Row]
) -> dict[str, Row]:
    """The rows of the files that have none under their stat key."""
    return {
        path: table.encode(_entry(root, path, key, config), key)
        for path, key in found.items()
        if path not in rows or rows[path][0] != key
    }


def _entry(root: Path, path: str, key: bytes, config: Config) -> Entry:
    entry = load(root, path, place_of(path, config) or Place.NOTES, config).entry
    return replace(entry, mtime=walking.modified_at(key))


def _following(
    before: Table, fresh: Mapping[str, Row], found: Mapping[str, bytes], stamp: str | None
) -> Table:
    """The table of all files that are there; the one before when no row is another."""
    rows = {**before.rows, **fresh}
    if len(rows) > len(before.rows) or len(rows) > len(found):
        rows = {path: rows[path] for path in sorted(found)}
    if rows == before.rows and before.stamp in (None, stamp):
        before.stamp = stamp
        return before
    made = Table(lambda: rows, before.reread, stamp)
    made.reuse(before)
    return made


def _clock(root: Path, state: Path) -> int:
    """The time (nanoseconds) that the notes' file system gives a change made now; 0 when unknown,
    and then the newest time in the tree has to do.

    The process's own clock may run apart from it, so a folder of ours is touched. Rows of files
    that are read after this moment and were changed well before it cannot be out of date unseen.
    """
    try:
        own_folder.make(state)
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
    file = note_files.parse(content.data, at, config)
    return file if content.stat.links < 2 else _linked(file, content.stat.links)


def _linked(file: NoteFile, links: int) -> NoteFile:
    """A file that has other names too: what is written there changes it unseen (FAULTS 66)."""
    told = Problem(
        "hard-link",
        Severity.WARNING,
        f"the file has {links} names (hard links); what is written under another one changes it",
        "a decision puts a file of its own in its place and leaves the others as they are",
        file.entry.path,
        1,
        1,
    )
    problems = (*file.problems, told)
    entry = replace(file.entry, **note_files.tally(problems))
    return replace(file, entry=entry, problems=problems)


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
