"""The audit of a whole Home: everything that did not come about by a person's decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curator_core.model.home import Headless
from curator_core.model.problem import Severity
from curator_core.model.proposal import Item, Lane, Op
from curator_core.rules import auditing
from curator_core.rules.auditing import Damage
from curator_core.service import auditing_checks, auditing_history, auditing_seals, finding
from curator_core.service.auditing_seals import Judged
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import refusals
from curator_core.store.home_config import CONFIG_PATH

REVIEWING = frozenset({Op.REVIEW, Op.OUTSIDE_CHANGE, Op.REPAIR, Op.CONFIG})
"""Operations of items about what lies in memory already; proposals are no findings."""
DUE = "review-due"
"""The flag of a note whose review is due: time passed, nothing is wrong."""
CONFIG_WAITS = "config-waiting"
REFUSED = "refused"
SIGNED = "signed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One finding of an audit: the item that decides it, how bad it is, what mends it.

    `repair` says what approve (of an outside change: reject) would do; None where only a person
    can say what is right, `command` is then what to look at or to run.
    """

    code: str
    severity: Severity
    message: str
    item: Item
    repair: str | None
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What is allowed, or was refused, and still worth a look: how many of a kind; `newest` is a
    decision, of refused attempts an instant."""

    code: str
    message: str
    count: int
    newest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """All findings, errors first, and the facts beside them. `commits` and `events` say how much
    was compared."""

    findings: tuple[Row, ...]
    facts: tuple[Fact, ...]
    head: str | None
    commits: int
    events: int


def audit(caller: Caller) -> Audit:
    """Compare worktree, history and ledger; what is found waits in the queue from then on."""
    with opened(caller) as one:
        seals = auditing_seals.judged(one)
        damages = auditing_checks.audited(one, seals)
        told = frozenset(item.item for _, item in damages)
        found = [*(_row(*pair) for pair in damages), *_waiting(one, told)]
        order = {severity: number for number, severity in enumerate(Severity)}
        found.sort(key=lambda row: (order[row.severity], row.code, row.item.paths))
        return Audit(
            findings=tuple(found),
            facts=(*_facts(one), *_signed(seals)),
            head=one.snapshot.head.commit,
            commits=len(auditing_history.walked(one).commits),
            events=len(one.ledger.events),
        )


def _row(damage: Damage, item: Item) -> Row:
    found = damage.finding
    says = None if found.repair is None else found.repair.says
    return Row(
        code=found.code,
        severity=found.severity,
        message=found.message,
        item=item,
        repair=says,
        command=damage.command if says is None else "",
    )


def _waiting(one: Opened, told: frozenset[str]) -> Iterator[Row]:
    """What the queue says of memory anyway: edits, notes nobody approved, wrong links."""
    for item in finding.queue(one).items:
        about = item.op in REVIEWING and item.lane not in (Lane.SUPPRESSED, Lane.CANDIDATE)
        if about and item.item not in told and DUE not in item.flags:
            yield _known(item)


def _known(item: Item) -> Row:
    found = item.finding
    if found is not None:
        says = None if found.repair is None else found.repair.says
        return Row(
            code=found.code,
            severity=found.severity,
            message=found.message,
            item=item,
            repair=says,
            command="",
        )
    code, message = _said(item)
    return Row(
        code=code,
        severity=Severity.WARNING,
        message=message,
        item=item,
        repair="approve vouches for it, reject puts back what was approved",
        command="",
    )


def _said(item: Item) -> tuple[str, str]:
    where = ", ".join(item.notes or item.paths)
    if item.op is Op.CONFIG:
        return CONFIG_WAITS, f"{CONFIG_PATH} holds a change that nobody approved"
    if item.op is Op.OUTSIDE_CHANGE:
        said = f"commit {(item.outside or '')[:10]} changed {where} without a decision"
        return item.op.value, said
    for code in ("edited-since-review", "claimed-review"):
        if code in item.flags:
            return code, f"the note {where} holds a text that nobody approved"
    return "unreviewed", f"nobody approved the note {where}"


def _facts(one: Opened) -> Iterator[Fact]:
    undone = one.snapshot.reviews.undone
    allowed = one.snapshot.config.headless is not Headless.NONE
    found = auditing.headless(one.ledger.events, undone) if allowed else {}
    for actor, events in sorted(found.items()):
        message = f"{len(events)} decisions without a terminal by {actor}"
        yield Fact(
            code=auditing.HEADLESS, message=message, count=len(events), newest=events[-1].decision
        )
    yield from _refused(one)
    own = list(auditing.own(one.ledger.events, undone))
    if own and not one.snapshot.config.four_eyes:
        message = f"{len(own)} approvals of own proposals"
        yield Fact(code=auditing.OWN, message=message, count=len(own), newest=own[-1].decision)


def _signed(seals: Sequence[Judged]) -> Iterator[Fact]:
    """Whose signatures were good: a name that is not expected here may decide and must not."""
    newest = {(each.sealed.by, each.sealed.key): each.made for each in reversed(seals)}
    for (name, key), count in sorted(auditing_seals.signers(seals).items()):
        message = f"{count} commits of decisions are signed by {name or 'an unnamed key'} ({key})"
        made = newest[name, key]
        yield Fact(code=SIGNED, message=message, count=count, newest=made.decisions[0])


def _refused(one: Opened) -> Iterator[Fact]:
    """Who tried to decide and may not, as far as this device knows."""
    tried = refusals.attempts(one.repo.state_dir)
    for actor in sorted({attempt.actor for attempt in tried}):
        mine = [attempt for attempt in tried if attempt.actor == actor]
        message = f"{len(mine)} refused attempts to decide by {actor}, the last at {mine[-1].at}"
        yield Fact(code=REFUSED, message=message, count=len(mine), newest=mine[-1].at)
