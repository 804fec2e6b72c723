"""How the index stands in its SQLite file: tables, terms, connections, failures."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from curator_core.model.problem import StoreError
from curator_core.rules.terms import Recipe, columns, is_word
from curator_core.store.index_files import IndexUnusableError

SCHEMA = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE docs(
    id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, blob TEXT NOT NULL, note_id TEXT,
    text TEXT NOT NULL
);
CREATE TABLE words(word TEXT PRIMARY KEY, notes INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE texts USING fts5(head, body, rest, content='', tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, row);
INSERT INTO texts(texts, rank) VALUES('hashsize', 64000000);
"""
"""`texts` keeps terms only; `docs.text` is what they were made of, to take just these out
again. `words` counts the files that hold a word of a spaced script."""
_WAIT = 1.0
"""Seconds that a reader waits for the commit of another process."""

Texts = tuple[str, str, str]
"""The terms of a file's head, body and rest, apart by blanks."""


def texts_of(text: str, recipe: Recipe) -> Texts:
    """The terms of a file's text as they are put in."""
    cut = columns(text)
    return (
        recipe.text(cut.head),
        recipe.text(cut.body),
        recipe.text(cut.rest),
    )


def words_of(texts: Texts) -> set[str]:
    """The different words of spaced scripts among terms."""
    found: set[str] = set()
    found.update(*(text.split() for text in texts))
    return {term for term in found if is_word(term)}


def key_of(path: str) -> bytes:
    """A path as the table holds it."""
    return path.encode("utf-8", "surrogateescape")


def path_of(key: bytes) -> str:
    """The path of a key."""
    return key.decode("utf-8", "surrogateescape")


@contextlib.contextmanager
def connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection in one of the modes ro, rw, rwc, without transaction of its own."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        yield connection
    finally:
        connection.close()


@contextlib.contextmanager
def failing() -> Iterator[None]:
    """Every failure of the file, of SQLite or of the record as IndexUnusableError."""
    try:
        yield
    except (sqlite3.Error, ValueError, OSError, StoreError) as error:
        raise IndexUnusableError(f"the index failed: {error}") from error
