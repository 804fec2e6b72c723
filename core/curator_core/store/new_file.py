"""Writing a file that is not there yet, for the person who asked for it."""

from __future__ import annotations

import os
from pathlib import Path

from curator_core.model.problem import Refusal

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write(target: Path, data: bytes) -> Path | Refusal:
    """All of it or nothing; a name that is taken, also by a link, is refused."""
    try:
        handle = os.open(target, _NEW, 0o600)
    except FileExistsError:
        return Refusal("usage", "there is such a file already", "choose another name", str(target))
    except (OSError, ValueError) as error:
        return _failed(target, error)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        target.unlink(missing_ok=True)
        return _failed(target, error)
    return target


def _failed(target: Path, error: OSError | ValueError) -> Refusal:
    why = error.strerror if isinstance(error, OSError) else str(error)
    return Refusal("io", f"not written: {why}", "choose another place", str(target))
