"""Staging: decisions kept durably without being applied, one by one or many with one key."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.decision import Approve, Decision
from curator_core.model.flag import Grade
from curator_core.model.problem import Refusal, StoreError
from curator_core.model.proposal import Item, Lane, Risk
from curator_core.model.view import BulkStaged, SetBack, Staged
from curator_core.rules import secrets
from curator_core.rules.hashing import short_id
from curator_core.rules.planning.batch import Chosen, action_of
from curator_core.service import (
    binding,
    bulk,
    circumstances,
    finding,
    flagging,
    ignoring,
    looking,
    result_flags,
    spilling,
)
from curator_core.service.binding import Already
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened, reviewer
from curator_core.store import journal
from curator_core.store.journal import Record

ALONE = "alone"
"""The code of an item that is left out of a bulk approve."""

LeftOut = tuple[tuple[str, Refusal], ...]


def stage(caller: Caller, choice: Decision) -> Staged | Refusal:
    """Keep a decision durably without applying it; a later one on the same item replaces it."""
    with opened(caller) as one:
        actor = reviewer(one)
        return actor if isinstance(actor, Refusal) else _stage(one, choice, _run(one, actor, ""))


def stage_many(caller: Caller, choices: Sequence[Decision]) -> BulkStaged | Refusal:
    """Keep several decisions that one key took; those that are refused are left out."""
    with opened(caller) as one:
        actor = reviewer(one)
        return actor if isinstance(actor, Refusal) else _many(one, choices, actor, ())


def approve_many(
    caller: Caller,
    items: Iterable[str],
    looked: Mapping[str, str],
    barred: Mapping[str, str] | None = None,
) -> BulkStaged | Refusal:
    """Keep the approval of many items at once: low risk or what a standing rule allows.

    `looked` gives the shown hash of what was opened, `barred` says of some items what must be seen
    of them before. Where a spot check is due and not all of it
    was opened as it is now, nothing is kept.
    """
    with opened(caller) as one:
        actor = reviewer(one)
        if isinstance(actor, Refusal):
            return actor
        known = {item.item: item for item in finding.queue(one).items}
        found = {
            name: _alone(name, known, barred or {}) or _flagged(one, known[name]) for name in items
        }
        left_out = tuple((name, no) for name, no in found.items() if no is not None)
        taken = [name for name, no in found.items() if no is None]
        wanted = bulk.spot_check(one, [known[name] for name in taken])
        unseen = [n for n in wanted if looked.get(n) != looking.shown_hash(one, known[n], actor)]
        if unseen:
            return BulkStaged((), left_out, tuple(unseen))
        return _many(one, [Approve(item=name) for name in taken], actor, left_out)


def _alone(name: str, known: Mapping[str, Item], barred: Mapping[str, str]) -> Refusal | None:
    """Why an item is not approved among many; None when it may be."""
    item = known.get(name)
    if item is None:
        return Refusal("unknown-item", "it is not open any more", "read the queue again")
    if item.taint or item.lane is Lane.QUARANTINED:
        labels = ", ".join(item.taint) or "quarantined"
        return Refusal(ALONE, f"tainted: {labels}", "open it and decide it by itself")
    if item.risk is Risk.HIGH:
        why = "; ".join(item.risk_why) or "no reason given"
        return Refusal(ALONE, f"high risk: {why}", "open it and decide it by itself")
    if name in barred:
        return Refusal(ALONE, barred[name], "then decide it by itself")
    if not bulk.in_bulk(item):
        return Refusal(
            ALONE, "medium risk and no standing rule `bulk` allows it", "decide it by itself"
        )
    return None


def _flagged(one: Opened, item: Item) -> Refusal | None:
    """A high flag is looked at before its text becomes memory, whatever the item's risk."""
    codes = [flag.code for flag in flagging.of_item(one, item) if flag.severity is Grade.HIGH]
    if not codes:
        return None
    said = ", ".join(dict.fromkeys(codes))
    return Refusal(ALONE, f"high flag: {said}", "open it, look at its flags, decide it by itself")


def _many(one: Opened, choices: Sequence[Decision], actor: str, left_out: LeftOut) -> BulkStaged:
    name = short_id("b_", one.at, *(choice.item for choice in choices))
    run = _run(one, actor, name)
    asked = {choice.item for choice in choices}
    files = (path for item in finding.queue(one).items if item.item in asked for path in item.paths)
    ignoring.ignored(one, (path for path in files if path in one.snapshot.entries))
    found = [(choice.item, _stage(one, choice, run)) for choice in choices]
    journal.sync(one.repo.state_dir)
    staged = tuple(each for _, each in found if isinstance(each, Staged))
    more = tuple((item, each) for item, each in found if isinstance(each, Refusal))
    return BulkStaged(staged, (*left_out, *more))


@dataclass(frozen=True, slots=True)
class _Run:
    """What one key stages: who, the batch's name, and what is staged so far."""

    actor: str
    name: str
    kept: list[Record]


def _run(one: Opened, actor: str, name: str) -> _Run:
    return _Run(actor, name, list(journal.records(one.repo.state_dir)))


def _stage(one: Opened, choice: Decision, run: _Run) -> Staged | Refusal:
    bound = binding.bind(one, choice, run.actor)
    if isinstance(bound, Refusal):
        return bound
    if isinstance(bound, Already):
        return Refusal("no-change", "this was decided already", ids=(choice.item,))
    context = circumstances.for_choices(one, run.actor, [bound])
    for _, refused in spilling.planned(one, [bound], context)[1]:
        return refused
    no = binding.unopened(bound) or result_flags.unconfirmed(one, bound)
    return no or _keep(one, bound, run)


def _keep(one: Opened, bound: Chosen, run: _Run) -> Staged:
    shown = looking.shown_hash(one, bound.item, run.actor)
    folder = one.repo.state_dir
    order = max((record.order for record in run.kept), default=0) + 1
    record = Record(
        short_id("d_", bound.item.item, action_of(bound.choice).value, shown, order, one.at),
        replace(bound.choice, expect=shown),
        secrets.redact(bound.item.title) or bound.item.item,
        one.at,
        order,
        run.actor,
        bound.item.paths[0],
        run.name,
    )
    journal.put(folder, record, named=not run.name)
    for earlier in tuple(run.kept):
        if earlier.choice.item == record.choice.item or _replaced(one, earlier, record):
            journal.drop(folder, earlier.decision)
            run.kept.remove(earlier)
    run.kept.append(record)
    return as_staged(record)


def _replaced(one: Opened, earlier: Record, record: Record) -> bool:
    """Whether a decision was about what stood in the same file before it changed."""
    same = bool(earlier.path) and earlier.path == record.path
    return same and finding.queue(one).find(earlier.choice.item) is None


def as_staged(record: Record, blocked: Refusal | None = None, health: str = "clean") -> Staged:
    """A kept decision, with why it cannot be applied now and its item's health."""
    return Staged(
        decision=record.decision,
        choice=record.choice,
        action=action_of(record.choice),
        item=record.choice.item,
        title=record.title,
        staged_at=record.staged_at,
        order=record.order,
        blocked=blocked,
        fallen=blocked is not None and blocked.code in ("stale", "unknown-item"),
        health=health,
        path=record.path,
        batch=record.batch,
    )


def unstage(caller: Caller, decision: str) -> bool:
    """Take a staged decision back; False when it is not staged."""
    with opened(caller) as one:
        return journal.drop(one.repo.state_dir, decision)


def unstage_newest(caller: Caller) -> tuple[Staged, ...]:
    """Take back what the newest key staged: one decision, or all that it was about."""
    with opened(caller) as one:
        folder = one.repo.state_dir
        kept = journal.records(folder)
        if not kept:
            return ()
        newest = kept[-1]
        together = [r for r in kept if r is newest or (r.batch and r.batch == newest.batch)]
        gone = set(journal.drop_all(folder, (record.decision for record in together)))
        return tuple(as_staged(record) for record in together if record.decision in gone)


def staged(caller: Caller) -> tuple[Staged, ...]:
    """All staged decisions in staging order, with why any cannot be applied now.

    That a proposal changed and its decision counts no more is noted once, as Curator's own act.
    """
    with opened(caller) as one:
        found = [(record, _judged(one, record)) for record in journal.records(one.repo.state_dir)]
        return tuple(noted(one, record, each) if each.fallen else each for record, each in found)


def noted(one: Opened, record: Record, fallen: Staged) -> Staged:
    """A decision that counts no more, with when Curator first saw that; kept as its own act."""
    at = one.at
    with contextlib.suppress(StoreError):  # a device that cannot be written to still shows it
        at = journal.note_fall(one.repo.state_dir, record, one.at)
    return replace(fallen, set_back=at)


def set_back(caller: Caller) -> tuple[SetBack, ...]:
    """Every staged decision that Curator set back because its proposal had changed."""
    with opened(caller) as one:
        return journal.falls(one.repo.state_dir)


def _judged(one: Opened, record: Record) -> Staged:
    bound = binding.bind(one, record.choice, record.actor)
    if isinstance(bound, Already):
        return as_staged(record, Refusal("stale", "the item was decided meanwhile"))
    if isinstance(bound, Refusal):
        return as_staged(record, bound)
    context = circumstances.for_choices(one, record.actor, [bound])
    _, refused = spilling.planned(one, [bound], context)
    return as_staged(record, refused[0][1] if refused else None, bound.item.health.value)
