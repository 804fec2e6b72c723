"""What a forget did, place by place, as far as it can be seen from here (CONTRACT 38)."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from curator_core.model.event import Event
from curator_core.model.files import Entry
from curator_core.model.forgetting import (
    Cascade,
    DeletionReceipt,
    Derived,
    Forgotten,
    Outcome,
    Places,
    Spot,
    Trace,
)
from curator_core.rules import forgetting, tombstones
from curator_core.rules.slots import folded_id
from curator_core.service import citing, purging, traces, versions
from curator_core.service.opening import Opened
from curator_core.store import git_blobs, git_past, reading, scraps

_SHOWN = 5
"""So many places of a kind are named one by one."""
PLANNED = Places(
    worktree=Outcome.NOT_DONE,
    index=Outcome.NOT_DONE,
    views=Outcome.NOT_DONE,
    ledger=Outcome.NOT_DONE,
    recall_log=Outcome.NOT_DONE,
    staged=Outcome.NOT_DONE,
    proposals=Outcome.NOT_DONE,
    git_history=Outcome.NOT_DONE,
    remotes=Outcome.UNKNOWN,
)
"""Before anything was done."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a forget leaves in places that Curator does not change. `blobs` are the texts that git
    still has, `remotes` the configured ones."""

    blobs: tuple[str, ...]
    branches: tuple[Spot, ...]
    golden: tuple[Spot, ...]
    echoes: tuple[Spot, ...]
    cited: tuple[str, ...]
    remotes: tuple[str, ...]
    stash: bool


def planned(one: Opened, cascade: Cascade, shown_hash: str) -> DeletionReceipt:
    """What it would do: nothing is done yet, and this is what would be left."""
    left = Left(
        blobs=tuple(sorted(git_blobs.kept(one.repo, cascade.blobs))),
        branches=cascade.branches,
        golden=cascade.golden,
        echoes=cascade.echoes,
        cited=cascade.cited,
        remotes=git_blobs.remotes(one.repo),
        stash=git_blobs.has_stash(one.repo),
    )
    keys = {doomed.memory_key for doomed in cascade.doomed}
    names = [doomed.note_id or doomed.path for doomed in cascade.doomed]
    names += cascade.remembered
    return DeletionReceipt(
        executed=False,
        memory_key=keys.pop() if len(keys) == 1 else None,
        recall_disabled=False,
        primary_record_deleted=False,
        derived_indexes_deleted=False,
        git_history_rewritten=False,
        backup_expiry=cascade.backup_expiry,
        risks=tuple(_risks(left, cascade.derived, cascade.backup_expiry)),
        places=PLANNED,
        derived=cascade.derived,
        notes=tuple(dict.fromkeys([*names, *([cascade.cut.uri] if cascade.cut else [])])),
        steps=tuple(_steps(left)),
        shown_hash=shown_hash,
    )


def of_event(one: Opened, event: Event) -> DeletionReceipt:
    """What the forget of an event did, judged by what can be found now."""
    forgotten = event.forgotten
    assert forgotten is not None, "BUG: the receipt of another decision"
    left = _left(one, event, forgotten)
    places = _places(one, event, left)
    purged = Outcome.DONE in (places.index,) and places.views is Outcome.DONE
    derived = _derived(one, event, forgotten)
    commit = git_past.decision_commits(one.repo).get(event.decision)
    return DeletionReceipt(
        executed=True,
        memory_key=event.memory_key,
        recall_disabled=not _standing(one, event),
        primary_record_deleted=places.worktree is Outcome.DONE and places.ledger is Outcome.DONE,
        derived_indexes_deleted=purged,
        git_history_rewritten=False,
        backup_expiry=forgotten.backup_expiry,
        risks=tuple(_risks(left, derived, forgotten.backup_expiry)),
        places=places,
        derived=derived,
        notes=event.about,
        steps=tuple(_steps(left)),
        decision=event.decision,
        commit=commit,
    )


def with_spots(receipt: DeletionReceipt, cascade: Cascade) -> DeletionReceipt:
    """A receipt that also tells the quotations that were found before the texts were gone."""
    more = _spots(cascade.echoes, "still says the same words")
    return replace(receipt, risks=tuple(dict.fromkeys((*receipt.risks, *more))))


def _left(one: Opened, event: Event, forgotten: Forgotten) -> Left:
    gone = purging.gone(one, (event,))
    return Left(
        blobs=tuple(sorted(git_blobs.kept(one.repo, forgotten.blobs))),
        branches=traces.branches(one, gone),
        golden=traces.golden(one, gone),
        echoes=traces.echoes(one, gone, frozenset(), None),
        cited=tuple(uri for uri in forgotten.cited if _stands(one, uri)),
        remotes=git_blobs.remotes(one.repo),
        stash=git_blobs.has_stash(one.repo),
    )


def _stands(one: Opened, uri: str) -> bool:
    view = citing.Resolver(one).view(uri)
    cited = [text for _, text, own in view.lines if own]
    return any(text.strip() and not forgetting.is_tombstone(text) for text in cited)


def _standing(one: Opened, event: Event) -> list[Entry]:
    """Files that say it again, though it was forgotten."""
    index, _ = versions.links(one)
    ids = {folded_id(c.id) for c in event.notes if c.path_after is None and c.id is not None}
    entries = one.snapshot.entries
    found = [entries[path] for name in sorted(ids) for path in index.by_id.get(name, ())]
    for change in event.notes:
        entry = None if change.path_before is None else entries.get(change.path_before)
        if change.path_after is None and entry is not None and entry.blob == change.blob_before:
            found.append(entry)
    return found


def _places(one: Opened, event: Event, left: Left) -> Places:
    local = _outcome(event.decision in scraps.purged(one.repo))
    return Places(
        worktree=_outcome(not _standing(one, event) and _is_buried(one, event)),
        index=local,
        views=local,
        ledger=_outcome(_is_redacted(one, event)),
        recall_log=local,
        staged=local,
        proposals=_outcome(not left.branches),
        git_history=_outcome(not left.blobs),
        remotes=Outcome.UNKNOWN,
    )


def _outcome(done: bool) -> Outcome:
    return Outcome.DONE if done else Outcome.NOT_DONE


def _is_redacted(one: Opened, event: Event) -> bool:
    """No ledger file of HEAD is one of those that held the text."""
    held = set(event.forgotten.blobs) if event.forgotten is not None else set()
    return not held & set(one.ledger.paths.values())


def _is_buried(one: Opened, event: Event) -> bool:
    """Every forgotten source line reads as a tombstone, or its file is gone."""
    for path, spans in tombstones.lines((event,)).items():
        content = reading.read(one.repo.root, path, traces.FILE_LIMIT)
        if not isinstance(content, reading.Bytes):
            continue
        lines = forgetting.lines_of(content.data)
        for first, last in spans:
            if not all(map(forgetting.is_tombstone, lines[first - 1 : last])):
                return False
    return True


def _derived(one: Opened, event: Event, forgotten: Forgotten) -> tuple[Derived, ...]:
    index, _ = versions.links(one)
    told = zip_longest(forgotten.derived, forgotten.traces[: len(forgotten.derived)])
    return tuple(
        Derived(name, path, Trace(trace) if trace in set(Trace) else Trace.INPUT)
        for name, trace in told
        for path in index.by_id.get(folded_id(name), ())[:1]
    )


def _risks(left: Left, derived: Sequence[Derived], expiry: str) -> Iterator[str]:
    if left.blobs:
        yield (
            f"git history still holds it (blobs: {len(left.blobs)}; old commits, branches, stash "
            "or reflog): the steps rewrite it, nothing of them was run"
        )
    yield from _spots(left.branches, "holds it on a branch, which is left alone")
    yield _remote(left)
    yield f"backups made before may hold it; if they are kept as the Home says, until {expiry}"
    for each in derived:
        yield f"{each.note_id or each.path} {each.trace.value}: it waits in re-review"
    yield from _spots(left.golden, "asks for it: change that question by hand")
    yield from _spots(left.echoes, "still says the same words")
    for uri in left.cited:
        yield f"{uri} stands: it was made from these lines; `curator forget` takes them too"
    yield "the ledger keeps its id, path, slot, dates and hashes, not its text"
    yield "an agent that has read it knows it until its session ends"


def _spots(spots: Sequence[Spot], words: str) -> Iterator[str]:
    for spot in spots[:_SHOWN]:
        yield f"{spot.where}:{spot.line} {words}"
    if len(spots) > _SHOWN:
        yield f"{len(spots) - _SHOWN} more places: the same"


def _remote(left: Left) -> str:
    if left.remotes:
        return f"remotes ({', '.join(left.remotes)}) and other clones may hold it"
    return "other clones, if there are any, may hold it"


def _steps(left: Left) -> Iterator[str]:
    """Commands that a person may run; each changes the ids of commits."""
    if left.branches:
        for ref in dict.fromkeys(spot.where.partition(":")[0] for spot in left.branches):
            yield f"git branch -D {shlex.quote(ref)}  # decide its other proposals first"
    if left.blobs:
        ids = "\\n".join(left.blobs)
        yield f"printf '{ids}\\n' > ../forgotten-blobs"
        yield "git filter-repo --force --strip-blobs-with-ids ../forgotten-blobs"
        yield "put the new id of the baseline commit into curator.toml, if it names one"
    if left.stash:
        yield "git stash clear"
    if left.blobs or left.branches:
        yield "git reflog expire --expire=now --all && git gc --prune=now"
    for name in left.remotes:
        yield f"git push --force --all {shlex.quote(name)}"
    if left.blobs:
        yield "make every other clone anew; let backups expire"
