"""What picks make of a three-way merge, while a reviewer works on it; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping

from curator_core.model.merge import Pick, Picked, Region, Resolved
from curator_core.model.view import Merged
from curator_core.rules import editing, picks
from curator_core.rules import markers as marking


def offered(merged: Merged, region: Region) -> tuple[Pick, ...]:
    """The picks that mean something for a region."""
    return picks.offered(merged.way, region)


def resolved(merged: Merged, chosen: Mapping[str, Picked]) -> Resolved:
    """The result with these picks by region id, every line with its origin; ValueError for an id
    that is no region."""
    return picks.resolve(merged.way, merged.current, chosen)


def result(merged: Merged, chosen: Mapping[str, Picked]) -> bytes | None:
    """The whole note as it would be written, for an edit; None while a region is open."""
    text = resolved(merged, chosen).text
    return None if text is None else editing.encode(merged.current, text)


def encoded(merged: Merged, text: str) -> bytes:
    """The bytes of a whole result that a person wrote, with current's byte order mark."""
    return editing.encode(merged.current, text)


def markers(text: str) -> tuple[int, ...]:
    """The 1-based lines of a text that are conflict markers: it is refused as a note."""
    return marking.markers(text)
