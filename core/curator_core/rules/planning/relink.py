"""edit of a note that is memory with a relation: another kind for its links (CONTRACT 29)."""

from __future__ import annotations

from curator_core.model.decision import Edit
from curator_core.model.event import Action
from curator_core.model.files import NoteFile
from curator_core.model.problem import Refusal
from curator_core.rules import closings, relinking
from curator_core.rules.closings import Approval
from curator_core.rules.planning import keeping
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed, event
from curator_core.rules.relinking import Relinking
from curator_core.rules.slots import folded_id


def plan(case: Case, choice: Edit, file: NoteFile, draft: Draft) -> Deed | Refusal:
    """The targets hold again as before the link, then the new kind closes them: one event."""
    old = keeping.memory(case, draft)
    if isinstance(old, Refusal):
        return old
    if file.note != case.snapshot.files[case.entry.path].note:
        message = "a text and the kind of its links are not changed in one step"
        return Refusal("invalid", message, "edit the text first", case.entry.path, ids=(old.id,))
    wanted = Relinking(
        approval=Approval(
            note=old,
            at=case.context.at,
            relation=choice.relation,
            targets=choice.targets,
            valid_from=choice.valid_from,
            valid_to=choice.valid_to,
            keep_exceptions=choice.keep_exceptions,
        ),
        before=case.context.spans,
        proposed=case.context.proposed.get(folded_id(old.id)),
    )
    closing = relinking.relink(wanted, draft.history)
    if isinstance(closing, Refusal):
        return closing
    changes = draft.apply(closing.writes)
    if isinstance(changes, Refusal):
        return changes
    draft.history = closings.after(draft.history, closing, (), case.context.at)
    ids = tuple(change.id for change in changes if change.id is not None)
    relation = None if choice.relation is None else choice.relation.value
    made = event(case, Action.EDIT, changes, relation=relation)
    return Deed(event=made, notes=ids, notices=closing.notices)
