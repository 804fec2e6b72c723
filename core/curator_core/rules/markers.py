"""Conflict markers that someone left in a note: such a text is never approved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_START = re.compile(r"<{7,}(?: .*)?")
_INSIDE = re.compile(r"(?:\|{7,}|={7,})(?: .*)?")
_END = re.compile(r">{7,}(?: .*)?")
_CODE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_FENCE = re.compile(r"-{3,}[ \t]*")
_LINE = re.compile(r"\r\n|\n|\r")


@dataclass(slots=True)
class _Reading:
    """`depth` counts conflicts begun and not ended; `code` is the fence of the open code block."""

    depth: int = 0
    code: str = ""
    found: list[int] = field(default_factory=list)


def markers(text: str) -> tuple[int, ...]:
    """The 1-based lines of a note's text that are conflict markers, nested ones too.

    Those in a fenced code block are text. `=======` and `|||||||` count only inside a conflict
    that `<<<<<<<` begins: elsewhere they underline a heading or are an empty table row. `>>>>>>>`
    counts alone too, but not among lines of a deep quotation.
    """
    lines = _LINE.split(text)
    reading = _Reading()
    body = _body_start(lines)
    for number, line in enumerate(lines):
        if number >= body and not reading.depth and _is_code(reading, line):
            continue
        if _marks(reading, lines, number):
            reading.found.append(number + 1)
    return tuple(reading.found)


def _body_start(lines: Sequence[str]) -> int:
    """The first line in which Markdown is read; the block of fields knows no code fences."""
    start = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
    if start == len(lines) or not _FENCE.fullmatch(lines[start].removeprefix("\ufeff")):
        return 0
    after = range(start + 1, len(lines))
    return next((n + 1 for n in after if _FENCE.fullmatch(lines[n])), 0)


def _is_code(reading: _Reading, line: str) -> bool:
    """Whether a line is a code fence or lies behind one."""
    fence = _CODE.fullmatch(line)
    if not reading.code:
        reading.code = fence[1] if fence else ""
        return fence is not None
    if fence and fence[1].startswith(reading.code) and not fence[2].strip():
        reading.code = ""
    return True


def _marks(reading: _Reading, lines: Sequence[str], number: int) -> bool:
    line = lines[number]
    if _START.fullmatch(line):
        reading.depth += 1
        return True
    if _END.fullmatch(line) and (reading.depth or not _quoted(lines, number)):
        reading.depth = max(0, reading.depth - 1)
        return True
    return bool(reading.depth and _INSIDE.fullmatch(line))


def _quoted(lines: Sequence[str], number: int) -> bool:
    beside = (*lines[max(0, number - 1) : number], *lines[number + 1 : number + 2])
    return any(line.startswith(">") for line in beside)
