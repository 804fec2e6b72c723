"""Where tests find the shared real inputs, which are not part of the project."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_data(name: str) -> Path:
    """Return a file or folder of the shared data; skips the test, visibly, where it is missing."""
    root = Path(os.environ.get("CURATOR_TEST_DATA") or _BESIDE)
    path = root / name
    if not path.exists():
        pytest.skip(f"shared data missing: {name} (set CURATOR_TEST_DATA)")
    return path


def hostile_notes() -> list[dict[str, Any]]:
    """Return the hostile and benign cases; their format is described in the folder's SOURCE.txt."""
    lines = shared_data("hostile-notes/notes.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]
