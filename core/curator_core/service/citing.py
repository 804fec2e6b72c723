"""The lines a note cites, as they were at the cited commit, and what became of them."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.note import Note
from curator_core.model.problem import Problem
from curator_core.model.view import SourceState, SourceView
from curator_core.rules import forgetting, source_uri, tombstones
from curator_core.rules.source_uri import Cited, Elsewhere
from curator_core.service.conversations import Conversations
from curator_core.service.opening import Opened
from curator_core.store import reading

CONTEXT_LINES = 3
"""Lines shown before and after the cited ones."""
CONTEXT_MOST = 48
"""Lines of context at most, where somebody asks for more."""
LONGEST = 60
"""At most this many cited lines are shown; the rest is counted."""
SOURCE_LIMIT = 8 * 1024 * 1024
MOST_SOURCES = 50

_MISSING = "no such file in this Home"


def resolve(one: Opened, note: Note, around: int = CONTEXT_LINES) -> tuple[SourceView, ...]:
    """Every source of a note, honestly: found, changed since, moved, gone, elsewhere.

    `around` is how many lines of context each has on both sides.
    """
    found = Resolver(one, around)
    return tuple(found.view(uri) for uri in note.sources[:MOST_SOURCES])


class Resolver:
    """Follows source URIs through one Home; a file is read once."""

    def __init__(self, one: Opened, around: int = CONTEXT_LINES) -> None:
        self._one = one
        self._around = max(0, min(around, CONTEXT_MOST))
        self._then: dict[tuple[str, str], list[str] | None] = {}
        self._today: dict[str, list[str] | None] = {}
        self._talks = Conversations(one)
        self._forgotten = tombstones.lines(one.ledger.events)

    def view(self, uri: str) -> SourceView:
        """One source with its cited lines."""
        cited = source_uri.parse(uri)
        if isinstance(cited, Elsewhere):
            return self._elsewhere(cited)
        if cited.home is not None and cited.home != self._one.snapshot.config.name:
            detail = f"in Home {cited.home}"
            return SourceView(uri=uri, state=SourceState.ELSEWHERE, detail=detail)
        return self._cited(cited)

    def _elsewhere(self, cited: Elsewhere) -> SourceView:
        if cited.kind != "conversation":
            return SourceView(uri=cited.uri, state=SourceState.ELSEWHERE, detail=cited.kind)
        talk = self._talks.find(cited.uri)
        if talk.path is None:
            return SourceView(uri=cited.uri, state=SourceState.ELSEWHERE, detail=cited.kind)
        if talk.deleted:
            detail = "this conversation was deleted from the Home"
            gone = SourceState.GONE
            return SourceView(uri=cited.uri, state=gone, path=talk.path, detail=detail)
        placed = source_uri.parse(f"{talk.path}#{cited.uri.partition('#')[2]}")
        assert isinstance(placed, Cited), "BUG: a file among the sources is no path"
        return self._cited(replace(placed, uri=cited.uri))

    def _cited(self, cited: Cited) -> SourceView:
        then, now = self._at_commit(cited), self._now(cited.path)
        if cited.commit is not None and then is None:
            return self._without_commit(cited, now)
        lines = then if then is not None else now
        if lines is None:
            return _view(cited, SourceState.GONE, (), _MISSING)
        first, last = _range(cited, lines)
        if first is None or last is None or first > len(lines):
            return _no_lines(cited, now)
        state, detail = _fate(lines[first - 1 : last], now, first)
        shown = _with_context(lines, (first, min(last, len(lines))), self._around)
        return _view(cited, state, shown, detail + _cut(first, min(last, len(lines))))

    def _without_commit(self, cited: Cited, now: list[str] | None) -> SourceView:
        if now is None:
            return _view(cited, SourceState.GONE, (), "neither the commit nor the file is here")
        first, last = _range(cited, now)
        known = first is not None and last is not None and first <= len(now)
        lines = _with_context(now, (first or 1, last or 1), self._around) if known else ()
        detail = "the cited commit does not have this file; these are today's lines"
        return _view(cited, SourceState.UNKNOWN, lines, detail)

    def _at_commit(self, cited: Cited) -> list[str] | None:
        if cited.commit is None:
            return None
        asked = cited.commit, cited.path
        if asked not in self._then:
            repo = self._one.repo
            found = repo.object(f"{cited.commit}^{{commit}}")
            blob = None if found is None else repo.blob_of(found.oid, cited.path)
            data = None if blob is None else repo.blobs([blob]).get(blob)
            self._then[asked] = None if data is None else self._shown(cited.path, _lines(data))
        return self._then[asked]

    def _shown(self, path: str, lines: list[str]) -> list[str]:
        """Lines as they were, but for those that were forgotten since."""
        spans = self._forgotten.get(path, ())
        return forgetting.without(lines, spans) if spans else lines

    def _now(self, path: str) -> list[str] | None:
        if path not in self._today:
            content = reading.read(self._one.repo.root, path, SOURCE_LIMIT)
            self._today[path] = None if isinstance(content, Problem) else _lines(content.data)
        return self._today[path]


def _no_lines(cited: Cited, now: list[str] | None) -> SourceView:
    """Lines that a file lost since are gone; those that it never had cannot be shown."""
    if cited.commit is None or now is None:
        return _view(cited, SourceState.GONE, (), "the file has no such lines")
    return _view(cited, SourceState.UNKNOWN, (), "the file had no such lines at that commit")


def _view(
    cited: Cited, state: SourceState, lines: tuple[tuple[int, str, bool], ...], detail: str
) -> SourceView:
    return SourceView(
        uri=cited.uri,
        state=state,
        path=cited.path,
        commit=cited.commit,
        lines=lines,
        detail=detail,
    )


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def _range(cited: Cited, lines: list[str]) -> tuple[int | None, int | None]:
    if cited.first is not None:
        return cited.first, cited.last
    if cited.heading is None:
        return 1, len(lines)
    for number, line in enumerate(lines, 1):
        if line.startswith("#") and _slug(line) == _slug(cited.heading):
            return number, _section_end(lines, number)
    return None, None


def _slug(heading: str) -> str:
    return "".join(c for c in heading.casefold().lstrip("# ") if c.isalnum())


def _section_end(lines: list[str], start: int) -> int:
    level = len(lines[start - 1]) - len(lines[start - 1].lstrip("#"))
    for number in range(start + 1, len(lines) + 1):
        line = lines[number - 1]
        depth = len(line) - len(line.lstrip("#"))
        if 0 < depth <= level:
            return number - 1
    return len(lines)


def _fate(cited: list[str], now: list[str] | None, first: int) -> tuple[SourceState, str]:
    """What became of the cited lines in today's file."""
    if any(map(forgetting.is_tombstone, cited)):
        return SourceState.GONE, "these lines were forgotten"
    if now is None:
        return SourceState.GONE, "the file is gone today; shown as it was at the commit"
    if now[first - 1 : first - 1 + len(cited)] == cited:
        return SourceState.FOUND, ""
    text, wanted = ("\n".join(("", *lines, "")) for lines in (now, cited))
    at = text.find(wanted)
    if at >= 0:
        line = text.count("\n", 0, at) + 1
        return SourceState.MOVED, f"the lines stand at line {line} today"
    return SourceState.CHANGED, "the lines read differently today; shown as they were"


def _cut(first: int, last: int) -> str:
    """What is said where more lines are cited than are shown."""
    rest = last - first + 1 - LONGEST
    return f"; {rest} more cited lines are not shown" if rest > 0 else ""


def _with_context(
    lines: list[str], cited: tuple[int, int], around: int
) -> tuple[tuple[int, str, bool], ...]:
    """Numbered lines: the cited ones, 1-based and inclusive, with some around them."""
    first, last = cited[0], min(cited[1], cited[0] + LONGEST - 1, len(lines))
    start, end = max(1, first - around), min(len(lines), last + around)
    return tuple((n, lines[n - 1], first <= n <= last) for n in range(start, end + 1))
