"""From a plan to a receipt: under the lock, on the state that then holds (DESIGN §6)."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from datetime import datetime, timedelta

from curator_core.model.plan import Plan, Receipt
from curator_core.model.problem import Refusal
from curator_core.rules import editing, secrets
from curator_core.service import gating, indexing, purging, spilling
from curator_core.service.opening import Opened, look
from curator_core.service.watching import Steps
from curator_core.store import note_text, preparing, rescue, transaction
from curator_core.store.transaction import Applied, CommitOptions

Planner = Callable[[Opened], Plan | Refusal]
"""Makes the plan anew on another state of the same Home."""

KEPT = timedelta(days=30)
"""How long the original of a redacted text stays on this device (DESIGN §3)."""
ATTEMPTS = 4
"""How often a plan is made again when other commits keep moving HEAD."""


def apply(one: Opened, plan: Plan, again: Planner) -> Receipt | Refusal:
    """Apply a plan that was made on `one`; if HEAD moved since, on a new plan of equal meaning.

    Another meaning is `stale`: nothing is written, the person looks again. Raises
    `watching.stopped` when the caller's watch stops it before the commit point. What a forget has
    to take out of this device goes afterwards, that of an earlier or a pulled one too.
    """
    result = _applied(one, plan, again)
    forgets = any(event.forgotten is not None for event in plan.events)
    if isinstance(result, Receipt) and (forgets or purging.due(one)):
        purging.catch_up(look(one.caller, one.repo))
    return result


def _applied(one: Opened, plan: Plan, again: Planner) -> Receipt | Refusal:
    owner = f"pid {os.getpid()} on {socket.gethostname()}"
    with transaction.locked(one.repo, wait=one.caller.lock_wait, owner=owner) as lock:
        recovered = transaction.recover(lock)
        for _ in range(ATTEMPTS):
            current = plan
            head = one.repo.head()
            if recovered or head.commit != plan.base:
                made = again(look(one.caller, one.repo))
                if isinstance(made, Refusal):
                    return made
                if made.digest != plan.digest:
                    return stale(plan)
                current = made
            result = _commit(one, lock, current)
            if isinstance(result, Applied):
                _prune(one)
                return _receipt(one, current, result, recovered)
            refused = result
            if refused.code != "base-moved":
                break
            plan = current
    return refused


def _commit(one: Opened, lock: transaction.Lock, plan: Plan) -> Applied | Refusal:
    wrong = gating.admitted(one, plan) or spilling.refused(one, plan) or verify(plan)
    if wrong is not None:
        return wrong
    written = {change.after for change in plan.changes if change.after is not None}
    options = CommitOptions(
        sign=one.snapshot.config.sign,
        may_commit_by_hand=_by_hand,
        at=plan.at,
        step=Steps(one.caller.watch, len(written), len(plan.changes)),
    )
    return transaction.commit(lock, plan, options)


def verify(plan: Plan) -> Refusal | None:
    """Every note the plan writes reads back as intended, else the write is refused (DESIGN §3)."""
    for change in plan.changes:
        if change.fields is None or change.after is None or change.edited is None:
            continue
        text, problems = note_text.read(change.after)
        if text is None:
            return _unfaithful(change.path, problems[0].message)
        difference = editing.confirm(change.edited, text, change.fields)
        if difference is not None:
            return _unfaithful(change.path, difference)
    return None


def _unfaithful(path: str, why: str) -> Refusal:
    return Refusal(
        "invalid",
        f"the note cannot be edited line by line without harm: {why}",
        "edit the file by hand, then decide again; nothing was written",
        path,
    )


def _by_hand(path: str, data: bytes) -> Refusal | None:
    """Hand edits with a secret are never committed along (FAULTS §1)."""
    return secret_by_hand(path) if secrets.find(data.decode("utf-8", "replace")) else None


def secret_by_hand(path: str) -> Refusal:
    """The file differs from HEAD by a hand edit that must not get into history."""
    return Refusal(
        "secret",
        "the file's uncommitted hand edit holds what looks like a secret; it was not committed",
        "take the secret out of the file, or decide with --redact: the edit then stays on this "
        "device alone",
        path,
    )


def stale(plan: Plan) -> Refusal:
    """Another plan than the one that was shown."""
    return Refusal(
        "stale",
        "the Home changed since this was shown; nothing was written",
        "look at it again, then decide",
        ids=plan.notes,
    )


def _receipt(one: Opened, plan: Plan, applied: Applied, recovered: tuple[str, ...]) -> Receipt:
    return Receipt(
        decision=plan.decision,
        commit=applied.commit,
        notes=plan.notes,
        events=tuple(event.event_id for event in plan.events),
        generation=indexing.generation(one.repo),
        worktree=applied.worktree,
        notices=plan.notices,
        recovered=recovered,
        conflicts=applied.conflicts,
        hooks_skipped=one.snapshot.reviews.count == 0 and one.repo.has_active_hooks(),
    )


def _prune(one: Opened) -> None:
    """Originals of redacted texts stay for 30 days, other rescued texts until a person looks."""
    for kept in rescue.rescued(one.repo):
        if kept.why != preparing.SECRET:
            continue
        when = datetime.fromisoformat(kept.when) if kept.when else one.caller.now
        if one.caller.now - when > KEPT:
            rescue.forget_rescued(one.repo, kept.name)


def recover(one: Opened) -> tuple[str, ...]:
    """Finish what a killed apply left; the decisions that were finished."""
    owner = f"pid {os.getpid()} on {socket.gethostname()}"
    with transaction.locked(one.repo, wait=one.caller.lock_wait, owner=owner) as lock:
        recovered = transaction.recover(lock)
    now = look(one.caller, one.repo)
    if purging.due(now):
        purging.catch_up(now)
    return recovered
