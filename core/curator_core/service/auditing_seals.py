"""Where decisions are signed: those whose commits carry no signature that the user vouches for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from curator_core.model.event import Event
from curator_core.model.seal import Seal, Sealed
from curator_core.rules import auditing, event_lines, sealing
from curator_core.rules.auditing import Damage
from curator_core.rules.sealing import Step
from curator_core.service import auditing_history
from curator_core.service.opening import Opened
from curator_core.store import git_signatures, home_config
from curator_core.store.git_commits import Made
from curator_core.store.git_signatures import Signed
from curator_core.store.home_config import CONFIG_PATH

_MOST = 20
"""So many commits of a kind are findings of their own; the others are one together."""
_CODES = {
    Seal.NONE: auditing.UNSIGNED,
    Seal.BAD: auditing.BAD_SIGNATURE,
    Seal.UNKNOWN: auditing.UNKNOWN_KEY,
    Seal.REVOKED: auditing.UNKNOWN_KEY,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A commit that had to be signed, newest first, and what its signature is worth."""

    made: Made
    sealed: Sealed


def judged(one: Opened, only: frozenset[str] | None = None) -> tuple[Judged, ...]:
    """Every commit of decisions made while `[home] sign` held; `only` leaves those out which git
    would have to verify and that are not named."""
    commits = auditing_history.walked(one).commits
    steps, at_start = _steps(one, commits)
    if not at_start and not any(step.finds or any(step.turns) for step in steps):
        return ()
    always = [replace(step, turns=tuple(turn for turn in step.turns if turn)) for step in steps]
    wanted = sealing.asked(always, at_start)
    sealed = _sealed(one, [made for made in commits if made.commit in wanted], only)
    seals = {commit: found.seal for commit, found in sealed.items()}
    must = sealing.asked(
        [replace(step, seal=seals.get(step.commit, Seal.GOOD)) for step in steps], at_start
    )
    told = (made for made in commits if made.commit in must and made.commit in sealed)
    return tuple(Judged(made, sealed[made.commit]) for made in told)


def _sealed(
    one: Opened, commits: Iterable[Made], only: frozenset[str] | None
) -> Mapping[str, Sealed]:
    keys = git_signatures.keys(one.repo)
    found: dict[str, Sealed] = {}
    asked = []
    for made in commits:
        known = git_signatures.settled(keys, Signed(made.commit, made.signature))
        if known is not None:
            found[made.commit] = known
        elif only is None or made.commit in only:
            asked.append(made.commit)
    return found | (git_signatures.verify(one.repo, keys, asked) if asked else {})


def _steps(one: Opened, commits: Sequence[Made]) -> tuple[list[Step], bool]:
    """The commits as steps, and whether signing held when the Home was founded."""
    turned, decided = _turned(one.ledger.events), _decided_on(one.ledger.events)
    blobs = {blob for each in turned.values() for blob in each}
    found = [_config_of(made) for made in commits]
    blobs |= {blob for blob in found if blob is not None}
    known = {made.commit for made in commits}
    before = {p for made in commits for p in made.parents if p not in known}
    signs = {blob: _signs(data) for blob, data in one.repo.blobs(sorted(blobs)).items()}
    steps = []
    for made, config in zip(commits, found, strict=True):
        new = config is not None and config not in decided and one.snapshot.config.sign
        own = [turned.get(decision, ()) for decision in _written(made)]
        steps.append(
            Step(
                commit=made.commit,
                parents=made.parents,
                decides=bool(made.decisions),
                turns=tuple(signs.get(blob, False) for each in own for blob in each),
                finds=new and signs.get(config or "", False),
            )
        )
    return steps, any(_founded(one, sorted(before)))


def _config_of(made: Made) -> str | None:
    return next((c.after for c in made.changes if c.path == CONFIG_PATH), None)


def _written(made: Made) -> Iterator[str]:
    """The decisions whose ledger files a commit brings."""
    for change in made.changes:
        if event_lines.is_ledger(change.path) and change.after is not None:
            yield auditing_history.decision_of(change.path)


def _turned(events: Iterable[Event]) -> dict[str, tuple[str, ...]]:
    """The blobs of configurations that decisions put into effect, by decision."""
    found: dict[str, tuple[str, ...]] = {}
    for event in events:
        for change in event.notes:
            if change.path_after == CONFIG_PATH and change.blob_after is not None:
                found[event.decision] = (*found.get(event.decision, ()), change.blob_after)
    return found


def _decided_on(events: Iterable[Event]) -> frozenset[str | None]:
    """Every blob of a configuration that was approved or rejected."""
    changes = (change for event in events for change in event.notes)
    named = (c for c in changes if CONFIG_PATH in (c.path_before, c.path_after))
    return frozenset(blob for c in named for blob in (c.blob_before, c.blob_after))


def _founded(one: Opened, commits: Sequence[str]) -> Iterator[bool]:
    for found in one.repo.objects(f"{commit}:{CONFIG_PATH}" for commit in commits):
        yield found is not None and found.kind == "blob" and _signs(found.data)


def _signs(data: bytes) -> bool:
    return home_config.parse(data)[0].sign


def doubtful(found: Iterable[Judged]) -> list[str]:
    """The commits to verify again for the queue; of those that cannot be verified here some."""
    named = [each for each in found if each.sealed.seal is not Seal.GOOD]
    unchecked = [each for each in named if each.sealed.seal is Seal.UNCHECKED]
    left_out = {each.made.commit for each in unchecked[_MOST:]}
    return [each.made.commit for each in named if each.made.commit not in left_out]


def again(one: Opened, only: frozenset[str]) -> Iterator[Damage]:
    """Findings of the commits that an audit named before; the queue is read often."""
    return told(one, judged(one, only))


def told(one: Opened, found: Sequence[Judged]) -> Iterator[Damage]:
    """Findings of decisions that stand and whose commits nobody vouches for, and of signatures that
    cannot be verified here."""
    standing = _standing(one)
    kinds: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for each in found:
        seal = each.sealed.seal
        if seal is Seal.UNCHECKED:
            kinds[auditing.UNVERIFIED, each.sealed.why].append(each)
        elif seal is not Seal.GOOD and any(d in standing for d in each.made.decisions):
            kinds[_CODES[seal], ""].append(each)
    for (code, _), members in kinds.items():
        if code == auditing.UNVERIFIED:
            yield _unverified(members)
            continue
        yield from (_one(each, code, standing) for each in members[:_MOST])
        if len(members) > _MOST:
            yield _rest(members[_MOST:], code)


def _standing(one: Opened) -> dict[str, Event]:
    """Decisions that the ledger holds and nobody took back, each with an event that stands."""
    undone = one.snapshot.reviews.undone
    return {e.decision: e for e in one.ledger.events if e.event_id not in undone}


def _one(each: Judged, code: str, standing: Mapping[str, Event]) -> Damage:
    made, sealed = each.made, each.sealed
    event = next(standing[d] for d in made.decisions if d in standing)
    what = {
        Seal.NONE: "carries no signature",
        Seal.BAD: "has a signature that does not fit what it holds",
        Seal.UNKNOWN: f"is signed by a key that you do not vouch for ({sealed.key or 'unnamed'})",
        Seal.REVOKED: f"is signed by a key that was revoked ({sealed.key})",
    }[sealed.seal]
    message = (
        f"commit {made.commit[:10]} {what}; it holds {event.action.value} of {event.item} in the "
        f"name of {event.actor}, which counts until it is taken back"
    )
    make = auditing.error if sealed.seal is Seal.BAD else auditing.warning
    back = f"curator undo {event.decision} takes it back, reject accepts it"
    return Damage(
        finding=make(code, message),
        paths=("ledger",),
        blobs=(made.commit,),
        since=made.at,
        command=f"{sealed.step}; {back}" if sealed.step else back,
    )


def _rest(members: Sequence[Judged], code: str) -> Damage:
    newest = members[0].made
    message = f"{len(members)} more commits like these, the newest {newest.commit[:10]}"
    return Damage(
        finding=auditing.warning(code, message),
        paths=("ledger",),
        blobs=tuple(each.made.commit for each in members),
        since=newest.at,
        command=f"git log --show-signature {newest.commit}; reject accepts all of them",
    )


def _unverified(members: Sequence[Judged]) -> Damage:
    """Signatures that say nothing on this device; one finding for what is missing."""
    newest, why = members[0].made, members[0].sealed.why
    message = f"{len(members)} signed commits of decisions cannot be verified here: {why}"
    return Damage(
        finding=auditing.warning(auditing.UNVERIFIED, message),
        paths=("ledger",),
        blobs=(why,),
        since=newest.at,
        command=f"{members[0].sealed.step}; reject leaves it so",
    )


def signers(found: Iterable[Judged]) -> Counter[tuple[str, str]]:
    """How many good signatures each signer's key made."""
    good = (each.sealed for each in found if each.sealed.seal is Seal.GOOD)
    return Counter((sealed.by, sealed.key) for sealed in good)
