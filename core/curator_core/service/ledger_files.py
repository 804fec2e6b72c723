"""The ledger's files as they lie in the worktree, against those in HEAD (CONTRACT 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from curator_core.model.problem import Problem
from curator_core.rules.hashing import blob_id
from curator_core.service.opening import Opened
from curator_core.store import ledger, reading, unfinished

LIMIT = reading.NOTE_LIMIT * 64
"""Largest ledger file in bytes that is compared."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A ledger file that is not as in HEAD: the blob there, None where HEAD has none, and the blob
    that lies in the worktree, None where nothing does or it cannot be read."""

    path: str
    what: str
    committed: str | None
    found: str | None


def foreign(one: Opened) -> Iterator[Foreign]:
    """Every ledger file that is not as in HEAD; they change no answer."""
    waiting = unfinished.paths(one.repo)
    committed = {path: blob for path, blob in one.ledger.paths.items() if path not in waiting}
    for path, blob in committed.items():
        content = reading.read(one.repo.root, path, LIMIT)
        if isinstance(content, Problem):
            yield Foreign(path, "is in HEAD but not in the worktree", blob, None)
        elif blob_id(content.data) != blob:
            yield Foreign(path, "differs from what HEAD holds", blob, blob_id(content.data))
    for path in reading.list_files(one.repo.root, ledger.FOLDER):
        if path not in committed:
            content = reading.read(one.repo.root, path, LIMIT)
            data = None if isinstance(content, Problem) else blob_id(content.data)
            yield Foreign(path, "is not in HEAD", None, data)
