"""The lines a note cites, as they were at the cited commit, and what became of them."""

from __future__ import annotations

from curator_core.model.note import Note
from curator_core.model.problem import Problem
from curator_core.model.view import SourceState, SourceView
from curator_core.rules import source_uri
from curator_core.rules.source_uri import Cited, Elsewhere
from curator_core.service.opening import Opened
from curator_core.store import reading

CONTEXT_LINES = 3
"""Lines shown before and after the cited ones."""
LONGEST = 60
"""At most this many cited lines are shown; the rest is counted."""
SOURCE_LIMIT = 8 * 1024 * 1024
MOST_SOURCES = 50


def resolve(one: Opened, note: Note) -> tuple[SourceView, ...]:
    """Every source of a note, honestly: found, changed since, moved, gone, elsewhere."""
    return tuple(_resolve(one, uri) for uri in note.sources[:MOST_SOURCES])


def _resolve(one: Opened, uri: str) -> SourceView:
    cited = source_uri.parse(uri)
    if isinstance(cited, Elsewhere):
        return SourceView(uri=uri, state=SourceState.ELSEWHERE, detail=cited.kind)
    if cited.home is not None and cited.home != one.snapshot.config.name:
        return SourceView(uri=uri, state=SourceState.ELSEWHERE, detail=f"in Home {cited.home}")
    then = _at_commit(one, cited)
    now = _now(one, cited)
    if cited.commit is not None and then is None:
        return _without_commit(cited, now)
    if then is None and now is None:
        return _view(cited, SourceState.GONE, (), "no such file in this Home")
    lines = then if then is not None else now
    assert lines is not None, "BUG: one of both was found"
    first, last = _range(cited, lines)
    if first is None or last is None or first > len(lines):
        return _view(cited, SourceState.GONE, (), "the file has no such lines")
    state, detail = _fate(lines[first - 1 : last], now, first)
    return _view(cited, state, _with_context(lines, first, min(last, len(lines))), detail)


def _without_commit(cited: Cited, now: list[str] | None) -> SourceView:
    if now is None:
        return _view(cited, SourceState.GONE, (), "neither the commit nor the file is here")
    first, last = _range(cited, now)
    lines = _with_context(now, first, last) if first and last and first <= len(now) else ()
    detail = "the cited commit is not in this repository; these are today's lines"
    return _view(cited, SourceState.UNKNOWN, lines, detail)


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


def _at_commit(one: Opened, cited: Cited) -> list[str] | None:
    if cited.commit is None:
        return None
    found = one.repo.object(f"{cited.commit}^{{commit}}")
    blob = None if found is None else one.repo.blob_of(found.oid, cited.path)
    data = None if blob is None else one.repo.blobs([blob]).get(blob)
    return None if data is None else _lines(data)


def _now(one: Opened, cited: Cited) -> list[str] | None:
    content = reading.read(one.repo.root, cited.path, SOURCE_LIMIT)
    return None if isinstance(content, Problem) else _lines(content.data)


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


def _with_context(
    lines: list[str], first: int | None, last: int | None
) -> tuple[tuple[int, str, bool], ...]:
    if first is None or last is None:
        return ()
    last = min(last, first + LONGEST - 1, len(lines))
    start = max(1, first - CONTEXT_LINES)
    end = min(len(lines), last + CONTEXT_LINES)
    return tuple((n, lines[n - 1], first <= n <= last) for n in range(start, end + 1))
