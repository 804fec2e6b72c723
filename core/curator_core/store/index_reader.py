"""Reading one whole generation of the index."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.rules.terms import Columns, Need, Part, Recipe, is_word
from curator_core.store import index_files
from curator_core.store.index_files import Generation, IndexUnusableError
from curator_core.store.index_rows import Texts, connected, failing, path_of, texts_of, unpacked

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_RANK = "bm25(8.0, 2.0, 0.5)"
"""Weights of head, body and rest."""
_ALL = -1
_NEEDS = 64
"""More terms of a query than this make no difference."""
_MANY = 400
"""More words than this that hold a piece of a query do not narrow it down."""


@dataclass(frozen=True, slots=True)
class Known:
    """One file as the index knows it."""

    path: str
    blob: str
    note_id: str | None


class Reader:
    """One whole generation, in one read transaction."""

    def __init__(self, connection: sqlite3.Connection, made: Generation) -> None:
        self._connection = connection
        self.made = made

    @property
    def inputs(self) -> str:
        """The hash of what this generation was built from."""
        return self._meta("inputs")

    @property
    def generation(self) -> int:
        """The number of this generation."""
        return int(self._meta("generation"))

    def _meta(self, key: str) -> str:
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise IndexUnusableError(f"the index has no {key}")
        return str(row[0])

    def docs(self) -> dict[str, Known]:
        """Every file that the index knows, by path."""
        rows = self._connection.execute("SELECT path, blob, note_id FROM docs ORDER BY path")
        known = (Known(path_of(p), b, n) for p, b, n in rows)
        return {one.path: one for one in known}

    def holding(self, needs: Iterable[Need], limit: int | None = None) -> Iterator[Known] | None:
        """The files that may hold all of these, best first, those with whole words before others;
        None when they narrow nothing down. `limit` says about how many will be taken."""
        parts: list[str] = []
        whole: list[str] = []
        for need in itertools.islice(needs, _NEEDS):
            words = self._alternatives(need)
            if words is not None:
                parts.append(f"({' OR '.join(words)})")
                whole.append(_exact(need.term) if is_word(need.term) else parts[-1])
        if "()" in parts:
            return iter(())
        asked = dict.fromkeys(" AND ".join(each) for each in (whole, parts) if each)
        return self._once(asked, limit) if asked else None

    def _once(self, asked: Iterable[str], limit: int | None) -> Iterator[Known]:
        """Each file once; as many as are wanted are asked for first, all others only then."""
        seen: set[str] = set()
        sizes = (_ALL,) if limit is None else (limit + 1, _ALL)
        for match in asked:
            for size in sizes:
                count = 0
                for known in self._ranked(match, size):
                    count += 1
                    if known.path not in seen:
                        seen.add(known.path)
                        yield known
                if count < size:
                    break

    def telling(self, needs: Iterable[Need], most: int, limit: int) -> Iterator[Known]:
        """The files that hold any of the rarest `most` of these, best first."""
        told = [(self._frequency(need), need) for need in needs]
        told = sorted((pair for pair in told if pair[0]), key=lambda pair: pair[0])
        words = [_exact(need.term, prefix=need.part is Part.START) for _, need in told[:most]]
        return self._ranked(" OR ".join(words), limit) if words else iter(())

    def _frequency(self, need: Need) -> int:
        high = need.term + "\U0010ffff" if need.part is Part.START else need.term
        row = self._connection.execute(
            "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term <= ?", (need.term, high)
        ).fetchone()
        return int(row[0] or 0)

    def _alternatives(self, need: Need) -> list[str] | None:
        """The terms of the index that a need may mean; None for too many, none for no such word."""
        match need.part:
            case Part.WHOLE:
                return [_exact(need.term)]
            case Part.START:
                return [_exact(need.term, prefix=True)]
            case Part.END:
                test = "substr(word, -length(:term)) = :term"
            case Part.INSIDE:
                test = "instr(word, :term) > 0"
        rows = self._connection.execute(
            f"SELECT word FROM words WHERE {test} LIMIT {_MANY + 1}", {"term": need.term}
        ).fetchall()
        return None if len(rows) > _MANY else [_exact(str(row[0])) for row in rows]

    def _ranked(self, match: str, limit: int) -> Iterator[Known]:
        rows = self._connection.execute(
            "SELECT path, blob, note_id FROM (SELECT rowid AS number, rank FROM texts "
            f"WHERE texts MATCH ? AND rank MATCH '{_RANK}' ORDER BY rank LIMIT ?) "
            "JOIN docs ON docs.id = number ORDER BY rank, path",
            (match, limit),
        )
        return (Known(path_of(p), b, n) for p, b, n in rows)

    def faults(self) -> list[str]:
        """What is wrong inside the file itself; none when it is sound."""
        rows = self._connection.execute("PRAGMA integrity_check(5)").fetchall()
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def terms(self) -> Iterator[tuple[str, Texts]]:
        """By path the terms of each file's columns, as they were put in."""
        for path, data in self._connection.execute("SELECT path, terms FROM docs ORDER BY path"):
            yield path_of(path), unpacked(data)

    def words(self) -> Mapping[str, int]:
        """In how many files each word of a spaced script stands."""
        return dict(self._connection.execute("SELECT word, notes FROM words").fetchall())

    def totals(self) -> Mapping[str, tuple[int, int]]:
        """By path how many terms the full-text table holds of a file, and a sum over them."""
        self._connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab(main, texts, instance)"
        )
        rows = self._connection.execute(
            "SELECT path, count(*), sum((length(term) + unicode(term)) * (offset + 1)) "
            "FROM temp.places JOIN docs ON docs.id = places.doc GROUP BY places.doc"
        )
        return {path_of(p): (n, total) for p, n, total in rows}


def totals_of(columns: Columns, recipe: Recipe) -> tuple[int, int]:
    """What `Reader.totals` must give for a text."""
    lists = [text.split(" ") if text else [] for text in texts_of(columns, recipe)]
    total = sum(
        (len(term) + ord(term[0])) * at for terms in lists for at, term in enumerate(terms, 1)
    )
    return sum(map(len, lists)), total


def _exact(term: str, *, prefix: bool = False) -> str:
    return f'"{term}"*' if prefix else f'"{term}"'


@contextlib.contextmanager
def reading(repo: Repository, made: Generation) -> Iterator[Reader]:
    """The generation that was recorded; IndexUnusableError when its file is not as recorded, and
    for whatever fails while it is read."""
    path = index_files.intact(repo, made)
    if path is None:
        raise IndexUnusableError("the index is missing or not as it was recorded")
    with failing(), connected(path, "ro") as connection:
        connection.execute("BEGIN")
        reader = Reader(connection, made)
        assert reader.generation >= 0, "BUG: generations are counted from 1"
        yield reader
