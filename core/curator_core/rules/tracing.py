"""Where a value still stands in a text: as a value of its own, not as part of a longer one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from curator_core.model.trace import Place
from curator_core.rules import terms

_JOINING = frozenset("-./:@#+=_%&")
"""Between two letters or digits these make one value of both: `deploy:prod`, `v1.2`."""


def holds(text: str, query: str) -> bool:
    """Whether a folded query stands in a text, also inside of words."""
    return bool(query) and query in terms.fold(text)


def first(text: str, query: str) -> Place | None:
    """Where a note's text holds a folded query: in its body before its header, the line in which
    it begins, the match cut at the line's end."""
    if query not in terms.fold(text):
        return None
    text = terms.composed(text)
    lines = text.split("\n")
    body = text.count("\n", 0, terms.body_start(text))
    for number in (*range(body, len(lines)), *range(body)):
        if query in terms.fold(lines[number]):
            line = lines[number].removesuffix("\r")
            return Place(number + 1, line, *next(terms.matches(line, query), (0, 0)))
    span = next(terms.matches(text, query), None)
    return None if span is None else _begun(text, *span)


def _begun(text: str, start: int, end: int) -> Place:
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:].partition("\n")[0].removesuffix("\r")
    number = text.count("\n", 0, start) + 1
    return Place(number, line, start - begin, min(end - begin, len(line)))


def places(text: str, value: str, instead: Iterable[str] = ()) -> Iterator[Place]:
    """Every line of a text in which a value stands by itself, its first place there.

    What is part of one of the values that hold `instead` does not count.
    """
    query = terms.wanted(value)
    longer = [word for other in instead if query in (word := terms.wanted(other)) != query]
    for number, line in enumerate(terms.composed(text).split("\n"), 1):
        if not query or query not in terms.fold(line):
            continue
        line = line.removesuffix("\r")
        hidden = [span for word in longer for span in terms.matches(line, word)]
        for start, end in terms.matches(line, query):
            inside = any(low <= start and end <= high for low, high in hidden)
            if not inside and not _goes_on(line, start, end):
                yield Place(number, line, start, end)
                break


def _goes_on(line: str, start: int, end: int) -> bool:
    """Whether a match is only a part of a longer word or value."""
    return _joined(line[end - 1], line[end : end + 2]) or _joined(
        line[start], line[max(0, start - 2) : start][::-1]
    )


def _joined(edge: str, beyond: str) -> bool:
    if not _in_word(edge) or not beyond:
        return False
    if beyond[0] in _JOINING:
        return len(beyond) > 1 and _in_word(beyond[1])
    return _in_word(beyond[0])


def _in_word(char: str) -> bool:
    return char.isalnum() and terms.is_word(terms.fold(char))
