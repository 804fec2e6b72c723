"""What is foreign about other tools' notes, said once for each folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from curator_core.model.files import Entry, FileState
from curator_core.model.problem import Problem, Severity

OWN_WORDS = {
    "no-block": "without a frontmatter block",
    "no-fields": "with an empty frontmatter block",
}
"""Codes that say how another tool writes, in words; they are no faults of single notes."""

_HARMS = frozenset({"secret", "double-block"})
"""What is told of a note itself although it is no error: it leaks, or hides the note's fields."""
_FILLED = frozenset({"kind", "subject", "scope", "recorded_at", "origin"})


def keeps(entry: Entry, problem: Problem) -> bool:
    """Whether a problem is told of a note itself: what harms or leaks, not how a tool writes."""
    if entry.state is not FileState.FOREIGN:
        return True
    if problem.code in OWN_WORDS:
        return False
    return problem.severity is Severity.ERROR or problem.code in _HARMS


def links_back(entry: Entry) -> bool:
    """Whether a foreign note names its successor: such reverse edges are read, and nothing is ever
    written for them (CONTRACT 6)."""
    return entry.state is FileState.FOREIGN and bool(entry.superseded_by)


def rows(entries: Iterable[Entry], ignored: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """One row for each folder with foreign notes, and one for notes that git ignores (`ignored`
    are their paths)."""
    folders: dict[str, list[Entry]] = {}
    for entry in entries:
        folders.setdefault(entry.path.rpartition("/")[0] or ".", []).append(entry)
    for folder, notes in folders.items():
        foreign = [entry for entry in notes if entry.state is FileState.FOREIGN]
        if foreign:
            yield _foreign(folder, foreign)
        hidden = sum(entry.path in ignored for entry in notes)
        if hidden:
            yield _info(
                "ignored",
                folder,
                f"git ignores {hidden} of the notes here: read, decided only when confirmed",
                "decide them with --confirm ignored, or mend .gitignore",
            )


def _foreign(folder: str, notes: list[Entry]) -> Problem:
    said = Counter(code for entry in notes for code in entry.problem_codes)
    parts = [f"{said.pop(code)} {words}" for code, words in OWN_WORDS.items() if said[code]]
    without_id = sum(entry.note_id is None for entry in notes)
    if without_id:
        parts.append(f"{without_id} without an id, known by path")
    links = sum(len(entry.superseded_by) for entry in notes)
    if links:
        parts.append(f"{links} superseded_by read as supersedes")
    filled = Counter(name for entry in notes for name in entry.filled if name in _FILLED)
    if filled:
        parts.append(f"filled: {', '.join(sorted(filled))}")
    told = sorted((code, count) for code, count in said.items() if code not in _HARMS)
    parts += [f"{count} with {code}" for code, count in told]
    count = "one note" if len(notes) == 1 else f"{len(notes)} notes"
    message = f"{count} in another tool's format, read as they are: {'; '.join(parts)}"
    return _info("foreign", folder, message, "nothing to do: a decision adds only what it needs")


def _info(code: str, folder: str, message: str, hint: str) -> Problem:
    return Problem(code, Severity.INFO, message, hint, folder)
