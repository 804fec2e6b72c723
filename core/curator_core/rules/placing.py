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
    if newer.note.relation in validity.NEVER_TRUE:
        start = start or wanted.proposed.valid_from
        if start is None:
            message = "it took the target's interval and states no start itself"
            return Refusal("valid-from-required", message, "--valid-from DATE", field="valid_from")
        fields |= _times(Span(start, wanted.proposed.valid_to))
    elif start is not None:
        fields["valid_from"] = start
    others = Closing(writes=(NoteWrite(newer.note.id, fields),))
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
    earliest start of its successors, which supersede the targets instead.

    `before` are the targets' spans as the ledger had them. A successor that corrected or restated
    the note stands in its place and takes its relation; one that changed it after a scope change is
    now the scope change.
    """
    removed = history.get(note_id)
    if removed is None or not removed.reviewed:
        return Refusal("dead", f"{note_id} is no reviewed note any more", ids=(note_id,))
    newer = chains.successors(history, removed)
    writes = [_relinked(version, removed) for version in newer]
    ends = [chains.interval(history, version).start for version in newer]
    replacing = {write.fields["relation"] for write in writes}
    void = bool(replacing & {relation.value for relation in validity.NEVER_TRUE})
    for target, span in before.items():
        version = history.get(target)
        if version is None:
            return Refusal("dead", f"{target} is gone", ids=(target,))
        if void:
            writes.append(voided(version, at, history))
            continue
        held = interval_of(span.valid_from, span.valid_to, ALWAYS, history)
        if isinstance(held, Refusal):
            return held
        end = validity.earliest([held.end, *ends])
        status = Status.SUPERSEDED if newer else Status.ACTIVE
        fields = {"status": status.value, **_times(Span(span.valid_from, end.text))}
        writes.append(NoteWrite(version.note.id, fields))
    return Closing(writes=tuple(writes))


def _relinked(version: Version, removed: Version) -> NoteWrite:
    note, gone = version.note, removed.note
    linked = [t for t in note.supersedes if folded_id(t) != folded_id(gone.id)]
    supersedes = tuple(dict.fromkeys((*linked, *gone.supersedes)))
    relation = note.relation
    narrowed = gone.relation is Relation.SCOPE_CHANGE and relation is Relation.STATE_CHANGE
    if relation in validity.NEVER_TRUE or narrowed:
        relation = gone.relation
    if not supersedes:
        relation = None
    text = None if relation is None else relation.value
    return NoteWrite(note.id, {"supersedes": supersedes, "relation": text})
