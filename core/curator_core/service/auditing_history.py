"""A Home's history against its ledger: what was committed beside Curator, lost, or rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from curator_core.model.answer import Finding, Repair
from curator_core.model.event import Action, Event
from curator_core.model.home import Headless
from curator_core.model.problem import Severity
from curator_core.rules import auditing, event_lines, layout
from curator_core.rules.auditing import Damage
from curator_core.service.opening import Opened
from curator_core.store import git_commits
from curator_core.store.git_commits import Changed, Made


@dataclass(frozen=True, slots=True)
class Walked:
    """The commits since the founding, newest first, and the last state of each path on the way."""

    commits: tuple[Made, ...]
    now: Mapping[str, str | None]


def walked(one: Opened) -> Walked:
    """Every commit from HEAD back to the founding; read once for each HEAD."""
    head = one.snapshot.head.commit
    known = one.memo.get("walked")
    if isinstance(known, tuple) and known[0] == head:
        found: Walked = known[1]
        return found
    commits = git_commits.since_founding(one.repo, one.snapshot.config.baseline)
    now: dict[str, str | None] = {}
    for made in commits:
        for change in made.changes:
            now.setdefault(change.path, change.after)
    one.memo["walked"] = head, Walked(commits, now)
    return Walked(commits, now)


def outside(one: Opened) -> Iterator[Damage]:
    """Commits without a decision that changed protected files, where that still stands."""
    walk = walked(one)
    seen: set[str] = set()
    for made in walk.commits:
        changed = [c for c in made.changes if c.path not in seen]
        seen.update(change.path for change in made.changes)
        mine = _named(one, made)
        told = [c for c in _told(one, changed) if c.path not in mine]
        if told:
            yield _outside(made, told)


def _named(one: Opened, made: Made) -> frozenset[str]:
    """The files that a commit's decisions say they changed, their ledger files among them; of a
    forget all evidence and ledger files that it changed."""
    wanted = set(made.decisions)
    if not wanted:
        return frozenset()
    events = [event for event in one.ledger.events if event.decision in wanted]
    paths = {c.path for c in made.changes if decision_of(c.path) in wanted}
    paths |= {p for e in events for n in e.notes for p in (n.path_before, n.path_after) if p}
    if any(event.action is Action.FORGET for event in events):
        paths |= {c.path for c in made.changes if c.path.startswith(("sources/", "ledger/"))}
    return frozenset(paths)


def decision_of(path: str) -> str:
    """The decision that a ledger file is named for."""
    return path.rpartition("-")[2].removesuffix(".jsonl")


def _told(one: Opened, changed: Iterable[Changed]) -> Iterator[Changed]:
    config = one.snapshot.config
    for change in changed:
        if layout.place_of(change.path, config) is not None:
            continue  # a note; it waits as an outside change by itself
        evidence = change.path.startswith("sources/")
        blobs = [b for b in (change.before, change.after) if b is not None and evidence]
        texts = one.repo.blobs(blobs)
        before, after = texts.get(change.before or ""), texts.get(change.after or "")
        if auditing.touches(change.path, before, after, config):
            yield change


def _outside(made: Made, told: list[Changed]) -> Damage:
    ledger = all(event_lines.is_ledger(change.path) for change in told)
    code = auditing.UNBACKED if ledger else auditing.PROTECTED
    paths = tuple(change.path for change in told)
    what = "ledger files" if ledger else "protected files"
    message = f"commit {made.commit[:10]} changed {what} without a decision: {', '.join(paths)}"
    says = "reject puts the files back as they were before; approve accepts the commit"
    repair = auditing.putting(says, [(change.path, change.before) for change in told])
    return Damage(
        finding=auditing.warning(code, message, (), repair),
        paths=paths,
        blobs=tuple(change.after for change in told),
        commit=made.commit,
        author=made.author,
        since=made.at,
    )


def decisions(one: Opened) -> Iterator[Damage]:
    """Decisions that were applied, by a commit or by this device's reflog, and that no ledger file
    in HEAD tells of any more."""
    known = {decision_of(path) for path in one.ledger.paths}
    told = {path for damage in outside(one) for path in damage.paths}
    gone: set[str] = set()
    for made in walked(one).commits:
        for decision in sorted(set(made.decisions) - known - gone):
            gone.add(decision)
            added = _ledger_file(made, decision)
            if added is not None and added.path in told:
                continue  # the commit that took it away is told, and reverting it mends this
            yield _unledgered(made, decision, added)
    yield from _lost(one, known | gone)


def _ledger_file(made: Made, decision: str) -> Changed | None:
    mine = (c for c in made.changes if event_lines.is_ledger(c.path) and c.after is not None)
    return next((c for c in mine if decision_of(c.path) == decision), None)


def _unledgered(made: Made, decision: str, added: Changed | None) -> Damage:
    message = (
        f"commit {made.commit[:10]} says that it is decision {decision}, but no ledger file tells "
        "of that decision"
    )
    repair: Repair | None = None
    if added is not None:
        repair = auditing.putting("put its ledger file back", [(added.path, added.after)])
    return Damage(
        finding=auditing.error(auditing.WITHOUT_LEDGER, message, (), repair),
        paths=("ledger" if added is None else added.path,),
        blobs=(made.commit,),
        since=made.at,
        command=f"look at it: git show {made.commit}; reject says that it may stay so",
    )


def _lost(one: Opened, known: Iterable[str]) -> Iterator[Damage]:
    """What this device applied and HEAD's history holds no more: somebody moved the branch back."""
    branch = one.snapshot.head.branch
    applied = {} if branch is None else git_commits.applied_here(one.repo, branch)
    lost = {decision: applied[decision] for decision in applied.keys() - set(known)}
    for decision, commit in sorted(lost.items()):
        if not decision.startswith("d_"):
            continue
        message = f"decision {decision} was applied on this device and is not in history any more"
        yield Damage(
            finding=auditing.error(auditing.LOST, message),
            paths=("ledger",),
            blobs=(commit, decision),
            command=f"git merge {commit} brings it back; reject says that it may stay lost",
        )


def chain(one: Opened) -> Iterator[Damage]:
    """Events that follow one which no ledger file in HEAD holds, and lines that hold no event."""
    paths = {decision_of(path): path for path in one.ledger.paths}
    excused = _taken_away(one)
    for event, before in auditing.gaps(one.ledger.events):
        if before in excused:
            continue
        message = (
            f"decision {event.decision} was taken after event {before}, which no ledger file "
            "holds any more"
        )
        yield Damage(
            finding=auditing.error(auditing.GAP, message),
            paths=(paths.get(event.decision, "ledger"),),
            blobs=(event.event_id, before),
            since=event.at,
            command="see what was taken away: git log --diff-filter=D --stat -- ledger; "
            "reject says that it may stay so",
        )
    for problem in one.ledger.problems:
        path = problem.path or "ledger"
        message = f"line {problem.line} of {path} cannot be read; the rest is used"
        yield Damage(
            finding=auditing.error(auditing.UNREADABLE, message),
            paths=(path,),
            blobs=(one.ledger.paths.get(path), str(problem.line)),
            command=f"see what it held: git log -p -- {path}; commit that text again, or reject",
        )


def _taken_away(one: Opened) -> frozenset[str]:
    """The ids of events in ledger files that a decision took away."""
    blobs = [
        change.blob_before
        for event in one.ledger.events
        for change in event.notes
        if change.path_after is None
        and change.blob_before is not None
        and event_lines.is_ledger(change.path_before or "")
    ]
    texts = one.repo.blobs(blobs).values() if blobs else ()
    return frozenset(e.event_id for data in texts for e in event_lines.load(data)[0])


def people(one: Opened) -> Iterator[Damage]:
    """Decisions that this Home forbids: that say themselves that no person took them, of own
    proposals under four eyes, without a terminal where none is allowed to be."""
    events, undone = one.ledger.events, one.snapshot.reviews.undone
    config = one.snapshot.config
    for event in auditing.by_others(events, undone):
        message = (
            f"{event.item} was decided ({event.action.value}) by {event.actor}, who is no person; "
            "it counts until it is taken back"
        )
        yield _taken(one, auditing.error(auditing.NOT_HUMAN, message), event)
    for event in auditing.own(events, undone) if config.four_eyes else ():
        message = f"{event.actor} approved an own proposal: {event.item}"
        yield _taken(one, auditing.warning(auditing.OWN, message), event)
    found = auditing.headless(events, undone) if config.headless is Headless.NONE else {}
    for who, taken in sorted(found.items()):
        message = f"{len(taken)} decisions without a terminal by {who}, the newest {taken[-1].item}"
        yield _taken(one, auditing.warning(auditing.HEADLESS, message), taken[-1])


def _taken(one: Opened, found: Finding, event: Event) -> Damage:
    """A finding about a decision; an undo takes it back."""
    path = next((p for p in one.ledger.paths if decision_of(p) == event.decision), "ledger")
    return Damage(
        finding=found,
        paths=(path,),
        blobs=(event.event_id,),
        since=event.at,
        command=f"curator undo {event.decision} takes it back, reject accepts it",
    )


def rewritten(one: Opened, seen: str | None) -> Iterator[Damage]:
    """An adoption baseline, or the HEAD of the last audit, that HEAD does not come from."""
    head, baseline = one.snapshot.head.commit, one.snapshot.config.baseline
    if head is None:
        return
    if baseline is not None and one.repo.object(baseline) is None:
        message = f"the adoption baseline {baseline[:10]} is no commit of this repository"
        yield _history(auditing.NO_BASELINE, message, baseline, Severity.ERROR)
    elif baseline is not None and not one.repo.is_ancestor(baseline, head):
        message = f"HEAD does not come from the adoption baseline {baseline[:10]}"
        yield _history(auditing.REWRITTEN, message, baseline, Severity.WARNING)
    if seen is not None and not one.repo.is_ancestor(seen, head):
        message = f"HEAD does not come from {seen[:10]}, where the last audit saw it"
        yield _history(auditing.REWRITTEN, message, seen, Severity.WARNING)


def _history(code: str, message: str, commit: str, severity: Severity) -> Damage:
    make = auditing.error if severity is Severity.ERROR else auditing.warning
    command = (
        f"look at it: git log --oneline {commit}..HEAD; reject says that this is as you want it"
    )
    return Damage(finding=make(code, message), paths=("ledger",), blobs=(commit,), command=command)
