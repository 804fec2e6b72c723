"""Curator's own files under the git path: not disposable, mode 0600, written whole or not at all.

Staged decisions, typed texts, the configuration in effect, a local salt (DESIGN §3).
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import own_folder

STAGED = "staged"
DRAFTS = "drafts"
CONFIG = "config-in-effect.toml"
SALT = "salt"


def write(path: Path, data: bytes, *, named: bool = True) -> None:
    """Replace a state file durably: a temporary file, fsync, rename, fsync of the folder.

    Not `named`: the folder is left to a later `sync`.
    """
    try:
        own_folder.make(path.parent)
        handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        if named:
            _sync_folder(path.parent)
    except OSError as error:
        raise _io(path, error) from error


def remove(path: Path, *, named: bool = True) -> bool:
    """Take a state file away; False when it was not there. Not `named`: as in `write`."""
    try:
        path.unlink()
        if named:
            _sync_folder(path.parent)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _io(path, error) from error
    return True


def sync(folder: Path) -> None:
    """Make the names in a folder durable, if there is one."""
    try:
        _sync_folder(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _io(folder, error) from error


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _io(path: Path, error: OSError) -> StoreError:
    return StoreError(
        Refusal(
            "io",
            f"{path.name} could not be written: {error.strerror}",
            "free space or mend the permissions, then do it again; nothing was changed",
            str(path),
        )
    )


def read(path: Path) -> bytes | None:
    """A state file's bytes; None when there is none."""
    try:
        return own_folder.read(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        why = f"{path.name} could not be read: {error.strerror or error}"
        hint = "Curator's own files are plain files: look at it, then mend or remove it"
        raise StoreError(Refusal("io", why, hint, str(path))) from error


def salt(state: Path) -> bytes:
    """The Home's local secret salt, made on first use."""
    path = state / SALT
    known = read(path)
    if known is None:
        known = secrets.token_bytes(32)
        write(path, known)
    return known


def tables(folder: Path) -> Iterator[dict[str, Any]]:
    """Every readable JSON table of a folder, in name order; torn ones are left where they are."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for path in sorted(folder.iterdir()):
            if path.suffix != ".json":
                continue
            with contextlib.suppress(ValueError, OSError):
                value = json.loads(own_folder.read(path))
                if isinstance(value, dict):
                    yield value
