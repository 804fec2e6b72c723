"""What the ledger says happened: replay of its events over the adoption baseline (CONTRACT 22)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from curator_core.model.event import (
    DECIDING,
    Action,
    Approved,
    Event,
    NoteChange,
    Reviews,
    Settled,
)

PATH_KEY = "path:"
"""How the key of a note without an id starts."""


_SETTLING = (Action.DEFER, Action.RESTORE, Action.FORGET)
"""What else says how an item stands; a forget that a proposal asked for closes it."""


def key_of(note_id: str | None, path: str) -> str:
    """How a note is known: by its id, case folded; by its path while it has none."""
    return PATH_KEY + path if note_id is None else note_id.casefold()


class Adopted(Mapping[str, Approved]):
    """What adoption vouches for, by path, from the blobs of the baseline; values made on need.

    Only in its own place is a note of the `dead` paths vouched for: nobody brings an archived text
    back by copying its file among the living.
    """

    def __init__(self, blobs: Mapping[str, str], dead: frozenset[str] = frozenset()) -> None:
        self.blobs = blobs
        self.dead = dead

    def __getitem__(self, path: str) -> Approved:
        return Approved(None, path, None, self.blobs[path], "adoption")

    def __contains__(self, path: object) -> bool:
        return path in self.blobs

    def __iter__(self) -> Iterator[str]:
        return iter(self.blobs)

    def __len__(self) -> int:
        return len(self.blobs)


def in_order(events: Iterable[Event]) -> list[Event]:
    """Ledger order: along `after`, then (`at`, `event_id`); a cycle falls back to the latter."""
    by_id = {event.event_id: event for event in events}
    waits = {
        event_id: {before for before in event.after if before in by_id and before != event_id}
        for event_id, event in by_id.items()
    }
    return _one_chain(by_id, waits) or _by_time(by_id, waits)


def _one_chain(by_id: Mapping[str, Event], waits: Mapping[str, set[str]]) -> list[Event] | None:
    """The order where each event lies after the one before it, as on a single device."""
    following: dict[str | None, str] = {}
    for event_id, befores in waits.items():
        before = next(iter(befores), None)
        if len(befores) > 1 or before in following:
            return None
        following[before] = event_id
    chain: list[Event] = []
    at: str | None = None
    while (at := following.get(at)) is not None:
        chain.append(by_id[at])
    return chain if len(chain) == len(by_id) else None


def _by_time(by_id: dict[str, Event], waits: Mapping[str, set[str]]) -> list[Event]:
    followers: dict[str, list[str]] = {}
    for event_id, befores in waits.items():
        for before in befores:
            followers.setdefault(before, []).append(event_id)
    ready = [_order(by_id[event_id]) for event_id, before in waits.items() if not before]
    heapq.heapify(ready)
    done: list[Event] = []
    while ready:
        _, event_id = heapq.heappop(ready)
        done.append(by_id.pop(event_id))
        for follower in followers.get(event_id, ()):
            waits[follower].discard(event_id)
            if not waits[follower] and follower in by_id:
                heapq.heappush(ready, _order(by_id[follower]))
    return done + sorted(by_id.values(), key=_order)


def _order(event: Event) -> tuple[float, str]:
    """By instant, then id: the ids of one plan rise with the place in its file."""
    try:
        at = datetime.fromisoformat(event.at).timestamp()
    except (ValueError, OverflowError, OSError):
        at = 0.0
    return at, event.event_id


@dataclass(slots=True)
class _State:
    """The growing state. `versions` keeps every approved version of a note, newest last; `before`
    says, by event and note, which one stood before the event. `overruled` maps events without
    effect to the event that holds instead.
    """

    baseline: Mapping[str, Approved]
    by_id: dict[str, Approved] = field(default_factory=dict)
    versions: dict[str, tuple[Approved, ...]] = field(default_factory=dict)
    before: dict[tuple[str, str], Approved | None] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    items: dict[str, Settled] = field(default_factory=dict)
    deciding: dict[str, tuple[Event, ...]] = field(default_factory=dict)
    undone: dict[str, str] = field(default_factory=dict)
    reverters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    overruled: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Event] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    newest: set[str] = field(default_factory=set)
    forgotten: set[str] = field(default_factory=set)

    def copied(self) -> _State:
        """The same state, to go on from without changing this one."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        baseline = parts.pop("baseline")
        return _State(baseline, **{name: part.copy() for name, part in parts.items()})

    def take(self, event: Event) -> None:
        self.seen[event.event_id] = event
        if event.forgotten is not None:
            self.forgotten.update(event.forgotten.blobs)
        self.named.update(event.after)
        self.newest.difference_update(event.after)
        if event.event_id not in self.named:
            self.newest.add(event.event_id)
        holds = self._decided_before(event)
        if holds is not None:
            self.overruled[event.event_id] = holds
        else:
            for change in event.notes:
                self._note(event, change)
        if event.action is Action.UNDO:
            self._undo(event)
        elif holds is None:
            self._item(event)

    def _decided_before(self, event: Event) -> str | None:
        """The event that decided an item of this one before, on another device: the earlier holds
        (CONTRACT 28). What takes back an event without effect has none either."""
        if event.action is Action.UNDO:
            return self.overruled.get(event.reverts or "")
        for item in (event.item, *event.items) if event.action in DECIDING else ():
            settled = self.items.get(item)
            if settled is None or settled.action not in DECIDING:
                continue
            if not self._lies_after(event, settled.event_id):
                return settled.event_id
        return None

    def _lies_after(self, event: Event, earlier: str) -> bool:
        """Whether the plan of an event saw an earlier one."""
        reached = set(event.after)
        waiting = list(reached)
        while waiting and earlier not in reached:
            before = self.seen.get(waiting.pop())
            new = set(before.after) - reached if before is not None else set()
            reached |= new
            waiting.extend(new)
        return earlier in reached

    def _note(self, event: Event, change: NoteChange) -> None:
        if change.reviewed_before is None and change.reviewed_after is None:
            return  # a file that nobody had approved, such as an update of an approved note
        path = change.path_after or change.path_before or ""
        key = key_of(change.id, path)
        self.touched.add(key)
        self.before[event.event_id, key] = self.by_id.get(key) or self.baseline.get(path)
        if change.reviewed_after is None or change.path_after is None or not change.blob_after:
            self.by_id.pop(key, None)
            return
        approved = Approved(
            note_id=change.id,
            path=change.path_after,
            content_hash=change.reviewed_after,
            blob=change.blob_after,
            by=event.actor,
            at=event.at,
            decision=event.decision,
        )
        if event.action is Action.UNDO and self._puts_back(event, change):
            approved = self._earlier(self.before.get((event.reverts or "", key)), key, approved)
        elif event.action is Action.REJECT:
            approved = self._earlier(self.before[event.event_id, key], key, approved)
        self.versions[key] = (*self.versions.get(key, ()), approved)
        self.by_id[key] = approved

    def _puts_back(self, event: Event, change: NoteChange) -> bool:
        """Whether an undo gives a note back what it was before, a later hand edit in it if there
        was one; a splice makes new versions, of notes that nobody edited."""
        undone = self.seen.get(event.reverts or "")
        if undone is None:
            return True
        stood = self.by_id.get(key_of(change.id, change.path_before or ""))
        edited = stood is not None and stood.blob != change.blob_before
        back = {(n.blob_before, n.reviewed_before) for n in undone.notes if n.id == change.id}
        return any(
            blob == change.blob_after or (edited and reviewed == change.reviewed_after)
            for blob, reviewed in back
        )

    def _earlier(self, before: Approved | None, key: str, approved: Approved) -> Approved:
        """What an undo or the reject of an edit brings back, approved by who approved it first.

        The file may hold an undecided edit again: the approved blob is then not the file's.
        """
        wanted = approved.content_hash
        if before is not None and before.content_hash in (None, wanted):
            return replace(before, path=approved.path, content_hash=wanted)
        same = [v for v in self.versions.get(key, ()) if v.content_hash == wanted]
        exact = [version for version in same if version.blob == approved.blob]
        if same:
            return replace((exact or same)[-1], path=approved.path)
        adopted = self.baseline.get(approved.path)
        if adopted is not None:
            return replace(adopted, content_hash=wanted)
        return replace(approved, by="adoption", at=None, decision=None)

    def _item(self, event: Event) -> None:
        for item in dict.fromkeys((event.item, *event.items)):
            self.deciding[item] = (*self.deciding.get(item, ()), event)
            self._settle(item, event)

    def _settle(self, item: str, event: Event) -> None:
        """A restore leaves the item open, but known as brought back by a person."""
        if event.action in DECIDING or event.action in _SETTLING:
            restored = event.action is Action.RESTORE
            values = (event.event_id, event.decision, event.action, event.at, event.actor)
            self.items[item] = Settled(*values, event.until, restored)

    def _undo(self, event: Event) -> None:
        reverted = event.reverts
        if reverted is None or reverted not in self.seen or reverted == event.event_id:
            return
        self.reverters[reverted] = (*self.reverters.get(reverted, ()), event.event_id)
        items = {event.item: None, **dict.fromkeys(event.items)}
        weighed: set[str] = set()
        target: str | None = reverted
        while target in self.seen and target not in weighed:
            weighed.add(target)
            original = self.seen[target]
            self._weigh(target)
            items.update(dict.fromkeys((original.item, *original.items)))
            target = original.reverts if original.action is Action.UNDO else None
        for item in items:
            self._settle_anew(item)

    def _weigh(self, event_id: str) -> None:
        """An event is undone while an undo of it stands; an undone undo stands no more."""
        standing = [one for one in self.reverters.get(event_id, ()) if one not in self.undone]
        self.undone.pop(event_id, None)
        if standing:
            self.undone[event_id] = standing[-1]

    def _settle_anew(self, item: str) -> None:
        self.items.pop(item, None)
        for past in self.deciding.get(item, ()):
            if past.event_id not in self.undone:
                self._settle(item, past)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The review state after events in ledger order, and what it takes to go on from there."""

    events: tuple[Event, ...]
    reviews: Reviews
    state: _State


def replay(events: Iterable[Event], baseline: Mapping[str, Approved]) -> Reviews:
    """The review state after all events; `baseline` maps paths to adopted versions."""
    return resumed(None, tuple(in_order(events)), baseline).reviews


def resumed(
    before: Replayed | None, events: tuple[Event, ...], baseline: Mapping[str, Approved]
) -> Replayed:
    """The same for events that are in ledger order already; an earlier replay is gone on from where
    its events are the first of these and its baseline is this very one.
    """
    state, rest = _State(baseline), events
    if before is not None and before.reviews.baseline is baseline:
        done = len(before.events)
        if events[:done] == before.events:
            state, rest = before.state.copied(), events[done:]
    for event in rest:
        state.take(event)
    return Replayed(events, _reviews(state), state)


def _reviews(state: _State) -> Reviews:
    adopted = state.baseline
    blobs: Iterable[str] = (a.blob for a in adopted.values())
    if isinstance(adopted, Adopted):
        blobs = (blob for path, blob in adopted.blobs.items() if path not in adopted.dead)
    return Reviews(
        by_id=state.by_id,
        touched=frozenset(state.touched),
        baseline=adopted,
        baseline_blobs=frozenset(blobs) - state.forgotten,
        forgotten=frozenset(state.forgotten),
        items=state.items,
        undone=state.undone,
        newest=tuple(sorted(state.newest)),
        count=len(state.seen),
    )
