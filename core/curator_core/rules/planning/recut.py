"""edit, merge and split: what a reviewer wrote stands in the proposal's place (CONTRACT 18, 20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from curator_core.model.answer import Version
from curator_core.model.decision import Edit, Merge, Split
from curator_core.model.event import Action, NoteChange
from curator_core.model.files import NoteFile, Place
from curator_core.model.note import FieldValue, Note
from curator_core.model.problem import Refusal
from curator_core.rules import branches, closings, placing, restating, union
from curator_core.rules.closings import Approval, Closing
from curator_core.rules.planning import amending, approve, confirms, losses, relink, scoping, trust
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Case, Deed, event
from curator_core.rules.slots import folded_id


def edit(case: Case, choice: Edit, draft: Draft) -> Deed | Refusal:
    """Approve with the reviewer's own text; proposed and edited text are both in the ledger."""
    result = draft.context.results.get(choice.result)
    refused = _unreadable([result], case)
    if refused is not None:
        return refused
    assert result is not None, "BUG: checked above"
    if amending.is_memory(case) and choice.relation is not None:
        return relink.plan(case, choice, result, draft)
    if amending.is_memory(case):
        return amending.amend(case, choice, result, draft)
    return approve.plan_text(case, choice, draft, result)


def merge(case: Case, choice: Merge, draft: Draft) -> Deed | Refusal:
    """One note out of several: union of evidence, lowest trust; reviewed inputs become empty."""
    given = None if choice.result is None else draft.context.results.get(choice.result)
    if choice.result is not None:
        refused = _unreadable([given], case)
        if refused is not None:
            return refused
    return merge_into(case, (case.entry.note_id or "", *choice.targets), given, draft, choice.scope)


def merge_into(
    case: Case, names: Sequence[str], given: NoteFile | None, draft: Draft, scope: str | None = None
) -> Deed | Refusal:
    """Several notes as one: the text given, else their clean union."""
    inputs = _inputs(case, names, draft)
    if isinstance(inputs, Refusal):
        return inputs
    if len(inputs) < 2:
        return Refusal("usage", "a merge needs at least two notes", "--target ID")
    versions = [version for _, version in inputs]
    notes = [version.note for version in versions]
    said = scope if given is None or given.note is None else scope or given.note.scope
    refused = scoping.unsaid(case, notes, said)
    if refused is not None:
        return refused
    result = given or draft.context.unions.get(case.item.item)
    if result is None or result.note is None:
        return Refusal(
            "merge-validity",
            "these notes do not say the same: write the merged note yourself",
            "--result FILE",
            ids=tuple(version.note.id for version in versions),
        )
    note = union.lowered(result.note, notes, case.context.at, scope)
    note = trust.recut(case, note, [path for path, _ in inputs])
    closing = restating.merge(versions, note, given is not None, draft.history, case.context.at)
    if isinstance(closing, Refusal):
        return closing
    closing = replace(closing, notices=(*closing.notices, *scoping.notices(notes, note.scope)))
    return _carried_out(case, [(result, note)], (inputs, closing), draft)


def split(case: Case, choice: Split, draft: Draft) -> Deed | Refusal:
    """Several notes out of one; together they take the original's interval."""
    read = parts_of(case, choice, draft)
    if isinstance(read, Refusal):
        return read
    return split_into(case, case.entry.note_id or "", read, draft)


def parts_of(case: Case, choice: Split, draft: Draft) -> list[NoteFile] | Refusal:
    """The parts as the reviewer wrote them; two at least, each a valid note."""
    results = [draft.context.results.get(data) for data in choice.results]
    refused = _unreadable(results, case)
    if refused is not None:
        return refused
    if len(results) < 2:
        return Refusal("usage", "a split needs at least two results", "--result FILE, twice")
    return [result for result in results if result is not None]


def split_into(
    case: Case,
    name: str,
    results: Sequence[NoteFile],
    draft: Draft,
    also: Sequence[Note] = (),
) -> Deed | Refusal:
    """One note as several: its parts as given, trusted no more than it and what else they are
    made of."""
    inputs = _inputs(case, (name,), draft)
    if isinstance(inputs, Refusal):
        return inputs
    original, at = inputs[0][1], case.context.at
    known = [original.note, *also]
    places = [inputs[0][0], *(result.entry.path for result in results)]
    parts = [
        (result, trust.recut(case, union.lowered(result.note, known, at, None), places))
        for result in results
        if result.note is not None
    ]
    notes = [note for _, note in parts]
    closing = _cut(original, notes, draft, case)
    if isinstance(closing, Refusal):
        return closing
    return _carried_out(case, parts, (inputs, closing), draft)


def _cut(original: Version, notes: Sequence[Note], draft: Draft, case: Case) -> Closing | Refusal:
    """A reviewed original is restated; the parts of a candidate are approved one by one."""
    if original.reviewed:
        return restating.split(original.note.id, notes, draft.history, case.context.at)
    whole = Closing()
    for note in notes:
        added = placing.add(Approval(note=note, at=case.context.at), draft.history)
        if isinstance(added, Refusal):
            return added
        whole = replace(
            whole, news=(*whole.news, *added.news), notices=(*whole.notices, *added.notices)
        )
    return closings.checked(whole, notes, draft.history)


Input = tuple[str, Version]
"""Where an input lies, and its judged version."""


def _inputs(case: Case, names: Sequence[str], draft: Draft) -> list[Input] | Refusal:
    """Notes by their ids, each reviewed or an undecided candidate."""
    found: list[Input] = []
    for name in dict.fromkeys(names):
        known = _input(name, case, draft)
        if isinstance(known, Refusal):
            return known
        found.append(known)
    return found


def _input(name: str, case: Case, draft: Draft) -> Input | Refusal:
    version = draft.history.get(name)
    if version is None:
        return Refusal("unknown-item", f"there is no note {name}", ids=(name,))
    if version.reviewed:
        path = draft.editable(name)
        return path if isinstance(path, Refusal) else (path, version)
    for path, entry in draft.snapshot.entries.items():
        if entry.place is not Place.NOTES and folded_id(entry.note_id or "") == folded_id(name):
            return path, version
    for address, file in draft.snapshot.branches().files.items():
        if folded_id(file.entry.note_id or "") == folded_id(name):
            return address, version
    return Refusal("unknown-item", f"{name} is no open candidate", ids=(name,))


def _unreadable(results: Sequence[NoteFile | None], case: Case) -> Refusal | None:
    for result in results:
        if result is not None and result.note is not None and not result.entry.errors:
            continue
        problem = None if result is None or not result.problems else result.problems[0]
        return Refusal(
            "invalid",
            "the result is no valid note" if problem is None else f"result: {problem.message}",
            "see `curator schema`",
            case.entry.path,
            None if problem is None else problem.line,
            field=None if problem is None else problem.field,
        )
    return None


def _carried_out(
    case: Case,
    parts: Sequence[tuple[NoteFile, Note]],
    planned: tuple[Sequence[Input], Closing],
    draft: Draft,
) -> Deed | Refusal:
    inputs, closing = planned
    notes = [note for _, note in parts]
    before = [version.note for _, version in inputs]
    refused = losses.shrunk(case, before, notes)
    if refused is not None:
        return refused
    places = [_place(case, part) for part in parts]
    for result, path in zip(parts, places, strict=True):
        refused = _unfit(case, result, path, closing, draft)
        if refused is not None:
            return refused
    news = tuple(
        _written(case, part, path, closing, draft) for part, path in zip(parts, places, strict=True)
    )
    voids = draft.apply(closing.writes)
    assert not isinstance(voids, Refusal), "BUG: every input was editable"
    gone = tuple(
        draft.set_bytes(path, None, None) for path, version in inputs if not version.reviewed
    )
    draft.history = closings.after(draft.history, closing, notes, case.context.at)
    changes = (*news, *voids, *gone)
    ids = tuple(dict.fromkeys(change.id for change in changes if change.id is not None))
    action = Action.MERGE if len(parts) == 1 else Action.SPLIT
    made = event(
        case,
        action,
        changes,
        relation="restatement",
        items=_other_items(case, inputs),
        about=ids,
    )
    said = (*closing.notices, *_gaps(closing), *losses.notices(before, notes))
    return Deed(event=made, notes=ids, notices=said)


def _other_items(case: Case, inputs: Sequence[Input]) -> tuple[str, ...]:
    paths = {path for path, version in inputs if not version.reviewed}
    return tuple(
        item
        for path, item in case.context.items_by_path.items()
        if path in paths and item != case.item.item
    )


def _gaps(closing: Closing) -> tuple[str, ...]:
    return tuple(
        f"nothing holds from {since or 'ever'} to {until or 'still'} any more"
        for since, until in closing.uncovered
    )


def _place(case: Case, part: tuple[NoteFile, Note]) -> str:
    """Where a branch proposes it; else beside where the item's note lies or would lie, named by the
    new id."""
    result, note = part
    if branches.is_address(result.entry.path):
        return approve.target_path(result.entry.path, result.entry.place, case.snapshot)
    path = approve.target_path(case.entry.path, case.entry.place, case.snapshot)
    return f"{path.rpartition('/')[0]}/{note.id}.md"


def _unfit(
    case: Case, part: tuple[NoteFile, Note], path: str, closing: Closing, draft: Draft
) -> Refusal | None:
    result, note = part
    if draft.taken(path):
        return Refusal("path-taken", "a note of this path exists already", path=path)
    known = draft.history.get(note.id)
    own = branches.is_address(result.entry.path)
    lying = set(draft.context.note_paths.get(folded_id(note.id), ())) - {path}
    if lying or (known is not None and (known.reviewed or not own)):
        return Refusal(
            "invalid", f"the id {note.id} is taken", "give the result another id", ids=(note.id,)
        )
    judged = Case(case.choice, case.item, case.context, result.entry, case.snapshot)
    approval = Approval(note=note, at=case.context.at)
    return confirms.missing(judged, note, approval, closing, draft)


def _written(
    case: Case, part: tuple[NoteFile, Note], path: str, closing: Closing, draft: Draft
) -> NoteChange:
    result, note = part
    draft.add(path, result)
    fields: dict[str, FieldValue] = {
        name: _plain(getattr(note, name)) for name in (*result.entry.filled, *union.LOWERED)
    }
    for write in closing.news:
        if folded_id(write.note_id) == folded_id(note.id):
            fields |= write.fields
    fields |= {
        "reviewed": True,
        "reviewed_by": case.context.actor,
        "reviewed_at": case.context.at,
    }
    return draft.write(path, path, fields)


def _plain(value: object) -> FieldValue:
    return getattr(value, "value", value)
