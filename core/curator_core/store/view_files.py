"""Views as files: written only over our own unedited ones, others kept aside (DESIGN §3)."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.rules import view_stamp
from curator_core.store import beneath, names, own_folder, state
from curator_core.store.beneath import Held, OddFileError
from curator_core.store.rescue import rescue

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

FOLDER = ".curator"
VIEWS = f"{FOLDER}/views"
RECORD = "views.json"

_EDITED = "a view was edited by hand; it was made anew"
_UNKNOWN = "a file without our stamp stood where a view belongs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the last refresh of this device made: on which commit, when and until when it is right
    (`built`, `valid_until`: instants in UTC as text), and the files that hold views."""

    head: str | None
    built: str
    generation: int
    valid_until: str | None
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A file that stood in a view's place: its bytes are rescued under `name`, or (None) it was
    left where it is and no view was written there."""

    path: str
    why: str
    name: str | None


def record(repo: Repository) -> Record | None:
    """The last refresh; None when there was none on this device."""
    data = state.read(repo.state_dir / RECORD)
    try:
        table = json.loads(data) if data is not None else None
        if not isinstance(table, dict):
            return None
        return Record(**{**table, "paths": tuple(table["paths"])})
    except (ValueError, TypeError, KeyError):
        return None


def keep_record(repo: Repository, made: Record) -> None:
    """Remember a refresh."""
    state.write(repo.state_dir / RECORD, json.dumps(asdict(made)).encode("ascii"))


def fence_off(repo: Repository) -> None:
    """`.curator/.gitignore`, so that git never sees what may be deleted at any time."""
    path = f"{FOLDER}/.gitignore"
    if beneath.look(repo.root, path) is None:
        _put(repo, path, b"*\n")
    with beneath.folder_of(repo.root, path) as folder:
        own_folder.close(folder)


def holds(root: Path, path: str, data: bytes) -> bool:
    """Whether a regular file with exactly these bytes lies at a path."""
    try:
        held = beneath.look(root, path)
    except (OSError, OddFileError):
        return False
    return held is not None and held.data == data


def write(repo: Repository, path: str, data: bytes, at: str) -> tuple[bool, Aside | None]:
    """Write one view; whether the file now is another than before, and what stood in its way.

    Raises OSError or StoreError when the disk fails.
    """
    refused = names.bad(path)
    if refused is not None:
        return False, Aside(path, refused.message, None)
    try:
        held = beneath.look(repo.root, path)
    except OddFileError as error:
        return False, Aside(path, f"{error}: left alone", None)
    aside = None if held is None else _set_aside(repo, path, held, at)
    if aside is not None and aside.name is None:
        return False, aside
    if held is not None and held.data == data:
        return False, aside
    try:
        _put(repo, path, data)
    except OddFileError as error:
        return False, Aside(path, f"{error}: left alone", None)
    return True, aside


def _set_aside(repo: Repository, path: str, held: Held, at: str) -> Aside | None:
    """What to do with a file that is no unedited view: None when it is one."""
    found = view_stamp.read(held.data)
    if found is not None and found.intact:
        return None
    if found is None and repo.index_entries([path]):
        return Aside(path, "git tracks this file and it has no stamp of ours: left alone", None)
    why = _UNKNOWN if found is None else _EDITED
    return Aside(path, why, rescue(repo, path, held.data, why, at))


def remove(repo: Repository, paths: Iterable[str]) -> list[Aside]:
    """Take views away that no longer belong to anything; edited ones stay and are told."""
    left = []
    for path in paths:
        try:
            held = beneath.look(repo.root, path)
        except OddFileError as error:
            left.append(Aside(path, f"{error}: left alone", None))
            continue
        if held is None:
            continue
        found = view_stamp.read(held.data)
        if found is None or not found.intact:
            left.append(Aside(path, "no view belongs here any more, but it was edited", None))
            continue
        with beneath.folder_of(repo.root, path) as folder:
            os.unlink(path.rpartition("/")[2], dir_fd=folder)
    return left


def _put(repo: Repository, path: str, data: bytes) -> None:
    """A new file in the place of what is there; views may be lost, so nothing is synced."""
    name = path.rpartition("/")[2]
    temporary = f".curator-{os.getpid()}.tmp"
    ours = path.startswith(f"{FOLDER}/")
    with beneath.folder_of(repo.root, path, _make_own if ours else _make) as folder:
        _clear(folder, temporary)
        if ours:
            own_folder.close(folder)
        handle = beneath.write_new(folder, temporary, data, own_folder.FILE if ours else 0o666)
        os.close(handle)
        if _is_folder(folder, name):
            os.unlink(temporary, dir_fd=folder)
            raise OddFileError(name, "a folder")
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _make(folder: int, name: str) -> None:
    os.mkdir(name, dir_fd=folder)


def _make_own(folder: int, name: str) -> None:
    os.mkdir(name, own_folder.FOLDER, dir_fd=folder)


def _clear(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return


def _is_folder(folder: int, name: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return False
