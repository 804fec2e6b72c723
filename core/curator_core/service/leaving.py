"""Reviewed notes whose file was moved by hand to where the layout does not look (CONTRACT 5)."""

from __future__ import annotations

from collections.abc import Iterator

from curator_core.model.files import Place
from curator_core.model.problem import Problem, Severity
from curator_core.rules.hashing import blob_id
from curator_core.rules.table import glances
from curator_core.service.opening import Opened
from curator_core.store import reading, walking


def left_layout(one: Opened) -> Iterator[Problem]:
    """One finding for each, where the file lies now; a note that is nowhere is not told here."""
    lost = _lost(one)
    if not lost:
        return
    known = one.snapshot.entries
    for path in sorted(walking.walk(one.repo.root, ["."])):
        if path in known:
            continue
        content = reading.read(one.repo.root, path)
        was = None if isinstance(content, Problem) else lost.get(blob_id(content.data))
        if was is not None:
            yield Problem(
                "left-layout",
                Severity.WARNING,
                f"the reviewed note {was} was moved here, where no note is read",
                "move it back, or name the folder under [layout] notes",
                path,
                1,
                1,
            )


def _lost(one: Opened) -> dict[str, str]:
    """The old path of every approved blob that no file under notes holds, by the blob."""
    reviews = one.snapshot.reviews
    present = {each.blob for each in glances(one.snapshot.entries) if each.place is Place.NOTES}
    there = set(one.snapshot.entries)
    decided = {
        change.path_before
        for event in one.ledger.events
        for change in event.notes
        if change.path_before is not None
    }
    approved = {a.blob: a.path for a in reviews.by_id.values()}
    approved |= {blob.blob: path for path, blob in reviews.baseline.items() if path not in decided}
    return {
        blob: path for blob, path in approved.items() if blob not in present and path not in there
    }
