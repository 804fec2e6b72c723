"""When proposals that are decided came: by their commit, else by what their note says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from curator_core.model.event import Event
from curator_core.model.proposal import Item
from curator_core.rules.flow import Instants
from curator_core.rules.slots import folded_id
from curator_core.service import ages, versions
from curator_core.service.opening import Opened
from curator_core.store import ledger, note_text


def instants(one: Opened, waiting: Sequence[Item], decided: Sequence[Event]) -> Instants:
    """When each came, as far as it is known; linear, and reads the ledger's texts only of decisions
    that left no note."""
    came: dict[str, datetime | None] = {item.item: ages.since(one, item) for item in waiting}
    commits = {proposal.commit: proposal.at for proposal in one.snapshot.branches().proposals}
    for event in decided:
        told = commits.get(event.proposal.commit or "") or _of_note(one, event)
        came[event.event_id] = None if told is None else ages.instant(told)
    unsaid = [event for event in decided if came[event.event_id] is None and event.notes]
    came |= {name: ages.instant(told) for name, told in _of_texts(one, unsaid)}
    return came


def _of_note(one: Opened, event: Event) -> str | None:
    """What the note says that a decision made memory."""
    index, _ = versions.links(one)
    paths = (path for name in event.about[:1] for path in index.by_id.get(folded_id(name), ()))
    return next((one.snapshot.entries[path].recorded_at for path in paths), None)


def _of_texts(one: Opened, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """What the text said that the ledger keeps of a proposal."""
    wanted = {event.event_id for event in events}
    for decision in dict.fromkeys(event.decision for event in events):
        for name, event in ledger.with_texts(one.repo, one.ledger, decision).items():
            text = event.notes[0].old or event.notes[0].new if name in wanted else None
            kept = None if text is None else text.text or text.redacted
            read, _ = note_text.read((kept or "").encode("utf-8", "surrogateescape"))
            told = None if read is None else read.fields.get("recorded_at")
            if told:
                yield name, str(told)
