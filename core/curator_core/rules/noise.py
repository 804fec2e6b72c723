"""What is left in a note when raw output was saved as memory: scores, fields, half headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_LEAD = r"^[\s>*_`\-+|\"']*"
_KINDS = {
    "score": re.compile(
        _LEAD + r"(?:confidence|score|relevance|salience|importance|similarity|置信度|得分|评分)"
        r"[*_`\"']*\s*[:=：]\s*[*_`\"']*\d",
        re.IGNORECASE,
    ),
    "evidence": re.compile(
        _LEAD + r"(?:evidence|reasoning|rationale|extracted[ _]from|tool_(?:call|result|output)|"
        r"observation|thought|证据)[*_`\"']*\s*[:=：]",
        re.IGNORECASE,
    ),
    "prompt": re.compile(r"^\s*(?:\$ |>>> |PS [A-Z]:\\|\w+@[\w.-]+:\S*[$#] )\S"),
    "role": re.compile(_LEAD + r"(?:assistant|human|system|user|tool)\**\s*[:：]\s", re.IGNORECASE),
}
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:\s+(?P<text>\S.*?))?\s*#*\s*$")
_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}|~{3,})")
_RULE = re.compile(r"-{3,}[ \t]*")
_FIELD = re.compile(r"[A-Za-z_][\w.-]*[ \t]*[:：](?:\s|$)")
ALONE = frozenset({"score", "block"})
"""The kinds that are noise by themselves; of the others two must meet."""


def lines(body: str) -> tuple[int, ...]:
    """The 1-based lines of a body that look like raw output; empty when too few do to say so.

    Fenced code is left out: a command belongs there.
    """
    text = body.splitlines()
    found = [*_block(text), *_found(text)]
    kinds = {kind for kind, _ in found}
    return tuple(number for _, number in found) if kinds & ALONE or len(kinds) > 1 else ()


def _block(text: Sequence[str]) -> Iterator[tuple[str, int]]:
    """A second block of fields at the head of the body: perhaps the note's own one (C04)."""
    first = next((number for number, line in enumerate(text) if line.strip()), len(text))
    opens = first < len(text) and _RULE.fullmatch(text[first]) is not None
    fields = opens and _FIELD.match("".join(text[first + 1 : first + 2])) is not None
    if fields and any(map(_RULE.fullmatch, text[first + 2 :])):
        yield "block", first + 1


def _found(text: Sequence[str]) -> Iterator[tuple[str, int]]:
    fence = ""
    last = (0, "")
    for number, line in enumerate(text, 1):
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark["mark"].startswith(fence)):
            fence = "" if fence else mark["mark"]
        elif not fence:
            kind = next((name for name, pattern in _KINDS.items() if pattern.match(line)), None)
            if kind is not None:
                yield kind, number
            elif _is_empty_heading(line):
                yield "heading", number
        if line.strip():
            last = (number, "" if fence or mark is not None else line)
    if _HEADING.match(last[1]) and not _is_empty_heading(last[1]):
        yield "heading", last[0]


def _is_empty_heading(line: str) -> bool:
    heading = _HEADING.match(line)
    return heading is not None and heading["text"] is None
