"""What a finished plan would put into git that looks like a secret and is not there yet.

Asked of every plan, whatever made it: nothing writes a secret into history that nobody confirmed.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.event import LedgerText
from curator_core.model.plan import FileChange, Plan
from curator_core.model.problem import Refusal
from curator_core.rules import secrets
from curator_core.rules.planning import batch
from curator_core.rules.planning.batch import Chosen
from curator_core.rules.planning.effects import Context
from curator_core.service.opening import Opened
from curator_core.service.watching import Progress, Stage, checkpoint

CODE = "secret"


@dataclass(frozen=True, slots=True)
class Spill:
    """A file that a plan writes and that brings a secret into git, by the event that writes it."""

    item: str
    path: str
    names: tuple[str, ...]


def planned(
    one: Opened, chosen: Sequence[Chosen], context: Context
) -> tuple[Plan | None, tuple[tuple[str, Refusal], ...]]:
    """One plan of all choices that can be carried out, as `batch.plan`; those are refused too that
    would put a secret into git unconfirmed."""

    def told(done: int) -> None:
        if len(chosen) > 1:
            checkpoint(one.caller.watch, Progress(Stage.PLANNING, done, len(chosen)))

    plan, refused = batch.plan(chosen, one.snapshot, context, told)
    if plan is None:
        return None, refused
    said = {each.item.item for each in chosen if CODE in each.choice.confirm}
    plan = confirmed(one, plan, said)
    spilled = dict(refusals(one, plan))
    if not spilled:
        return plan, refused
    rest = [each for each in chosen if each.item.item not in spilled]
    made, more = planned(one, rest, context) if rest else (None, refused)
    return made, (*more, *spilled.items())


def confirmed(one: Opened, plan: Plan, items: Container[str]) -> Plan:
    """The plan with what a person confirmed of these items, and a sentence on each such file."""
    mine = [spill for spill in spills(one, plan) if spill.item in items]
    said = tuple(
        f"{spill.path} holds what looks like a secret; once written, git keeps it for ever"
        for spill in mine
    )
    named = frozenset(spill.item for spill in mine)
    return replace(plan, confirmed=plan.confirmed | named, notices=(*plan.notices, *said))


def refusals(one: Opened, plan: Plan) -> tuple[tuple[str, Refusal], ...]:
    """A refusal for each item of a plan that nobody confirmed, by item id."""
    found = {spill.item: _refusal(spill) for spill in spills(one, plan)}
    return tuple((item, no) for item, no in found.items() if item not in plan.confirmed)


def refused(one: Opened, plan: Plan) -> Refusal | None:
    """The first of them."""
    return next((no for _, no in refusals(one, plan)), None)


def spills(one: Opened, plan: Plan) -> Iterator[Spill]:
    """Files whose new text holds a secret that no file which the plan touches holds in HEAD."""
    told: dict[str | None, list[LedgerText | None]] = {}
    for event in plan.events:
        for note in event.notes:
            told.setdefault(note.path_after, []).append(note.new)
    suspects = [change for change in plan.changes if _may_hold(change, told)]
    if not suspects:
        return
    known = _in_head(one, plan)
    for change in suspects:
        text = _text(change.after or b"")
        if secrets.brings(text, known):
            path = secrets.redact(change.path)
            item, names = _owner(plan, path)
            yield Spill(item, path, names)


def _may_hold(change: FileChange, told: Mapping[str | None, list[LedgerText | None]]) -> bool:
    """Files that an event names were looked through when it was made: see `ledger_text`."""
    if change.after is None:
        return False
    texts = told.get(secrets.redact(change.path), [])
    if change.path.startswith("ledger/") and not texts:
        return False
    return not texts or any(new is None or new.redacted is not None for new in texts)


def _in_head(one: Opened, plan: Plan) -> list[str]:
    head = one.repo.head().commit
    paths = [change.path for change in plan.changes]
    blobs = [] if head is None else [one.repo.blob_of(head, path) for path in paths]
    texts = one.repo.blobs(blob for blob in blobs if blob is not None)
    return [_text(data) for data in texts.values()]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _owner(plan: Plan, path: str) -> tuple[str, tuple[str, ...]]:
    for event in plan.events:
        if any(change.path_after == path for change in event.notes):
            return event.item, event.about
    return plan.events[0].item, plan.notes


def _refusal(spill: Spill) -> Refusal:
    return Refusal(
        CODE,
        "what would be written holds what looks like a secret; git would keep it for ever",
        "take it out of the text, or look again and add --confirm secret",
        spill.path,
        ids=spill.names,
    )
