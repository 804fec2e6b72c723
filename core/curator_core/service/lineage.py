"""All that came from a source, session, note, job or proposer (DESIGN §3, taint)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from curator_core.model.event import DECIDING, Action, Event
from curator_core.model.files import Entry, Place
from curator_core.model.lineage import Descendant, Lineage, Standing
from curator_core.model.note import Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules import lineage as rules
from curator_core.rules.review_state import Standing as Vouched
from curator_core.rules.review_state import vouch
from curator_core.rules.slots import folded_id
from curator_core.service import finding, versions
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened

_STANDINGS = {
    Status.SUPERSEDED.value: Standing.SUPERSEDED,
    Status.ARCHIVED.value: Standing.ARCHIVED,
}


def of(caller: Caller, asked: str) -> Lineage | Refusal:
    """What came from it: what waits, what is memory or was, what was made of these."""
    with opened(caller) as one:
        return found(one, asked)


def found(one: Opened, asked: str) -> Lineage | Refusal:
    """The same for a Home that is open."""
    kinds, came = rules.found(rules.wanted(asked), _trails(one))
    if not came:
        return Refusal(
            "unknown-item",
            f"nothing in this Home comes from {asked}",
            "name a note, session, source, job or proposer, or one kind: session=NAME",
        )
    known = _known(one)
    notes = tuple(_descendant(one, name, made_of, known) for name, made_of in came.items())
    return Lineage(asked=asked, kinds=kinds, notes=notes)


def _trails(one: Opened) -> Iterator[rules.Trail]:
    for entry in one.snapshot.entries.values():
        yield rules.of_entry(entry)
    for file in one.snapshot.branches().files.values():
        yield rules.of_entry(file.entry)
    for item in finding.queue(one).items:
        if item.finding is None:
            yield from rules.of_item(item)
    for event in standing(one):
        yield from rules.of_event(event)


def standing(one: Opened) -> Iterator[Event]:
    """The events that nobody took back, in ledger order."""
    for event in one.ledger.events:
        if event.action is not Action.UNDO and event.event_id not in one.snapshot.reviews.undone:
            yield event


@dataclass(frozen=True, slots=True)
class Known:
    """What is there by the folded name of a note: open items, the newest deciding events, and the
    paths of files without an id."""

    items: dict[str, Item]
    events: dict[str, Event]
    nameless: dict[str, str]


def _known(one: Opened) -> Known:
    items = {
        folded_id(name): item
        for item in finding.queue(one).items
        if item.finding is None
        for name in (*item.notes, *item.paths)
    }
    events = {
        folded_id(name): event
        for event in standing(one)
        if event.action in DECIDING
        for name in event.about
    }
    entries = one.snapshot.entries.values()
    nameless = {folded_id(row.path): row.path for row in entries if not row.note_id}
    return Known(items, events, nameless)


def _descendant(one: Opened, name: str, made_of: tuple[str, ...], known: Known) -> Descendant:
    entry = _entry(one, name, known)
    item, event = known.items.get(name), known.events.get(name)
    called = name if entry is None else entry.note_id or entry.path
    return Descendant(
        name=next((n for n in (item.notes if item else ()) if folded_id(n) == name), called),
        path=entry.path if entry is not None else item.paths[0] if item is not None else None,
        standing=_standing(one, entry, item, event),
        made_of=made_of,
        item=None if item is None else item.item,
        decision=None if event is None else event.decision,
    )


def _entry(one: Opened, name: str, known: Known) -> Entry | None:
    """The file of a note, that under notes first."""
    index, _ = versions.links(one)
    entries = one.snapshot.entries
    nameless = known.nameless.get(name)
    paths = index.by_id.get(name, ()) or (() if nameless is None else (nameless,))
    rows = sorted((entries[path] for path in paths), key=lambda row: row.place is not Place.NOTES)
    return next(iter(rows), None)


def _standing(one: Opened, entry: Entry | None, item: Item | None, event: Event | None) -> Standing:
    if entry is not None and entry.place is Place.NOTES:
        nobodys = vouch(entry, one.snapshot.reviews).standing is Vouched.UNREVIEWED
        return Standing.WAITING if nobodys else _STANDINGS.get(entry.status or "", Standing.LIVE)
    if event is not None and event.action is Action.REJECT:
        return Standing.REJECTED
    return Standing.GONE if item is None and entry is None else Standing.WAITING
