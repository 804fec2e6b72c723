"""Reviewing: see the queue, look at an item, stage, preview, decide, apply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from curator_core.model.decision import Decision
from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.model.view import (
    BatchReceipt,
    ItemView,
    Preview,
    QueueView,
)
from curator_core.rules.planning.batch import Chosen
from curator_core.service import (
    applying,
    binding,
    circumstances,
    finding,
    glance,
    looking,
    naming,
    queueing,
    spilling,
)
from curator_core.service.binding import Already
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, look, opened, reviewer
from curator_core.service.staging import as_staged as as_staged
from curator_core.service.staging import stage as stage
from curator_core.service.staging import staged as staged
from curator_core.service.staging import unstage as unstage
from curator_core.service.watching import Progress, Stage, checkpoint, stoppable
from curator_core.store import journal

NOBODY = "human:unknown"
Refused = tuple[tuple[str, Refusal], ...]


def load(caller: Caller) -> QueueView:
    """The queue now; StoreError when the Home cannot be read."""
    with opened(caller) as one:
        view = queueing.view(one)
        glance.keep(one, view)
        return view


def probe(caller: Caller) -> None:
    """Raise StoreError when this is no Home that can be read."""
    with opened(caller):
        pass


def show(caller: Caller, item: str) -> ItemView | Refusal:
    """One item whole, with the hash that binds a decision to what was shown."""
    with opened(caller) as one:
        found = naming.resolve(finding.queue(one), item)
        if isinstance(found, Refusal):
            return found
        return looking.item_view(one, found, _actor(one))


def _actor(one: Opened) -> str:
    actor = reviewer(one)
    return NOBODY if isinstance(actor, Refusal) else actor


def apply(
    caller: Caller, partial: bool = False, dry_run: bool = False
) -> BatchReceipt | Preview | Refusal:
    """Apply all staged decisions as one plan; with nothing staged it recovers only.

    Without `partial` one refusal refuses all, and everything stays staged.
    """
    with opened(caller) as one:
        records = journal.records(one.repo.state_dir)
        if not records and not dry_run:
            return BatchReceipt(
                receipt=Receipt(decision=None, commit=None, recovered=applying.recover(one))
            )
        choices = tuple(record.choice for record in records)
        result = stoppable(lambda: _decide(one, choices, partial, dry_run))
        if isinstance(result, BatchReceipt):
            kept = {item for item, _ in result.refused}
            done = (record.decision for record in records if record.choice.item not in kept)
            journal.drop_all(one.repo.state_dir, done)
        return result


def decide(caller: Caller, choice: Decision, dry_run: bool = False) -> Receipt | Preview | Refusal:
    """Decide one item at once."""
    with opened(caller) as one:
        result = _decide(one, (choice,), False, dry_run)
        return result.receipt if isinstance(result, BatchReceipt) else result


def decide_batch(
    caller: Caller, choices: Sequence[Decision], partial: bool = False, dry_run: bool = False
) -> BatchReceipt | Preview | Refusal:
    """Decide several items as one plan and one undo unit."""
    with opened(caller) as one:
        return _decide(one, tuple(choices), partial, dry_run)


def _decide(
    one: Opened, choices: tuple[Decision, ...], partial: bool, dry_run: bool
) -> BatchReceipt | Preview | Refusal:
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    refused = None if dry_run else binding.headless(one, choices)
    if refused is not None:
        return refused
    bound, done, refusals = bind_all(one, choices, actor)
    if done and not bound and not refusals:
        return BatchReceipt(receipt=done[0].receipt)
    if refusals and not partial and not dry_run:
        return _first(refusals, len(choices))
    plan, more = planned(one, bound, actor)
    unseen = () if dry_run else unopened(bound, more)
    if unseen:
        bound = [chosen for chosen in bound if chosen.item.item not in dict(unseen)]
        plan, more = planned(one, bound, actor) if bound else (None, ())
    refusals += (*more, *unseen)
    if plan is None:
        return _first(refusals, len(choices)) if refusals else _nothing()
    if dry_run:
        return Preview(plan=plan, deltas=looking.deltas(one, plan), refused=refusals)
    if refusals and not partial:
        return _first(refusals, len(choices))
    return applied(one, plan, bound, actor, refusals)


def unopened(bound: Sequence[Chosen], refused: Refused) -> Refused:
    """Those that could be carried out, were they not high risk and never looked at."""
    found = ((chosen.item.item, binding.unopened(chosen)) for chosen in bound)
    return tuple((name, no) for name, no in found if no is not None and name not in dict(refused))


def bind_all(
    one: Opened, choices: tuple[Decision, ...], actor: str
) -> tuple[list[Chosen], list[Already], Refused]:
    """Decisions bound to their items; those taken already, and those refused by item id."""
    bound: list[Chosen] = []
    done: list[Already] = []
    refusals: list[tuple[str, Refusal]] = []
    for number, choice in enumerate(choices):
        checkpoint(one.caller.watch, Progress(Stage.BINDING, number, len(choices)))
        found = binding.bind(one, choice, actor)
        result = _once(found, bound) if isinstance(found, Chosen) else found
        if isinstance(result, Refusal):
            refusals.append((choice.item, result))
        elif isinstance(result, Already):
            done.append(result)
        elif result is not None:
            bound.append(result)
    return bound, done, tuple(refusals)


def _once(chosen: Chosen, bound: Sequence[Chosen]) -> Chosen | Refusal | None:
    """A batch decides an item once: None for the same decision again, refused for another."""
    earlier = next((other for other in bound if other.item.item == chosen.item.item), None)
    if earlier is None:
        return chosen
    if earlier.choice == chosen.choice:
        return None
    return Refusal(
        "decided-otherwise",
        f"{chosen.item.item} is decided twice in this batch",
        "keep one decision an item",
        ids=(chosen.item.item,),
    )


def planned(one: Opened, bound: Sequence[Chosen], actor: str) -> tuple[Plan | None, Refused]:
    """One plan of all that can be carried out, and what cannot by item id."""
    checkpoint(one.caller.watch, Progress(Stage.PLANNING, 0, len(bound)))
    context = circumstances.for_choices(one, actor, bound)
    return spilling.planned(one, bound, context)


def applied(
    one: Opened, plan: Plan, bound: Sequence[Chosen], actor: str, refusals: Refused
) -> BatchReceipt | Refusal:
    """Write a plan of these decisions; planned anew where the Home moved on meanwhile."""
    there = {event.item for event in plan.events}
    rest = [chosen for chosen in bound if chosen.item.item in there]

    choices = tuple(chosen.choice for chosen in rest)

    def again(now: Opened) -> Plan | Refusal:
        found, _, refused = bind_all(now, choices, actor)
        made, more = planned(now, found, actor)
        more += unopened(found, more)
        if made is None or refused or more:
            item, why = next(iter(refused + more), ("", None))
            return binding.stale(item) if why is None or why.code == "unknown-item" else why
        return made

    receipt = applying.apply(one, plan, again)
    if isinstance(receipt, Refusal):
        return _taken_meanwhile(one, choices, actor) or receipt
    return BatchReceipt(receipt=receipt, refused=refusals)


def _taken_meanwhile(one: Opened, choices: tuple[Decision, ...], actor: str) -> BatchReceipt | None:
    """The same decisions that somebody else took while this one waited are no second ones."""
    found, done, refused = bind_all(look(one.caller, one.repo), choices, actor)
    return BatchReceipt(receipt=done[0].receipt) if done and not found and not refused else None


def _first(refusals: Refused, asked: int) -> Refusal:
    """One refusal for all; with several decisions it names how many were refused."""
    item, first = refusals[0]
    if asked == 1:
        return first
    ids = tuple(name for name, _ in refusals)
    message = f"{item}: {first.message} ({len(refusals)} of {asked} refused, none applied)"
    return replace(first, message=message, ids=ids)


def _nothing() -> Refusal:
    return Refusal("no-change", "nothing is staged", "decide something first")
