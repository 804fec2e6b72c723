"""Git's own lock files: whose they are, waiting for others', removing only our own (FAULTS §1)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import own_folder

if TYPE_CHECKING:
    from curator_core.store.repository import Ran, Repository

MARK = "git-child.json"
"""Names the locks that a running git child of an apply may leave behind if both are killed."""

_POLL = 0.05


def index_lock(repo: Repository) -> Path:
    """The lock of this worktree's index."""
    return repo.git_dir / "index.lock"


def ref_locks(repo: Repository, ref: str) -> tuple[Path, ...]:
    """The locks that moving a checked-out branch takes."""
    return repo.common_dir / f"{ref}.lock", repo.git_dir / "HEAD.lock"


def all_locks(repo: Repository, ref: str) -> tuple[Path, ...]:
    """Every lock file that an apply can meet or leave."""
    return index_lock(repo), *ref_locks(repo, ref)


def foreign(repo: Repository, ref: str, wait: float) -> Refusal | None:
    """A refusal naming a lock that still stands after `wait` seconds; it is never removed."""
    deadline = time.monotonic() + wait
    while True:
        standing = [lock for lock in all_locks(repo, ref) if lock.exists()]
        if not standing:
            return None
        if time.monotonic() >= deadline:
            return locked(standing[0])
        time.sleep(_POLL)


def locked(lock: Path) -> Refusal:
    """Somebody else's git is working, or left its lock when it died."""
    since = ""
    with suppress(OSError):
        made = datetime.fromtimestamp(lock.stat().st_mtime, UTC)
        since = f" since {made.isoformat(timespec='seconds')}"
    return Refusal(
        "index-locked",
        f"another git program holds {lock.name}{since}",
        f"wait until it is done; if none is running, look at {lock} and remove it yourself",
        str(lock),
    )


def taking(repo: Repository, locks: tuple[Path, ...], run: Callable[[], Ran]) -> Ran:
    """Run a git child that takes these locks; one that it leaves behind is removed.

    The mark says, to a recovery after a kill, which locks can only be this child's: those that
    were not there when it started.
    """
    free = [str(lock) for lock in locks if not lock.exists()]
    repo.step("mark git child")
    mark = repo.state_dir / MARK
    own_folder.write(mark, json.dumps(free).encode("ascii"))
    ran = run()
    _remove([lock for lock in free if _left_behind(Path(lock), ran)])
    repo.step("unmark git child")
    mark.unlink(missing_ok=True)
    return ran


def _left_behind(lock: Path, ran: Ran) -> bool:
    """A child that failed over something else than another's lock, or could not remove its own."""
    if ran.code != 0:
        return "File exists" not in ran.err
    return "unable to unlink" in ran.err and lock.name in ran.err


def taking_ourselves(repo: Repository, lock: Path, run: Callable[[], None]) -> None:
    """The same for a lock that this process takes itself; it is gone afterwards in any case.

    The mark comes first and `run` makes the lock exclusively, so no other's is ever removed.
    """
    if lock.exists():
        raise StoreError(locked(lock))
    repo.step("mark own lock")
    mark = repo.state_dir / MARK
    own_folder.write(mark, json.dumps([str(lock)]).encode("ascii"))
    try:
        run()
    except FileExistsError as error:
        raise StoreError(locked(lock)) from error
    except OSError:
        lock.unlink(missing_ok=True)
        raise
    finally:
        mark.unlink(missing_ok=True)


def _remove(names: list[str]) -> None:
    for name in names:
        Path(name).unlink(missing_ok=True)


def remove_own(repo: Repository, ref: str, wait: float) -> None:
    """Remove what a killed git child left; call only under the lock and with an intent.

    A lock that some living git took meanwhile goes away by itself within `wait` seconds or so; the
    children of the killed apply are dead for certain, since they held the lock too.
    """
    mark = repo.state_dir / MARK
    try:
        named = json.loads(mark.read_bytes())
    except FileNotFoundError:
        return
    except ValueError:
        named = []
    own = [lock for lock in all_locks(repo, ref) if str(lock) in named]
    deadline = time.monotonic() + wait
    while any(lock.exists() for lock in own) and time.monotonic() < deadline:
        time.sleep(_POLL)
    repo.step("remove own locks")
    _remove([str(lock) for lock in own])
    mark.unlink(missing_ok=True)


def forget_mark(repo: Repository) -> None:
    """No git child of this apply is running any more."""
    (repo.state_dir / MARK).unlink(missing_ok=True)
