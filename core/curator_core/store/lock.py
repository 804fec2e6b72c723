"""One writer at a time: held per apply, freed by the kernel when its holder dies (FAULTS §1, 1)."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import own_folder

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

FOLDER = "curator"
LOCK = "lock"
HOLDER = "holder"
"""Says who holds the lock, which is emptied by its library. Git children inherit it locked, so
that one which outlives a killed apply is waited for as well."""

_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Lock:
    """The right to write into a repository. `wait` is in seconds; `descriptor` goes to children."""

    repo: Repository
    owner: str
    wait: float
    descriptor: int


@contextmanager
def locked(repo: Repository, *, wait: float, owner: str) -> Iterator[Lock]:
    """Hold the lock of all worktrees of a repository.

    `owner` says in words who asks. Raises StoreError `busy`, naming the holder, when another holds
    it for `wait` seconds, and `io` when nothing can be written here.
    """
    folder = repo.common_dir / FOLDER
    deadline = time.monotonic() + wait
    try:
        own_folder.make(folder)
        lock = FileLock(folder / LOCK, wait, own_folder.FILE, poll_interval=_POLL)
        lock.acquire()
    except Timeout as error:
        raise StoreError(_busy(folder)) from error
    except OSError as error:
        raise StoreError(no_writing(folder, error)) from error
    try:
        descriptor = _hold(folder, deadline, owner)
        try:
            yield Lock(repo, owner, wait, descriptor)
        finally:
            os.close(descriptor)
    finally:
        lock.release()


def _hold(folder: Path, deadline: float, owner: str) -> int:
    """The holder file, locked and telling who we are."""
    descriptor = -1
    try:
        descriptor = os.open(folder / HOLDER, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        while not _flock(descriptor):
            if time.monotonic() >= deadline:
                raise StoreError(_busy(folder))
            time.sleep(_POLL)
        _tell(descriptor, owner)
    except OSError as error:
        if descriptor >= 0:
            os.close(descriptor)
        raise StoreError(no_writing(folder, error)) from error
    except StoreError:
        os.close(descriptor)
        raise
    return descriptor


def _flock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell(descriptor: int, owner: str) -> None:
    holder = {"pid": os.getpid(), "host": os.uname().nodename, "owner": owner}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(holder).encode("ascii"), 0)


def _busy(folder: Path) -> Refusal:
    return Refusal(
        "busy",
        f"another apply is running: {_holder(folder / HOLDER)}",
        "try again when it is done; its lock is freed by itself when that process ends",
        str(folder / LOCK),
    )


def _holder(file: Path) -> str:
    """Who and since when; the file's own time is when the holder wrote it."""
    try:
        told = json.loads(file.read_bytes())
        since = datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
        return f"pid {told['pid']} on {told['host']} since {since} ({told['owner']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "its holder has not said who it is"


def no_writing(folder: Path, error: OSError) -> Refusal:
    """Nothing can be written at all, so nothing was begun."""
    return Refusal(
        "io",
        f"not applied: {folder} cannot be written: {error.strerror or error}",
        "the Home is opened read-only; decide where it can be written, or mend the disk",
        str(folder),
    )
