"""The index against the files: count, ids, bytes and terms (DESIGN §6, `index verify`)."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.rules import terms
from curator_core.rules.terms import Recipe
from curator_core.service import indexing
from curator_core.service.caller import Caller
from curator_core.service.indexing import Difference, IndexView
from curator_core.service.opening import Opened, opened
from curator_core.store import index_reader
from curator_core.store.index import Doc
from curator_core.store.index_files import IndexUnusableError
from curator_core.store.index_reader import Reader


def verify(caller: Caller) -> IndexView:
    """The index against the files, each read again: which files, their bytes and ids, their terms,
    and the database itself; nothing is written."""
    with opened(caller) as one:
        made = indexing.made_of(one.repo)
        try:
            if made is None:
                raise IndexUnusableError("there is no index")
            with index_reader.reading(one.repo, made) as reader:
                found = tuple(_differences(one, reader))
        except IndexUnusableError as error:
            found = (Difference(None, None, f"missing: {error}"),)
        return indexing.view(one, found)


def _differences(one: Opened, reader: Reader) -> Iterator[Difference]:
    yield from (Difference(None, None, f"damaged: {fault}") for fault in reader.faults())
    docs, totals = reader.docs(), reader.totals()
    by = terms.RECIPES[reader.made.recipe]
    if reader.made.notes != len(docs):
        yield Difference(None, None, f"count: {len(docs)} files, {reader.made.notes} recorded")
    files = indexing.blobs(one)
    sources = dict(reader.sources())
    for path in sorted(files.keys() | docs.keys()):
        known = docs.get(path)
        if path not in files:
            yield Difference(path, known.note_id if known else None, "gone")
            continue
        doc = indexing.doc(one, path)
        if known is None:
            yield Difference(path, doc.note_id, "not in the index")
        elif known.blob != doc.blob:
            yield Difference(path, doc.note_id, "changed")
        elif known.note_id != doc.note_id:
            yield Difference(path, doc.note_id, "another id")
        elif _terms_differ(doc, by, (sources[path], totals.get(path, (0, 0)))):
            yield Difference(path, doc.note_id, "other terms")


def _terms_differ(doc: Doc, by: Recipe, known: tuple[str, tuple[int, int]]) -> bool:
    return known != (doc.text, index_reader.totals_of(doc.text, by))
