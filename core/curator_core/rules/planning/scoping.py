"""In which scope a merged note lies: the narrowest, unless a person says another one (C82)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from curator_core.model.note import Note
from curator_core.model.problem import Refusal
from curator_core.rules.planning.effects import Case
from curator_core.rules.slots import folded_scope, scope_chain

_CODE = "scope-mismatch"


def unsaid(case: Case, inputs: Sequence[Note], said: str | None) -> Refusal | None:
    """The question where no input's scope lies in all the others': one project never answers for
    another. `said` is the scope that the reviewer named or wrote."""
    scopes = {folded_scope(note.scope): note.scope for note in inputs}
    settled = said is not None or _CODE in case.choice.confirm
    if settled or any(_in_all(scope, scopes) for scope in scopes):
        return None
    return Refusal(
        _CODE,
        f"the notes lie in {' and '.join(scopes.values())}, of which none is narrower",
        "say where the merged note lies: --scope S",
        case.entry.path,
        field="scope",
        ids=tuple(note.id for note in inputs),
    )


def _in_all(scope: str, others: Iterable[str]) -> bool:
    seen = scope_chain([scope])
    return all(other in seen for other in others)


def notices(inputs: Sequence[Note], scope: str) -> Iterator[str]:
    """What a reviewer must see where the inputs lay elsewhere."""
    for note in inputs:
        if folded_scope(note.scope) != folded_scope(scope):
            yield f"the merged note lies in {scope}; {note.id} lay in {note.scope}"
