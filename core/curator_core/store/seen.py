"""What a note said when an untracked update of it was first seen: its base (CONTRACT 26)."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from curator_core.model.problem import StoreError
from curator_core.store import state

FILE = "first-seen.json"


def first(folder: Path, now: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """The base blob by path; `now` gives the blobs of an untracked update and of its note.

    Paths that are not among them are forgotten. On a read-only device what is seen now counts.
    """
    known = _known(folder)
    kept = {path: known.get(path, blob) for path, (_, blob) in now.items()}
    if kept != known:
        with contextlib.suppress(StoreError):
            state.write(folder / FILE, json.dumps(kept, sort_keys=True).encode("ascii"))
    return kept


def _known(folder: Path) -> dict[str, str]:
    data = state.read(folder / FILE)
    try:
        found = json.loads(data or b"{}")
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {path: blob for path, blob in found.items() if isinstance(blob, str)}
