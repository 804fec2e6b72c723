"""Fitting a note into its slot: adding, restoring, taking an edge back, taking a note out of a
chain (CONTRACT 19, 33)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.interval import ALWAYS
from curator_core.model.note import FieldValue, Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import chains, validity
from curator_core.rules.chains import History
from curator_core.rules.closings import (
    Approval,
    Closing,
    after,
    around,
    checked,
    interval_of,
    voided,
)
from curator_core.rules.flaws import without_target
from curator_core.rules.slots import folded_id


@dataclass(frozen=True, slots=True)
class Span:
    """The two boundaries of a note as text; None is open."""

    valid_from: str | None
    valid_to: str | None


def add(approval: Approval, history: History) -> Closing | Refusal:
    """Approving without superseding: an open end is cut at the next version's start."""
    note = approval.note
    stated = Span(
        approval.valid_from or note.valid_from,
        approval.valid_to or note.valid_to,
    )
    if note.exception_to is not None and not (stated.valid_from and stated.valid_to):
        message = "an exception needs valid_from and valid_to"
        return Refusal("invalid", message, field="exception_to")
    fitted = _fitted(note, stated, history)
    if isinstance(fitted, Refusal):
        return fitted
    span, notices = fitted
    fields: dict[str, FieldValue] = {"status": Status.ACTIVE.value, **_times(span)}
    return Closing(news=(NoteWrite(note.id, fields),), notices=notices)


def _times(span: Span) -> dict[str, FieldValue]:
    return {"valid_from": span.valid_from, "valid_to": span.valid_to}


def _fitted(note: Note, stated: Span, history: History) -> tuple[Span, tuple[str, ...]] | Refusal:
    """The stated span; an open end becomes the start of the slot's next version, if one comes."""
    own = interval_of(stated.valid_from, stated.valid_to, ALWAYS, history)
    if isinstance(own, Refusal):
        return own
    held = replace(note, status=Status.ACTIVE, valid_from=stated.valid_from, valid_to=None)
    holder = Version(note=held, reviewed=True)
    if stated.valid_to is not None or not chains.answers(holder):
        return stated, ()
    end = validity.effective(held, (), history.zone).end
    following = [
        (interval, version)
        for version, interval in chains.mates(holder, history)
        if not interval.empty
        if validity.surely_before(own.start, interval.start)
        if validity.surely_before(interval.start, end)
    ]
    if not following:
        return stated, ()
    interval, version = min(following, key=lambda pair: validity.order(pair[0]))
    cut = Span(stated.valid_from, interval.start.text)
    return cut, (f"it ends where {version.note.id} starts: {cut.valid_to}",)


def restore(
    note_id: str, history: History, valid_from: str | None = None, valid_to: str | None = None
) -> Closing | Refusal:
    """An archived note back in recall, planned like an approve; it stays superseded if a reviewed
    note supersedes it."""
    version = history.get(note_id)
    if version is None or version.note.status is not Status.ARCHIVED:
        return Refusal("no-change", f"{note_id} is no archived note", ids=(note_id,))
    note = version.note
    stated = Span(valid_from or note.valid_from, valid_to or note.valid_to)
    return _reopened(version, stated, Closing(), history)


def _reopened(
    version: Version, stated: Span, others: Closing, history: History
) -> Closing | Refusal:
    """A note that is there holds again in its slot, after what the other writes change."""
    future = after(around(others, [version.note], history), others, ())
    found = future.get(version.note.id)
    assert found is not None, "BUG: the note to reopen is not in its own slot"
    fitted = _fitted(found.note, stated, future)
    if isinstance(fitted, Refusal):
        return fitted
    span, notices = fitted
    fields = {"status": _status(found, future).value, **_times(span)}
    write = NoteWrite(version.note.id, fields)
    closing = Closing(writes=(*others.writes, write), notices=(*others.notices, *notices))
    return checked(closing, (), history)


def _status(version: Version, history: History) -> Status:
    newer = chains.successors(history, version)
    return Status.SUPERSEDED if newer else Status.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Detachment:
    """An edge to take back. `before` is the target's span as the ledger had it before the edge,
    `proposed` the newer note's own. Flags: `valid_from` of the newer, `valid_to` of the target."""

    newer: str
    target: str
    before: Span
    proposed: Span
    valid_from: str | None = None
    valid_to: str | None = None


def detach(wanted: Detachment, history: History) -> Closing | Refusal:
    """The edge and, with the last one, the relation go; the target holds again, cut at the next
    start. After a wrong correction the newer note keeps what it stated itself."""
    newer, target = history.get(wanted.newer), history.get(wanted.target)
    edge = folded_id(wanted.target) in history.targets.get(folded_id(wanted.newer), ())
    if newer is None or target is None or not edge:
        message = f"{wanted.newer} does not supersede {wanted.target}"
        return Refusal("no-change", message, ids=(wanted.newer, wanted.target))
    fields = dict(without_target(newer, wanted.target).fields)
    start = wanted.valid_from
    void = chains.interval(history, newer).empty
    if newer.note.relation in validity.NEVER_TRUE and not void:
        start = start or wanted.proposed.valid_from
        if start is None:
            message = "it took the target's interval and states no start itself"
            return Refusal("valid-from-required", message, "--valid-from DATE", field="valid_from")
        own = interval_of(start, wanted.proposed.valid_to, ALWAYS, history)
        if isinstance(own, Refusal):
            return own
        fields |= _times(Span(start, wanted.proposed.valid_to))
    elif start is not None:
        fields["valid_from"] = start
    others = Closing(writes=(NoteWrite(newer.note.id, fields),))
    rivals = [v for v in chains.successors(history, target) if v is not newer]
    if any(rival.note.relation in validity.NEVER_TRUE for rival in rivals):
        return checked(others, (), history)
    before = Span(wanted.before.valid_from, wanted.valid_to or wanted.before.valid_to)
    return _reopened(target, before, others, history)


def dependents(note_id: str, history: History) -> tuple[Version, ...]:
    """The reviewed notes that supersede a note: undoing its approval alone would orphan them."""
    version = history.get(note_id)
    return () if version is None else chains.successors(history, version)


def splice(
    note_id: str, before: Mapping[str, Span], history: History, at: str
) -> Closing | Refusal:
    """A note goes out of the middle of its chain (CONTRACT 33): its targets hold again up to the
    earliest start of their successors, which now supersede them directly; its exceptions are those
    of the first of them.

    `before` are the targets' spans as the ledger had them. A target that others corrected or
    restated stays empty.
    """
    removed = history.get(note_id)
    if removed is None or not removed.reviewed:
        return Refusal("dead", f"{note_id} is no reviewed note any more", ids=(note_id,))
    newer = chains.successors(history, removed)
    excepting = [v for v in history.exceptions_to.get(folded_id(note_id), ()) if v.reviewed]
    if excepting and not removed.note.supersedes:
        ids = tuple(version.note.id for version in excepting)
        message = f"{note_id} replaced no note to which its exceptions could belong instead"
        return Refusal("has-dependents", message, "--with-dependents", ids=ids)
    moved = [
        NoteWrite(version.note.id, {"exception_to": removed.note.supersedes[0]})
        for version in excepting
    ]
    links = Closing(writes=(*moved, *(relinked(version, removed) for version in newer)))
    rest = without(removed, history)
    linked = after(rest, links, ())
    writes: list[NoteWrite] = []
    for target, span in before.items():
        write = reheld(target, span, linked, at)
        if isinstance(write, Refusal):
            return write
        writes.append(write)
    return checked(Closing(writes=(*links.writes, *writes)), (), rest)


def taken_over(newer: Version, target: Version) -> Span:
    """The span that a target had when no event tells: up to where the note that replaced it ends;
    what was corrected gave its whole interval away."""
    own, old = newer.note, target.note
    never = own.relation in validity.NEVER_TRUE
    return Span(own.valid_from if never else old.valid_from, own.valid_to)


def without(removed: Version, history: History) -> History:
    """What lies around a note, as if nobody had approved it."""
    slot = history.slots.of(removed.note)
    near = chains.part(history, [] if slot is None else [slot], [removed.note.id])
    return chains.replaced(near, [replace(removed, reviewed=False)])


def reheld(target: str, span: Span, history: History, at: str) -> NoteWrite | Refusal:
    """What gives a target its span back, as far as its successors leave it."""
    version = history.get(target)
    if version is None:
        return Refusal("dead", f"{target} is gone", ids=(target,))
    newer = chains.successors(history, version)
    if any(successor.note.relation in validity.NEVER_TRUE for successor in newer):
        return voided(version, at, history)
    held = interval_of(span.valid_from, span.valid_to, ALWAYS, history)
    if isinstance(held, Refusal):
        return held
    starts = [validity.start_of(successor.note, history.zone) for successor in newer]
    end = validity.earliest([held.end, *starts])
    fields: dict[str, FieldValue] = {"status": _status(version, history).value}
    return NoteWrite(version.note.id, fields | _times(Span(span.valid_from, end.text)))


def relinked(version: Version, removed: Version) -> NoteWrite:
    """A successor of the removed note supersedes its targets instead. Where it corrected, restated
    or changed a scope change it stands in the removed note's place and takes its relation."""
    note, gone = version.note, removed.note
    linked = [t for t in note.supersedes if folded_id(t) != folded_id(gone.id)]
    supersedes = tuple(dict.fromkeys((*linked, *gone.supersedes)))
    relation = note.relation
    narrowed = gone.relation is Relation.SCOPE_CHANGE and relation is Relation.STATE_CHANGE
    stands_in = not linked and (relation in validity.NEVER_TRUE or narrowed)
    if stands_in:
        relation = gone.relation
    text = None if relation is None or not supersedes else relation.value
    return NoteWrite(note.id, {"supersedes": supersedes, "relation": text})
