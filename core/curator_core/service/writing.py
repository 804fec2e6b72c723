"""Everything staged as one plan: foreseen with each decision's standing, then written as shown."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.aftermath import Aftermath
from curator_core.model.problem import Refusal
from curator_core.model.view import BatchReceipt, Preview, Staged
from curator_core.rules.planning.batch import Chosen
from curator_core.service import (
    applying,
    binding,
    if_approved,
    looking,
    outcomes,
    relatives,
    review,
    staging,
)
from curator_core.service.binding import Already
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.service.watching import stoppable
from curator_core.store import journal
from curator_core.store.journal import Record


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What writing would do now, or why nothing can be written, and how each decision stands."""

    outcome: Preview | Refusal
    staged: tuple[Staged, ...] = ()

    @property
    def blocked(self) -> tuple[Staged, ...]:
        """Decisions that stand and cannot be carried out; those whose item changed aside."""
        return tuple(each for each in self.staged if each.blocked is not None and not each.fallen)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A Foreseen with what writing it needs."""

    foreseen: Foreseen
    bound: tuple[Chosen, ...] = ()
    refused: review.Refused = ()
    actor: str = review.NOBODY


def kept(caller: Caller) -> tuple[Staged, ...]:
    """All staged decisions in staging order, not judged."""
    with opened(caller) as one:
        return tuple(map(staging.as_staged, journal.records(one.repo.state_dir)))


def foresee(caller: Caller) -> Foreseen:
    """The plan of everything staged, nothing written; `cancelled` when the watch stops it."""
    with opened(caller) as one:
        records = journal.records(one.repo.state_dir)
        found = stoppable(lambda: _foresee(one, records).foreseen)
        if isinstance(found, Refusal):
            return Foreseen(found, tuple(map(staging.as_staged, records)))
        return found


def _foresee(one: Opened, records: tuple[Record, ...]) -> _Seen:
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return _Seen(Foreseen(actor, tuple(map(staging.as_staged, records))))
    found, _, unbound = review.bind_all(one, tuple(each.choice for each in records), actor)
    plan, more = review.planned(one, found, actor) if found else (None, ())
    unseen = review.unopened(found, more)
    if unseen:
        found = [each for each in found if each.item.item not in dict(unseen)]
        plan, more = review.planned(one, found, actor) if found else (None, ())
    refused = (*unbound, *more, *unseen)
    staged = _standing(one, records, found, refused)
    if plan is None:
        no = Refusal("no-change", "nothing is staged", "decide something first")
        return _Seen(Foreseen(refused[0][1] if refused else no, staged))
    shown = Preview(
        plan=plan,
        deltas=looking.deltas(one, plan),
        refused=refused,
        outcomes=outcomes.of(one, plan),
    )
    return _Seen(Foreseen(shown, staged), tuple(found), refused, actor)


def _standing(
    one: Opened, records: tuple[Record, ...], found: list[Chosen], refused: review.Refused
) -> tuple[Staged, ...]:
    """Every decision in staging order; one that is neither bound nor refused was taken already."""
    bound = {each.item.item: each.item.health.value for each in found}
    why = dict(refused)
    decided = Refusal("stale", "the item was decided meanwhile")
    judged = []
    for record in records:
        item = record.choice.item
        no = why.get(item, None if item in bound else decided)
        each = staging.as_staged(record, no, bound.get(item, "clean"))
        judged.append(staging.noted(one, record, each) if each.fallen else each)
    return tuple(judged)


def write(
    caller: Caller, digest: str, *, partial: bool = False
) -> BatchReceipt | Foreseen | Refusal:
    """Write everything staged, if its plan still has this digest; else what it would be now.

    Decisions whose item changed since are undecided again: they are taken back with the write. With
    `partial` those that are blocked stay staged and the rest is written.
    """
    with opened(caller) as one:
        records = journal.records(one.repo.state_dir)
        return stoppable(lambda: _write(one, records, digest, partial=partial))


def _write(
    one: Opened, records: tuple[Record, ...], digest: str, *, partial: bool
) -> BatchReceipt | Foreseen | Refusal:
    seen = _foresee(one, records)
    now = seen.foreseen
    shown = now.outcome
    if not isinstance(shown, Preview) or shown.plan.digest != digest:
        return now
    if now.blocked and not partial:
        return now
    no = binding.headless(one, tuple(each.choice for each in seen.bound))
    if no is not None:
        return no
    receipt = review.applied(one, shown.plan, seen.bound, seen.actor, seen.refused)
    if isinstance(receipt, BatchReceipt):
        kept = {each.item for each in now.blocked}
        done = (record.decision for record in records if record.choice.item not in kept)
        journal.drop_all(one.repo.state_dir, done)
    return receipt


def aftermath(caller: Caller, preview: Preview) -> Aftermath:
    """What follows from a plan: linear in the Home, so asked for after the plan is shown."""
    with opened(caller) as one:
        touched = [each.name for notes in preview.outcomes.values() for each in notes]
        slots = [row.slot for row in preview.plan.answers if row.before != row.after]
        names = tuple(dict.fromkeys([*touched, *slots]))
        views = if_approved.changes(one, preview.plan)
        return Aftermath(views, relatives.asking(one, names), len(names))


def recover(caller: Caller) -> tuple[str, ...]:
    """Finish or forget what a killed write left: the decisions that were finished, none when it had
    not reached its commit point. What is written now is staged no more. StoreError when it has to
    wait."""
    with opened(caller) as one:
        done = applying.recover(one)
    with opened(caller) as one:
        decided = (
            record.decision
            for record in journal.records(one.repo.state_dir)
            if isinstance(binding.bind(one, record.choice, record.actor), Already)
        )
        journal.drop_all(one.repo.state_dir, decided)
    return done
