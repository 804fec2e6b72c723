"""A disposable SQLite cache of parsed rows; losing or distrusting it costs time, never truth.

It lies under the git path, where agents that write notes do not write, since a forged row could
make an edited note look reviewed. Every failure of SQLite means "no cache".
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from curator_core.rules.table import Row, are_heads
from curator_core.store import own_folder
from curator_core.store.uncollected import uncollected

CACHE_NAME = "cache.db"
FORM = 3
"""Raised when the tables change: a cache of another form is emptied by the next write."""
_TABLES = ("meta", "files", "facts")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files(
    path BLOB PRIMARY KEY, stat BLOB NOT NULL, head TEXT NOT NULL, rest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS facts(key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_WAIT = 1.0
"""Seconds that a read waits for another process's write: still cheaper than parsing all notes."""


class Cache:
    """Rows of one Home under one key (reader version, configuration); another key empties it."""

    def __init__(self, folder: Path, key: str) -> None:
        self._path = folder / CACHE_NAME
        self.key = key

    @contextlib.contextmanager
    def _open(self, write: bool) -> Iterator[sqlite3.Connection]:
        if write:
            own_folder.make(self._path.parent)
            own_folder.reserve(self._path)
        uri = f"{self._path.absolute().as_uri()}?mode={'rwc' if write else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None)
        try:
            if write:
                self._path.chmod(own_folder.FILE)
                _prepare(connection)
            elif _form(connection) != FORM:
                raise sqlite3.DatabaseError("a cache of another form")
            yield connection
        finally:
            connection.close()

    def rows(self) -> dict[str, Row]:
        """All rows by path, in path order; empty when there is no usable cache."""
        with uncollected():
            return self._rows()

    def _rows(self) -> dict[str, Row]:
        try:
            with self._open(write=False) as connection:
                if self._stored_key(connection) != self.key:
                    return {}
                kept = connection.execute("SELECT path, stat, head, rest FROM files").fetchall()
        except (sqlite3.Error, OSError):
            return {}
        return _decoded(kept)

    def stamp(self) -> str | None:
        """What was said of all files when rows were saved last; None when that is not known."""
        try:
            with self._open(write=False) as connection:
                if self._stored_key(connection) == self.key:
                    return _meta(connection, "stamp") or None
        except (sqlite3.Error, OSError):
            return None
        return None

    def save(self, rows: Mapping[str, Row], gone: Iterable[str], stamp: str | None) -> None:
        """Add or replace rows and drop others in one transaction; a failure loses only speed.

        `stamp` says which files the rows are of, all of them; None when some have no row.
        """
        with contextlib.suppress(sqlite3.Error, OSError), self._open(write=True) as connection:
            connection.execute("BEGIN IMMEDIATE")
            if self._stored_key(connection) != self.key:
                connection.execute("DELETE FROM files")
                connection.execute("REPLACE INTO meta VALUES('key', ?)", (self.key,))
            connection.execute("REPLACE INTO meta VALUES('stamp', ?)", (stamp or "",))
            connection.executemany(
                "DELETE FROM files WHERE path = ?",
                [(path.encode("utf-8", "surrogateescape"),) for path in gone],
            )
            connection.executemany(
                "REPLACE INTO files VALUES(?, ?, ?, ?)",
                [
                    (path.encode("utf-8", "surrogateescape"), stat, json.dumps(head), rest)
                    for path, (stat, head, rest) in rows.items()
                ],
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

    def facts(self, kind: str) -> dict[str, Any]:
        """All kept values whose key starts with `kind:`, by the rest of their key."""
        try:
            with self._open(write=False) as connection:
                rows = connection.execute(
                    "SELECT key, value FROM facts WHERE key >= ? AND key < ?",
                    (f"{kind}:", f"{kind};"),
                ).fetchall()
            values = json.loads("[" + ",".join(value for _, value in rows) + "]")
        except (sqlite3.Error, OSError, ValueError):
            return {}
        return {key[len(kind) + 1 :]: value for (key, _), value in zip(rows, values, strict=False)}

    def keep(self, facts: Mapping[str, Any], gone: Iterable[str] = ()) -> None:
        """Keep values by key and drop others; a failure loses only speed."""
        dropped = [(key,) for key in gone]
        if not facts and not dropped:
            return
        with contextlib.suppress(sqlite3.Error, OSError), self._open(write=True) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("DELETE FROM facts WHERE key = ?", dropped)
            connection.executemany(
                "REPLACE INTO facts VALUES(?, ?)",
                [(key, json.dumps(value)) for key, value in facts.items()],
            )
            connection.execute("COMMIT")

    @staticmethod
    def _stored_key(connection: sqlite3.Connection) -> str | None:
        return _meta(connection, "key")


def _meta(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def _form(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous=OFF")
    if _form(connection) != FORM:
        drops = "".join(f"DROP TABLE IF EXISTS {table};" for table in _TABLES)
        made = f"BEGIN IMMEDIATE;{drops}{_SCHEMA}PRAGMA user_version={FORM};COMMIT;"
        connection.executescript(made)


def _decoded(kept: list[tuple[bytes, bytes, str, str]]) -> dict[str, Row]:
    """The rows in path order; none when one of them is damaged."""
    try:
        heads = json.loads("[" + ",".join(row[2] for row in kept) + "]")
        rows = {
            path.decode("utf-8", "surrogateescape"): (stat, head, rest)
            for (path, stat, _, rest), head in zip(kept, heads, strict=True)
        }
    except (ValueError, TypeError):
        return {}
    return dict(sorted(rows.items())) if are_heads(heads) else {}


def remove(folder: Path) -> None:
    """Forget everything kept; the next read makes it anew."""
    with contextlib.suppress(OSError):
        (folder / CACHE_NAME).unlink(missing_ok=True)


def purge(folder: Path, blobs: Container[str], holds: Callable[[str], bool]) -> None:
    """Take out what is kept by one of these blobs, and everything else of which `holds` says yes;
    freed pages too. A cache that cannot be cleaned is removed."""
    try:
        _purged(folder / CACHE_NAME, blobs, holds)
    except (sqlite3.Error, OSError, ValueError):
        remove(folder)


def _purged(path: Path, blobs: Container[str], holds: Callable[[str], bool]) -> None:
    if not path.exists():
        return
    connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
    try:
        facts = connection.execute("SELECT key, value FROM facts").fetchall()
        left = {key: _left(key, value, (blobs, holds)) for key, value in facts}
        rows = connection.execute("SELECT path, head, rest FROM files").fetchall()
        files = [(name,) for name, *texts in rows if holds(_row_text(name, texts))]
        known = dict(facts)
        made = [(value, key) for key, value in left.items() if value not in (None, known[key])]
        gone = [(key,) for key, value in left.items() if value is None]
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("UPDATE facts SET value = ? WHERE key = ?", made)
        connection.executemany("DELETE FROM facts WHERE key = ?", gone)
        connection.executemany("DELETE FROM files WHERE path = ?", files)
        if files:
            connection.execute("REPLACE INTO meta VALUES('stamp', '')")
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    finally:
        connection.close()


def _left(key: str, value: str, gone: tuple[Container[str], Callable[[str], bool]]) -> str | None:
    """What stays of a fact; None where it goes."""
    blobs, holds = gone
    known = json.loads(value)
    made = _without(known, blobs)
    if key.rpartition(":")[2] in blobs or holds(f"{key}\n{json.dumps(made, ensure_ascii=False)}"):
        return None
    return value if made is known else json.dumps(made)


def _without(value: Any, blobs: Container[str]) -> Any:
    """A value without what it keeps by blob; the same object where nothing of that is in it."""
    if not isinstance(value, dict):
        return value
    made = {key: _without(each, blobs) for key, each in value.items() if key not in blobs}
    same = len(made) == len(value) and all(made[key] is each for key, each in value.items())
    return value if same else made


def _row_text(name: bytes, texts: list[str]) -> str:
    shown = (json.dumps(json.loads(text), ensure_ascii=False) for text in texts)
    return "\n".join((name.decode("utf-8", "replace"), *shown))
