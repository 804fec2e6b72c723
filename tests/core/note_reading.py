"""Reading notes in tests: what must give fields, and what must not."""

from __future__ import annotations

from curator_core.model.files import NoteText
from curator_core.model.problem import Problem, Severity
from curator_core.rules.editing import encode
from curator_core.store.note_text import read


def readable(data: bytes) -> NoteText:
    """Read a note that must give fields."""
    text, problems = read(data)
    assert text is not None, problems
    assert encode(text, text.raw) == data
    return text


def unreadable(data: bytes) -> Problem:
    """Read a note that must give none, and return the one problem it has."""
    text, problems = read(data)
    assert text is None
    (problem,) = problems
    assert problem.code.startswith("unreadable-")
    assert problem.severity is Severity.ERROR
    assert problem.line is not None and problem.column is not None
    return problem


def codes(data: bytes) -> list[str]:
    return [problem.code for problem in read(data)[1]]


def in_block(*lines: str) -> bytes:
    return "\n".join(("---", *lines, "---", "body", "")).encode()
