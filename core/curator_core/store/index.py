"""The full-text index in SQLite: contentless FTS5 over terms, made whole or changed in one
transaction (DESIGN §6).

It says which files may hold something. It vouches for nothing: texts, ids and review state are
read again from the files. Every failure of SQLite is an IndexUnusableError.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.rules.terms import Recipe, is_word
from curator_core.store import index_files, own_folder
from curator_core.store.index_files import Generation, IndexUnusableError
from curator_core.store.index_rows import (
    SCHEMA,
    Texts,
    connected,
    failing,
    key_of,
    texts_of,
    words_of,
)

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


@dataclass(frozen=True, slots=True)
class Doc:
    """One file on its way into the index; `blob` is the id of the bytes that `text` is of."""

    path: str
    blob: str
    note_id: str | None
    text: str


def build(
    repo: Repository, recipe: Recipe, docs: Iterable[Doc], inputs: str, generation: int
) -> Generation:
    """A new file with just these docs in the place of the generation before. The caller holds the
    lock; a kill at any point leaves the old generation."""
    with index_files.workplace(repo, recipe.name) as place, failing():
        last = index_files.record(repo).made.get(recipe.name)
        place.clear(None if last is None else last.file)
        temporary, name = f"new-{os.getpid()}.db", f"index-{generation}.db"
        own_folder.reserve(place.path / temporary)
        count = _fill(place.path / temporary, recipe, docs, (inputs, generation))
        place.put(temporary, name)
        made = Generation(
            recipe=recipe.name,
            generation=generation,
            file=name,
            inputs=inputs,
            notes=count,
            mark=place.mark(name),
        )
        index_files.keep(repo, made)
        place.clear(name)
    return made


def _fill(path: Path, recipe: Recipe, docs: Iterable[Doc], stamp: tuple[str, int]) -> int:
    count = 0
    with connected(path, "rwc") as connection:
        connection.executescript(
            f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN; {SCHEMA}"
        )
        for count, doc in enumerate(docs, 1):
            _insert(connection, recipe, doc, count)
        known = connection.execute("SELECT term, doc FROM vocabulary").fetchall()
        words = [row for row in known if is_word(row[0])]
        connection.executemany("INSERT INTO words VALUES(?, ?)", words)
        _stamp(connection, *stamp)
        connection.execute("COMMIT")
    return count


def _stamp(connection: sqlite3.Connection, inputs: str, generation: int) -> None:
    rows = [("inputs", inputs), ("generation", str(generation))]
    connection.executemany("REPLACE INTO meta VALUES(?, ?)", rows)


def _insert(connection: sqlite3.Connection, recipe: Recipe, doc: Doc, at: int | None) -> Texts:
    texts = texts_of(doc.text, recipe)
    row = connection.execute(
        "INSERT INTO docs VALUES(?, ?, ?, ?, ?)",
        (at, key_of(doc.path), doc.blob, doc.note_id, doc.text),
    )
    connection.execute(
        "INSERT INTO texts(rowid, head, body, rest) VALUES(?, ?, ?, ?)", (row.lastrowid, *texts)
    )
    return texts


def change(
    repo: Repository, made: Generation, recipe: Recipe, fresh: Sequence[Doc], rest: Changed
) -> Generation:
    """The next generation in the same file: `fresh` docs replaced or added, others gone, in one
    transaction. The caller holds the lock; IndexUnusableError when the file is not as recorded."""
    path = index_files.intact(repo, made)
    if path is None:
        raise IndexUnusableError("the index is not as it was recorded")
    with index_files.workplace(repo, made.recipe) as place, failing():
        count = _changed(path, recipe, fresh, (rest, made.generation + 1))
        next_one = replace(
            made,
            generation=made.generation + 1,
            inputs=rest.inputs,
            notes=count,
            mark=place.mark(made.file),
        )
        index_files.keep(repo, next_one)
    return next_one


@dataclass(frozen=True, slots=True)
class Changed:
    """What else a change says: the paths that are gone, and the hash of all inputs after it."""

    gone: tuple[str, ...]
    inputs: str


def _changed(path: Path, recipe: Recipe, fresh: Sequence[Doc], after: tuple[Changed, int]) -> int:
    rest, generation = after
    with connected(path, "rw") as connection:
        connection.executescript("PRAGMA secure_delete=ON; BEGIN IMMEDIATE;")
        for name in (*rest.gone, *(doc.path for doc in fresh)):
            _delete(connection, recipe, name)
        for doc in fresh:
            _count_words(connection, words_of(_insert(connection, recipe, doc, None)), 1)
        _stamp(connection, rest.inputs, generation)
        connection.execute("COMMIT")
        return int(connection.execute("SELECT count(*) FROM docs").fetchone()[0])


def _delete(connection: sqlite3.Connection, recipe: Recipe, path: str) -> None:
    row = connection.execute("SELECT id, text FROM docs WHERE path = ?", (key_of(path),)).fetchone()
    if row is None:
        return
    number, texts = row[0], texts_of(str(row[1]), recipe)
    connection.execute(
        "INSERT INTO texts(texts, rowid, head, body, rest) VALUES('delete', ?, ?, ?, ?)",
        (number, *texts),
    )
    connection.execute("DELETE FROM docs WHERE id = ?", (number,))
    _count_words(connection, words_of(texts), -1)


def _count_words(connection: sqlite3.Connection, words: Iterable[str], by: int) -> None:
    rows = [(word, by) for word in words]
    connection.executemany(
        "INSERT INTO words VALUES(?, ?) ON CONFLICT DO UPDATE SET notes = notes + excluded.notes",
        rows,
    )
    if by < 0:
        gone = [(word,) for word, _ in rows]
        connection.executemany("DELETE FROM words WHERE word = ? AND notes <= 0", gone)
