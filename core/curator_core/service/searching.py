"""Finding notes by text: the index narrows down, the files themselves decide (DESIGN §6).

What the index does not know as it lies there now is read from the files, so an index that is
missing, behind or damaged costs time and never an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from curator_core.model.files import Entry, Place
from curator_core.model.problem import StoreError
from curator_core.rules import questions, terms, tracing
from curator_core.service import indexing
from curator_core.service.caller import Caller
from curator_core.service.indexing import State
from curator_core.service.opening import Opened, look, opened
from curator_core.store import index_reader
from curator_core.store.index_files import Generation, IndexUnusableError
from curator_core.store.index_reader import Known, Reader
from curator_core.store.repository import open_repository

T = TypeVar("T")

_MOST_TERMS = 24
"""How many of a question's rarest terms are looked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A file that holds a text. `line` is 1-based, `text` that line without its end; [start, end)
    is what matched in it, empty for a likely answer to a question."""

    entry: Entry
    line: int
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """Hits, best first, and how the index stands that helped; they are complete either way, but for
    a limit: `more` says that there are others."""

    hits: tuple[Hit, ...]
    index: State
    more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for, literally but for case, width and invisible characters. `places` are the
    folders of the layout to look into; `limit` None means all."""

    text: str
    places: tuple[Place, ...] = (Place.NOTES,)
    limit: int | None = None


def search(caller: Caller, asked: Search) -> Found:
    """Every file that holds a text; StoreError when the Home cannot be read."""
    with opened(caller) as one:
        return found(one, asked)


def found(one: Opened, asked: Search) -> Found:
    """The same on a Home that is open already."""
    made = indexing.ready(one)
    blobs = indexing.blobs(one)

    def ask(reader: Reader) -> list[Hit]:
        return _taken(one, _narrowed(reader, asked, blobs), asked)

    hits = _asked(one, made, ask)
    if hits is None:
        hits = _taken(one, blobs, asked)
    more = asked.limit is not None and len(hits) > asked.limit
    return Found(tuple(hits[: asked.limit]), indexing.state(one), more)


def _taken(one: Opened, paths: Iterable[str], asked: Search) -> list[Hit]:
    """The hits among files, one more than asked for at most."""
    most = None if asked.limit is None else asked.limit + 1
    return list(islice(_verified(one, paths, asked), most))


def likely(one: Opened, question: str, limit: int) -> Found:
    """Notes that share telling words with a question, likeliest first; [] where none does.

    Without a usable index the words are looked for one by one.
    """
    made = indexing.ready(one)
    needs = questions.asked(question, indexing.recipe(one.repo))
    state = indexing.state(one)
    ranked = _asked(one, made, lambda reader: list(reader.telling(needs, _MOST_TERMS, -1)))
    paths = _counted(one, needs) if ranked is None else [known.path for known in ranked]
    hits = [
        Hit(entry, 1, entry.title, 0, 0)
        for path in paths
        if (entry := one.snapshot.entries.get(path)) is not None and entry.place is Place.NOTES
    ]
    return Found(tuple(hits[:limit]), state, more=len(hits) > limit)


def _counted(one: Opened, needs: Iterable[terms.Need]) -> list[str]:
    """Files by how many of these terms stand in them."""
    scores: dict[str, int] = {}
    for path in one.snapshot.entries:
        folded = terms.fold(indexing.text_of(one, path))
        scores[path] = sum(need.term in folded for need in needs)
    return sorted((p for p, score in scores.items() if score), key=lambda p: -scores[p])


def _narrowed(reader: Reader, asked: Search, blobs: Mapping[str, str]) -> Iterator[str]:
    """The paths of all files that may hold a text: what the index names, best first, then whatever
    it does not know as it lies there now."""
    needs = terms.needs(terms.wanted(asked.text), terms.RECIPES[reader.made.recipe])
    named = reader.holding(needs, asked.limit)
    if named is None:
        yield from blobs
        return
    yield from (known.path for known in named if blobs.get(known.path) == known.blob)
    if reader.inputs != indexing.inputs_of(blobs):
        docs = reader.docs()
        yield from (path for path, blob in blobs.items() if not _knows(docs, path, blob))


def _knows(docs: Mapping[str, Known], path: str, blob: str) -> bool:
    known = docs.get(path)
    return known is not None and known.blob == blob


def _asked(one: Opened, made: Generation | None, ask: Callable[[Reader], T]) -> T | None:
    """What the index says; None when there is none that can be read."""
    if made is None:
        return None
    try:
        with index_reader.reading(one.repo, made) as reader:
            return ask(reader)
    except IndexUnusableError:
        return None


def _verified(one: Opened, paths: Iterable[str], asked: Search) -> Iterator[Hit]:
    query = terms.wanted(asked.text)
    for path in paths if query else ():
        entry = one.snapshot.entries[path]
        if entry.place not in asked.places:
            continue
        hit = hit_in(entry, indexing.text_of(one, path), query)
        if hit is not None:
            yield hit


def hit_in(entry: Entry, text: str, query: str) -> Hit | None:
    """Where a file's text holds a folded query: in the body before the header; None if nowhere."""
    place = tracing.first(text, query)
    return None if place is None else Hit(entry, place.line, place.text, place.start, place.end)


def follow(caller: Caller) -> bool:
    """What a command does last after it decided something: the index takes in what changed, where
    this Home has one. Whether it is fresh; a failure leaves it stale and fails nothing."""
    try:
        with open_repository(caller.home) as repo:
            return indexing.exists(repo) and indexing.ready(look(caller, repo)) is not None
    except StoreError:
        return False
