"""What one run of the app knows: the queue as read last, what is staged, what was said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from rich.text import Text

from curator_core.model.event import Action
from curator_core.model.proposal import WAITING, Item
from curator_core.model.view import QueueView, Staged

HUSH = timedelta(milliseconds=300)
"""How long decision keys rest after a change that no key caused."""

RECENT = 8
"""How many keys back a stray one makes the writing key wait for a second press."""


class Session:
    """The state that screens share. `clock` gives aware instants; nothing here does I/O."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self.view: QueueView | None = None
        self.actions: dict[str, Action] = {}
        self.details: dict[str, Staged] = {}
        self.said = Text()
        self.query = ""
        self.watching: Text | None = None
        self.read_whole: set[str] = set()
        self.left_out: dict[str, frozenset[str]] = {}
        self.marked: dict[str, tuple[str, ...]] = {}
        self._items: dict[str, Item] = {}
        self._paths: dict[str, str] = {}
        self._hushed_at: datetime | None = None
        self._strays: deque[bool] = deque(maxlen=RECENT)

    def now(self) -> datetime:
        """The clock's instant."""
        return self._clock()

    def loaded(self, view: QueueView) -> bool:
        """Take a queue that was read; False when nothing shown has changed."""
        same = self.view is not None and self.view.token == view.token
        self.view = view
        self.actions = dict(view.staged)
        gone = self._items.keys() - {item.item for item in view.items}
        self.marked = {key: names for key, names in self.marked.items() if key not in gone}
        self._items = {item.item: item for item in view.items}
        self._paths.update((item.item, item.paths[0]) for item in view.items)
        return not same

    def judged(self, staged: tuple[Staged, ...]) -> bool:
        """Take all staged decisions as judged now; False when that says nothing new."""
        details = {each.item: each for each in staged}
        news = details != self.details
        self.details = details
        return news

    def kept(self, staged: Staged) -> None:
        """A decision was staged."""
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
        return self._items.get(item_id)

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
        """Files of items whose staged decision no longer stands, as far as they were seen."""
        return frozenset(self._paths[each.item] for each in self.fallen if each.item in self._paths)

    @property
    def waiting(self) -> tuple[Item, ...]:
        """The items of the default queue, in order."""
        items = self.view.items if self.view is not None else ()
        return tuple(item for item in items if item.lane in WAITING)

    @property
    def undecided(self) -> int:
        """How many waiting items have no standing decision."""
        return sum(not self.decided(item.item) for item in self.waiting)

    def place(self, item_id: str) -> tuple[int, int]:
        """An item's 1-based place among the waiting ones and their number; 0 when not waiting."""
        ids = [item.item for item in self.waiting]
        return (ids.index(item_id) + 1 if item_id in ids else 0), len(ids)

    def undecided_from(self, item_id: str, direction: int) -> str | None:
        """The nearest undecided waiting item after (1) or before (-1) this one, in a ring."""
        ids = [item.item for item in self.waiting]
        at = ids.index(item_id) if item_id in ids else -1
        ring = [ids[(at + direction * step) % len(ids)] for step in range(1, len(ids) + 1)]
        return next((each for each in ring if each != item_id and not self.decided(each)), None)

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
