"""What stays after a forget and may still say it: derived notes, quotations, branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.files import Entry, Place
from curator_core.model.forgetting import Cut, Derived, Spot, Trace
from curator_core.model.note import Relation
from curator_core.model.problem import Problem
from curator_core.rules import branches as addresses
from curator_core.rules import source_uri
from curator_core.rules.forgetting import Gone
from curator_core.rules.slots import folded_id
from curator_core.rules.source_uri import Cited
from curator_core.service import leaking, searching, versions
from curator_core.service.opening import Opened
from curator_core.service.searching import Search
from curator_core.store import branch_files, reading

GOLDEN = "golden"
SOURCES = "sources"
FILE_LIMIT = 8 * 1024 * 1024
MOST = 200
"""More places than this are not listed."""
_SEARCHED = 40
"""So many of the longest quotations are looked for in notes."""


def of_notes(one: Opened, names: Iterable[str], gone: frozenset[str]) -> tuple[Derived, ...]:
    """Notes that were made from these (ids), directly or through others; `gone` are the paths of
    those that go themselves."""
    found: dict[str, Derived] = {}
    _follow(one, list(names), found)
    return tuple(each for path, each in found.items() if path not in gone)


def of_lines(one: Opened, cut: Cut) -> tuple[Derived, ...]:
    """Notes that cite one of these lines, or the whole source, and what was made from them."""
    found = {
        entry.path: Derived(entry.note_id, entry.path, Trace.CITES)
        for entry in one.snapshot.entries.values()
        if any(_cites(one, uri, cut) for uri in entry.sources)
    }
    names = [each.note_id for each in found.values() if each.note_id is not None]
    _follow(one, names, found)
    return tuple(found.values())


def _cites(one: Opened, uri: str, cut: Cut) -> bool:
    place = source_uri.parse(uri)
    if not isinstance(place, Cited) or place.path != cut.path:
        return False
    if place.home not in (None, one.snapshot.config.name):
        return False
    if place.first is None or place.last is None:
        return True
    return place.first <= cut.last and cut.first <= place.last


def _follow(one: Opened, waiting: list[str], found: dict[str, Derived]) -> None:
    seen: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if folded_id(name) in seen:
            continue
        seen.add(folded_id(name))
        for entry, trace in _made_of(one, name):
            if entry.path not in found:
                found[entry.path] = Derived(entry.note_id, entry.path, trace)
                waiting += [] if entry.note_id is None else [entry.note_id]


def _made_of(one: Opened, name: str) -> Iterator[tuple[Entry, Trace]]:
    index, _ = versions.links(one)
    for path in index.namers.get(folded_id(name), ()):
        entry = one.snapshot.entries[path]
        named = {folded_id(each) for each in entry.supersedes}
        if entry.relation == Relation.RESTATEMENT.value and folded_id(name) in named:
            yield entry, Trace.RESTATED
    for hit in searching.found(one, Search(text=name, places=tuple(Place))).hits:
        note = one.snapshot.files[hit.entry.path].note
        if note is not None and folded_id(name) in map(folded_id, note.inputs):
            yield hit.entry, Trace.INPUT


def golden(one: Opened, gone: Gone) -> tuple[Spot, ...]:
    """Lines of golden questions that name a forgotten note or quote it."""
    return tuple(_lines(one, reading.list_files(one.repo.root, GOLDEN), gone, named=True))[:MOST]


def echoes(one: Opened, gone: Gone, mine: frozenset[str], cut: Cut | None) -> tuple[Spot, ...]:
    """Lines elsewhere in the worktree that quote it: notes, sources, other files."""
    found = [spot for spot in _noted(one, gone) if spot.where not in mine]
    beside = [path for path in leaking.beside(one) if not path.startswith(f"{GOLDEN}/")]
    sources = reading.list_files(one.repo.root, SOURCES)
    for spot in _lines(one, (*sources, *beside), gone, named=False):
        own = cut is not None and spot.where == cut.path and cut.first <= spot.line <= cut.last
        found += [] if own else [spot]
    return tuple(dict.fromkeys(found))[:MOST]


def _noted(one: Opened, gone: Gone) -> Iterator[Spot]:
    for needle in gone.needles[:_SEARCHED]:
        for hit in searching.found(one, Search(text=needle, places=tuple(Place))).hits:
            yield Spot(hit.entry.path, hit.line)


def _lines(one: Opened, paths: Iterable[str], gone: Gone, named: bool) -> Iterator[Spot]:
    for path in paths:
        content = reading.read(one.repo.root, path, FILE_LIMIT)
        if isinstance(content, Problem) or b"\0" in content.data:
            continue
        text = content.data.decode("utf-8", "replace")
        if not gone.quoted(text) and not (named and _names(text, gone)):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if gone.quoted(line) or (named and _names(line, gone)):
                yield Spot(path, number)


def _names(text: str, gone: Gone) -> bool:
    folded = text.casefold()
    return any(name in folded for name in gone.ids)


def branches(one: Opened, gone: Gone) -> tuple[Spot, ...]:
    """Files of branches, here and of remotes, that hold it: proposals, and what else changed."""
    found: dict[Spot, None] = {}
    branched = one.snapshot.branches()
    refs = {addresses.address(p.commit, ""): p.refs for p in branched.proposals}
    for address, file in branched.files.items():
        name = file.entry.note_id
        own = name is not None and folded_id(name) in gone.ids
        if own or file.entry.claim in gone.claims or gone.quoted(_text(file.data)):
            path = addresses.path_of(address)
            for ref in refs.get(address.removesuffix(path), ()):
                found[Spot(f"{ref}:{path}", 1)] = None
    told = {spot.where: spot for spot in (*found, *_changed(one, gone))}
    return tuple(told.values())[:MOST]


def _changed(one: Opened, gone: Gone) -> Iterator[Spot]:
    head = one.snapshot.head.commit
    files = [] if head is None else list(branch_files.changed(one.repo, head))
    texts = one.repo.blobs({file.blob for file in files}) if files else {}
    for file in files:
        data = texts.get(file.blob, b"")
        if file.blob in gone.blobs or (len(data) <= FILE_LIMIT and gone.quoted(_text(data))):
            first = next(
                (n for n, line in enumerate(_text(data).split("\n"), 1) if gone.quoted(line)), 1
            )
            yield Spot(f"{file.ref}:{file.path}", first)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
