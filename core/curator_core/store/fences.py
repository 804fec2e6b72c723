"""Where a note's frontmatter block lies, and texts that try to have one and fail (FAULTS §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from curator_core.model.problem import Problem, Severity
from curator_core.rules.editing import KEY_ORDER

FENCE = re.compile(r"(-{3,})([ \t]*)(?:\r\n|\n|\r)?", re.MULTILINE)
"""A fence, matched against a whole line: three or more dashes at column 1, blanks after them."""

_DOTS = re.compile(r"\.\.\.[ \t]*(?:\r\n|\n|\r)?")
_FIELD = re.compile(r"[A-Za-z_][\w.-]*[ \t]*[:：](?:[ \t\r\n]|$|(?<=：))")
_DASHES = re.compile(r"[ \t]*[-—–‒―−－﹣‐‑]{1,4}[ \t]*(?:\r\n|\n|\r)?")
_JSON = re.compile(r"\{\s*(?:[\"}]|$)")
_TOML = re.compile(r"\+\+\+[ \t]*(?:\r\n|\n|\r)?")
_CONFLICT = ("<<<<<<<", "|||||||", ">>>>>>>")
_KNOWN = frozenset(KEY_ORDER)
_SEARCHED = 60
"""How many lines a block without an opening fence may have to be recognised."""


@dataclass(frozen=True, slots=True)
class Fences:
    """0-based lines of the two fences."""

    open: int
    close: int


def find(lines: Sequence[str]) -> Fences | Problem | None:
    """The block of a text; None where a text has none, a Problem where it tries to and fails."""
    start = next((number for number, line in enumerate(lines) if line.strip()), None)
    if start is None:
        return None
    if not FENCE.fullmatch(lines[start]):
        return _attempt(lines, start)
    close = _next_fence(lines, start + 1)
    if close is None:
        return _unclosed(lines, start)
    return _broken(lines[: close + 1], start) or Fences(start, close)


def _next_fence(lines: Sequence[str], start: int) -> int | None:
    for number in range(start, len(lines)):
        if lines[number].startswith("---") and FENCE.fullmatch(lines[number]):
            return number
    return None


def _broken(lines: Sequence[str], start: int) -> Problem | None:
    """Lines between two fences that no block can hold."""
    for number in range(start + 1, len(lines)):
        first = lines[number][:1]
        if first in "<|>" and lines[number].startswith(_CONFLICT):
            return _conflict(number)
        if first == "." and _DOTS.fullmatch(lines[number]):
            return _dots(start, number)
    return None


def _unclosed(lines: Sequence[str], start: int) -> Problem | None:
    """A block that never ends; None for a rule (`---`) that plain Markdown begins with."""
    below = _paragraph(lines, start + 1)
    if not any(_FIELD.match(line) for line in below):
        return None
    broken = _broken(lines, start)
    if broken is not None:
        return broken
    hint = "write `---` on a line of its own after the last field"
    return _unreadable("fence", "the block is never closed", start, hint)


def _attempt(lines: Sequence[str], start: int) -> Problem | None:
    """Why a text whose first line is no fence gives no fields although it tries to."""
    line = lines[start]
    below = _paragraph(lines, start + 1)
    if line.startswith(_CONFLICT):
        return _conflict(start)
    if _TOML.fullmatch(line):
        return _format(start, "TOML (`+++`)")
    if _JSON.match("".join(lines[start : start + 2])):
        return _format(start, "JSON")
    dashes = _DASHES.fullmatch(line) or line.lstrip().startswith("---")
    if dashes and below and _FIELD.match(below[0]):
        return _odd_fence(line, start)
    return _unopened(lines, start)


def _odd_fence(line: str, start: int) -> Problem:
    message = f"the fence `{line.strip()}` is none"
    odd = next((c for c in line.strip() if c != "-"), None)
    if odd is not None and not odd.isascii():
        message += f": it has U+{ord(odd):04X} in place of dashes"
    elif line[0] in " \t":
        message += ": it does not begin at column 1"
    hint = "write three dashes `---` at column 1, alone on their line"
    return _unreadable("fence", message, start, hint)


def _unopened(lines: Sequence[str], start: int) -> Problem | None:
    """Two or more field lines straight above a closing fence."""
    head = list(takewhile(lambda line: not FENCE.fullmatch(line), lines[start : start + _SEARCHED]))
    after = lines[start + len(head) : start + len(head) + 1]
    if len(head) < 2 or not after or not FENCE.fullmatch(after[0]):
        return None
    if not all(_FIELD.match(line) or line[:1] in " \t-#" for line in head):
        return None
    if sum(bool(_FIELD.match(line)) for line in head) < 2:
        return None
    hint = "write `---` on a line of its own above the first field"
    return _unreadable("fence", "the block is closed but never opened", start, hint)


def _paragraph(lines: Sequence[str], start: int) -> list[str]:
    """The lines up to the next blank one, leading blank lines passed over."""
    number = start
    while number < len(lines) and not lines[number].strip():
        number += 1
    return list(takewhile(str.strip, lines[number : number + _SEARCHED]))


def _conflict(number: int) -> Problem:
    message = "unresolved merge: a conflict marker stands where fields are"
    return _unreadable("conflict", message, number, "choose a side and take the markers out")


def _dots(start: int, number: int) -> Problem:
    message = f"the block of line {start + 1} is closed by `...`, which is no fence"
    return _unreadable("fence", message, number, "write `---` in its place")


def _format(start: int, name: str) -> Problem:
    message = f"the fields are {name}; only YAML between `---` fences is read"
    return _unreadable("format", message, start, "write the fields as `key: value` lines")


def _unreadable(code: str, message: str, line: int, hint: str) -> Problem:
    return Problem(f"unreadable-{code}", Severity.ERROR, message, hint, None, line + 1, 1)


def no_block() -> Problem:
    """What a text without a frontmatter block is told."""
    message = "the text has no frontmatter block"
    hint = "a block is added when the note is approved"
    return Problem("no-block", Severity.INFO, message, hint, None, 1, 1)


def no_fields(open_line: int) -> Problem:
    """What an empty block is told; `open_line` is 0-based."""
    message, hint = "the block has no fields", "write `key: value` lines or take the fences away"
    return Problem("no-fields", Severity.ERROR, message, hint, None, open_line + 1, 1)


def remarks(lines: Sequence[str], found: Fences) -> Iterator[Problem]:
    """Warnings about fences that are read and kept but that other tools may not read."""
    if found.open > 0:
        message = "blank lines stand above the block"
        yield _warning("leading-blank-lines", message, 0, "begin the file with `---`")
    for number in (found.open, found.close):
        fence = FENCE.fullmatch(lines[number])
        assert fence is not None, "BUG: fences are found by this pattern"
        if len(fence.group(1)) > 3:
            message = f"the fence has {len(fence.group(1))} dashes"
            yield _warning("fence-dashes", message, number, "write three dashes")
        if fence.group(2):
            message = "blanks stand after the fence"
            yield _warning("fence-blanks", message, number, "take the blanks away")
    yield from remarks_on_body(lines, found.close + 1)


def remarks_on_body(lines: Sequence[str], start: int) -> Iterator[Problem]:
    """What is wrong with fields that stand where none are read: at the head of a body."""
    first = next((n for n in range(start, len(lines)) if lines[n].strip()), None)
    if first is None:
        return
    below = _paragraph(lines, first)
    if FENCE.fullmatch(below[0]):
        if _FIELD.match("".join(below[1:2])) and _next_fence(lines, first + 1) is not None:
            message = "a second block follows the first; only the first one is read"
            yield _warning("double-block", message, first, "merge the two blocks into one")
        return
    fields = list(takewhile(lambda line: not FENCE.fullmatch(line), below))
    names = ", ".join(name for line in fields if (name := _key(line)) in _KNOWN)
    if not names or not all(map(_FIELD.match, fields)):
        return
    if len(fields) < len(below) and start > 0:
        message = f"the block ends early: fields and another fence follow, not read: {names}"
        hint = "indent a `---` that belongs to a value, or merge the two blocks"
        yield Problem("block-cut", Severity.ERROR, message, hint, None, first + 1, 1)
    else:
        message = f"fields stand outside the fences and are not read: {names}"
        yield _warning("fields-in-body", message, first, "move them between two `---` fences")


def _key(line: str) -> str:
    return re.split(r"[ \t]*[:：]", line, maxsplit=1)[0]


def _warning(code: str, message: str, line: int, hint: str) -> Problem:
    return Problem(code, Severity.WARNING, message, hint, None, line + 1, 1)
