"""A frame is written whole, also where Python's streams are unbuffered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """\
import sys
from curator_app.tui.output import keep_whole
before = type(sys.__stderr__.buffer).__name__
keep_whole()
print(before, type(sys.__stderr__.buffer).__name__, sys.__stderr__.fileno())
sys.__stderr__.write("冬" * 9000)
sys.__stderr__.flush()
"""


@pytest.mark.parametrize(("unbuffered", "before"), [("1", "FileIO"), ("", "BufferedWriter")])
def test_the_stream_that_is_painted_on_is_buffered(
    repository_root: Path, unbuffered: str, before: str
) -> None:
    """A raw stream takes a part of a text when a signal comes in, and drops the rest."""
    around = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "PYTHONIOENCODING": "utf-8"}
    around["PYTHONPATH"] = f"{repository_root / 'core'}{os.pathsep}{repository_root}"
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, check=True, env=around, timeout=60
    )
    assert done.stdout.decode().split() == [before, "BufferedWriter", "2"]
    assert done.stderr.decode("utf-8") == "冬" * 9000
