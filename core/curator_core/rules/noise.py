"""What is left in a note when raw output was saved as memory: scores, prompts, half headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
ALONE = "score"
"""The kind that is noise by itself; of the others two must meet."""


def lines(body: str) -> tuple[int, ...]:
    """The 1-based lines of a body that look like raw output; empty when too few do to say so.

    Fenced code is left out: a command belongs there.
    """
    found = list(_found(body))
    kinds = {kind for kind, _ in found}
    return tuple(number for _, number in found) if ALONE in kinds or len(kinds) > 1 else ()


def _found(body: str) -> Iterator[tuple[str, int]]:
    fence = ""
    last = (0, "")
    for number, line in enumerate(body.splitlines(), 1):
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
