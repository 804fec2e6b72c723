"""What of the texts that are cut anew stands in no result: shown, and asked for (C20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.rules import cutting, shrinking
from curator_core.rules.hashing import normal_body
from curator_core.rules.planning import confirms
from curator_core.rules.planning.effects import Case

NAMED = 3
"""How many lost lines a notice repeats; the rest is counted."""


def shrunk(case: Case, before: Sequence[Note], after: Sequence[Note]) -> Refusal | None:
    """The question that results ask which drop more than half of the longest input's text, or hold
    a placeholder for the rest."""
    if "shrinks" in case.choice.confirm:
        return None
    longest = max((note.body for note in before), key=len, default="")
    left = "\n".join(note.body for note in after)
    return confirms.refusal("shrinks", case) if shrinking.shrinks(longest, left) else None


def notices(before: Sequence[Note], after: Sequence[Note]) -> Iterator[str]:
    """For each input what of its lines no result has; the notes themselves keep their texts."""
    texts = [normal_body(note.body) for note in after]
    for note in before:
        lost = cutting.left_out(normal_body(note.body).split("\n"), texts)
        if lost:
            said = "; ".join(line.strip() for line in lost[:NAMED])
            more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
            yield f"not in the result, of {note.id}: {said}{more}"
