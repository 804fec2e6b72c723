"""What is wrong in one version and its links, each with what would mend it (DESIGN §4)."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.answer import Finding, NoteWrite, Repair, Version
from curator_core.model.event import Action
from curator_core.model.interval import STILL, Interval
from curator_core.model.note import Relation, Status
from curator_core.model.problem import Severity
from curator_core.rules import boundaries, chains, validity
from curator_core.rules.chains import History
from curator_core.rules.slots import folded_id


def of_version(version: Version, history: History) -> Iterator[Finding]:
    """The findings that lie in one version and its links."""
    yield from _forms(version)
    yield from _intervals(version, history)
    if version.reviewed:
        yield from _dangling(version, history)
        yield from _one_sided(version, history)
        yield from _status(version, history)
        yield from _orphan(version, history)
        yield from _exception(version, history)


def _forms(version: Version) -> Iterator[Finding]:
    for field in boundaries.TIME_FIELDS:
        problem = boundaries.form_problem(field, getattr(version.note, field))
        if problem is not None:
            yield Finding(
                code=problem.code,
                severity=problem.severity,
                message=problem.message,
                ids=(version.note.id,),
                field=field,
            )


def _intervals(version: Version, history: History) -> Iterator[Finding]:
    """Ends before starts; and notes that never hold, but for archived ones: those need not."""
    note = version.note
    if note.valid_to is None:
        return
    end = boundaries.boundary(note.valid_to, history.zone)
    written = Interval(validity.start_of(note, history.zone), end)
    if validity.negative(written):
        yield _error("negative-interval", "valid_to lies before valid_from", version, "valid_to")
    elif note.status is Status.ARCHIVED:
        return
    elif validity.empty_as_written(note, history.zone) and not _may_be_empty(version, history):
        yield _error("empty-interval", "the note never holds, and nobody replaced it", version)


def _may_be_empty(version: Version, history: History) -> bool:
    """Empty intervals are legal for what a correction, restatement, revocation or scope_change
    replaced, and for exceptions whose base left the scope (CONTRACT 18)."""
    replaced = frozenset(Relation) - {Relation.STATE_CHANGE}
    base = history.get(version.note.exception_to) if version.note.exception_to else None
    moved = () if base is None else chains.successors(history, base)
    return any(v.note.relation in replaced for v in chains.successors(history, version)) or any(
        v.note.relation is Relation.SCOPE_CHANGE for v in moved
    )


def _error(code: str, message: str, version: Version, field: str | None = None) -> Finding:
    return Finding(
        code=code,
        severity=Severity.ERROR,
        message=message,
        ids=(version.note.id,),
        field=field,
    )


def _dangling(version: Version, history: History) -> Iterator[Finding]:
    note = version.note
    for target in dict.fromkeys(note.supersedes):
        if folded_id(target) == folded_id(note.id):
            yield _link("self-supersede", "the note supersedes itself", version, target)
        elif history.get(target) is None:
            yield _link(
                "dangling", f"it supersedes {target}, which does not exist", version, target
            )
    for successor in chains.back_links(note):
        if history.get(successor) is None:
            message = f"it names {successor} as its successor, which does not exist"
            yield warning("dangling", message, (note.id, successor), "superseded_by")
    if note.exception_to is not None and history.get(note.exception_to) is None:
        message = f"it excepts from {note.exception_to}, which does not exist"
        yield warning("dangling", message, (note.id, note.exception_to), "exception_to")


def _link(code: str, message: str, version: Version, target: str) -> Finding:
    repair = Repair(
        (without_target(version, target),), f"take {target} out of supersedes", Action.DETACH
    )
    return warning(code, message, (version.note.id, target), "supersedes", repair)


def without_target(version: Version, target: str) -> NoteWrite:
    """The write that takes one edge out of a note, and its relation with the last one."""
    note = version.note
    left = tuple(t for t in note.supersedes if folded_id(t) != folded_id(target))
    relation = note.relation.value if note.relation is not None and left else None
    return NoteWrite(note.id, {"supersedes": left, "relation": relation})


def warning(
    code: str, message: str, ids: tuple[str, ...], field: str, repair: Repair | None = None
) -> Finding:
    """A finding of several notes, the one to mend first."""
    return Finding(
        code=code,
        severity=Severity.WARNING,
        message=message,
        ids=ids,
        field=field,
        repair=repair,
    )


def _one_sided(version: Version, history: History) -> Iterator[Finding]:
    note = version.note
    named = chains.back_links(note)
    for successor in named:
        newer = history.get(successor)
        if newer is not None and not _lists(newer, note.id):
            write = NoteWrite(newer.note.id, {"supersedes": (*newer.note.supersedes, note.id)})
            repair = Repair((write,), f"let {newer.note.id} supersede {note.id}")
            message = f"it names {successor} as its successor, which does not say so"
            yield warning("one-sided", message, (note.id, successor), "superseded_by", repair)
    if named:
        folded = {folded_id(name) for name in named}
        for newer in chains.successors(history, version):
            if folded_id(newer.note.id) not in folded:
                message = f"{newer.note.id} supersedes it, which it does not say"
                ids = (note.id, newer.note.id)
                yield warning("one-sided", message, ids, "superseded_by")


def _lists(version: Version, target: str) -> bool:
    return folded_id(target) in {folded_id(t) for t in version.note.supersedes}


def _status(version: Version, history: History) -> Iterator[Finding]:
    """A replaced note that still looks live, or keeps an interval though it never was true."""
    note = version.note
    newer = chains.successors(history, version)
    if not newer or note.status not in chains.LIVE:
        return
    replaced = any(v.note.relation in validity.NEVER_TRUE for v in newer)
    kept = replaced and not validity.empty_as_written(note, history.zone)
    if note.status is Status.ACTIVE or kept:
        ids = (note.id, *(v.note.id for v in newer))
        message = f"it is {note.status.value} though {newer[0].note.id} replaced it"
        repair = Repair((_closed(version, replaced, history),), "close it as the edge says")
        yield warning("status-against-edge", message, ids, "status", repair)


def _closed(version: Version, replaced: bool, history: History) -> NoteWrite:
    note = version.note
    fields: dict[str, object] = {"status": Status.SUPERSEDED.value}
    if replaced:
        fields["valid_from"], fields["valid_to"] = validity.void(
            note, version.approved_at or note.recorded_at, history.zone
        )
    elif note.valid_to is None:
        fields["valid_to"] = chains.interval(history, version).end.text
    return NoteWrite(note.id, fields)


def _orphan(version: Version, history: History) -> Iterator[Finding]:
    note = version.note
    orphaned = note.status is Status.SUPERSEDED and note.valid_to is None
    if not orphaned or chains.successors(history, version):
        return
    repair = _orphan_repair(version, history)
    message = "it is superseded, but by nobody and without an end: it never answers"
    yield warning("superseded-without-successor", message, (note.id,), "status", repair)


def _orphan_repair(version: Version, history: History) -> Repair:
    reopened = Interval(validity.start_of(version.note, history.zone), STILL)
    if any(validity.overlap(reopened, interval) for _, interval in chains.mates(version, history)):
        write = NoteWrite(version.note.id, {"status": Status.ARCHIVED.value})
        return Repair((write,), "archive it: its slot is taken", Action.ARCHIVE)
    write = NoteWrite(version.note.id, {"status": Status.ACTIVE.value})
    return Repair((write,), "make it active again")


def _exception(version: Version, history: History) -> Iterator[Finding]:
    note = version.note
    if note.exception_to is None:
        return
    if note.valid_from is None or note.valid_to is None:
        message = "an exception needs valid_from and valid_to; it does not answer"
        yield _error("exception-ends", message, version, "exception_to")
    base = history.get(note.exception_to)
    if base is not None and history.slots.of(base.note) != history.slots.of(note):
        message = f"it excepts from {base.note.id}, which is another slot or scope"
        yield _error("exception-slot", message, version, "exception_to")
