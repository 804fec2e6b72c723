"""What one run of the app knows: the queue as read last, what is staged, what was said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from rich.text import Text

from curator_app.tui.arranging import Arranged, Lens, Roster, arrivals, heir
from curator_app.tui.figures import Look
from curator_app.tui.gate import Gate
from curator_core.model.event import Action
from curator_core.model.proposal import Item
from curator_core.model.view import QueueView, Staged

HUSH = timedelta(milliseconds=300)
"""How long decision keys rest after a change that no key caused."""

RECENT = 8
"""How many keys back a stray one makes the writing key wait for a second press."""


class Session:
    """The state that screens share. `clock` gives aware instants; nothing here does I/O."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self.roster: Roster | None = None
        self.lens = Lens()
        self.arranged: Arranged | None = None
        self.actions: dict[str, Action] = {}
        self.details: dict[str, Staged] = {}
        self.said = Text()
        self.query = ""
        self.watching: Text | None = None
        self.gate = Gate()
        self.left_out: dict[str, frozenset[str]] = {}
        self.marked: dict[str, tuple[str, ...]] = {}
        self.looked: dict[str, str] = {}
        self.looks: list[Look] = []
        self._in_view: tuple[str, datetime] | None = None
        self.sample: tuple[str, ...] = ()
        self._hushed_at: datetime | None = None
        self._strays: deque[bool] = deque(maxlen=RECENT)

    def now(self) -> datetime:
        """The clock's instant."""
        return self._clock()

    @property
    def view(self) -> QueueView | None:
        """The queue as read last."""
        return None if self.roster is None else self.roster.view

    def loaded(self, roster: Roster, *, reveal: bool) -> bool:
        """Take a queue that was read; False when nothing shown has changed.

        Unless `reveal`, what is new is held back until it is asked for.
        """
        before = self.roster
        same = before is not None and before.view.token == roster.view.token
        held = frozenset() if reveal else arrivals(before, roster, self.lens.held)
        revealed = held != self.lens.held
        self.roster, self.actions = roster, dict(roster.view.staged)
        self.lens = replace(self.lens, held=held)
        if before is not None and not same:
            self.marked = dict(self._still_marked(before, roster))
        return not same or revealed

    def strange(self, now: Roster) -> bool:
        """Whether a queue that was read again tells of more than what was staged here."""
        before = self.roster
        if before is None:
            return False
        same = before.view.head == now.view.head and _hashes(before) == _hashes(now)
        return not same or dict(now.view.staged) != self.actions

    def _still_marked(self, before: Roster, now: Roster) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Marks go with the file of an item that changed, and with nothing that is gone."""
        for name, notes in self.marked.items():
            follows = name if name in now.items else heir(before, now, name)
            if follows is not None:
                yield follows, notes
            elif name not in before.items:
                yield name, notes

    def judged(self, staged: tuple[Staged, ...]) -> bool:
        """Take all staged decisions as judged now; False when that says nothing new."""
        details = {each.item: each for each in staged}
        news = details != self.details
        self.details = details
        return news

    def painted(self, item_id: str) -> None:
        """An item is on the screen; from its first paint on somebody looks at it."""
        if self._in_view is None or self._in_view[0] != item_id:
            self._in_view = item_id, self._clock()

    def _looked_at(self, staged: Staged) -> None:
        """Keep how long an item was looked at before it was decided by itself, in seconds."""
        if self._in_view is not None and self._in_view[0] == staged.item and not staged.batch:
            seconds = (self._clock() - self._in_view[1]).total_seconds()
            self.looks.append(Look(seconds, staged))
        self._in_view = None

    def kept(self, staged: Staged) -> None:
        """A decision was staged."""
        self._looked_at(staged)
        self.actions[staged.item] = staged.action
        self.details[staged.item] = staged

    def dropped(self, staged: Staged) -> None:
        """A staged decision was taken back."""
        self.actions.pop(staged.item, None)
        self.details.pop(staged.item, None)

    def mark(self, item_id: str, names: tuple[str, ...]) -> None:
        """Mark an item that is about these notes, or take its mark away."""
        if self.marked.pop(item_id, None) is None:
            self.marked[item_id] = names

    @property
    def marked_names(self) -> tuple[str, ...]:
        """The notes of all marked items, each once, in the order of marking."""
        return tuple(dict.fromkeys(name for names in self.marked.values() for name in names))

    def item(self, item_id: str) -> Item | None:
        """An open item."""
        return None if self.roster is None else self.roster.items.get(item_id)

    def item_of(self, staged: Staged) -> str:
        """The item that a staged decision is about; once that changed what lies in its file now."""
        if self.item(staged.item) is None and self.roster is not None and staged.path:
            items = self.roster.items.values()
            heirs = (each.item for each in items if each.paths[0] == staged.path)
            return next(heirs, staged.item)
        return staged.item

    def decided(self, item_id: str) -> bool:
        """Whether an item is staged and its decision still stands."""
        detail = self.details.get(item_id)
        return item_id in self.actions and (detail is None or not detail.fallen)

    @property
    def staged_count(self) -> int:
        """How many decisions are staged, also those that no longer stand."""
        return len(self.actions.keys() | self.details.keys())

    @property
    def fallen(self) -> tuple[Staged, ...]:
        """Staged decisions whose item changed since."""
        return tuple(each for each in self.details.values() if each.fallen)

    @property
    def fallen_paths(self) -> frozenset[str]:
        """Files of items whose staged decision no longer stands."""
        return frozenset(each.path for each in self.fallen if each.path)

    @property
    def waiting(self) -> tuple[Item, ...]:
        """The items of the default queue, in order."""
        return () if self.roster is None else self.roster.waiting

    @property
    def undecided(self) -> int:
        """How many waiting items have no standing decision."""
        if self.roster is None:
            return 0
        places = self.roster.places
        return len(places) - sum(name in places and self.decided(name) for name in self.actions)

    @property
    def in_view(self) -> tuple[str, ...]:
        """The items in view, as they are sorted, those behind folded rows included."""
        return () if self.arranged is None else self.arranged.ids

    def place(self, item_id: str) -> tuple[int, int]:
        """An item's 1-based place among those in view and their number; 0 when not in view."""
        places = {} if self.arranged is None else self.arranged.places
        return places.get(item_id, -1) + 1, len(places)

    def undecided_from(self, item_id: str, direction: int) -> str | None:
        """The nearest undecided item in view after (1) or before (-1) this one, in a ring."""
        ids, at = self.in_view, self.place(item_id)[0] - 1
        for step in range(1, len(ids) + 1):
            each = ids[(at + direction * step) % len(ids)]
            if each != item_id and not self.decided(each):
                return each
        return None

    def hush(self) -> None:
        """A change that no key caused: decision keys rest for a moment."""
        self._hushed_at = self._clock()

    def unhush_if_frozen(self) -> None:
        """A clock that stands still would never end the moment: its timer does."""
        if self._hushed_at == self._clock():
            self._hushed_at = None

    @property
    def hushed(self) -> bool:
        """Whether decision keys rest now; the end of the moment is open."""
        return self._hushed_at is not None and self._clock() - self._hushed_at < HUSH

    def typed(self, *, stray: bool) -> None:
        """A key came; a stray one means nothing where it was pressed."""
        self._strays.append(stray)

    def typing(self) -> bool:
        """Whether the last keys look like typing into the wrong window; asking forgets them."""
        typing = any(self._strays)
        self._strays.clear()
        return typing


def _hashes(roster: Roster) -> list[str]:
    return [item.item_hash for item in roster.view.items]
