"""Texts that would otherwise be lost, kept under the git path until a person looks (DESIGN §3)."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from curator_core.store import state
from curator_core.store.git_objects import blob_id

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

FOLDER = "rescued"

_NAME = re.compile(r"[0-9a-f]{40}-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescued:
    """One rescued text: its name for `rescued_bytes`, where it came from, when and why.

    `path` is Home-relative; `when` is an instant as given, "" when its record is missing.
    """

    name: str
    path: str
    blob: str
    when: str
    why: str
    size: int


def rescue(repo: Repository, path: str, data: bytes, why: str, at: str) -> str:
    """Keep a text durably (mode 0600) and return its name; the same text twice is kept once."""
    blob = blob_id(data)
    name = f"{blob}-{hashlib.sha256(path.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
    record = Rescued(name=name, path=path, blob=blob, when=at, why=why, size=len(data))
    folder = repo.state_dir / FOLDER
    state.write(folder / name, data)
    state.write(folder / f"{name}.json", json.dumps(asdict(record)).encode("ascii"))
    return name


def rescued(repo: Repository) -> list[Rescued]:
    """All rescued texts, oldest first; one whose record is torn is listed all the same."""
    folder = repo.state_dir / FOLDER
    records = {str(table.get("name")): table for table in state.tables(folder)}
    found = []
    for name in _names(repo):
        size = (folder / name).lstat().st_size
        record = records.get(name, {})
        found.append(
            Rescued(
                name=name,
                path=str(record.get("path", "")),
                blob=name[:40],
                when=str(record.get("when", "")),
                why=str(record.get("why", "its record is missing")),
                size=size,
            )
        )
    return sorted(found, key=lambda one: (one.when, one.name))


def _names(repo: Repository) -> list[str]:
    folder = repo.state_dir / FOLDER
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        plain = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    return sorted(name for name in plain if _NAME.fullmatch(name))


def rescued_bytes(repo: Repository, name: str) -> bytes | None:
    """A rescued text by its name, None when there is none of that name."""
    if not _NAME.fullmatch(name):
        return None
    return state.read(repo.state_dir / FOLDER / name)


def rescued_blobs(repo: Repository, blobs: Collection[str]) -> dict[str, bytes]:
    """Those of the wanted blobs that are among the rescued texts."""
    found: dict[str, bytes] = {}
    for name in _names(repo):
        if name[:40] in blobs and (data := rescued_bytes(repo, name)) is not None:
            found[name[:40]] = data
    return found


def forget_rescued(repo: Repository, name: str) -> bool:
    """Remove a rescued text for good; False when there was none of that name."""
    if not _NAME.fullmatch(name):
        return False
    folder = repo.state_dir / FOLDER
    state.remove(folder / f"{name}.json")
    return state.remove(folder / name)
