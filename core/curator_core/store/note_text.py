"""From the bytes of a note to its lines, key spans and fields, strictly and without loss.

Lines end at LF, CRLF and a lone CR, as YAML and editors see them; never at U+2028, U+2029 or NEL,
so that line numbers agree with git. Git does not end a line at a lone CR: a file that has one is
warned about, and its numbers are those of an editor.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

from frontmatter.default_handlers import BaseHandler

from curator_core.model.files import NoteText
from curator_core.model.problem import Problem, Severity
from curator_core.store import fences
from curator_core.store.fences import Fences
from curator_core.store.yaml_events import parse_block
from curator_core.store.yaml_walk import Block

NOTE_LIMIT = 1024 * 1024
"""Largest note that is read, in bytes."""

BLOCK_LIMIT = 64 * 1024
"""Largest frontmatter block that is read, in bytes of UTF-8."""

_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = {b"\xff\xfe\x00\x00": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_PREVIEW = 8


class StrictHandler(BaseHandler):
    """python-frontmatter's door to the strict reader; it reads only, `export` is not there."""

    FM_BOUNDARY = fences.FENCE
    START_DELIMITER = END_DELIMITER = "---"

    def detect(self, text: str) -> bool:
        """Whether the text has a block between two fences."""
        return isinstance(fences.find(cut(text)), Fences)

    def split(self, text: str) -> tuple[str, str]:
        """Block and body; ValueError for a text without a block."""
        lines = cut(text)
        found = fences.find(lines)
        if not isinstance(found, Fences):
            raise ValueError("no block between two fences")
        block, body = lines[found.open + 1 : found.close], lines[found.close + 1 :]
        return "".join(block), "".join(body)

    def load(self, fm: str) -> dict[str, Any]:
        """The fields of a block; ValueError with the first error in it."""
        block = self.block(cut(fm), 0)
        if isinstance(block, Problem):
            raise ValueError(f"line {block.line}: {block.message}")
        for problem in block.problems:
            if problem.severity is Severity.ERROR:
                raise ValueError(f"line {problem.line}: {problem.message}")
        return block.fields

    def block(self, lines: tuple[str, ...], first: int) -> Block | Problem:
        """What the lines of a block say, or why they cannot be read (see parse_block)."""
        return parse_block(lines, first)


HANDLER = StrictHandler()
"""Reads blocks for this module and for anything that speaks python-frontmatter."""


def read(data: bytes) -> tuple[NoteText | None, tuple[Problem, ...]]:
    """The text of a note and all that is wrong with its form; `path` of the problems is not set.

    None for the text: no fields can be had, and the one problem has a code `unreadable-…` and a
    line. Otherwise errors leave the rest readable. Bytes are never changed and never guessed at.
    """
    text = _decoded(data)
    if isinstance(text, Problem):
        return None, (text,)
    lines = cut(text)
    found = fences.find(lines)
    if isinstance(found, Problem):
        return None, (found,)
    bom = data.startswith(_BOM)
    newline = _newline(text)
    if found is None:
        note = NoteText(lines, None, None, 0, newline, bom, (), {})
        return note, _in_order(_form(note), (fences.no_block(),), fences.remarks_on_body(lines, 0))
    inside = lines[found.open + 1 : found.close]
    block = _large(inside, found) or HANDLER.block(inside, found.open + 1)
    if isinstance(block, Problem):
        return None, (block,)
    note = NoteText(
        lines, found.open, found.close, found.close + 1, newline, bom, block.spans, block.fields
    )
    return note, _in_order(_form(note), fences.remarks(lines, found), _told(note, block))


def cut(text: str) -> tuple[str, ...]:
    """The lines of a text with their line ends, cut at LF, CRLF and lone CR only."""
    return tuple(io.StringIO(text, newline=""))


def _in_order(*groups: Iterable[Problem]) -> tuple[Problem, ...]:
    problems = [problem for group in groups for problem in group]
    return tuple(sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))


def _told(note: NoteText, block: Block) -> tuple[Problem, ...]:
    if block.spans or block.problems or note.open_line is None:
        return block.problems
    return (fences.no_fields(note.open_line),)


def _form(note: NoteText) -> Iterator[Problem]:
    """Warnings about the text as a whole."""
    if note.bom:
        message = "the file begins with a byte order mark; it is kept"
        yield _warning("bom", message, 1, "save the file as UTF-8 without a byte order mark")
    if note.newline == "\n" and "\r" not in note.raw:
        return
    lone = next((n for n, line in enumerate(note.lines, 1) if line.endswith("\r")), None)
    if lone is not None:
        message = "a carriage return alone ends this line; git counts lines without it"
        yield _warning("lone-cr", message, lone, "write line ends as LF or CRLF")


def _newline(text: str) -> str:
    """The most frequent line end; LF wins a tie and stands for a text without any."""
    if "\r" not in text:
        return "\n"
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda end: counts[end])


def _large(block: tuple[str, ...], found: Fences) -> Problem | None:
    characters = sum(map(len, block))
    if characters * 4 <= BLOCK_LIMIT:
        return None
    size = len("".join(block).encode())
    if size <= BLOCK_LIMIT:
        return None
    message = f"the block has {size} bytes, more than {BLOCK_LIMIT}"
    return _unreadable("too-large", message, (found.open + 1, 1), "move text into the body")


def _decoded(data: bytes) -> str | Problem:
    """The text without a byte order mark; strict UTF-8 without NUL, nothing else is tried."""
    if len(data) > NOTE_LIMIT:
        message = f"the file has {len(data)} bytes, more than {NOTE_LIMIT}"
        return _unreadable("too-large", message, (1, 1), "cut it into several notes")
    for mark, name in _WIDE_BOMS.items():
        if data.startswith(mark):
            return _not_text(data, 0, f"{name} text, not UTF-8")
    start = len(_BOM) if data.startswith(_BOM) else 0
    try:
        text = data[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_text(data, start + error.start, "the bytes are not UTF-8")
    if "\0" in text:
        return _not_text(data, data.index(b"\0"), _zeros(data))
    return text


def _zeros(data: bytes) -> str:
    even, odd = data[::2].count(0), data[1::2].count(0)
    if max(even, odd) * 3 > len(data) and min(even, odd) * 3 < max(even, odd):
        return "a NUL byte; this looks like UTF-16 without a byte order mark"
    return "a NUL byte, which no text holds"


def _not_text(data: bytes, offset: int, what: str) -> Problem:
    line, column = _place(data, offset)
    message = f"{what}: line {line}, column {column}, byte {offset}"
    before = data[max(0, offset - _PREVIEW) : offset].hex(" ")
    after = data[offset + 1 : offset + _PREVIEW].hex(" ")
    preview = f"{before} [{data[offset]:02x}] {after}".strip()
    hint = f"convert the file to UTF-8; bytes there: {preview}"
    return _unreadable("encoding", message, (line, column), hint)


def _place(data: bytes, offset: int) -> tuple[int, int]:
    """1-based line and column, in characters, of a byte that all valid UTF-8 lies before."""
    before = data[:offset]
    ends = before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
    begin = max(before.rfind(b"\n"), before.rfind(b"\r")) + 1
    start = begin or (len(_BOM) if data.startswith(_BOM) else 0)
    return ends + 1, len(before[start:].decode("utf-8", "replace")) + 1


def _unreadable(code: str, message: str, place: tuple[int, int], hint: str) -> Problem:
    return Problem(f"unreadable-{code}", Severity.ERROR, message, hint, None, *place)


def _warning(code: str, message: str, line: int, hint: str) -> Problem:
    return Problem(code, Severity.WARNING, message, hint, None, line, 1)
