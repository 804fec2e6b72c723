"""Short words for tests of forgetting."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.homes import NOW, curator, reviewed

LATER = NOW + timedelta(hours=1)


def forgets(home: Path, *words: str, **more: Any) -> dict[str, Any]:
    """Execute a forget that must go through."""
    done = curator(home, "forget", *words, "--execute", now=LATER, **more)
    assert done.code == 0, done.err
    return done.json  # type: ignore[no-any-return]


def value(home: Path, slot: str, *words: str) -> object:
    asked = ("at", slot, *words) if words else ("current", slot)
    return curator(home, *asked, now=LATER).json["answer_value"]


def left(home: Path) -> list[str]:
    return [problem["code"] for problem in curator(home, "check", now=LATER).json["problems"]]


def slotted(note_id: str, said: str, since: str | None = None, /, **more: object) -> str:
    return reviewed(
        note_id, f"It is {said}.", memory_key="deploy", value=said, valid_from=since, **more
    )
