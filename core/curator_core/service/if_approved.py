"""What memory would say differently if an item were approved, and where a note stands today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from curator_core.model.background import ViewChange
from curator_core.model.decision import Approve
from curator_core.model.files import Place
from curator_core.model.note import Status
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.model.view import Preview
from curator_core.rules import holding, layout, listed
from curator_core.rules.hashing import blob_id
from curator_core.rules.listed import Listed
from curator_core.rules.planning import confirms
from curator_core.service import looking, shelf, versions, views
from curator_core.service.opening import Opened

MOST_LINES = 12
"""Lines of one view that are told."""


def preview(one: Opened, item: Item, actor: str) -> tuple[Preview | Refusal, tuple[str, ...]]:
    """What approve would do as if everything it asks for were confirmed, and what it asks."""
    codes: list[str] = []
    while True:
        wish = Approve(item=item.item, confirm=tuple(codes))
        found = looking.preview_of(one, wish, item, actor)
        if isinstance(found, Preview):
            return found, tuple(codes)
        if found.code not in confirms.TEXTS or found.code in codes:
            return found, tuple(codes)
        codes.append(found.code)


def changes(one: Opened, plan: Plan) -> tuple[ViewChange, ...]:
    """The lines that a plan takes out of the views and puts into them."""
    rows = shelf.rows(one)
    written = {change.path: change.after for change in plan.changes}
    kept = [row for row in rows if row.path not in written]
    after = [*kept, *_made(one, written)]
    old, new = _lines(one, rows), _lines(one, after)
    found = []
    for path in dict.fromkeys((*old, *new)):
        had, has = old.get(path, ()), new.get(path, ())
        dropped, added = _without(had, has), _without(has, had)
        if dropped or added:
            found.append(ViewChange(path, dropped[:MOST_LINES], added[:MOST_LINES]))
    return tuple(found)


def standing(one: Opened, path: str) -> tuple[ViewChange, ...]:
    """The views that hold a note today, with its lines."""
    name = next((row.name for row in shelf.rows(one) if row.path == path), None)
    rest = [row for row in shelf.rows(one) if row.path != path]
    if name is None:
        return ()
    now, without = _lines(one, shelf.rows(one)), _lines(one, rest)
    found = ((view, _without(lines, without.get(view, ()))) for view, lines in now.items())
    return tuple(ViewChange(view, (), lines[:MOST_LINES]) for view, lines in found if lines)


def _made(one: Opened, written: Mapping[str, bytes | None]) -> Iterator[Listed]:
    """The notes that a plan leaves under notes, as approved ones."""
    for path, data in written.items():
        if data is None or layout.place_of(path, one.snapshot.config) is not Place.NOTES:
            continue
        note = versions.parsed(one, path, data)
        if note is not None and note.status is not Status.ARCHIVED:
            yield listed.listed(path, blob_id(data), note, note.title or "")


def _lines(one: Opened, rows: Sequence[Listed]) -> dict[str, tuple[str, ...]]:
    """What each view says of notes, line by line, without its heads and counts."""
    memory = holding.memory(rows, one.snapshot.config, one.caller.now)
    bodies, _ = views.bodies(one, memory)
    return {
        path: tuple(line for line in view.body.split("\n") if line.startswith("- "))
        for path, view in bodies.items()
    }


def _without(lines: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    known = frozenset(others)
    return tuple(line for line in lines if line not in known)
