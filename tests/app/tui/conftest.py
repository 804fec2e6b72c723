"""The desk's tests see no editor of the person who runs them, and wait in short steps.

Textual's test harness looks every 20 ms whether the app has come to rest, several times a key; most
of a test's time was that sleep. What a test waits for is said in `desk.Driven.settle`.
"""

from __future__ import annotations

import pytest
from textual import _wait

_wait.SLEEP_GRANULARITY = 0.002
_wait.SLEEP_IDLE = 0.001


@pytest.fixture(autouse=True)
def _no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
