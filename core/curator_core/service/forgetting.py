"""Forget: see what goes, let it go for good, see the receipt again (DESIGN §5, CONTRACT 38)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from curator_core.model.forgetting import Cascade, DeletionReceipt, Wish
from curator_core.model.home import Headless
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal, StoreError
from curator_core.model.view import Preview
from curator_core.rules import tombstones
from curator_core.rules.hashing import digest
from curator_core.rules.planning import batch, confirms
from curator_core.rules.planning import forget as rules
from curator_core.rules.planning.draft import Draft
from curator_core.service import applying, cascading, circumstances, looking, receipts, spilling
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, look, opened, reviewer
from curator_core.store import scraps


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A forget before it is done: its plan, what it reaches, and what would be left."""

    preview: Preview
    cascade: Cascade
    receipt: DeletionReceipt


def preview(caller: Caller, wish: Wish) -> Foreseen | Refusal:
    """What a forget would do; nothing is written."""
    with opened(caller) as one:
        made = _made(one, wish)
        if isinstance(made, Refusal):
            return made
        plan, cascade = made
        return Foreseen(
            preview=Preview(plan=plan, deltas=looking.deltas(one, plan)),
            cascade=cascade,
            receipt=receipts.planned(one, cascade, shown_hash(plan)),
        )


def forget(caller: Caller, wish: Wish, expect: str | None = None) -> DeletionReceipt | Refusal:
    """Let it go, and tell what is left. With `expect` only if the plan is still the one shown."""
    with opened(caller) as one:
        refused = _policy(one)
        made = _made(one, wish) if refused is None else refused
        if isinstance(made, Refusal):
            return made
        plan, cascade = made
        if expect is not None and expect != shown_hash(plan):
            return applying.stale(plan)
        done = applying.apply(one, plan, lambda now: _plan(now, wish))
        if isinstance(done, Refusal):
            return done
        _clear(one, cascade, plan.decision)
        now = look(caller, one.repo)
        found = _receipt(now, plan.decision)
        if isinstance(found, Refusal):
            return found
        return receipts.with_spots(replace(found, commit=done.commit), cascade)


def _clear(one: Opened, cascade: Cascade, decision: str) -> None:
    """Private texts that quote what git never had; what cannot be removed keeps the forget due."""
    try:
        scraps.clear(one.repo, cascade.scraps)
    except StoreError:
        scraps.keep_purged(one.repo, scraps.purged(one.repo) - {decision})


def receipt(caller: Caller, decision: str) -> DeletionReceipt | Refusal:
    """The receipt of an earlier forget, as things stand now."""
    with opened(caller) as one:
        return _receipt(one, decision)


def shown_hash(plan: Plan) -> str:
    """What binds an execution to the plan that was shown."""
    return "s_" + digest("forget", plan.digest)[:32]


def _receipt(one: Opened, decision: str) -> DeletionReceipt | Refusal:
    for event in tombstones.forgets(one.ledger.events):
        if event.decision == decision:
            return receipts.of_event(one, event)
    hint = "see `curator history --action forget`"
    return Refusal("unknown-decision", f"{decision} forgot nothing", hint)


def _plan(one: Opened, wish: Wish) -> Plan | Refusal:
    made = _made(one, wish)
    return made if isinstance(made, Refusal) else made[0]


def _made(one: Opened, wish: Wish) -> tuple[Plan, Cascade] | Refusal:
    actor = reviewer(one)
    if isinstance(actor, Refusal):
        return actor
    cascade = cascading.of(one, wish)
    if isinstance(cascade, Refusal):
        return cascade
    refused = _unconfirmed(one, cascade)
    if refused is not None:
        return refused
    paths = [doomed.path for doomed in cascade.doomed]
    context = circumstances.for_notes(one, actor, paths)
    draft = Draft(one.snapshot, context, context.history)
    deed = rules.plan(cascade, draft)
    if isinstance(deed, Refusal):
        return deed
    plan = batch.assemble([deed], draft)
    said = {event.item for event in plan.events} if spilling.CODE in wish.confirm else set()
    plan = spilling.confirmed(one, plan, said)
    return spilling.refused(one, plan) or (plan, cascade)


def _policy(one: Opened) -> Refusal | None:
    """Forgetting is never low risk: without a terminal it needs `headless = "all"`."""
    if one.caller.tty or one.snapshot.config.headless is Headless.ALL:
        return None
    return Refusal(
        "headless-policy",
        "forget without a terminal is not allowed in this Home",
        'forget at the desk, or set [review] headless = "all" in curator.toml',
    )


def _unconfirmed(one: Opened, cascade: Cascade) -> Refusal | None:
    """Another branch than the Home's, and files that git ignores, are confirmed by name."""
    head, branch = one.snapshot.head.branch, one.snapshot.config.branch
    paths = [doomed.path for doomed in cascade.doomed]
    paths += [] if cascade.cut is None else [cascade.cut.path]
    code = "branch" if head is not None and head != branch else None
    if code is None or code in cascade.wish.confirm:
        code = "ignored" if one.repo.ignored(paths) else None
    if code is None or code in cascade.wish.confirm:
        return None
    hint = f"look again, then forget with --confirm {code}"
    return Refusal(code, confirms.TEXTS[code], hint, paths[0])
