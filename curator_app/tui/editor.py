"""A text in the person's own editor, with the app out of the terminal meanwhile."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import App, SuspendNotSupported

from curator_core.model.problem import Refusal


def command() -> list[str]:
    """The words that start the editor; empty when none is set or it cannot be read."""
    try:
        return shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    except ValueError:
        return []


def edited(app: App[None], name: str, text: str) -> str | Refusal:
    """The text as the editor left it; bytes that are not UTF-8 come and go as surrogates."""
    with tempfile.TemporaryDirectory(prefix="curator-") as folder:
        path = Path(folder) / f"{_safe(name)}.md"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        try:
            with app.suspend():
                done = subprocess.run([*command(), str(path)], check=False)
        except (OSError, SuspendNotSupported) as problem:
            return Refusal("io", f"the editor did not start: {problem}", "set $EDITOR, or use e")
        if done.returncode != 0:
            return Refusal("io", f"the editor ended with {done.returncode}; nothing is staged")
        return path.read_bytes().decode("utf-8", "surrogateescape")


def _safe(name: str) -> str:
    """A file name of letters and digits only."""
    return "".join(char for char in name if char.isascii() and (char.isalnum() or char in "_-"))
