"""Names that file syncs and desktops give to second copies of a file (FAULTS 15)."""

from __future__ import annotations

import re

from curator_core.model.problem import Problem, Severity

_WORDS = (
    "conflicted copy|conflict copy|case conflict|selective sync conflict|conflict #?[0-9]+"
    "|冲突副本|衝突複本|競合コピー|in konflikt stehende kopie|copie en conflit|copia en conflicto"
)
_CONFLICT = re.compile(
    rf"""(?P<name>.*?\S)\s*(?:
        \([^()]*(?:{_WORDS.replace(" ", chr(92) + " ").replace("#", chr(92) + "#")})[^()]*\)
        | \[conflict\]
        | [.]sync-conflict-[0-9]{{8}}-[0-9]{{6}}(?:-[a-z0-9]{{7}})?
        | _conflict-[0-9]{{8}}-[0-9]{{6}}
        | [.]conflict(?:[0-9]*)
        | [.]variant-[0-9a-f]{{4}}
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""Dropbox, Nextcloud, ownCloud, Obsidian, Google Drive, Syncthing, Resilio, Unison, git-annex."""
_COPY = re.compile(
    r"(?P<name>.*?\S)(?: \([0-9]{1,3}\)| [2-9][0-9]?| (?:- )?(?:copy|副本)(?: \(?[0-9]{1,3}\)?)?)",
    re.IGNORECASE,
)
_HINTS = ("confli", "konflikt", "variant-", "冲突", "衝突", "競合")
"""One of these stands in every such name; most names hold none."""
_ENDING = ".md"
CODE = "sync-copy"


def original(path: str) -> str | None:
    """The path of which this one is the conflicted copy, by its name alone; None for any other.

    Such a file is no note: no person gives a note such a name.
    """
    lower = path.casefold()
    return _without(_CONFLICT, path) if any(word in lower for word in _HINTS) else None


def perhaps(path: str) -> str | None:
    """The path of which this one may be a copy (`note 2.md`, `note (1).md`, `note copy.md`): a
    person may choose such a name too, so that the contents must be compared."""
    return _without(_COPY, path)


def problem(path: str) -> Problem | None:
    """What is said of a conflicted copy: what it is a copy of, and what the decisions mean."""
    first = original(path)
    if first is None:
        return None
    name = first.rpartition("/")[2]
    return Problem(
        CODE,
        Severity.WARNING,
        f"a file sync made this copy of {name} when two devices changed it",
        "approve takes its text into that note, reject takes the copy away; both are undone",
        path,
        1,
        1,
    )


def _without(pattern: re.Pattern[str], path: str) -> str | None:
    folder, slash, name = path.rpartition("/")
    stem, ending = name[: -len(_ENDING)], name[-len(_ENDING) :]
    if ending.casefold() != _ENDING:
        return None
    match = pattern.fullmatch(stem)
    return None if match is None else f"{folder}{slash}{match['name']}{ending}"
