"""What is wrong with a block that YAML cannot read, in words that help to repair it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from curator_core.model.problem import Problem, Severity

ODD = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no block may hold as they are."""

_FOREIGN_BREAKS = "\x85\u2028\u2029"
_WIDE_COLON = re.compile(r"[ \t]*[\w-]+[ \t]*([：﹕︓∶꞉])")


def odd_character(lines: Sequence[str], first: int) -> Problem | None:
    """The first character that YAML forbids or takes for a line end that git does not know."""
    if lines and lines[0].startswith("\ufeff"):
        return _odd("\ufeff", first + 1, 1)
    if not ODD.search("".join(lines)):
        return None
    for number, line in enumerate(lines):
        found = ODD.search(line)
        if found:
            return _odd(found.group(), first + number + 1, found.start() + 1)
    return None


def _odd(character: str, line: int, column: int) -> Problem:
    name = unicodedata.name(character, "a control character").lower()
    code = f"U+{ord(character):04X}"
    what = f"{code} ({name}) cannot stand between the fences"
    if character in _FOREIGN_BREAKS:
        what = f"{code} is a line end for YAML but not for git"
    hint = f'take it out, or write it as an escape in double quotes: "\\u{ord(character):04x}"'
    return Problem("unreadable-character", Severity.ERROR, what, hint, None, line, column)


def root(kind: str, place: tuple[int, int], lines: Sequence[str]) -> Problem:
    """A block that is no list of `key: value` lines; `place` is its 1-based line and column."""
    message, hint = {
        "list": ("the block is a list", "write `key: value` lines without a leading dash"),
        "scalar": ("the block is plain text without fields", "write `key: value` lines"),
        "braces": ("the block is in braces, not in lines", "write one `key: value` on each line"),
    }.get(kind, ("a tag or anchor stands before the fields", "take it away"))
    wide = next((found.group(1) for line in lines if (found := _WIDE_COLON.match(line))), None)
    if wide is not None and kind == "scalar":
        message = f"the colon {wide} ({_named(wide)}) does not part key and value"
        hint = "write the colon `:` (U+003A) followed by a blank"
    return Problem("unreadable-root", Severity.ERROR, message, hint, None, *place)


def syntax(problem: str, place: tuple[int, int], lines: Sequence[str], first: int) -> Problem:
    """A syntax error as the reader words it; `place` is 0-based line and column in the block."""
    row, column = place
    line = lines[row] if row < len(lines) else ""
    message = f"this is no YAML: {problem}"
    hint = _hint(problem, line, column)
    number = min(first + row + 1, first + max(len(lines), 1))
    return Problem("unreadable-yaml", Severity.ERROR, message, hint, None, number, column + 1)


def _hint(problem: str, line: str, column: int) -> str:
    character = line[column : column + 1]
    wide = _WIDE_COLON.match(line)
    if wide:
        return f"write `:` instead of {wide.group(1)} ({_named(wide.group(1))})"
    if "tab character" in problem or character == "\t":
        return "indent with blanks, not with tabs"
    if "[[" in line:
        return 'quote each link: ["[[a]]", "[[b]]"]'
    if "mapping values are not allowed" in problem:
        return _quoted_hint(line)
    if "cannot start any token" in problem:
        return f"a value must not begin with `{character}`: write it in quotes"
    if "quoted scalar" in problem or line[column : column + 1] in ("'", '"'):
        return "close the quotes; a quote inside a text in quotes is written twice or escaped"
    if "':'" in problem:
        return "each line needs a key, a colon and a blank"
    return "write texts with special characters in quotes"


def _quoted_hint(line: str) -> str:
    key, colon, _ = line.strip().partition(": ")
    return f"write the value in quotes: {key}: '…'" if colon else "write the value in quotes"


def _named(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '').lower()}".rstrip()
