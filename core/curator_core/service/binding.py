"""From a typed choice to the open item it is bound to, or the reason why not (CONTRACT 25, 32)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from curator_core.model.decision import (
    Approve,
    Archive,
    Decision,
    Defer,
    Edit,
    Merge,
    Pin,
    Reject,
    Restore,
    Split,
)
from curator_core.model.event import DECIDING, Action, Event
from curator_core.model.home import Headless
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Lane, Op, Risk
from curator_core.rules import rows, sampling, secrets
from curator_core.rules.planning.batch import ON_NOTES, Chosen, action_of
from curator_core.service import (
    applying,
    bulk,
    existing,
    finding,
    gating,
    indexing,
    looking,
    naming,
    redacting,
    result_flags,
)
from curator_core.service.opening import Opened

LIMITED = (Approve, Edit, Merge, Split, Archive, Pin)
"""Decisions that `[review] headless` limits (CONTRACT 30)."""
WRITES_NO_FILE = (Defer, Restore)
"""Decisions that are an event alone."""
AWAY = (Lane.DEFERRED, Lane.SUPPRESSED)
"""Lanes that a restore brings an item back from (CONTRACT 23)."""


@dataclass(frozen=True, slots=True)
class Already:
    """The same decision was taken before; its receipt."""

    receipt: Receipt


def bind(one: Opened, choice: Decision, actor: str) -> Chosen | Already | Refusal:
    """Resolve the item, check what was shown, and whether it may be decided from here."""
    item = _item(one, choice)
    if isinstance(item, Refusal):
        return _closed(one, choice, item)
    reason = secrets.redact(choice.reason)
    choice = replace(_of_named(choice, item), item=item.item, reason=reason)
    refused = gating.four_eyes(one, Chosen(choice, item), actor)
    if refused is not None:
        return refused
    if choice.expect is not None and choice.expect != looking.shown_hash(one, item, actor):
        return stale(item.item)
    refused = _uncommitted_secret(one, choice, item) or redacting.named(choice, item)
    if refused is not None:
        return refused
    if isinstance(choice, Approve) and choice.redact and not isinstance(choice, Edit):
        made = redacting.redacted(one, choice, item)
        return made if isinstance(made, Refusal) else Chosen(made, item)
    return Chosen(choice, result_flags.raised(one, choice, _with_inputs(one, choice, item)))


def _with_inputs(one: Opened, choice: Decision, item: Item) -> Item:
    """A merge is as risky as the riskiest of what it takes in."""
    if not isinstance(choice, Merge) or item.risk is Risk.HIGH:
        return item
    for name in choice.targets:
        found = naming.resolve(finding.queue(one), name)
        if isinstance(found, Item) and found.risk is Risk.HIGH:
            return replace(item, risk=Risk.HIGH, risk_why=found.risk_why)
    return item


def _of_named(choice: Decision, item: Item) -> Decision:
    """A note's id that stands for a proposal of several notes decides that note alone."""
    if not isinstance(choice, Approve | Reject) or isinstance(choice, Edit) or choice.only:
        return choice
    named = [name for name in item.notes if name.casefold() == choice.item.casefold()]
    several = len(item.notes) > 1 and item.op not in (Op.MERGE, Op.SPLIT)
    return replace(choice, only=tuple(named)) if named and several and _in_parts(item) else choice


def _in_parts(item: Item) -> bool:
    """Whether the item is a commit, whose notes may be decided one by one."""
    return item.commit is not None or item.outside is not None


def unopened(chosen: Chosen) -> Refusal | None:
    """What is high risk becomes memory only after it was looked at (CONTRACT 30); to reject it or
    to put it off needs no look."""
    seen = chosen.choice.expect is not None or not isinstance(chosen.choice, LIMITED)
    if seen or chosen.item.risk is not Risk.HIGH:
        return None
    why = f" ({'; '.join(chosen.item.risk_why)})" if chosen.item.risk_why else ""
    return Refusal(
        "not-opened",
        f"this item is high risk{why}: it is decided only after it was looked at",
        "see `curator show`, then decide with --expect and its shown_hash",
        ids=(chosen.item.item,),
    )


def _uncommitted_secret(one: Opened, choice: Decision, item: Item) -> Refusal | None:
    """Said of each decision by itself, so that others of its batch go on; apply looks again."""
    entry = None if item.commit is not None else one.snapshot.entries.get(item.paths[0])
    head = one.snapshot.head.commit
    without = isinstance(choice, Approve | Reject) and choice.redact
    if isinstance(choice, WRITES_NO_FILE) or without or entry is None or head is None:
        return None
    if "secret" not in entry.problem_codes:
        return None
    committed = one.repo.blob_of(head, entry.path)
    return None if committed in (None, entry.blob) else applying.secret_by_hand(entry.path)


def _item(one: Opened, choice: Decision) -> Item | Refusal:
    """The open item; for decisions about memory any note by its id, and for restore an item that
    was put off, or whose file a reject took away."""
    found = naming.resolve(finding.queue(one), choice.item)
    if isinstance(choice, Restore) and isinstance(found, Item) and found.lane in AWAY:
        return found
    if isinstance(choice, ON_NOTES) or (isinstance(choice, Edit) and _holds_no_text(found)):
        note = existing.find(one, choice.item)
        if note is not None:
            return note
    if isinstance(found, Refusal) and isinstance(choice, Restore):
        return _rejected(one, choice.item) or found
    return found


def _holds_no_text(found: Item | Refusal) -> bool:
    """Whether no open item of that name has a text that an edit could be of."""
    if isinstance(found, Refusal):
        return found.code == "unknown-item"
    return found.finding is not None


def _rejected(one: Opened, name: str) -> Item | None:
    """A rejected item whose file is gone, as an item at its old place."""
    settled = one.snapshot.reviews.items.get(name)
    if settled is None or settled.action is not Action.REJECT:
        return None
    event = next(e for e in one.ledger.events if e.event_id == settled.event_id)
    change = event.notes[0] if event.notes else None
    if change is None or change.path_before is None or change.blob_before is None:
        return None
    return rows.gone_item(event, change.path_before, change.blob_before)


def stale(item: str) -> Refusal:
    """What was shown is no longer what is there."""
    return Refusal(
        "stale",
        "the item changed since it was shown; nothing was written",
        "look at it again, then decide",
        ids=(item,),
    )


def _closed(one: Opened, choice: Decision, unresolved: Refusal) -> Already | Refusal:
    """No open item: decided before, changed since it was shown, or never there."""
    if unresolved.code == "ambiguous-item":
        return unresolved
    event = _deciding_event(one, choice.item)
    if event is None:
        return stale(choice.item) if choice.expect is not None else unresolved
    action = action_of(choice)
    agreed = event.action is Action.FORGET and action is Action.APPROVE
    if event.action is not action and not (agreed and event.item == choice.item):
        hint = f"undo it first: curator undo {event.decision}"
        if event.action is Action.FORGET:
            hint = f"what became of it: curator forget --receipt {event.decision}"
        return Refusal(
            "decided-otherwise",
            f"{event.item} was decided: {event.action.value}, by {event.actor} at {event.at}",
            hint,
            ids=(event.item,),
        )
    if event.item != choice.item:
        return Refusal(
            "no-change",
            f"{choice.item} was decided so already: {event.action.value} at {event.at}",
            ids=(event.item,),
        )
    commit = one.repo.commit_with_decision(event.decision)
    events = tuple(e.event_id for e in one.ledger.events if e.decision == event.decision)
    return Already(
        Receipt(
            decision=event.decision,
            commit=commit,
            notes=event.about,
            events=events,
            generation=indexing.generation(one.repo),
            already=True,
        )
    )


def _deciding_event(one: Opened, name: str) -> Event | None:
    """The newest standing event that decided the item, or the note, of this name."""
    settled = one.snapshot.reviews.items.get(name)
    wanted = name.casefold()
    for event in reversed(one.ledger.events):
        decides = event.action in DECIDING or event.action is Action.FORGET
        if event.event_id in one.snapshot.reviews.undone or not decides:
            continue
        if settled is not None and event.event_id == settled.event_id:
            return event
        if settled is None and wanted in {about.casefold() for about in event.about}:
            return event
    return None


def headless(one: Opened, choices: tuple[Decision, ...]) -> Refusal | None:
    """Whether the Home lets these be decided from here: without a terminal as `[review] headless`
    says (CONTRACT 30), in bulk after a spot check."""
    policy = one.snapshot.config.headless
    if not one.caller.tty and policy is Headless.ALL:
        return None
    refused = None if one.caller.tty else _without_terminal(one, choices, policy)
    return refused or _spot_check(one, choices)


def _without_terminal(
    one: Opened, choices: tuple[Decision, ...], policy: Headless
) -> Refusal | None:
    limited = [choice for choice in choices if isinstance(choice, LIMITED)]
    if policy is Headless.LOW_RISK:
        limited = [choice for choice in limited if _risk(one, choice) is not Risk.LOW]
    if not limited:
        return None
    return Refusal(
        "headless-policy",
        f"{action_of(limited[0]).value} without a terminal is not allowed in this Home",
        'decide at the desk, stage it, or set [review] headless = "all" in curator.toml',
        ids=tuple(choice.item for choice in limited),
    )


def _risk(one: Opened, choice: Decision) -> Risk:
    item = _item(one, choice)
    return Risk.MEDIUM if isinstance(item, Refusal) else item.risk


def _spot_check(one: Opened, choices: tuple[Decision, ...]) -> Refusal | None:
    """Of many low or `bulk` items taken at once the sampled ones must have been looked at."""
    limited = [choice for choice in choices if isinstance(choice, LIMITED)]
    if len(limited) < sampling.FROM or not any(map(bulk.in_bulk, finding.queue(one).items)):
        return None
    found = {choice: _item(one, choice) for choice in limited}
    items = {c: item for c, item in found.items() if isinstance(item, Item)}
    wanted = bulk.spot_check(one, items.values())
    unseen = [i.item for c, i in items.items() if i.item in wanted and c.expect is None]
    if not unseen:
        return None
    return Refusal(
        "not-opened",
        f"{len(wanted)} of these {len(items)} must be looked at before all are decided at once: "
        f"{', '.join(unseen)}",
        "see `curator show` for each and give its shown_hash as expect; "
        "`curator queue --sample` names them beforehand",
        ids=tuple(unseen),
    )
