"""split of an update: its result is cut instead of written, and the parts restate the note."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.decision import Split
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Part
from curator_core.rules.planning import recut, updating
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed


def split(case: Case, choice: Split, part: Part, draft: Draft) -> Deed | Refusal:
    """The parts take the place of the note as it stands; the proposal's own file goes along."""
    refused = updating.unready(case, part, draft)
    if refused is not None:
        return refused
    target = draft.snapshot.entries[part.target or ""]
    proposed = draft.snapshot.file(part.address or "").note
    results = recut.parts_of(case, choice, draft)
    if isinstance(results, Refusal):
        return results
    also = () if proposed is None else (proposed,)
    deed = recut.split_into(case, target.note_id or "", results, draft, also)
    if isinstance(deed, Refusal):
        return deed
    gone = updating.taken(part, draft)
    return replace(deed, event=replace(deed.event, notes=(*deed.event.notes, *gone)))
