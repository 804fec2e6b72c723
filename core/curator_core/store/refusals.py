"""Who was refused to decide: a short list under the git path, newest last."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from curator_core.model.problem import StoreError
from curator_core.store import state

FILE = "refused.json"
MOST = 500
"""Attempts that are kept; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One refused attempt: when (an instant in UTC), by whom, through which entrance."""

    at: str
    actor: str
    entrance: str


def note(folder: Path, attempt: Attempt) -> None:
    """Keep an attempt; the same one again is the same. Where nothing can be written it is only
    told to who made it."""
    with contextlib.suppress(StoreError):
        known = attempts(folder)
        if attempt not in known[-1:]:
            rows = [asdict(each) for each in (*known, attempt)[-MOST:]]
            state.write(folder / FILE, json.dumps(rows).encode())


def attempts(folder: Path) -> tuple[Attempt, ...]:
    """All that are kept, oldest first; what cannot be read is left out."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        rows = json.loads(state.read(folder / FILE) or b"[]")
        return tuple(Attempt(str(r["at"]), str(r["actor"]), str(r["entrance"])) for r in rows)
    return ()
