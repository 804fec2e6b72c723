"""Another kind for a link that was approved: as if the newer note were approved only now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.note import FieldValue, Relation
from curator_core.model.problem import Refusal
from curator_core.rules import chains, placing, relations
from curator_core.rules.chains import History
from curator_core.rules.closings import Approval, Closing, after, around
from curator_core.rules.placing import Span
from curator_core.rules.slots import folded_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Relinking:
    """The wish. `approval` names the newer note as it stands, its kind from now on, and flags;
    `before` are the spans its targets had before the link, by folded id, `proposed` its own."""

    approval: Approval
    before: Mapping[str, Span]
    proposed: Span | None


def relink(wanted: Relinking, history: History) -> Closing | Refusal:
    """The targets hold again as before the link, and the new kind closes them its own way.

    Refused where the note was itself replaced since: what came later would have to move too.
    """
    approval = wanted.approval
    version = history.get(approval.note.id)
    refused = _fixed(approval, version, history)
    if refused is not None or version is None:
        return refused or Refusal("dead", f"{approval.note.id} is gone", ids=(approval.note.id,))
    span = wanted.proposed or Span(version.note.valid_from, version.note.valid_to)
    note = replace(version.note, valid_from=span.valid_from, valid_to=span.valid_to, relation=None)
    rest = placing.without(version, history)
    reopened = _reopened(wanted, version, rest)
    if isinstance(reopened, Refusal):
        return reopened
    loose = after(around(reopened, [note], rest), reopened, ())
    loose = chains.replaced(loose, [Version(note=note, reviewed=False)])
    targets = approval.targets or version.note.supersedes
    made = relations.approve(replace(approval, note=note, targets=targets), loose)
    if isinstance(made, Refusal):
        return made
    fields: dict[str, dict[str, FieldValue]] = {}
    for write in (*made.news, *reopened.writes, *made.writes):
        fields.setdefault(folded_id(write.note_id), {}).update(write.fields)
    names = {folded_id(w.note_id): w.note_id for w in (*made.news, *reopened.writes, *made.writes)}
    writes = tuple(NoteWrite(names[key], found) for key, found in fields.items())
    return Closing(writes=writes, notices=made.notices, uncovered=made.uncovered)


def _fixed(approval: Approval, version: Version | None, history: History) -> Refusal | None:
    """Why the kind of a link cannot become another one."""
    note = approval.note
    if version is None or not note.supersedes:
        return Refusal("no-change", f"{note.id} supersedes nothing", ids=(note.id,))
    if Relation.RESTATEMENT in (note.relation, approval.relation):
        message = "a restatement is written by split and merge only"
        return Refusal("invalid", message, "undo the split or the merge", field="relation")
    flags = (approval.valid_from, approval.valid_to)
    if note.relation is approval.relation and flags == (None, None):
        return Refusal("no-change", "it replaces the older note in this way already")
    newer = tuple(each.note.id for each in chains.successors(history, version))
    if newer:
        message = f"{note.id} was itself replaced since"
        return Refusal("has-dependents", message, "undo or detach that first", ids=newer)
    return None


def _reopened(wanted: Relinking, version: Version, rest: History) -> Closing | Refusal:
    """The writes that give every target the span that it had before the link."""
    writes = []
    for name in version.note.supersedes:
        target = rest.get(name)
        if target is None:
            return Refusal("dead", f"{name} is gone", ids=(name,))
        known = wanted.before.get(folded_id(name)) or placing.taken_over(version, target)
        write = placing.reheld(name, known, rest, wanted.approval.at)
        if isinstance(write, Refusal):
            return write
        writes.append(write)
    return Closing(writes=tuple(writes))
