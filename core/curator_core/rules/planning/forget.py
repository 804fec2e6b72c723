"""forget: texts go for good, their neighbours stay sound, the ledger says that it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.event import Action, Event, LedgerText, NoteChange, ProposalRef
from curator_core.model.forgetting import (
    REDACTED,
    Cascade,
    Derived,
    Doomed,
    Forgotten,
    Rewritten,
)
from curator_core.model.note import FieldValue, Relation, Status
from curator_core.model.plan import FileChange
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health, Item, Op, Part
from curator_core.rules import chains, closings, placing, secrets
from curator_core.rules.chains import History
from curator_core.rules.hashing import short_id
from curator_core.rules.planning.draft import Draft
from curator_core.rules.planning.effects import Asked, Context, Deed
from curator_core.rules.slots import folded_id

Names = Mapping[str, Version]
"""The reviewed versions that go, by folded id."""


def plan(cascade: Cascade, draft: Draft, item: Item | None = None) -> Deed | Refusal:
    """Everything that a forget writes; `item` is the proposal that asked for it, if one did."""
    paths = [doomed.path for doomed in cascade.doomed]
    paths += [file.path for file in _rewritten(cascade)]
    taken = next((p for p in paths if p in draft.files or p in draft.others), None)
    if taken is not None:
        return Refusal(
            "path-taken",
            "another decision of this batch writes what is to be forgotten",
            "apply that one first, then forget",
            taken,
        )
    gone = [version for d in cascade.doomed if (version := _version(d, draft)) is not None]
    removed = tuple(_removed(doomed, draft) for doomed in cascade.doomed)
    near = _neighbours(gone, draft)
    if isinstance(near, Refusal):
        return near
    neighbours, said = near
    for file in _rewritten(cascade):
        _rewrite(file, draft)
    event = _event(cascade, (*removed, *neighbours), draft.context, item)
    return Deed(event=event, notes=event.about, notices=(*notices(cascade), *said))


def proposed(asked: Asked, parts: Sequence[Part], draft: Draft) -> Deed | Refusal:
    """A forget that a proposal asks for, of its notes as the proposer saw them."""
    item = asked.item
    cascade = draft.context.cascades.get(item.item)
    if item.health is not Health.CLEAN or cascade is None:
        return Refusal(
            "conflict",
            "what is to be forgotten is not here as the proposer saw it",
            f"look at it, then `curator forget {next(iter(item.targets), 'NOTE')}`, or reject this",
            item.paths[0],
            ids=item.notes,
        )
    deed = plan(cascade, draft, item)
    if isinstance(deed, Refusal):
        return deed
    own = tuple(part.item for part in parts if part.item != item.item)
    return replace(deed, event=replace(deed.event, items=own))


def _version(doomed: Doomed, draft: Draft) -> Version | None:
    found = None if doomed.note_id is None else draft.history.get(doomed.note_id)
    return found if found is not None and found.reviewed else None


def _removed(doomed: Doomed, draft: Draft) -> NoteChange:
    data = draft.snapshot.file(doomed.path).data
    change = replace(draft.forget(doomed.path), id=doomed.note_id)
    text = data.decode("utf-8", "surrogateescape")
    kept = LedgerText(redacted=REDACTED, digest=secrets.digest(draft.context.salt, text))
    reviewed = None if change.reviewed_before is None else REDACTED
    return replace(change, old=kept, reviewed_before=reviewed)


def _rewritten(cascade: Cascade) -> tuple[Rewritten, ...]:
    return (*cascade.ledger, *((cascade.source,) if cascade.source else ()))


def _rewrite(file: Rewritten, draft: Draft) -> None:
    draft.others[file.path] = FileChange(
        path=file.path, before=file.blob, after=file.after, forgets=True
    )


def _neighbours(
    gone: Sequence[Version], draft: Draft
) -> tuple[tuple[NoteChange, ...], tuple[str, ...]] | Refusal:
    """Links to what goes are taken out, and nothing that was closed by it opens again; with what
    must be said of it."""
    before = draft.history
    names = {folded_id(version.note.id): version for version in gone}
    linked = [*_relinked(names, before), *_exceptions(names, before)]
    future = _after(linked, names, before)
    closed = [write for version in gone for write in _closed(version, names, (before, future))]
    draft.history = _after(closed, {}, future)
    fields: dict[str, dict[str, FieldValue]] = {}
    for write in (*linked, *closed):
        fields.setdefault(write.note_id, {}).update(write.fields)
    changes = draft.apply(tuple(NoteWrite(name, each) for name, each in fields.items()))
    if isinstance(changes, Refusal):
        return changes
    return changes, tuple(_said(name, each) for name, each in fields.items())


def _said(name: str, fields: Mapping[str, FieldValue]) -> str:
    if fields.get("status") == Status.ARCHIVED.value:
        return f"{name} is archived: it never was true, and what said so goes"
    if "valid_to" in fields:
        return f"{name} stays closed: its end is written down ({fields['valid_to']})"
    return f"{name} keeps its interval; its link to what is forgotten goes"


def _after(writes: Sequence[NoteWrite], gone: Names, history: History) -> History:
    """The versions with these writes, and nobody vouching for what goes."""
    changed = {key: replace(version, reviewed=False) for key, version in gone.items()}
    for write in writes:
        key = folded_id(write.note_id)
        version = changed.get(key) or history.get(write.note_id)
        assert version is not None, "BUG: a neighbour is judged"
        changed[key] = replace(version, note=closings.written(version.note, write.fields))
    return chains.replaced(history, changed.values())


def _relinked(names: Names, before: History) -> Iterator[NoteWrite]:
    """Successors supersede what the forgotten ones superseded; a chain of those is passed over."""
    newer = {
        folded_id(each.note.id): each
        for version in names.values()
        for each in chains.successors(before, version)
    }
    for key in sorted(newer.keys() - names.keys()):
        version = newer[key]
        for _ in range(len(names)):
            target = next((t for t in version.note.supersedes if folded_id(t) in names), None)
            if target is None:
                break
            write = placing.relinked(version, names[folded_id(target)])
            note = closings.written(version.note, write.fields)
            version = replace(version, note=note)
        note = version.note
        relation = None if note.relation is None else note.relation.value
        yield NoteWrite(note.id, {"supersedes": note.supersedes, "relation": relation})


def _exceptions(names: Names, before: History) -> Iterator[NoteWrite]:
    """What excepted from it excepts from what stands nearest in its slot, or is no exception."""
    for key, removed in names.items():
        near = (
            *chains.successors(before, removed),
            *(v for t in removed.note.supersedes if (v := before.get(t)) is not None),
        )
        slot = before.slots.of(removed.note)
        others = (v for v in near if folded_id(v.note.id) not in names)
        fit = next((v.note.id for v in others if before.slots.of(v.note) == slot), None)
        for version in before.exceptions_to.get(key, ()):
            if version.reviewed and folded_id(version.note.id) not in names:
                yield NoteWrite(version.note.id, {"exception_to": fit})


def _closed(removed: Version, names: Names, times: tuple[History, History]) -> Iterator[NoteWrite]:
    """What it had replaced stays closed without it: with an end of its own, or archived where it
    never was true and nobody else says so."""
    before, future = times
    for target in removed.note.supersedes:
        older = before.get(target)
        if older is None or not older.reviewed or folded_id(target) in names:
            continue
        held = chains.interval(before, older)
        rest = {v.note.relation for v in chains.successors(future, older)}
        if held.empty and not rest - {Relation.STATE_CHANGE, None}:
            yield NoteWrite(older.note.id, {"status": Status.ARCHIVED.value})
        elif older.note.valid_to is None and older.note.status in chains.LIVE:
            fields: dict[str, FieldValue] = {"valid_to": held.end.text}
            yield NoteWrite(older.note.id, {**fields, "status": Status.SUPERSEDED.value})


def _event(
    cascade: Cascade, notes: tuple[NoteChange, ...], context: Context, item: Item | None
) -> Event:
    """Without ids yet; the proposal's own words stay out of it."""
    keys = {doomed.memory_key for doomed in cascade.doomed}
    about = [doomed.note_id or doomed.path for doomed in cascade.doomed]
    about += [*cascade.remembered, *([cascade.cut.uri] if cascade.cut else [])]
    digests = [(doomed.path, doomed.blob) for doomed in cascade.doomed]
    proposal = ProposalRef()
    if item is not None:
        proposal = ProposalRef(refs=item.refs, commit=item.commit, proposer=item.proposer)
    return Event(
        event_id="",
        decision="",
        at=context.at,
        actor=context.actor,
        entrance=context.entrance,
        tty=context.tty,
        action=Action.FORGET,
        op=Op.FORGET.value,
        item=short_id("i_", Op.FORGET.value, digests, about) if item is None else item.item,
        about=tuple(dict.fromkeys(about)),
        memory_key=keys.pop() if len(keys) == 1 else None,
        proposal=proposal,
        notes=notes,
        reason=cascade.wish.reason,
        confirmed=cascade.wish.confirm,
        forgotten=kept(cascade),
    )


def kept(cascade: Cascade) -> Forgotten:
    """What the ledger keeps of a forget."""
    derived = {d.note_id: d.trace.value for d in cascade.derived if d.note_id is not None}
    return Forgotten(
        salt=cascade.tombstone_salt,
        marks=cascade.marks,
        blobs=cascade.blobs,
        lines=() if cascade.cut is None else (cascade.cut.uri,),
        derived=tuple(derived),
        traces=tuple(derived.values()),
        cited=cascade.cited,
        backup_expiry=cascade.backup_expiry,
    )


def notices(cascade: Cascade) -> Iterator[str]:
    """What a person must know before it is done."""
    yield "this cannot be undone"
    for doomed in cascade.doomed:
        words = f"{doomed.path} goes ({doomed.because.value})"
        yield f"{words}; it is pinned: it was always loaded" if doomed.pinned else words
    for name in cascade.remembered:
        yield f"{name} is in no file any more: the ledger forgets its text"
    if cascade.cut is not None:
        yield f"{cascade.cut.uri} becomes tombstone lines"
    for derived in cascade.derived:
        yield _looked_at(derived)
    if cascade.ledger:
        yield f"{_count(len(cascade.ledger), 'ledger file')} without its text from now on"
    yield from _local(cascade)
    for spot in cascade.golden:
        yield f"{spot.where}:{spot.line} asks for it: change that question by hand"
    for spot in cascade.echoes:
        yield f"{spot.where}:{spot.line} says the same words and stays as it is"
    for where in dict.fromkeys(spot.where for spot in cascade.branches):
        yield f"{where} holds it on a branch, which is left alone"


def _looked_at(derived: Derived) -> str:
    name = derived.note_id or derived.path
    return f"{name} {derived.trace.value}: it comes to re-review"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _local(cascade: Cascade) -> Iterator[str]:
    scraps = cascade.scraps
    for names, words in (
        (scraps.staged_files, "staged decision"),
        (scraps.typed_files, "typed text"),
        (scraps.rescued_files, "rescued text"),
    ):
        if names:
            yield f"{_count(len(names), words)} about it: gone too"
