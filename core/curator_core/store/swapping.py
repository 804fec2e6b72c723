"""Putting a file in another's place so that what stood there can still be looked at."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from enum import StrEnum
from functools import cache

_NOREPLACE = 1
_EXCHANGE = 2
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP})

Step = Callable[[str], None]
"""Told what is done next."""


class Swap(StrEnum):
    """How a file is replaced: by an atomic exchange, or with a hard link to the old one kept."""

    EXCHANGE = "exchange"
    LINK = "link"


def kept_name(temporary: str) -> str:
    """Where the old file stays reachable while it is replaced by `Swap.LINK`."""
    return f"{temporary}.old"


def swap(folder: int, temporary: str, name: str, way: Swap, step: Step) -> None:
    """Put `temporary` in the place of `name`; afterwards `temporary` is what stood there.

    The exchange falls back to the link where kernel or file system cannot do it. With the link, a
    third party that replaces the file between the two calls is overwritten: the gap is as short as
    it can be without an exchange.
    """
    step("worktree: swap")
    if way is Swap.EXCHANGE and _rename(folder, temporary, name, _EXCHANGE):
        return
    kept = kept_name(temporary)
    step("worktree: keep a link to the old file")
    os.link(name, kept, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    step("worktree: replace the old file")
    os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    step("worktree: name the old file")
    os.rename(kept, temporary, src_dir_fd=folder, dst_dir_fd=folder)


def place(folder: int, temporary: str, name: str, step: Step) -> None:
    """Give a new file its name; FileExistsError when somebody made one meanwhile."""
    step("worktree: link new file")
    try:
        os.link(temporary, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        if not _rename(folder, temporary, name, _NOREPLACE):
            raise
        return
    step("worktree: unlink the temporary name")
    os.unlink(temporary, dir_fd=folder)


def _rename(folder: int, source: str, target: str, flag: int) -> bool:
    """renameat2 within one folder; False where it does not exist or cannot do this."""
    call = _renameat2()
    if call is None:
        return False
    if call(folder, os.fsencode(source), folder, os.fsencode(target), flag) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), target)


@cache
def _renameat2() -> ctypes._NamedFuncPointer | None:
    library = ctypes.CDLL(None, use_errno=True)
    call = getattr(library, "renameat2", None)
    if call is not None:
        call.argtypes = (
            *(ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p),
            ctypes.c_uint,
        )
        call.restype = ctypes.c_int
    return call
