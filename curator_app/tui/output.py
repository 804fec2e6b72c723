"""The stream that the app paints on: nothing of a frame may be lost."""

from __future__ import annotations

import io
import sys


def keep_whole() -> None:
    """Let Textual, which paints on the first standard error, write whole frames.

    Under PYTHONUNBUFFERED that stream is raw: a write that a signal cuts short (a git child ended)
    drops the rest of a frame, and the screen stays broken.
    """
    stream = sys.__stderr__
    if stream is not None and isinstance(stream.buffer, io.RawIOBase):
        below = io.BufferedWriter(io.FileIO(stream.fileno(), "w", closefd=False))
        whole = io.TextIOWrapper(below, encoding=stream.encoding, errors=stream.errors)
        vars(sys)["__stderr__"] = whole
