"""The intent: what an apply is about to do, on disk before the commit point (FAULTS §1, 5)."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from curator_core.store import own_folder
from curator_core.store.beneath import sync_folder

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

FILE = "intent.json"
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PathChange:
    """One file of an intent, by blob ids of raw bytes; None where no file is.

    `old` is what the worktree held, `staged` what the git index held. `mode` is git's for `new`.
    """

    path: str
    old: str | None
    new: str | None
    staged: str | None
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """An apply under way: `ref` moves from commit `old` to `new`; `at` is the plan's instant."""

    decision: str
    at: str
    ref: str
    old: str
    new: str
    paths: tuple[PathChange, ...]


@dataclass(frozen=True, slots=True)
class Garbage:
    """An intent file that cannot be read: torn, or written by something else."""

    data: bytes


def write(repo: Repository, intent: Intent) -> None:
    """Put the intent in place whole, or not at all; OSError when the disk fails."""
    file = repo.state_dir / FILE
    temporary = file.with_suffix(".new")
    repo.step("intent: make folder")
    own_folder.make(repo.state_dir)
    repo.step("intent: write")
    data = json.dumps({"version": VERSION, **asdict(intent)}).encode("ascii")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(data)
        opened.flush()
        repo.step("intent: fsync")
        os.fsync(opened.fileno())
    repo.step("intent: rename")
    temporary.replace(file)
    repo.step("intent: fsync folder")
    _sync(repo.state_dir)


def remove(repo: Repository) -> None:
    """Take the intent away, durably; the apply is over, one way or the other."""
    repo.step("intent: remove")
    (repo.state_dir / FILE).unlink(missing_ok=True)
    repo.step("intent: fsync folder")
    _sync(repo.state_dir)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        sync_folder(handle)
    finally:
        os.close(handle)


def read(repo: Repository) -> Intent | Garbage | None:
    """The intent on disk, None when no apply is under way."""
    try:
        data = (repo.state_dir / FILE).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return _parsed(json.loads(data))
    return Garbage(data)


def _parsed(table: dict[str, Any]) -> Intent:
    if table["version"] != VERSION:
        raise ValueError(table["version"])
    return Intent(
        decision=_text(table["decision"]),
        at=_text(table["at"]),
        ref=_text(table["ref"]),
        old=_text(table["old"]),
        new=_text(table["new"]),
        paths=tuple(_change(row) for row in table["paths"]),
    )


def _change(row: dict[str, Any]) -> PathChange:
    return PathChange(
        path=_text(row["path"]),
        old=_blob(row["old"]),
        new=_blob(row["new"]),
        staged=_blob(row["staged"]),
        mode=_text(row["mode"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _blob(value: object) -> str | None:
    return None if value is None else _text(value)
