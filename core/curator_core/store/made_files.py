"""A new file in the worktree: durable, never over another, never through a link."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import beneath, names
from curator_core.store.beneath import OddFileError

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


def create(repo: Repository, path: str, data: bytes) -> None:
    """Write a file that is not there yet, its folders included; StoreError when that fails."""
    refused = names.bad(path)
    if refused is not None:
        raise StoreError(refused)
    try:
        with beneath.folder_of(repo.root, path, _make_folder) as folder:
            handle = beneath.write_new(folder, path.rpartition("/")[2], data)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
            beneath.sync_folder(folder)
    except FileExistsError as error:
        raise StoreError(names.taken(path, path)) from error
    except OddFileError as error:
        raise StoreError(Refusal("io", f"{path}: {error}", path=path)) from error
    except OSError as error:
        hint = "free space or mend the permissions; nothing was written"
        message = f"{path} cannot be written: {error.strerror}"
        raise StoreError(Refusal("io", message, hint, path)) from error


def _make_folder(folder: int, name: str) -> None:
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=folder)
