"""What of the queue is in view and in which order: lane, filter, sort order, folds.

Pure, and run in workers: a queue of 20,000 items takes a while to look through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from curator_app.tui import folding
from curator_app.tui.folding import Row
from curator_core.model.problem import Refusal
from curator_core.model.proposal import WAITING, Item, Lane, Risk
from curator_core.model.view import QueueView

RUN = 4_000
"""Items that are sorted at once."""

_Place = tuple[str, tuple[str, ...]]


class Order(StrEnum):
    """How the rows are sorted; the first is the order of `curator queue`."""

    QUEUE = "lane, then age"
    RISK = "risk, then age"
    OLDEST = "oldest"
    NEWEST = "newest"
    SUBJECT = "subject"
    PROPOSER = "proposer"
    CONFIDENCE = "least confident"


@dataclass(frozen=True, slots=True)
class Lens:
    """What a person wants to see. `words` is a filter expression, `unfolded` names items whose near
    copies are shown, `jobs` the jobs that are one row, `held` arrivals that wait to be shown."""

    lane: Lane | None = None
    words: str = ""
    order: Order = Order.QUEUE
    unfolded: frozenset[str] = frozenset()
    jobs: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Roster:
    """A queue as read, looked up fast: items by id, what waits and each one's place there, the
    items of each cluster and of each job by their names, the hits of each standing rule, and what
    lies in which file."""

    view: QueueView
    items: Mapping[str, Item]
    waiting: tuple[Item, ...]
    places: Mapping[str, int]
    clusters: Mapping[str, Sequence[str]]
    jobs: Mapping[str, Sequence[str]]
    rules: Mapping[str, int]
    files: Mapping[_Place, str]


@dataclass(frozen=True, slots=True)
class Arranged:
    """Rows seen through a lens. `ids` are all items that matched, those behind folds included;
    `behind` gives the items that a folded row hides, by its own id; `total` is how many the lane
    has without the filter. `refused` says what is wrong with the filter; then all is shown."""

    roster: Roster
    lens: Lens
    rows: tuple[Row, ...]
    keys: tuple[str, ...]
    index: Mapping[str, int]
    ids: tuple[str, ...]
    places: Mapping[str, int]
    total: int
    behind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refused: Refusal | None = None


def roster(view: QueueView) -> Roster:
    """The look-ups over a queue that was read."""
    waiting = tuple(item for item in view.items if item.lane in WAITING)
    clusters: dict[str, list[str]] = {}
    jobs: dict[str, list[str]] = {}
    for item in waiting:
        if item.cluster is not None:
            clusters.setdefault(item.cluster, []).extend((item.item,))
        job = folding.job_of(item)
        if job is not None:
            jobs.setdefault(job, []).extend((item.item,))
    places = {item.item: place for place, item in enumerate(waiting)}
    rules = Counter(item.rule for item in view.items if item.rule is not None)
    return Roster(
        view=view,
        items={item.item: item for item in view.items},
        waiting=waiting,
        places=places,
        clusters=clusters,
        jobs=jobs,
        rules=rules,
        files={_place(item): item.item for item in reversed(waiting)},
    )


def arranged(known: Roster, lens: Lens) -> Arranged:
    """The rows that a lens shows of a queue."""
    from curator_core.service import filtering

    matcher = filtering.parse(lens.words)
    refused = matcher if isinstance(matcher, Refusal) else None
    pool = known.waiting if refused else filtering.pool(known.view, lens.words)
    found = [i for i in pool if lens.lane in (None, i.lane) and i.item not in lens.held]
    total, ages = len(found), known.view.ages
    if lens.words and not isinstance(matcher, Refusal):
        found = [item for item in found if matcher(item, ages.get(item.item, 0))]
    if lens.order is not Order.QUEUE:
        found = _sorted(found, lens.order)
    rows = folding.rows(found, lens.unfolded, lens.jobs)
    keys = tuple(row.item.item for row in rows)
    ids = tuple(item.item for item in found)
    return Arranged(
        roster=known,
        lens=lens,
        rows=rows,
        keys=keys,
        index={key: at for at, key in enumerate(keys)},
        ids=ids,
        places={name: at for at, name in enumerate(ids)},
        total=total,
        behind={row.item.item: row.hidden for row in rows if row.hidden},
        refused=refused,
    )


def _sorted(items: Sequence[Item], order: Order) -> list[Item]:
    """Items in an order, equal ones as they were. Sorted in runs first: one long sort would hold
    the interpreter, and with it the screen."""
    key, newest = _KEYS[order], order is Order.NEWEST
    keyed = [(key(item), -place if newest else place) for place, item in enumerate(items)]
    for start in range(0, len(keyed), RUN):
        keyed[start : start + RUN] = sorted(keyed[start : start + RUN], reverse=newest)
    keyed.sort(reverse=newest)
    return [items[abs(place)] for _, place in keyed]


def arrivals(before: Roster | None, now: Roster, held: frozenset[str]) -> frozenset[str]:
    """The items to hold back after a reading that no key caused: those held already, and new ones.

    What stands in the file of an item that is gone is that item, changed; where nothing was in view
    there is nothing that could jump.
    """
    if before is None or not before.waiting:
        return frozenset()
    gone = {_place(before.items[name]) for name in before.items.keys() - now.items.keys()}
    fresh = now.places.keys() - before.items.keys()
    new = {name for name in fresh if _place(now.items[name]) not in gone}
    return frozenset(name for name in held if name in now.places) | new


def heir(before: Roster, now: Roster, name: str) -> str | None:
    """The item that now stands in the file of one that is gone; None when there is none."""
    old = before.items.get(name)
    if old is None:
        return None
    return now.files.get(_place(old))


def _place(item: Item) -> _Place:
    """Where a proposal lies, whatever it says: its file, and the branches that hold it."""
    return item.paths[0], item.refs


_RISKS = {risk: number for number, risk in enumerate(Risk)}

_KEYS: Mapping[Order, Callable[[Item], tuple[str | float, ...]]] = {
    Order.RISK: lambda item: (_RISKS[item.risk], item.since),
    Order.OLDEST: lambda item: (item.since,),
    Order.NEWEST: lambda item: (item.since,),
    Order.SUBJECT: lambda item: (item.subject.casefold(), item.title.casefold()),
    Order.PROPOSER: lambda item: (item.proposer.casefold(), item.since),
    Order.CONFIDENCE: lambda item: (2.0 if item.confidence is None else item.confidence,),
}
