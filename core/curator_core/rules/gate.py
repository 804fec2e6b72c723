"""The gate before the one path to disk: who may write what, judged on the finished plan.

Whatever a use case forgot to ask, a plan passes here last (DESIGN §5, §6).
"""

from __future__ import annotations

from collections.abc import Mapping

from curator_core.model.event import Action, Event
from curator_core.model.home import Config, Headless
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Op
from curator_core.rules import event_lines, layout
from curator_core.rules.auditing import LIMITED, MAKING, is_person

CONFIG_PATH = "curator.toml"
_MENDING = frozenset({Op.REPAIR.value, Op.OUTSIDE_CHANGE.value})


def refused(plan: Plan, config: Config, tty: bool, ledger: Mapping[str, Event]) -> Refusal | None:
    """Why a plan must not be written, if so. `ledger` are the events so far, by id."""
    return (
        not_a_person(plan.actor)
        or _signed_by_another(plan)
        or _outside(plan, config)
        or (_own(plan, ledger) if config.four_eyes else None)
        or (None if tty else _headless(plan, config.headless))
    )


def not_a_person(actor: str) -> Refusal | None:
    """Only a name that says `human:` decides; agents, jobs and all other kinds do not."""
    if is_person(actor):
        return None
    kind = actor.partition(":")[0].casefold()
    return Refusal(
        "agent-cannot-decide",
        f"{kind}s propose, people decide",
        "let a person decide, or leave a candidate",
    )


def _signed_by_another(plan: Plan) -> Refusal | None:
    """All events of a plan name its actor: nobody writes in another's name."""
    other = next((event for event in plan.events if event.actor != plan.actor), None)
    if other is None:
        return None
    return Refusal(
        "agent-cannot-decide", f"{plan.actor} cannot decide in the name of {other.actor}"
    )


def _outside(plan: Plan, config: Config) -> Refusal | None:
    """A plan writes notes, its own ledger file, and what its own events name: the configuration
    by a decision on it, other files by a repair or a revert, evidence and ledger by a forget."""
    own = event_lines.path_of(plan.at, plan.decision)
    named = {
        path
        for event in plan.events
        for change in event.notes
        for path in (change.path_before, change.path_after)
        if event.op in _MENDING or (event.op == Op.CONFIG.value and path == CONFIG_PATH)
    }
    forgets = any(event.action is Action.FORGET for event in plan.events)
    for change in plan.changes:
        path = change.path
        if path == own or path in named or layout.place_of(path, config) is not None:
            continue
        if forgets and path.startswith(("sources/", "ledger/", "golden/")):
            continue
        return Refusal(
            "protected-path",
            "no decision of this plan is about that file; nothing was written",
            "change it by hand, or decide the item that it belongs to",
            path,
        )
    return None


def four_eyes(ids: tuple[str, ...], path: str | None = None) -> Refusal:
    """Somebody would approve what is, or may be, an own proposal."""
    return Refusal(
        "four-eyes",
        "this Home wants another person to approve a person's own proposal",
        "ask somebody else to review it; of a file nobody committed git cannot say who wrote it",
        path,
        ids=ids,
    )


def _own(plan: Plan, ledger: Mapping[str, Event]) -> Refusal | None:
    """Own proposals, also by the undo of an undo that took their approval back."""
    for event in plan.events:
        meant = event if event.action is not Action.UNDO else _brought_back(event, ledger)
        if meant is not None and meant.action in MAKING and _is_own(meant, plan.actor):
            return four_eyes((event.item,))
    return None


def _is_own(event: Event, actor: str) -> bool:
    if event.self_approved and event.actor == actor:
        return True
    me = person_of(actor)
    return me is not None and person_of(event.proposal.proposer) == me


def _brought_back(undo: Event, ledger: Mapping[str, Event]) -> Event | None:
    """The decision that an undo brings into force again; None when it takes one back."""
    target, back = ledger.get(undo.reverts or ""), False
    for _ in ledger:
        if target is None or target.action is not Action.UNDO:
            break
        target, back = ledger.get(target.reverts or ""), not back
    return target if back else None


def _headless(plan: Plan, policy: Headless) -> Refusal | None:
    """What needs a terminal whatever its risk is; the rest was judged with its item."""
    match policy:
        case Headless.ALL:
            wanted: frozenset[Action] = frozenset()
        case Headless.LOW_RISK:
            wanted = frozenset({Action.FORGET})
        case Headless.NONE:
            wanted = LIMITED
    limited = [event for event in plan.events if event.action in wanted]
    if not limited:
        return None
    return Refusal(
        "headless-policy",
        f"{limited[0].action.value} without a terminal is not allowed in this Home",
        "decide at the desk",
        ids=tuple(event.item for event in limited),
    )


def person_of(name: str) -> str | None:
    """Whom a proposer's or reviewer's name means: what follows the kind, without case. A commit's
    author is the same person as the reviewer with that mail. None where nobody is named."""
    kind, colon, rest = name.partition(":")
    who = (rest if colon else kind).strip().casefold()
    return None if who in ("", "unknown") else who
