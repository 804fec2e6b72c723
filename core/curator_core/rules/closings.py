"""Closings: what a decision writes in the new notes and in those that are there, as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.answer import NoteWrite, Version
from curator_core.model.interval import Interval
from curator_core.model.note import FieldValue, Note, Relation, Status
from curator_core.model.problem import Refusal
from curator_core.rules import boundaries, chains, validity
from curator_core.rules.chains import Held, History
from curator_core.rules.slots import folded_id, folded_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A note about to become memory, and what the reviewer said beside it.

    `targets` are the ids it is to supersede. `valid_from` and `valid_to` are flags (of everything
    but a correction also trailers); None leaves the note's own. `at` is the event's instant.
    """

    note: Note
    at: str
    relation: Relation | None = None
    targets: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None
    keep_exceptions: bool = False


@dataclass(frozen=True, slots=True)
class Retarget:
    """A target that was closed already, and the version valid at the start in its place."""

    asked: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """Fields of the new notes and of notes that are there; `notices` must be shown.

    `uncovered` are spans (from, to as text, None is open) that held before and hold no more.
    """

    news: tuple[NoteWrite, ...] = ()
    writes: tuple[NoteWrite, ...] = ()
    retargets: tuple[Retarget, ...] = ()
    notices: tuple[str, ...] = ()
    uncovered: tuple[tuple[str | None, str | None], ...] = ()


def written(note: Note, fields: Mapping[str, FieldValue]) -> Note:
    """A note with the fields of a write; status and relation become their typed values."""
    values = dict(fields)
    if "status" in values:
        values["status"] = Status(str(values["status"]))
    if values.get("relation") is not None:
        values["relation"] = Relation(str(values["relation"]))
    return replace(note, **values)  # type: ignore[arg-type]


def after(history: History, closing: Closing, notes: Iterable[Note], at: str = "") -> History:
    """The versions that a closing leaves: `notes` are the new ones as proposed, now reviewed."""
    proposed = {folded_id(note.id): note for note in notes}
    changed: dict[str, Version] = {}
    for write in closing.writes:
        key = folded_id(write.note_id)
        version = changed.get(key) or history.get(write.note_id)
        assert version is not None, "BUG: a closing writes to a note that is not there"
        changed[key] = replace(version, note=written(version.note, write.fields))
    for write in closing.news:
        note = written(proposed[folded_id(write.note_id)], write.fields)
        version = Version(note=note, reviewed=True, approved_by="reviewer", approved_at=at)
        changed[folded_id(note.id)] = version
    return chains.replaced(history, changed.values())


def checked(closing: Closing, notes: Sequence[Note], history: History) -> Closing | Refusal:
    """The closing, unless a note that it makes, closes or reopens then collides in its slot as it
    did not before, or a new note never holds."""
    before = around(closing, notes, history)
    future = after(before, closing, notes)
    for write in (*closing.news, *closing.writes):
        version = future.get(write.note_id)
        assert version is not None, "BUG: a written note is missing from its own future"
        fresh = write in closing.news and write.note_id not in _replaced(closing)
        if fresh and chains.interval(future, version).empty:
            return out_of_order("the note would never hold", "valid_to")
        unfit = misplaced_exception(version.note, history) if write in closing.news else None
        if unfit is not None:
            return unfit
        old = before.get(write.note_id)
        known = () if old is None or write in closing.news else colliding(old, before)
        hits = tuple(hit for hit in colliding(version, future) if hit not in known)
        if hits:
            message = f"the slot of {write.note_id} has another value at the same time"
            hint = "supersede it, or say --valid-to"
            return Refusal("slot-collision", message, hint, field="valid_from", ids=hits)
    return closing


def misplaced_exception(note: Note, history: History) -> Refusal | None:
    """Why a note is no exception to what it names: that is gone, or in another slot or scope
    (CONTRACT 15)."""
    if note.exception_to is None:
        return None
    base = history.get(note.exception_to)
    if base is None or not base.reviewed:
        message = f"it excepts from {note.exception_to}, which is no reviewed note"
    elif history.slots.of(base.note) != history.slots.of(note):
        message = f"it excepts from {base.note.id}, which is another slot or scope"
    else:
        return None
    return Refusal("invalid", message, field="exception_to", ids=(note.exception_to,))


def _replaced(closing: Closing) -> frozenset[str]:
    return frozenset(
        target
        for write in closing.news
        if isinstance(targets := write.fields.get("supersedes"), tuple)
        for target in targets
    )


def colliding(version: Version, history: History) -> tuple[str, ...]:
    """Ids of the slot's other versions that certainly hold at an instant of this one's; of a free
    note the others that replace the same one."""
    if not chains.answers(version):
        return ()
    own = chains.interval(history, version)
    mates = (*chains.mates(version, history), *_siblings(version, history))
    return tuple(v.note.id for v, interval in mates if validity.overlap(own, interval))


def _siblings(version: Version, history: History) -> Iterator[Held]:
    """The other free notes of its scope that supersede what this one does, parts of a split aside:
    where two hold together the chain forks."""
    if not _forks(version, history):
        return
    own = folded_id(version.note.id)
    for target in history.targets.get(own, ()):
        older = history.by_id.get(target)
        for other in () if older is None else chains.successors(history, older):
            same = folded_scope(other.note.scope) == folded_scope(version.note.scope)
            if same and folded_id(other.note.id) != own and _forks(other, history):
                yield other, chains.interval(history, other)


def _forks(version: Version, history: History) -> bool:
    free = history.slots.of(version.note) is None and chains.answers(version)
    return free and version.note.relation is not Relation.RESTATEMENT


def around(closing: Closing, notes: Iterable[Note], history: History) -> History:
    """The part of the history that a closing can change."""
    known = tuple(notes)
    slots = {history.slots.of(note) for note in known}
    ids = [*(write.note_id for write in closing.writes), *(note.id for note in known)]
    for note_id in ids:
        version = history.get(note_id)
        slots.add(None if version is None else history.slots.of(version.note))
    return chains.part(history, [slot for slot in slots if slot is not None], ids)


def living(targets: Sequence[str], history: History) -> tuple[Held, ...] | Refusal:
    """The targets with their intervals; `dead` if one is gone, unreviewed, archived or void."""
    found: list[Held] = []
    for target in targets:
        version = history.get(target)
        live = version is not None and version.reviewed and version.note.status in chains.LIVE
        if version is not None and version.note.status is Status.ARCHIVED:
            hint = "restore it first, or add the new note without that link"
            return Refusal("dead", f"{target} is archived: it holds no more", hint, ids=(target,))
        if version is None or not live:
            return Refusal("dead", f"{target} is no reviewed note any more", ids=(target,))
        interval = chains.interval(history, version)
        if interval.empty:
            hint = "supersede what replaced it"
            return Refusal("dead", f"{target} never held: it was replaced", hint, ids=(target,))
        found.append((version, interval))
    return tuple(found)


def interval_of(
    valid_from: str | None, valid_to: str | None, base: Interval, history: History
) -> Interval | Refusal:
    """The base with the boundaries that were given; its end must lie after its start."""
    ends = []
    for field, text, boundary in (
        ("valid_from", valid_from, base.start),
        ("valid_to", valid_to, base.end),
    ):
        read = boundary if text is None else boundaries.boundary(text, history.zone)
        if text is not None and not read.readable:
            return Refusal("invalid", f"{field} is no time: {text}", field=field)
        ends.append(read)
    start, end = ends
    if validity.never(start, end):
        return out_of_order("the end does not lie after the start", "valid_to")
    return Interval(start, end)


def out_of_order(message: str, field: str, hint: str = "", ids: tuple[str, ...] = ()) -> Refusal:
    """The refusal of a boundary that lies on the wrong side of another (CONTRACT 18)."""
    return Refusal("relation-order", message, hint, field=field, ids=ids)


def voided(version: Version, at: str, history: History) -> NoteWrite:
    """What an empty interval writes; `at` is the event's instant (CONTRACT 18)."""
    start, end = validity.void(version.note, at, history.zone)
    fields = {"valid_from": start, "valid_to": end, "status": Status.SUPERSEDED.value}
    return NoteWrite(version.note.id, fields)


def new_fields(
    approval: Approval, interval: Interval, targets: Sequence[Version]
) -> dict[str, FieldValue]:
    """Status, interval, edge and relation of the new note; what replaces an exception is one."""
    fields: dict[str, FieldValue] = {
        "status": Status.ACTIVE.value,
        "valid_from": interval.start.text,
        "valid_to": interval.end.text,
    }
    if targets and approval.relation is not None:
        fields["supersedes"] = tuple(dict.fromkeys(v.note.id for v in targets))
        fields["relation"] = approval.relation.value
    base = next((v.note.exception_to for v in targets if v.note.exception_to), None)
    if base is not None and approval.note.exception_to is None:
        fields["exception_to"] = base
    return fields
