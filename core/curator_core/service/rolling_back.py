"""Taking back all that came from somewhere: one plan, a dry run first, one undo (DESIGN §5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from curator_core.model.decision import Archive, Reject
from curator_core.model.event import Action, Event
from curator_core.model.files import Place
from curator_core.model.lineage import Lineage, RolledBack, Standing
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane
from curator_core.model.view import Preview
from curator_core.rules import dependents, rows
from curator_core.rules import lineage as rules
from curator_core.rules.planning import rolling_back
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.effects import Context
from curator_core.rules.planning.rolling_back import Refused, Wish
from curator_core.rules.review_state import Standing as Vouched
from curator_core.rules.review_state import vouch
from curator_core.rules.slots import folded_id
from curator_core.rules.undoing import is_forgotten
from curator_core.service import (
    applying,
    binding,
    circumstances,
    finding,
    lineage,
    looking,
    outcomes,
    undoing,
    versions,
)
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.service.watching import stoppable

_MAKES_MEMORY = frozenset({Action.APPROVE, Action.EDIT, Action.MERGE, Action.SPLIT})
_LEFT = frozenset({Action.REJECT, Action.DEFER, Action.FORGET})
"""What is no memory that could be taken back."""
_MEMORY = frozenset({Standing.LIVE, Standing.SUPERSEDED})


def roll_back(
    caller: Caller,
    asked: str,
    execute: bool = False,
    partial_too: bool = False,
    shown: str | None = None,
) -> RolledBack | Refusal:
    """Reject what waits, undo what was approved (archive what others build on), and ask again for
    what was made of it. A dry run unless `execute`; what is refused refuses all, unless
    `partial_too`. `shown` is the digest of the plan that a person saw: another one is `stale`."""
    with opened(caller) as one:
        actor = reviewer(one)
        if isinstance(actor, Refusal):
            return actor
        made = _Rollback.of(one, asked, actor)
        if isinstance(made, Refusal):
            return made
        plan, refused = made.planned()
        if plan is None:
            return refused[0][1] if refused else _nothing(asked)
        if shown not in (None, plan.digest):
            return applying.stale(plan)
        preview = Preview(
            plan=plan,
            deltas=looking.deltas(one, plan),
            refused=refused,
            outcomes=outcomes.of(one, plan),
        )
        about = made.wish.about
        back = RolledBack(lineage=made.lineage, preview=preview, refused=refused, about=about)
        if not execute:
            return back
        stopped = _stopped(made, refused, partial_too)
        return stopped or _applied(made, plan, back)


def _nothing(asked: str) -> Refusal:
    return Refusal("no-change", f"nothing that came from {asked} waits or is memory")


def _stopped(made: _Rollback, refused: Refused, partial_too: bool) -> Refusal | None:
    name, first = refused[0] if refused else ("", None)
    if first is not None and not partial_too:
        said = f"{name}: {first.message} ({len(refused)} left as they are, nothing was written)"
        hint = f"{first.hint}; or take back the rest with --partial".lstrip("; ")
        return replace(first, message=said, hint=hint, ids=tuple(name for name, _ in refused))
    taken = (*made.wish.archive, *made.wish.review)
    return binding.headless(made.one, tuple(chosen.choice for chosen in taken))


def _applied(made: _Rollback, plan: Plan, shown: RolledBack) -> RolledBack | Refusal:
    def again(now: Opened) -> Plan | Refusal:
        other = _Rollback.of(now, made.lineage.asked, made.actor)
        if isinstance(other, Refusal):
            return other
        return other.planned()[0] or _nothing(made.lineage.asked)

    receipt = stoppable(lambda: applying.apply(made.one, plan, again))
    return receipt if isinstance(receipt, Refusal) else replace(shown, receipt=receipt)


@dataclass(frozen=True, slots=True)
class _Rollback:
    """A lineage, and what taking it back asks for."""

    one: Opened
    actor: str
    lineage: Lineage
    wish: Wish
    context: Context

    @classmethod
    def of(cls, one: Opened, asked: str, actor: str) -> _Rollback | Refusal:
        """What is to be taken back, in the Home as it is now."""
        found = lineage.found(one, asked)
        if isinstance(found, Refusal):
            return found
        why = f"all that came from {asked} taken back"
        names = frozenset(folded_id(note.name) for note in found.notes if not note.made_of)
        free = tuple(_undoable(one, rules.wanted(asked), names))
        undone = {folded_id(c.id) for event in free for c in event.notes if c.id and _added(c)}
        wish = Wish(
            undo=free,
            reject=tuple(_waiting(one, found, why)),
            archive=tuple(_archived(one, found, undone, why)),
            review=tuple(_derived(one, found, undone, why)),
            names=names,
            why=why,
        )
        return cls(one, actor, found, *_with_texts(one, actor, wish))

    def planned(self) -> tuple[Plan | None, Refused]:
        """The one plan, and what it leaves alone."""
        return rolling_back.plan(self.wish, self.one.snapshot, self.context)


def _added(change: object) -> bool:
    """Whether a change made a note memory that was none."""
    return getattr(change, "reviewed_before", None) is None


def _undoable(one: Opened, name: rules.Wanted, names: frozenset[str]) -> Iterator[Event]:
    """The events that made this memory and that nothing else builds on."""
    own, reviews = [], one.snapshot.reviews
    for event in lineage.standing(one):
        made = [change.id for change in event.notes if change.id is not None]
        about = bool(made) and folded_id(made[0]) in names
        said = any(True for trail in rules.of_event(event) for _ in name.known_as(trail))
        if (about or said) and event.action not in _LEFT and not is_forgotten(event, reviews):
            own.append(event)
    if not any(event.action in _MAKES_MEMORY for event in own):
        return
    index, links = versions.links(one)
    paths = [path for each in names for path in index.by_id.get(each, ())]
    history = versions.history(one, paths, (index, links))
    undone = reviews.undone
    later = partial(dependents.later, events=one.ledger.events, undone=undone, history=history)
    yield from rolling_back.still_free(own, lambda event_id: later((event_id,)))


def _waiting(one: Opened, found: Lineage, why: str) -> Iterator[Chosen]:
    """What waits and came by itself, or of a proposal the notes that did."""
    direct: dict[str, list[str]] = {}
    for note in found.notes:
        if note.item is not None and not note.made_of:
            direct.setdefault(note.item, []).append(note.name)
    for item in finding.queue(one).items:
        known = [name for name in item.notes if name in direct.get(item.item, ())]
        if item.item not in direct or item.lane is Lane.SUPPRESSED or _is_memory(one, item):
            continue
        only = tuple(known) if 0 < len(known) < len(item.notes) else ()
        yield Chosen(Reject(item=item.item, reason=why, only=only), item)


def _is_memory(one: Opened, item: Item) -> bool:
    """Whether the item only asks about a note that somebody approved."""
    row = one.snapshot.entries.get(item.paths[0])
    if item.commit is not None or row is None or row.place is not Place.NOTES:
        return False
    return vouch(row, one.snapshot.reviews).standing is not Vouched.UNREVIEWED


def _archived(one: Opened, found: Lineage, undone: set[str], why: str) -> Iterator[Chosen]:
    for note in found.notes:
        kept = folded_id(note.name) not in undone and not note.made_of
        if kept and note.standing in _MEMORY and note.path is not None:
            item = rows.note_item(one.snapshot.entries[note.path])
            yield Chosen(Archive(item=item.item, reason=why), item)


def _derived(one: Opened, found: Lineage, undone: set[str], why: str) -> Iterator[Chosen]:
    for note in found.notes:
        kept = folded_id(note.name) not in undone and note.made_of
        if kept and note.standing is Standing.LIVE and note.path is not None:
            entry = one.snapshot.entries[note.path]
            if entry.place is Place.NOTES:
                item = rows.note_item(entry)
                yield Chosen(Archive(item=item.item, reason=why), item)


def _with_texts(one: Opened, actor: str, wish: Wish) -> tuple[Wish, Context]:
    """The wish with the texts of its events, and all that its plan needs to know."""
    chosen: Sequence[Chosen] = (*wish.reject, *wish.archive, *wish.review)
    context = circumstances.for_choices(one, actor, chosen)
    targets = tuple(event.event_id for event in wish.undo)
    if not targets:
        return wish, context
    events, past = undoing.circumstances_of(one, actor, targets)
    wanted = set(targets)
    texts = tuple(event for event in events if event.event_id in wanted)
    index, links = versions.links(one)
    paths = [p for each in (*chosen,) for p in each.item.paths if p in one.snapshot.entries]
    named = [change.id for event in texts for change in event.notes if change.id is not None]
    paths += [path for name in named for path in index.by_id.get(folded_id(name), ())]
    joined = replace(
        context,
        past={**context.past, **past.past},
        hashes={**context.hashes, **past.hashes},
        approved_ids={**context.approved_ids, **past.approved_ids},
        restored=past.restored,
        results=past.results,
        history=versions.history(one, paths, (index, links)),
    )
    return replace(wish, undo=texts), joined
