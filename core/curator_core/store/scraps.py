"""Private texts of this device that a forget has to find: staged, typed, rescued, logged."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from curator_core.model.forgetting import Scraps
from curator_core.store import rescue, state

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

RECALL = "recall"
"""How the names of recall logs under the git path begin."""
PURGED = "forgotten.json"
"""Which forgets were carried out on this device."""

Says = Callable[[str], bool]
"""Whether a text says or names something forgotten."""


def found(repo: Repository, says: Says, blobs: frozenset[str], paths: frozenset[str]) -> Scraps:
    """The files that hold it, by name; torn ones count by their bytes."""
    kept = rescue.rescued(repo)
    return Scraps(
        staged_files=tuple(_saying(repo.state_dir / state.STAGED, says)),
        typed_files=tuple(_saying(repo.state_dir / state.DRAFTS, says)),
        rescued_files=tuple(
            one.name
            for one in kept
            if one.blob in blobs
            or one.path in paths
            or says(_text(rescue.rescued_bytes(repo, one.name) or b""))
        ),
    )


def _saying(folder: Path, says: Says) -> Iterator[str]:
    for file in _files(folder):
        data = state.read(file) or b""
        if says(_unpacked(data)):
            yield file.name


def _files(folder: Path) -> list[Path]:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return sorted(f for f in folder.iterdir() if f.is_file() and not f.is_symlink())
    return []


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _unpacked(data: bytes) -> str:
    """A file's text; of JSON every text in it, those in base64 too."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _text(data)
    return "\n".join(_words(value))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, dict):
        held = value.get("base64")
        if isinstance(held, str):
            with contextlib.suppress(ValueError):
                yield _text(base64.b64decode(held))
        for each in value.values():
            yield from _words(each)


def clear(repo: Repository, scraps: Scraps) -> None:
    """Remove these files for good; StoreError when one cannot be removed."""
    for name in scraps.staged_files:
        state.remove(repo.state_dir / state.STAGED / name)
    for name in scraps.typed_files:
        state.remove(repo.state_dir / state.DRAFTS / name)
    for name in scraps.rescued_files:
        rescue.forget_rescued(repo, name)


def prune_recall(repo: Repository, says: Says) -> None:
    """Take the lines that name something forgotten out of every recall log of this device."""
    for file in _logs(repo.state_dir):
        data = state.read(file) or b""
        lines = data.splitlines(keepends=True)
        left = [line for line in lines if not says(_unpacked(line))]
        if len(left) < len(lines):
            state.write(file, b"".join(left))


def _logs(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.glob(f"{RECALL}*")):
        if file.is_dir():
            yield from (each for each in sorted(file.rglob("*")) if each.is_file())
        elif file.is_file():
            yield file


def purged(repo: Repository) -> frozenset[str]:
    """The decisions whose texts were taken out of this device."""
    data = state.read(repo.state_dir / PURGED)
    try:
        known = json.loads(data or b"[]")
    except ValueError:
        return frozenset()
    return frozenset(map(str, known)) if isinstance(known, list) else frozenset()


def keep_purged(repo: Repository, decisions: frozenset[str]) -> None:
    """Remember which forgets were carried out here."""
    data = json.dumps(sorted(decisions)).encode("ascii")
    state.write(repo.state_dir / PURGED, data)
