"""Which checks an audit makes, and which of its findings stand in the queue."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from curator_core.model.event import Action
from curator_core.model.files import Place
from curator_core.model.note import Status
from curator_core.model.problem import Problem, StoreError
from curator_core.model.proposal import Item
from curator_core.rules import auditing
from curator_core.rules.auditing import Damage
from curator_core.rules.hashing import blob_id
from curator_core.rules.items import Queue, as_settled, ordered
from curator_core.rules.review_state import Standing, vouch
from curator_core.service import (
    auditing_history,
    auditing_notes,
    auditing_seals,
    ledger_files,
    lost_sources,
)
from curator_core.service.auditing_seals import Judged
from curator_core.service.opening import Opened
from curator_core.store import reading, state

RECORD = "audit.json"
"""Under the git path: what the last audit found and where HEAD stood."""
_NAMED_COMMITS = "seals"
_SEALS = "signatures"
_QUEUED = "audited queue"
_LIMIT = 8 * 1024 * 1024
_NAMED = 5
"""At most so many notes are named in one message."""


def _foreign(one: Opened) -> Iterator[Damage]:
    for found in ledger_files.foreign(one):
        says = "take the file away" if found.committed is None else "put HEAD's file back"
        repair = auditing.putting(says, [(found.path, found.committed)])
        message = f"the ledger file {found.path} {found.what}; only files in HEAD count"
        yield Damage(
            finding=auditing.error(auditing.FOREIGN, message, (), repair),
            paths=(found.path,),
            blobs=(found.found, found.committed),
        )


def _evidence(one: Opened) -> Iterator[Damage]:
    """Evidence in HEAD that lies there shortened, changed, or not at all."""
    head = one.snapshot.head.commit
    tracked = {} if head is None else one.repo.tree(head, "sources")
    for path, blob in tracked.items():
        content = reading.read(one.repo.root, path, _LIMIT)
        found = None if isinstance(content, Problem) else content.data
        if found is not None and blob_id(found) == blob:
            continue
        before = one.repo.blobs([blob]).get(blob)
        if not auditing.shortened(before, found):
            continue
        what = "is gone" if found is None else "lost or changed lines"
        repair = auditing.putting("put HEAD's file back", [(path, blob)])
        message = f"the evidence {path} {what}; it may only grow"
        yield Damage(
            finding=auditing.warning(auditing.SOURCE, message, (), repair),
            paths=(path,),
            blobs=(None if found is None else blob_id(found), blob),
        )


def _citing(one: Opened) -> Iterator[Damage]:
    """Evidence that is not there any more and that living reviewed notes cite, one finding each."""
    rows = [
        entry
        for entry in one.snapshot.entries.values()
        if entry.place is Place.NOTES and entry.sources and entry.status == Status.ACTIVE
    ]
    gone = lost_sources.gone(one, [uri for entry in rows for uri in entry.sources])
    citing: dict[str, list[str]] = {}
    for entry in rows if gone else ():
        if vouch(entry, one.snapshot.reviews).standing is not Standing.UNREVIEWED:
            for lost in sorted({uri.partition("#")[0] for uri in gone.intersection(entry.sources)}):
                citing.setdefault(lost, []).append(entry.note_id or entry.path)
    for lost, names in sorted(citing.items()):
        some = ", ".join(names[:_NAMED]) + (
            f" and {len(names) - _NAMED} more" * (len(names) > _NAMED)
        )
        yield Damage(
            finding=auditing.warning(
                auditing.SOURCE_GONE, f"{lost} is gone; it is cited by {some}"
            ),
            paths=(lost,),
            blobs=tuple(names),
            command="put it back, or edit or archive the notes that cite it",
        )


def _rewritten(one: Opened) -> Iterator[Damage]:
    return auditing_history.rewritten(one, _record(one).get("head") or None)


def _seals(one: Opened) -> Iterator[Damage]:
    """Only the commits that the last audit named: verifying all takes a process for each."""
    return auditing_seals.again(one, frozenset(_record(one).get(_NAMED_COMMITS, "").split()))


Check = Callable[[Opened], Iterable[Damage]]

ALWAYS: dict[str, Check] = {"missing": auditing_notes.missing}
"""Checks that cost next to nothing: their findings stand in the queue at once."""
ASKED: dict[str, Check] = {
    "differing": auditing_notes.differing,
    "foreign": _foreign,
    "outside": auditing_history.outside,
    "decisions": auditing_history.decisions,
    "chain": auditing_history.chain,
    "people": auditing_history.people,
    "rewritten": _rewritten,
    _SEALS: _seals,
    "evidence": _evidence,
    "citing": _citing,
}
"""Checks that read much: once an audit found something by one, it is made again for the queue
until nothing of it is left."""


def _record(one: Opened) -> dict[str, str]:
    """What the last audit kept; nothing where its record is damaged."""
    data = state.read(one.repo.state_dir / RECORD)
    with contextlib.suppress(ValueError):
        value = json.loads(data or b"{}")
        if isinstance(value, dict):
            return {str(key): str(kept) for key, kept in value.items()}
    return {}


Found = tuple[Damage, Item]
"""A finding and its item."""


def audited(one: Opened, seals: Sequence[Judged]) -> tuple[Found, ...]:
    """Everything that all checks find now and nobody dismissed, `seals` being all judged
    signatures; kept for the queue, where what was dismissed stays among the suppressed."""
    checks: dict[str, Check] = {
        **(ALWAYS | ASKED),
        _SEALS: lambda one: auditing_seals.told(one, seals),
    }
    found = {name: list(_found(one, check)) for name, check in checks.items()}
    asked = (name for name in ASKED if any(not _accepted(one, item) for _, item in found[name]))
    kept = {"asked": " ".join(asked)}
    kept[_NAMED_COMMITS] = " ".join(auditing_seals.doubtful(seals))
    still = [pair for each in found.values() for pair in each if not _closed(one, pair[1])]
    moved = any(damage.finding.code == auditing.REWRITTEN for damage, _ in still)
    kept["head"] = _record(one).get("head", "") if moved else one.snapshot.head.commit or ""
    with contextlib.suppress(StoreError):
        if kept != _record(one):
            state.write(one.repo.state_dir / RECORD, json.dumps(kept).encode())
    return tuple(still)


def _found(one: Opened, check: Check) -> Iterator[Found]:
    for damage in check(one):
        yield damage, auditing.item(damage)


def _closed(one: Opened, item: Item) -> bool:
    """A finding is dismissed by a reject, an outside change accepted by an approve; a repair that
    was made before leaves damage of the same kind open."""
    return _accepted(one, item) or _dismissed(one, item)


def _accepted(one: Opened, item: Item) -> bool:
    known = one.snapshot.reviews.items.get(item.item)
    return item.outside is not None and known is not None and known.action is Action.APPROVE


def _dismissed(one: Opened, item: Item) -> bool:
    known = one.snapshot.reviews.items.get(item.item)
    return known is not None and known.action is Action.REJECT


def queued(one: Opened, made: Queue) -> Queue:
    """The queue with what the audit found and still stands; files are looked at once for each
    opening."""
    known = one.memo.get(_QUEUED)
    if isinstance(known, tuple) and known[0] is one.repo and known[1] is made:
        last: Queue = known[2]
        return last
    names = set(_record(one).get("asked", "").split())
    checks = [*ALWAYS.values(), *(check for name, check in ASKED.items() if name in names)]
    found = [item for check in checks for item in _items(one, check)]
    decided = one.snapshot.reviews.items
    rows = [as_settled(item, decided.get(item.item), one.today) for item in found]
    result = made if not rows else ordered((*made.items, *rows, *made.applied), made.parts)
    one.memo[_QUEUED] = one.repo, made, result
    return result


def _items(one: Opened, check: Check) -> Iterator[Item]:
    """The items of a check's findings; what was dismissed stays among the suppressed ones."""
    return (item for _, item in _found(one, check) if not _accepted(one, item))
