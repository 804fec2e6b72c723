"""Notes, items and events in few words, for rules about proposals."""

from __future__ import annotations

from dataclasses import replace

from curator_core.model.event import Action, Event, ProposalRef
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.note import Kind, Note, Origin, Status
from curator_core.model.proposal import Item, Op
from curator_core.rules.rows import bare

NOTE = Note(
    schema_version=1,
    id="note-a",
    kind=Kind.SEMANTIC,
    subject="project/alpha",
    scope="global",
    status=Status.CANDIDATE,
    recorded_at="2026-11-20T08:00:00Z",
    origin=Origin.AGENT,
    body="The database listens on port 5432.\n",
)
REJECTED_AT = "2026-11-28T08:00:00Z"


def item(name: str, claim: str | None) -> Item:
    """A candidate in the queue that makes a claim."""
    path = f"memory/candidates/{name}.md"
    entry = Entry(path=path, blob=name, place=Place.CANDIDATES, state=FileState.READ, size=1)
    return replace(bare(entry, Op.ADD, ()), item=name, fingerprint=claim)


def event(
    number: int, action: Action, name: str, claim: str | None = None, **more: object
) -> Event:
    """An event of the ledger about an item."""
    made = Event(
        event_id=f"e_{number:04}",
        decision=f"d_{number}",
        at=REJECTED_AT,
        actor="human:one",
        entrance="cli",
        tty=False,
        action=action,
        item=name,
        proposal=ProposalRef(sources=("manual:ana@2026-11-20",)),
        notes=(),
        fingerprint=claim,
    )
    return replace(made, **more)  # type: ignore[arg-type]
