"""Typed texts that survive esc, quit and kill -9 (UX §5, acceptance 5)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from curator_core.service.caller import Caller
from curator_core.store import state
from curator_core.store.repository import open_repository


def _path(folder: Path, key: str) -> Path:
    name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return folder / state.DRAFTS / f"{name}.txt"


FORMS = ("note", "text", "picks", "cutting")
"""What is typed about an item: each is kept under `form:item`."""


def kept(folder: Path, items: Iterable[str]) -> tuple[str, ...]:
    """The names of the files that hold what was typed about these items."""
    paths = (_path(folder, f"{form}:{item}") for item in sorted(items) for form in FORMS)
    return tuple(path.name for path in paths if path.exists())


def save(caller: Caller, key: str, text: str) -> None:
    """Keep a typed text durably; an empty one is dropped."""
    if not text:
        drop(caller, key)
        return
    with open_repository(caller.home) as repo:
        state.write(_path(repo.state_dir, key), text.encode("utf-8", "surrogatepass"))


def load(caller: Caller, key: str) -> str:
    """The text kept under a key; empty when there is none."""
    with open_repository(caller.home) as repo:
        data = state.read(_path(repo.state_dir, key))
    return "" if data is None else data.decode("utf-8", "surrogatepass")


def drop(caller: Caller, key: str) -> None:
    """Forget a typed text; nothing happens when there is none."""
    with open_repository(caller.home) as repo:
        state.remove(_path(repo.state_dir, key))
