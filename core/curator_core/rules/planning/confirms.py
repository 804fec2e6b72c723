"""What a reviewer must confirm by name before approve goes on (CONTRACT 21)."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.note import Authority, Kind, Modality, Note, Origin
from curator_core.model.problem import Refusal
from curator_core.rules.planning.effects import Case
from curator_core.rules.schema import NEVER_ANSWERS

_USERS_OWN = frozenset({Authority.USER_EXPLICIT, Authority.USER_CURATED})
_BINDING = frozenset({Kind.PREFERENCE, Kind.PROCEDURAL})

TEXTS = {
    "no-source": "no source says why to believe this",
    "modality": "a hypothetical, conditional or quoted note never answers its slot",
    "secret": "the note holds what looks like a secret; approving puts it into git for ever",
    "attribution": "outside or quoted text would become a preference, procedure or user's word",
    "ignored": "git ignores this path",
    "branch": "this is not the Home's own branch",
    "twin-title": "another note has the same title",
}
"""Every code that can be asked for here, and why."""


def needed(case: Case, note: Note) -> Iterator[str]:
    """The codes that this approval needs, confirmed or not."""
    codes = set(case.entry.problem_codes)
    if "no-source" in codes:
        yield "no-source"
    if note.memory_key and note.modality in NEVER_ANSWERS:
        yield "modality"
    if "secret" in codes:
        yield "secret"
    if _outside(note) and (note.kind in _BINDING or note.authority in _USERS_OWN or note.pin):
        yield "attribution"
    if case.entry.path in case.context.ignored:
        yield "ignored"
    head, branch = case.snapshot.head.branch, case.snapshot.config.branch
    if head is not None and head != branch:
        yield "branch"


def _outside(note: Note) -> bool:
    return note.origin is Origin.EXTERNAL or note.modality is Modality.QUOTED


def missing(case: Case, note: Note) -> Refusal | None:
    """The first code that was not confirmed, as a refusal."""
    for code in needed(case, note):
        if code not in case.choice.confirm:
            return refusal(code, case)
    return None


def branch_only(case: Case) -> Refusal | None:
    """Decisions that write no note's content still need the Home's branch (CONTRACT 5)."""
    head, branch = case.snapshot.head.branch, case.snapshot.config.branch
    if head is None or head == branch or "branch" in case.choice.confirm:
        return None
    return refusal("branch", case)


def refusal(code: str, case: Case) -> Refusal:
    """A refusal that names the code to confirm."""
    return Refusal(
        code,
        TEXTS[code],
        f"look again, then decide with --confirm {code}",
        case.entry.path,
        ids=case.item.notes,
    )
