"""All that came from a source, session, note, job or proposer (DESIGN §3, taint)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from curator_core.model.event import DECIDING, Action, Event
from curator_core.model.files import Entry, Place
from curator_core.model.lineage import Descendant, Lineage, Standing, Start
from curator_core.model.note import Status
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item
from curator_core.rules import lineage as rules
from curator_core.rules import taint
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


MOST_STARTS = 40
"""How many places to begin at are looked through; each costs a pass over all trails."""


def of(caller: Caller, asked: str) -> Lineage | Refusal:
    """What came from it: what waits, what is memory or was, what was made of these."""
    with opened(caller) as one:
        return found(one, asked)


def found(one: Opened, asked: str) -> Lineage | Refusal:
    """The same for a Home that is open."""
    came = rules.found(rules.wanted(asked), _trails(one))
    if not came:
        return Refusal(
            "unknown-item",
            f"nothing in this Home comes from {asked}",
            "name a note, session, source, job or proposer, or one kind: session=NAME",
        )
    known = _known(one)
    notes = {name: _descendant(one, name, way, known) for name, way in came.items()}
    spelled = (
        replace(note, made_of=tuple(notes[part].name for part in came[name].made_of))
        for name, note in notes.items()
    )
    return Lineage(asked=asked, kinds=rules.kinds(came.values()), notes=tuple(spelled))


def starts(caller: Caller, names: Sequence[str]) -> tuple[Start, ...]:
    """Where notes, named by id or path, may have come from, and how much else came from there."""
    with opened(caller) as one:
        trails = tuple(_trails(one))
        counted = (
            Start(kind, name, len(rules.found(rules.Wanted(name, (kind,)), trails)))
            for kind, name in islice(rules.starts(names, trails), MOST_STARTS)
        )
        return tuple(start for start in counted if start.came)


def _trails(one: Opened) -> Iterator[rules.Trail]:
    """What files, branches, items and the ledger tell; of a decision that was taken back only what
    it was about, nothing is made of that any more."""
    for entry in one.snapshot.entries.values():
        yield rules.of_entry(entry)
    for file in one.snapshot.branches().files.values():
        yield rules.of_entry(file.entry)
    for item in finding.queue(one).items:
        if item.finding is None:
            yield from rules.of_item(item)
    undone = one.snapshot.reviews.undone
    for event in one.ledger.events:
        if event.action is not Action.UNDO:
            for trail in rules.of_event(event):
                yield replace(trail, made_of=()) if event.event_id in undone else trail


def standing(one: Opened) -> Iterator[Event]:
    """The events that nobody took back, in ledger order."""
    for event in one.ledger.events:
        if event.action is not Action.UNDO and event.event_id not in one.snapshot.reviews.undone:
            yield event


@dataclass(frozen=True, slots=True)
class Known:
    """What is there by the folded name of a note: open items, the newest deciding events, the
    newest that was taken back, what was forgotten, and the paths of files without an id."""

    items: dict[str, Item]
    events: dict[str, Event]
    undone: dict[str, Event]
    forgotten: frozenset[str]
    nameless: dict[str, str]


def _known(one: Opened) -> Known:
    items = {
        folded_id(name): item
        for item in finding.queue(one).items
        if item.finding is None
        for name in (*item.notes, *item.paths)
    }
    taken = one.snapshot.reviews.undone
    events: dict[str, Event] = {}
    undone: dict[str, Event] = {}
    for event in one.ledger.events:
        if event.action in DECIDING:
            of_kind = undone if event.event_id in taken else events
            of_kind |= {folded_id(name): event for name in event.about}
    forgotten = (event for event in standing(one) if event.action is Action.FORGET)
    lost = frozenset(folded_id(name) for event in forgotten for name in event.about)
    entries = one.snapshot.entries.values()
    nameless = {folded_id(row.path): row.path for row in entries if not row.note_id}
    return Known(items, events, undone, lost, nameless)


def _descendant(one: Opened, name: str, way: rules.Came, known: Known) -> Descendant:
    entry = _entry(one, name, known)
    item, event, undone = known.items.get(name), known.events.get(name), known.undone.get(name)
    called = name if entry is None else entry.note_id or entry.path
    return Descendant(
        name=next((n for n in (item.notes if item else ()) if folded_id(n) == name), called),
        path=entry.path if entry is not None else item.paths[0] if item is not None else None,
        standing=_standing(one, entry, item, event) or _left(name, known),
        title=entry.title if entry is not None else item.title if item is not None else "",
        taint=_taint(entry, item, event or undone),
        kinds=way.kinds,
        item=None if item is None else item.item,
        decision=None if event is None else event.decision,
        taken_back=None if undone is None else undone.decision,
    )


def _taint(entry: Entry | None, item: Item | None, event: Event | None) -> tuple[str, ...]:
    """The labels that a note states or inherits; of one that is gone those it was decided with."""
    own = () if entry is None else taint.labels(entry)
    told = () if item is None else item.taint
    past = event.proposal.taint if event is not None and entry is None and item is None else ()
    return tuple(dict.fromkeys((*own, *told, *past)))


def _entry(one: Opened, name: str, known: Known) -> Entry | None:
    """The file of a note, that under notes first."""
    index, _ = versions.links(one)
    entries = one.snapshot.entries
    nameless = known.nameless.get(name)
    paths = index.by_id.get(name, ()) or (() if nameless is None else (nameless,))
    rows = sorted((entries[path] for path in paths), key=lambda row: row.place is not Place.NOTES)
    return next(iter(rows), None)


def _left(name: str, known: Known) -> Standing:
    """What became of a text of which neither a file nor a rejection is left."""
    if name in known.forgotten:
        return Standing.FORGOTTEN
    return Standing.UNDONE if name in known.undone and name not in known.events else Standing.GONE


def _standing(
    one: Opened, entry: Entry | None, item: Item | None, event: Event | None
) -> Standing | None:
    if entry is not None and entry.place is Place.NOTES:
        nobodys = vouch(entry, one.snapshot.reviews).standing is Vouched.UNREVIEWED
        return Standing.WAITING if nobodys else _STANDINGS.get(entry.status or "", Standing.LIVE)
    if event is not None and event.action is Action.REJECT:
        return Standing.REJECTED
    return None if item is None and entry is None else Standing.WAITING
