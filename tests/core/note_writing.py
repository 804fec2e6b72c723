"""Writing notes in tests: edit, read again, and let `confirm` agree."""

from __future__ import annotations

from curator_core.model.files import NoteText
from curator_core.rules.editing import Changes, confirm, edit, encode
from curator_core.store.note_text import read


def note(text: str) -> NoteText:
    """Read a text that must give fields."""
    found, problems = read(text.encode())
    assert found is not None, (problems, text)
    return found


def applied(text: NoteText, changes: Changes) -> NoteText:
    """Edit, read again, and let `confirm` agree."""
    after, problems = read(encode(text, edit(text, changes)))
    assert after is not None, (problems, edit(text, changes))
    assert confirm(text, after, changes) is None
    return after


def in_block(*lines: str) -> str:
    return "\n".join(("---", *lines, "---", "body", ""))
