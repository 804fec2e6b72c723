"""Generations of the index as files: which is whole and ours, one writer, swapped by a rename.

The files lie under `.curator/`, where agents can write. What may be read is therefore said by a
record under the git path: a file that differs from it in inode, size or times is not opened.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.store import beneath, own_folder, state, view_files
from curator_core.store.beneath import OddFileError

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

FOLDER = f"{view_files.FOLDER}/index"
RECORD = "index.json"
LOCK = "index.lock"
FORM = 1
"""Raised when the tables of an index file change; files of another form count as missing."""
_POLL = 0.01


class IndexUnusableError(Exception):
    """The index cannot be read or written; everything can be answered without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """One whole state of one recipe's index. `inputs` is the hash of what it was built from,
    `notes` the number of files in it, `mark` what the file system says of the file."""

    recipe: str
    generation: int
    file: str
    inputs: str
    notes: int
    mark: tuple[int, ...]
    form: int = FORM


@dataclass(frozen=True, slots=True)
class Record:
    """What this device made: the newest generation of each recipe, and the recipe in use (None: as
    the program says)."""

    active: str | None = None
    made: Mapping[str, Generation] = field(default_factory=dict)


def record(repo: Repository) -> Record:
    """The record of this device; an empty one when there is none or it cannot be read."""
    data = state.read(repo.state_dir / RECORD)
    if data is None:
        return Record()
    try:
        table = json.loads(data)
        made = {name: _generation(one) for name, one in table["made"].items()}
        return Record(table["active"], made)
    except (ValueError, TypeError, KeyError, AttributeError):
        return Record()


def _generation(table: Mapping[str, object]) -> Generation:
    mark = table["mark"]
    if not isinstance(mark, list):
        raise TypeError
    return Generation(**{**table, "mark": tuple(mark)})  # type: ignore[arg-type]


def keep(repo: Repository, made: Generation) -> None:
    """Make a generation the one that is read. The caller holds the lock."""
    last = record(repo)
    _write(repo, replace(last, made={**last.made, made.recipe: made}))


def activate(repo: Repository, recipe: str) -> None:
    """Make a recipe the one that searches use. The caller holds the lock."""
    _write(repo, replace(record(repo), active=recipe))


def _write(repo: Repository, made: Record) -> None:
    table = {"active": made.active, "made": {n: asdict(one) for n, one in made.made.items()}}
    state.write(repo.state_dir / RECORD, json.dumps(table).encode("ascii"))


@contextlib.contextmanager
def locked(repo: Repository, wait: float) -> Iterator[None]:
    """Hold the right to write the index, freed by the kernel when its holder dies; raises
    IndexUnusableError when another process has it for `wait` seconds or nothing can be written."""
    deadline = time.monotonic() + wait
    handle = _lock_file(repo)
    try:
        while not _taken(handle):
            if time.monotonic() >= deadline:
                raise IndexUnusableError("another process is writing the index")
            time.sleep(_POLL)
        yield
    finally:
        os.close(handle)


def _lock_file(repo: Repository) -> int:
    try:
        own_folder.make(repo.state_dir)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        return os.open(repo.state_dir / LOCK, flags, 0o600)
    except OSError as error:
        raise IndexUnusableError(f"nothing can be written here: {error.strerror}") from error


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def intact(repo: Repository, made: Generation) -> Path | None:
    """The file of a generation when it is exactly what was recorded and no journal lies beside it;
    None when it is gone, another, of another form, or being written."""
    if made.form != FORM or "/" in made.file:
        return None
    try:
        with beneath.folder_of(repo.root, f"{FOLDER}/{made.recipe}/{made.file}") as folder:
            if mark(folder, made.file) != made.mark or _exists(folder, f"{made.file}-journal"):
                return None
    except (OSError, OddFileError):
        return None
    return repo.root / FOLDER / made.recipe / made.file


def mark(folder: int, name: str) -> tuple[int, ...]:
    """What the file system says of a regular file with one name; FileNotFoundError otherwise."""
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        raise FileNotFoundError(name)
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Workplace:
    """The folder of one recipe, opened for a writer that holds the lock."""

    folder: int
    path: Path

    def mark(self, name: str) -> tuple[int, ...]:
        """What the file system says of a file in it."""
        return mark(self.folder, name)

    def put(self, temporary: str, name: str) -> None:
        """Make a finished file durable and give it its name."""
        handle = beneath.open_to_read(self.folder, temporary)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, name, src_dir_fd=self.folder, dst_dir_fd=self.folder)
        beneath.sync_folder(self.folder)

    def clear(self, kept: str | None) -> None:
        """Take away everything but one file: older generations, what a killed writer left."""
        with os.scandir(self.folder) as entries:
            names = [entry.name for entry in entries if entry.name != kept]
        for name in names:
            with contextlib.suppress(OSError):
                os.unlink(name, dir_fd=self.folder)


@contextlib.contextmanager
def workplace(repo: Repository, recipe: str) -> Iterator[Workplace]:
    """The folder of a recipe, made where it is missing; IndexUnusableError when that fails."""
    try:
        view_files.fence_off(repo)
        with beneath.folder_of(repo.root, f"{FOLDER}/{recipe}/x", _make) as folder:
            own_folder.close(folder)
            yield Workplace(folder, repo.root / FOLDER / recipe)
    except OddFileError as error:
        raise IndexUnusableError(f"the index has no place: {error}") from error
    except OSError as error:
        raise IndexUnusableError(f"the index cannot be written: {error.strerror}") from error


def _make(folder: int, name: str) -> None:
    os.mkdir(name, own_folder.FOLDER, dir_fd=folder)


def drop(repo: Repository, recipe: str) -> None:
    """Remove every file of a recipe's index and its record. The caller holds the lock; raises
    IndexUnusableError when a file cannot be removed."""
    with workplace(repo, recipe) as place:
        place.clear(None)
        with os.scandir(place.folder) as entries:
            left = sorted(entry.name for entry in entries)
    last = record(repo)
    _write(repo, replace(last, made={n: one for n, one in last.made.items() if n != recipe}))
    if left:
        raise IndexUnusableError(f"{left[0]} cannot be removed")
