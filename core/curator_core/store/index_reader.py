"""Reading one whole generation of the index."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.rules.terms import Need, Part, Recipe, is_word
from curator_core.store import index_files
from curator_core.store.index_files import Generation, IndexUnusableError
from curator_core.store.index_rows import connected, failing, path_of, texts_of

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_RANK = "bm25(8.0, 2.0, 0.5)"
"""Weights of head, body and rest."""
_ALL = -1
_FREQUENT = 1000
"""What stands in more files than this is not ranked by how often, only by where: heads first."""
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


@dataclass(frozen=True, slots=True)
class _Narrowing:
    """One term of a query for FTS5: as a whole word, with all words it may be part of ("" where
    there is none), and about how many files hold it."""

    whole: str
    match: str
    files: int


_SELECT = "SELECT path, blob, note_id FROM (SELECT rowid AS number, rank FROM texts WHERE texts "
_BEST = (
    f"{_SELECT}MATCH ? AND rank MATCH '{_RANK}' ORDER BY rank LIMIT ?) "
    "JOIN docs ON docs.id = number ORDER BY rank, path"
)
_ANY = (
    "SELECT path, blob, note_id FROM (SELECT rowid AS number FROM texts WHERE texts MATCH ? "
    "LIMIT ?) JOIN docs ON docs.id = number"
)


@dataclass(frozen=True, slots=True)
class _Way:
    """How matches are asked for: best first or in any order, and how many at most."""

    query: str
    limit: int


def _ranked(limit: int | None) -> tuple[_Way, ...]:
    return (_Way(_BEST, _ALL),) if limit is None else (_Way(_BEST, limit + 1), _Way(_BEST, _ALL))


def _unranked(limit: int | None) -> tuple[_Way, ...]:
    return (_Way(_ANY, _ALL),) if limit is None else (_Way(_ANY, limit + 1), _Way(_ANY, _ALL))


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
        found: list[_Narrowing] = []
        for need in itertools.islice(needs, _NEEDS):
            one = self._narrowing(need)
            if one is not None:
                found.append(one)
        if any(not one.match for one in found):
            return iter(())
        if not found:
            return None
        whole = " AND ".join(one.whole for one in found)
        every = " AND ".join(one.match for one in found)
        if min(one.files for one in found) > _FREQUENT:
            return self._once((f"head : ({whole})", whole, every), _unranked(limit))
        return self._once(tuple(dict.fromkeys((whole, every))), _ranked(limit))

    def _once(self, asked: Iterable[str], ways: Iterable[_Way]) -> Iterator[Known]:
        """Each file once; as many as are wanted are asked for first, all others only then."""
        seen: set[str] = set()
        for match in asked:
            for way in ways:
                count = 0
                for known in self._matching(match, way):
                    count += 1
                    if known.path not in seen:
                        seen.add(known.path)
                        yield known
                if count < way.limit:
                    break

    def _narrowing(self, need: Need) -> _Narrowing | None:
        """What a need asks of the index; None when it asks for too much to be worth it."""
        whole = _exact(need.term)
        match need.part:
            case Part.WHOLE:
                return _Narrowing(whole, whole, self._files_with(need.term))
            case Part.START:
                start = _exact(need.term, prefix=True)
                return _Narrowing(whole if is_word(need.term) else start, start, 0)
            case Part.END:
                test = "substr(word, -length(:term)) = :term"
            case Part.INSIDE:
                test = "instr(word, :term) > 0"
        rows = self._connection.execute(
            f"SELECT word, notes FROM words WHERE {test} LIMIT {_MANY + 1}", {"term": need.term}
        ).fetchall()
        if len(rows) > _MANY:
            return None
        words = " OR ".join(_exact(str(word)) for word, _ in rows)
        return _Narrowing(whole, f"({words})" if words else "", sum(count for _, count in rows))

    def _files_with(self, term: str) -> int:
        row = self._connection.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,))
        found = row.fetchone()
        return 0 if found is None else int(found[0])

    def telling(self, needs: Iterable[Need], most: int, limit: int) -> Iterator[Known]:
        """The files that hold any of the rarest `most` of these, best first."""
        told = [(self._frequency(need), need) for need in needs]
        told = sorted((pair for pair in told if pair[0]), key=lambda pair: pair[0])
        words = [_exact(need.term, prefix=need.part is Part.START) for _, need in told[:most]]
        return self._matching(" OR ".join(words), _Way(_BEST, limit)) if words else iter(())

    def _frequency(self, need: Need) -> int:
        high = need.term + "\U0010ffff" if need.part is Part.START else need.term
        row = self._connection.execute(
            "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term <= ?", (need.term, high)
        ).fetchone()
        return int(row[0] or 0)

    def _matching(self, match: str, way: _Way) -> Iterator[Known]:
        rows = self._connection.execute(way.query, (match, way.limit))
        return (Known(path_of(p), b, n) for p, b, n in rows)

    def faults(self) -> list[str]:
        """What is wrong inside the file itself; none when it is sound."""
        rows = self._connection.execute("PRAGMA integrity_check(5)").fetchall()
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def sources(self) -> Iterator[tuple[str, str]]:
        """By path the text that each file's terms were made of."""
        for path, data in self._connection.execute("SELECT path, text FROM docs ORDER BY path"):
            yield path_of(path), str(data)

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


def totals_of(text: str, recipe: Recipe) -> tuple[int, int]:
    """What `Reader.totals` must give for a text."""
    lists = [part.split() for part in texts_of(text, recipe)]
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
