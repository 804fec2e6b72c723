"""Notes and judged memories for tests of views."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from curator_core.model.home import Config
from curator_core.model.note import Kind, Note, Origin, Status
from curator_core.rules import holding, listed, memory_view
from curator_core.rules.holding import Memory
from curator_core.rules.listed import Listed

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
CONFIG = Config(scopes=("project:alpha",))


def note(note_id: str, body: str = "", **fields: object) -> Note:
    values: dict[str, object] = {
        "schema_version": 1,
        "id": note_id,
        "kind": Kind.SEMANTIC,
        "subject": "work",
        "scope": "global",
        "status": Status.ACTIVE,
        "recorded_at": "2026-11-01T00:00:00Z",
        "origin": Origin.USER,
        "body": body or f"Body of {note_id}.",
        "title": f"Title {note_id}",
    }
    return Note(**{**values, **fields})  # type: ignore[arg-type]


def shelf(notes: Iterable[Note]) -> tuple[Listed, ...]:
    return tuple(
        listed.listed(f"n/{n}.md", f"{n:040}", each, each.title or "")
        for n, each in enumerate(notes)
    )


def memory(notes: Iterable[Note], now: datetime = NOW, config: Config = CONFIG) -> Memory:
    return holding.memory(shelf(notes), config, now)


def front(notes: Iterable[Note], config: Config = CONFIG, now: datetime = NOW) -> str:
    return memory_view.memory_view(memory(notes, now, config), config)[0]
