"""A file that a person takes along: new, and outside of the Home."""

from __future__ import annotations

from pathlib import Path

from curator_core.model.problem import Refusal
from curator_core.service.caller import Caller
from curator_core.store import new_file


def save(caller: Caller, target: Path, data: bytes) -> Path | Refusal:
    """Write a file that is not there yet, readable by its owner alone; where it lies then. Nothing
    is written over and nothing goes into the Home: that holds memory only."""
    folder = target.parent.resolve()
    if folder.is_relative_to(caller.home.resolve()):
        hint = "choose a folder outside of it"
        return Refusal("usage", "this lies in the Home, which holds memory only", hint, str(target))
    return new_file.write(folder / target.name, data)
