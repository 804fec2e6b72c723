"""What the ledger says happened: replay of its events over the adoption baseline (CONTRACT 22)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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


def key_of(note_id: str | None, path: str) -> str:
    """How a note is known: by its id, case folded; by its path while it has none."""
    return f"path:{path}" if note_id is None else note_id.casefold()


def in_order(events: Iterable[Event]) -> list[Event]:
    """Ledger order: along `after`, then (`at`, `event_id`); a cycle falls back to the latter."""
    by_id = {event.event_id: event for event in events}
    waits = {
        event_id: {before for before in event.after if before in by_id and before != event_id}
        for event_id, event in by_id.items()
    }
    followers: dict[str, list[str]] = {}
    for event_id, before in waits.items():
        for other in before:
            followers.setdefault(other, []).append(event_id)
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
class _Replay:
    """The growing state; `versions` keeps every approved version of a note, newest last."""

    baseline: Mapping[str, Approved]
    by_id: dict[str, Approved] = field(default_factory=dict)
    versions: dict[str, list[Approved]] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    items: dict[str, Settled] = field(default_factory=dict)
    undone: dict[str, str] = field(default_factory=dict)
    seen: dict[str, Event] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        self.seen[event.event_id] = event
        for change in event.notes:
            self._note(event, change)
        if event.action is Action.UNDO:
            self._undo(event)
        else:
            self._item(event)

    def _note(self, event: Event, change: NoteChange) -> None:
        path = change.path_after or change.path_before or ""
        key = key_of(change.id, path)
        self.touched.add(key)
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
        if event.action is Action.UNDO:
            approved = self._earlier(key, approved)
        self.versions.setdefault(key, []).append(approved)
        self.by_id[key] = approved

    def _earlier(self, key: str, approved: Approved) -> Approved:
        """What an undo brings back was approved by whoever approved it first.

        The file may hold an undecided edit again: the approved blob is then not the file's.
        """
        same = [
            version
            for version in self.versions.get(key, [])
            if version.content_hash == approved.content_hash
        ]
        exact = [version for version in same if version.blob == approved.blob]
        if same:
            return replace((exact or same)[-1], path=approved.path)
        adopted = self.baseline.get(approved.path)
        if adopted is not None:
            return replace(adopted, content_hash=approved.content_hash)
        return replace(approved, by="adoption", at=None, decision=None)

    def _item(self, event: Event) -> None:
        if event.action is Action.RESTORE:
            for item in (event.item, *event.items):
                self.items.pop(item, None)
            return
        if event.action in DECIDING or event.action is Action.DEFER:
            for item in (event.item, *event.items):
                self.items[item] = Settled(
                    event.event_id, event.decision, event.action, event.at, event.actor, event.until
                )

    def _undo(self, event: Event) -> None:
        reverted = event.reverts
        if reverted is None or reverted not in self.seen:
            return
        self.undone[reverted] = event.event_id
        original = self.seen[reverted]
        if original.action is Action.UNDO and original.reverts is not None:
            self.undone.pop(original.reverts, None)
        self._rebuild_items({original.item, *original.items, event.item, *event.items})

    def _rebuild_items(self, items: set[str]) -> None:
        for item in items:
            self.items.pop(item, None)
        for past in self.seen.values():
            if past.event_id in self.undone or past.action is Action.UNDO:
                continue
            if items & {past.item, *past.items}:
                self._item(past)


def replay(events: Iterable[Event], baseline: Mapping[str, Approved]) -> Reviews:
    """The review state after all events; `baseline` maps paths to adopted versions."""
    state = _Replay(baseline)
    ordered = in_order(events)
    for event in ordered:
        state.take(event)
    before = {earlier for event in ordered for earlier in event.after}
    newest = tuple(sorted(e.event_id for e in ordered if e.event_id not in before))
    return Reviews(
        by_id=state.by_id,
        touched=frozenset(state.touched),
        baseline=baseline,
        baseline_blobs=frozenset(approved.blob for approved in baseline.values()),
        items=state.items,
        undone=state.undone,
        newest=newest,
        count=len(ordered),
    )
