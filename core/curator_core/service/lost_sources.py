"""Items whose evidence is gone say so: a file or conversation that they cite was deleted (C34)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from curator_core.model.proposal import Item, Op
from curator_core.model.view import SourceState
from curator_core.rules import source_uri
from curator_core.rules.items import Queue, ordered
from curator_core.rules.source_uri import Cited
from curator_core.service.citing import Resolver
from curator_core.service.conversations import FOLDER
from curator_core.service.opening import Opened, lasting
from curator_core.store import reading
from curator_core.store.reading import FileStat

FLAG = "source-gone"
"""The flag of an item that cites something that is not there any more."""

_MARKED = "source marks"
_KNOWN = "gone sources"
_Seen = dict[str, FileStat | tuple[str, ...] | None]
_CITING = frozenset({Op.ADD, Op.UPDATE, Op.SUPERSEDE, Op.MERGE, Op.SPLIT, Op.REVIEW})


def marked(one: Opened, made: Queue) -> Queue:
    """The queue with the flag where it belongs; files are looked at once for each opening."""
    known = one.memo.get(_MARKED)
    if isinstance(known, tuple) and known[0] is one.repo and known[1] is made:
        last = known[3]
        assert isinstance(last, Queue), "BUG: another thing was kept"
        return last
    cited = [uri for item in made.items if _cites(item) for uri in item.sources]
    found = gone(one, cited)
    if isinstance(known, tuple) and known[1] is made and known[2] == found:
        result = known[3]
        assert isinstance(result, Queue), "BUG: another thing was kept"
    else:
        result = made if not found else _with_flag(made, found)
    one.memo[_MARKED] = (one.repo, made, found, result)
    return result


def _cites(item: Item) -> bool:
    return item.finding is None and item.op in _CITING and bool(item.sources)


def _with_flag(made: Queue, found: frozenset[str]) -> Queue:
    rows = [
        replace(item, flags=(FLAG, *item.flags))
        if _cites(item) and found.intersection(item.sources)
        else item
        for item in made.items
    ]
    return ordered((*rows, *made.applied), made.parts)


def gone(one: Opened, uris: Iterable[str]) -> frozenset[str]:
    """Those of these sources that are gone; what was found out is kept while the file stays."""
    known = lasting(one, _KNOWN)
    resolver = Resolver(one, 0)
    seen: _Seen = {}
    found = set()
    for uri in dict.fromkeys(uris):
        key = _state_of(one, uri, seen)
        if key is None:
            continue
        if uri not in known or known[uri][0] != key:
            known[uri] = key, _is_gone(uri, key, resolver)
        if known[uri][1]:
            found.add(uri)
    return frozenset(found)


def _is_gone(uri: str, key: object, resolver: Resolver) -> bool:
    """What is there today and cited as of a commit is not gone, whatever became of its lines."""
    cited = source_uri.parse(uri)
    if isinstance(key, FileStat) and isinstance(cited, Cited) and cited.commit is not None:
        return False
    return resolver.view(uri).state is SourceState.GONE


def _state_of(one: Opened, uri: str, seen: _Seen) -> object:
    """What a verdict depends on: the file as it lies there, of a conversation HEAD; None where
    nothing here can tell."""
    cited = source_uri.parse(uri)
    if not isinstance(cited, Cited):
        if cited.kind != "conversation":
            return None
        if FOLDER not in seen:
            seen[FOLDER] = reading.list_files(one.repo.root, FOLDER)
        return one.snapshot.head.commit, seen[FOLDER]
    if cited.home is not None and cited.home != one.snapshot.config.name:
        return None
    if cited.path not in seen:
        seen[cited.path] = reading.stat_of(one.repo.root, cited.path)
    return seen[cited.path] or ("absent", one.snapshot.head.commit)
