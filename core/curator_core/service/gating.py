"""Whose proposals a reviewer would approve: by trailer, commit, session and ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from curator_core.model.decision import Merge
from curator_core.model.event import Event
from curator_core.model.plan import Plan
from curator_core.model.problem import Refusal
from curator_core.model.proposal import Item, Op
from curator_core.rules import gate
from curator_core.rules.auditing import MAKING
from curator_core.rules.gate import person_of
from curator_core.rules.planning.batch import Chosen, action_of
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import finding
from curator_core.service.opening import Opened
from curator_core.store import git_commit_text, git_reading

PROPOSING = frozenset(
    {Op.ADD, Op.UPDATE, Op.SUPERSEDE, Op.MERGE, Op.SPLIT, Op.ARCHIVE, Op.FORGET}
    | {Op.OUTSIDE_CHANGE, Op.REVIEW}
)
"""Operations that somebody proposed, or did by hand; findings and the configuration nobody did."""


def own(one: Opened, chosen: Sequence[Chosen], actor: str) -> frozenset[str]:
    """The ids of those chosen items that are, or may be, the reviewer's own proposals: an input of
    a merge counts for the merge."""
    me = person_of(actor)
    proposed = {
        each.item.item: [i for i in (each.item, *_inputs(one, each)) if i.op in PROPOSING]
        for each in chosen
    }
    items = [item for found in proposed.values() for item in found]
    told = _Told(_sessions(one, me), _authors(one, items), _edited(one, items))
    return frozenset(
        name for name, found in proposed.items() if any(_is_own(item, me, told) for item in found)
    )


def four_eyes(one: Opened, chosen: Chosen, actor: str) -> Refusal | None:
    """Said before anything else about an own proposal, where another person must approve it."""
    makes = action_of(chosen.choice) in MAKING and one.snapshot.config.four_eyes
    if not makes or not own(one, [chosen], actor):
        return None
    return gate.four_eyes((chosen.item.item,), chosen.item.paths[0])


def _inputs(one: Opened, each: Chosen) -> Iterator[Item]:
    if not isinstance(each.choice, Merge):
        return
    names = {name.casefold() for name in each.choice.targets}
    for item in finding.queue(one).items:
        if names & {item.item.casefold(), *(note.casefold() for note in item.notes)}:
            yield item


@dataclass(frozen=True, slots=True)
class _Told:
    """The reviewer's own sessions, who committed the files that people wrote, and notes that
    somebody edited by hand and nobody committed."""

    sessions: frozenset[str]
    authors: Mapping[str, str | None]
    edited: frozenset[str]


def _is_own(item: Item, me: str | None, told: _Told) -> bool:
    who = person_of(item.proposer)
    if item.op is Op.REVIEW and item.finding is None:
        return item.paths[0] in told.edited
    if item.finding is not None and item.outside is None:
        return False
    if item.session is not None and item.session in told.sessions:
        return True
    if who is None and item.origin == "user":
        who = told.authors.get(item.paths[0])
        return who is None or who == me
    return who is not None and who == me


def _edited(one: Opened, items: Sequence[Item]) -> frozenset[str]:
    """Under four eyes: the notes among these whose text is neither approved nor in HEAD."""
    head = one.snapshot.head.commit
    found = set()
    for item in items if one.snapshot.config.four_eyes and head is not None else ():
        entry = one.snapshot.entries.get(item.paths[0])
        if item.op is not Op.REVIEW or entry is None or head is None:
            continue
        undecided = vouch(entry, one.snapshot.reviews).standing is not Standing.REVIEWED
        if undecided and one.repo.blob_of(head, entry.path) != entry.blob:
            found.add(entry.path)
    return frozenset(found)


def _authors(one: Opened, items: Sequence[Item]) -> dict[str, str | None]:
    """Who committed each candidate of a person that names nobody; left out while nobody did."""
    paths = [i.paths[0] for i in items if i.origin == "user" and person_of(i.proposer) is None]
    commits = git_reading.adding_commits(one.repo, paths) if paths else {}
    found = {}
    for path, commit in commits.items():
        read = one.repo.object(commit)
        found[path] = None if read is None else person_of(git_commit_text.parse(read.data).author)
    return found


def _sessions(one: Opened, me: str | None) -> frozenset[str]:
    """Sessions in which this person proposed something, by the ledger and by what waits."""
    if not one.snapshot.config.four_eyes:
        return frozenset()
    told = [(e.proposal.session, e.proposal.proposer) for e in one.ledger.events]
    told += [(item.session, item.proposer) for item in finding.queue(one).items]
    return frozenset(name for name, who in told if name is not None and person_of(who) == me)


def admitted(one: Opened, plan: Plan) -> Refusal | None:
    """Whether a finished plan may be written from here; asked once, right before it is."""
    ledger: dict[str, Event] = {event.event_id: event for event in one.ledger.events}
    return gate.refused(plan, one.snapshot.config, one.caller.tty, ledger)
