"""What each kind of update would do for one proposal, side by side, nothing written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from curator_core.model.answer import Version
from curator_core.model.decision import Approve, Detach, Edit
from curator_core.model.files import Entry, NoteFile
from curator_core.model.inquiry import KINDS, Alternative, Alternatives
from curator_core.model.note import Note, Relation
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.model.view import Preview
from curator_core.rules import chains, trails, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.planning import batch, confirms
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.effects import Context
from curator_core.service import circumstances, existing, finding, looking, naming, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer

_NAMED = Refusal(
    "relation-required", "the note itself names what it supersedes", "edit that line out first"
)

_UPDATED = Refusal(
    "relation-required", "an update takes its note's place", "reject it, or write a new note"
)


def alternatives(caller: Caller, wish: Approve) -> Alternatives | Refusal:
    """What every kind would do for the item of a wish; its start and text are taken as given."""
    with opened(caller) as one:
        actor = reviewer(one)
        if isinstance(actor, Refusal):
            return actor
        known = existing.find(one, wish.item) if isinstance(wish, Edit) else None
        item = known or naming.resolve(finding.queue(one), wish.item)
        if isinstance(item, Refusal):
            return item
        if known is not None and isinstance(wish, Edit):
            return _of_links(one, Chosen(replace(wish, item=known.item), known), actor)
        chosen = Chosen(replace(wish, item=item.item), item)
        if item.op is Op.UPDATE:
            return _of_update(one, chosen, actor)
        file = _text(one, item, wish, actor)
        if isinstance(file, Refusal):
            return file
        return _compared(one, chosen, file, actor)


def _of_links(one: Opened, chosen: Chosen, actor: str) -> Alternatives | Refusal:
    """The kinds for the links of a note that is memory; supersedes nothing means taking them
    back."""
    item, wish = chosen.item, chosen.choice
    assert isinstance(wish, Edit), "BUG: only texts of notes that are there have kinds"
    note = one.snapshot.file(item.file).note
    if note is None or not note.supersedes:
        return Refusal("no-change", "it supersedes nothing", ids=item.notes)
    history = versions.history(one, [item.file])
    found = [history.get(name) for name in note.supersedes]
    held = [(v, chains.interval(history, v)) for v in found if v is not None]
    own = history.get(note.id) or Version(note=note, reviewed=True)

    def tried(kind: Relation | None) -> Alternative:
        if kind is None:
            back = Detach(item=item.item, targets=wish.targets, valid_from=wish.valid_from)
            return Alternative(kind, (), looking.preview_of(one, back, item, actor))
        wanted = replace(wish, relation=kind, targets=())
        context = circumstances.for_choices(one, actor, [Chosen(wanted, item)])
        return _tried(one, Chosen(wanted, item), kind, context)

    return Alternatives(
        item=item.item,
        proposed=trails.row(own, chains.interval(history, own)),
        replaced=tuple(trails.row(version, interval) for version, interval in held),
        stated=note.relation,
        named=False,
        choices=tuple(tried(kind) for kind in KINDS),
    )


def _of_update(one: Opened, chosen: Chosen, actor: str) -> Alternatives | Refusal:
    """The kinds for an update whose result answers otherwise: it becomes a new version of its note.
    One that is written in place replaces nothing."""
    item, wish = chosen.item, chosen.choice
    assert isinstance(wish, Approve), "BUG: only approvals have kinds"
    context = circumstances.for_choices(one, actor, [chosen])
    for part in context.parts.get(item.item, ()):
        made = context.updates.get(part.address or "")
        target = None if part.target is None else one.snapshot.entries.get(part.target)
        if made is None or target is None or not _meant(target, part.path, wish):
            continue
        if made.answering and made.successor is not None and made.successor.note is not None:
            history = versions.history(one, [target.path])
            old = history.get(target.note_id or "")
            if old is not None:
                held = [(old, chains.interval(history, old))]
                return _choices(one, chosen, (made.successor.note, held, history), context)
    preview = looking.preview_of(one, wish, item, actor)
    if isinstance(preview, Refusal):
        return preview
    return Refusal("no-change", "it is written in place and replaces nothing")


def _meant(target: Entry, path: str, wish: Approve) -> bool:
    """Whether a wish is about this note of a proposal."""
    return not wish.only or bool({target.note_id, path} & set(wish.only))


def _text(one: Opened, item: Item, wish: Approve, actor: str) -> NoteFile | Refusal:
    """The proposed text, or the reviewer's own."""
    file = one.snapshot.file(item.file)
    if isinstance(wish, Edit):
        context = circumstances.for_choices(one, actor, [Chosen(wish, item)])
        file = context.results[wish.result]
    if file.note is None:
        preview = looking.preview_of(one, wish, item, actor)
        assert isinstance(preview, Refusal), "BUG: a text without a note can be approved"
        return preview
    return file


def _compared(one: Opened, chosen: Chosen, file: NoteFile, actor: str) -> Alternatives:
    note, choice = file.note, chosen.choice
    assert note is not None and isinstance(choice, Approve), "BUG: checked before"
    history = versions.history(one, [chosen.item.file, *_paths(one, note)])
    own = Version(note=note, reviewed=False)
    rivals = _rivals(own, choice, history)
    targets = tuple(version.note.id for version, _ in rivals)
    with_targets = Chosen(replace(choice, targets=targets), chosen.item)
    context = circumstances.for_choices(one, actor, [with_targets])
    return _choices(one, with_targets, (note, rivals, history), context)


def _choices(
    one: Opened,
    chosen: Chosen,
    found: tuple[Note, Sequence[Held], History],
    context: Context,
) -> Alternatives:
    """Every kind for a note and what it would replace."""
    note, rivals, history = found
    update = chosen.item.op is Op.UPDATE
    own = Version(note=note, reviewed=False)
    replaced = [trails.row(version, interval) for version, interval in rivals]
    targets = tuple(row.note_id for row in replaced)
    wish = chosen.choice
    assert isinstance(wish, Approve), "BUG: only approvals have kinds"
    with_targets = Chosen(replace(wish, targets=targets), chosen.item)

    def tried(kind: Relation | None) -> Alternative:
        if kind is None and note.supersedes:
            return Alternative(kind, (), _UPDATED if update else _NAMED)
        return _tried(one, with_targets, kind, context)

    return Alternatives(
        item=chosen.item.item,
        proposed=trails.row(own, validity.effective(note, (), history.zone)),
        replaced=tuple(replaced),
        stated=note.relation,
        named=bool(note.supersedes) and not update,
        choices=tuple(tried(kind) for kind in KINDS if targets),
    )


def _paths(one: Opened, note: Note) -> tuple[str, ...]:
    """Files of notes that a text names, also where the proposal's file does not."""
    found = [existing.find(one, name) for name in note.supersedes]
    return tuple(item.paths[0] for item in found if item is not None)


def _rivals(own: Version, choice: Approve, history: History) -> Sequence[Held]:
    """What the note names; else the one note of its slot that it stands in the way of."""
    named = choice.targets or own.note.supersedes
    if named:
        found = [history.get(name) for name in named]
        return [(v, chains.interval(history, v)) for v in found if v is not None]
    started = replace(own.note, valid_from=choice.valid_from or own.note.valid_from)
    if own.note.modality in chains.SILENT:
        return ()
    mine = validity.effective(started, (), history.zone)
    met = [held for held in chains.mates(own, history) if not held[1].empty]
    overlapping = [held for held in met if validity.overlap(mine, held[1])]
    if not overlapping:
        return ()
    at_start = [held for held in overlapping if validity.starts_within(mine.start, held[1])]
    latest = sorted(overlapping, key=lambda held: validity.order(held[1]))
    return at_start[:1] or latest[-1:]


def _tried(one: Opened, chosen: Chosen, kind: Relation | None, context: Context) -> Alternative:
    """The plan of one kind; codes that it asks for are collected on the way."""
    wish = chosen.choice
    assert isinstance(wish, Approve), "BUG: only approvals have kinds"
    targets = wish.targets if kind is not None else ()
    codes: list[str] = []
    while True:
        choice = replace(wish, relation=kind, targets=targets, confirm=tuple(codes))
        plan, refused = batch.plan([Chosen(choice, chosen.item)], one.snapshot, context)
        if plan is not None:
            return Alternative(kind, tuple(codes), Preview(plan=plan, deltas=()))
        no = refused[0][1]
        if no.code not in confirms.TEXTS or no.code in codes:
            return Alternative(kind, tuple(codes), no)
        codes.append(no.code)
