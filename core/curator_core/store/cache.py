"""A disposable SQLite cache of parsed rows; losing or distrusting it costs time, never truth.

It lies under the git path, where agents that write notes do not write, since a forged row could
make an edited note look reviewed. Every failure of SQLite means "no cache".
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from curator_core.model.files import Entry, FileState, Place

CACHE_NAME = "cache.db"
_NAMES = tuple(field.name for field in fields(Entry))
_TUPLES = ("taint", "sources", "supersedes", "superseded_by", "filled", "problem_codes")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files(path BLOB PRIMARY KEY, stat TEXT NOT NULL, row TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS facts(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

Row = tuple[str, Entry]
"""The stat text that the row was read under, and the row."""


def encode(entry: Entry) -> str:
    """An entry as JSON, in field order."""
    return json.dumps([getattr(entry, name) for name in _NAMES])


def decode(row: list[Any]) -> Entry:
    """An entry from its JSON list."""
    values = dict(zip(_NAMES, row, strict=True))
    for name in _TUPLES:
        values[name] = tuple(values[name])
    values["place"] = Place(values["place"])
    values["state"] = FileState(values["state"])
    return Entry(**values)


class Cache:
    """Rows of one Home under one key (reader version, configuration); another key empties it."""

    def __init__(self, folder: Path, key: str) -> None:
        self._path = folder / CACHE_NAME
        self._key = key

    @contextlib.contextmanager
    def _open(self, write: bool) -> Iterator[sqlite3.Connection]:
        if write:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        uri = f"{self._path.absolute().as_uri()}?mode={'rwc' if write else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=0.2, isolation_level=None)
        try:
            if write:
                self._path.chmod(0o600)
                connection.execute("PRAGMA synchronous=OFF")
                connection.executescript(_SCHEMA)
            yield connection
        finally:
            connection.close()

    def files(self) -> dict[str, Row]:
        """All rows by path; empty when there is no usable cache."""
        try:
            with self._open(write=False) as connection:
                if self._stored_key(connection) != self._key:
                    return {}
                rows = connection.execute("SELECT path, stat, row FROM files").fetchall()
                entries = json.loads("[" + ",".join(row[2] for row in rows) + "]")
                return {
                    os.fsdecode(row[0]): (row[1], decode(entry))
                    for row, entry in zip(rows, entries, strict=True)
                }
        except (sqlite3.Error, OSError, ValueError, TypeError):
            return {}

    def save(self, rows: Mapping[str, Row], gone: Iterable[str]) -> None:
        """Add or replace rows and drop others in one transaction; a failure loses only speed."""
        with contextlib.suppress(sqlite3.Error, OSError), self._open(write=True) as connection:
            connection.execute("BEGIN IMMEDIATE")
            if self._stored_key(connection) != self._key:
                connection.execute("DELETE FROM files")
                connection.execute("REPLACE INTO meta VALUES('key', ?)", (self._key,))
            connection.executemany(
                "DELETE FROM files WHERE path = ?", [(os.fsencode(path),) for path in gone]
            )
            connection.executemany(
                "REPLACE INTO files VALUES(?, ?, ?)",
                [(os.fsencode(path), stat, encode(row)) for path, (stat, row) in rows.items()],
            )
            connection.execute("COMMIT")

    def fact(self, key: str) -> Any | None:
        """A value computed from an immutable git object, by the object's id; None if not kept."""
        try:
            with self._open(write=False) as connection:
                row = connection.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
                return None if row is None else json.loads(row[0])
        except (sqlite3.Error, OSError, ValueError):
            return None

    def facts(self, keys: Iterable[str]) -> dict[str, Any]:
        """Several values at once; those not kept are left out."""
        wanted = set(keys)
        try:
            with self._open(write=False) as connection:
                rows = connection.execute("SELECT key, value FROM facts").fetchall()
                return {key: json.loads(value) for key, value in rows if key in wanted}
        except (sqlite3.Error, OSError, ValueError):
            return {}

    def keep(self, facts: Mapping[str, Any]) -> None:
        """Keep values by key; a failure loses only speed."""
        if not facts:
            return
        with contextlib.suppress(sqlite3.Error, OSError), self._open(write=True) as connection:
            connection.executemany(
                "REPLACE INTO facts VALUES(?, ?)",
                [(key, json.dumps(value)) for key, value in facts.items()],
            )

    @staticmethod
    def _stored_key(connection: sqlite3.Connection) -> str | None:
        row = connection.execute("SELECT value FROM meta WHERE key = 'key'").fetchone()
        return None if row is None else str(row[0])


def remove(folder: Path) -> None:
    """Forget everything kept; the next read makes it anew."""
    with contextlib.suppress(OSError):
        (folder / CACHE_NAME).unlink(missing_ok=True)
