"""The queue as an entrance shows it."""

from __future__ import annotations

from curator_core.model.event import Action
from curator_core.model.files import FileState, Place
from curator_core.model.home import GitState, Head
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Health
from curator_core.model.view import QueueView
from curator_core.rules import items, job_runs
from curator_core.rules.hashing import digest
from curator_core.rules.table import glances
from curator_core.service import existing, finding, unpurged
from curator_core.service.ages import age_days as age_days
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import journal
from curator_core.store.journal import Record


def load(caller: Caller) -> QueueView:
    """The queue now; StoreError when the Home cannot be read."""
    with opened(caller) as one:
        return view(one)


def view(one: Opened) -> QueueView:
    """The open items with their counts."""
    queue = finding.queue(one)
    found = queue.items
    waiting = tuple(items.waiting(found))
    ages = {item.item: age_days(one, item) for item in (*found, *queue.applied)}
    staged = staged_actions(one, journal.records(one.repo.state_dir))
    head = one.snapshot.head
    return QueueView(
        items=found,
        counts=items.counts(found),
        waiting=len(waiting),
        unreadable=unreadable(one),
        stale=sum(item.health in (Health.CONFLICT, Health.DEAD) for item in waiting),
        staged=staged,
        oldest_days=max((ages[item.item] for item in waiting), default=None),
        name=one.snapshot.config.name or one.repo.root.name,
        branch=head.branch,
        head=head.commit,
        recovery=one.snapshot.recovery,
        unpurged=bool(unpurged.due(one)),
        token=digest([item.item_hash for item in found], head.commit, sorted(staged.items())),
        read_only=read_only(head),
        ages=ages,
        applied=queue.applied,
        problems=one.snapshot.branches().problems,
        jobs=job_runs.newest(one.snapshot.branches().proposals, one.caller.now),
    )


def staged_actions(one: Opened, records: tuple[Record, ...]) -> dict[str, Action]:
    """The staged action by item, for decisions whose item or note has not changed since."""
    if not records:
        return {}
    from curator_core.rules.planning.batch import action_of  # planning is not needed to look

    open_items = {item.item for item in finding.queue(one).items}
    return {
        record.choice.item: action_of(record.choice)
        for record in records
        if record.choice.item in open_items or existing.find(one, record.choice.item) is not None
    }


def unreadable(one: Opened) -> int:
    """Files that give no fields, wherever they lie."""
    known = one.memo.get("unreadable")
    if not isinstance(known, int):
        known = sum(row.state is FileState.UNREADABLE for row in glances(one.snapshot.entries))
        one.memo["unreadable"] = known
    return known


def read_only(head: Head) -> Refusal | None:
    """Why nothing can be written now, if so (FAULTS §6 C)."""
    match head.state:
        case GitState.READY:
            return None
        case GitState.UNBORN:
            return Refusal("unborn", "the branch has no commit yet", "make a first commit")
        case GitState.DETACHED:
            return Refusal("detached", "HEAD is on no branch", "git switch to the Home's branch")
        case GitState.IN_PROGRESS:
            return Refusal(
                "in-progress",
                f"a {head.doing} is in progress",
                f"finish or abort the {head.doing} first",
            )


def notes(one: Opened) -> int:
    """Readable notes under notes."""
    return sum(
        row.place is Place.NOTES and row.state is not FileState.UNREADABLE
        for row in glances(one.snapshot.entries)
    )
