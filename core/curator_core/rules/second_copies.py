"""Second copies of notes under a name that a person may have chosen too (FAULTS 15)."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.answer import Finding, Repair
from curator_core.model.event import Action
from curator_core.model.files import Entry, Place
from curator_core.model.home import Snapshot
from curator_core.model.problem import Problem, Severity
from curator_core.model.proposal import Item
from curator_core.rules import finding_items, sync_copies
from curator_core.rules.slots import folded_id
from curator_core.rules.table import glances

CODE = "second-copy"


def items(snapshot: Snapshot) -> Iterator[Item]:
    """One item for each file under notes that copies another one beside it; approve takes the copy
    away, reject says that both are notes. Rows alone are looked at, and few of them."""
    for glance in glances(snapshot.entries):
        if " " not in glance.path or glance.place is not Place.NOTES:
            continue
        first = sync_copies.perhaps(glance.path)
        if first is None or first not in snapshot.entries:
            continue
        copy, kept = snapshot.entries[glance.path], snapshot.entries[first]
        if kept.place is Place.NOTES and _alike(copy, kept):
            yield finding_items.item(_finding(copy, kept), (copy, kept))


def problems(snapshot: Snapshot) -> Iterator[Problem]:
    """The same as problems, at the copy."""
    for item in items(snapshot):
        found = item.finding
        assert found is not None and found.repair is not None, "BUG: a copy is a finding"
        hint = f"{found.repair.says}: approve {item.item}"
        yield Problem(CODE, found.severity, found.message, hint, item.paths[0], 1, 1, found.field)


def _alike(copy: Entry, kept: Entry) -> bool:
    """Whether two files are one note: by id, by bytes, or by title where neither has an id."""
    if copy.blob == kept.blob:
        return True
    if copy.note_id is not None and kept.note_id is not None:
        return folded_id(copy.note_id) == folded_id(kept.note_id)
    return copy.note_id is kept.note_id is None and copy.title == kept.title != ""


def _finding(copy: Entry, kept: Entry) -> Finding:
    name = kept.path.rpartition("/")[2]
    same = "the same bytes" if copy.blob == kept.blob else "another text"
    return Finding(
        code=CODE,
        severity=Severity.WARNING,
        message=f"this file and {name} beside it are one note, with {same}",
        ids=(kept.note_id or kept.path,),
        field="id",
        repair=Repair((), f"take this copy away and keep {name}", Action.REJECT),
    )
