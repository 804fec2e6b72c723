"""What is wrong between notes, and the queue that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from curator_core.model.answer import Finding
from curator_core.model.files import Entry, FileState, Place
from curator_core.model.note import Relation
from curator_core.model.proposal import Item
from curator_core.rules import (
    chains,
    conflicts,
    finding_items,
    foreign,
    items,
    related,
    scope_rows,
    tombstones,
    twice,
)
from curator_core.rules.fingerprints import fingerprint
from curator_core.rules.items import Queue
from curator_core.rules.related import Links
from curator_core.rules.review_state import Standing, vouch
from curator_core.rules.slots import SlotRules
from curator_core.rules.table import glances
from curator_core.service import (
    auditing_checks,
    kept_findings,
    lost_sources,
    noticed,
    outside,
    proposing,
    tainting,
    triage,
    versions,
)
from curator_core.service.opening import Opened


def queue(one: Opened) -> Queue:
    """The open items of a Home, findings included; computed once per opening."""
    return auditing_checks.queued(one, lost_sources.marked(one, _queue(one)))


def _queue(one: Opened) -> Queue:
    known = one.memo.get("queue")
    branched = one.snapshot.branches()
    if isinstance(known, tuple) and known[0] is branched and isinstance(known[1], Queue):
        return known[1]
    index, rules = versions.links(one)
    corrected = frozenset(
        entry.path
        for entry in _candidates(one)
        if entry.memory_key is not None and _comes_back(one, entry, index, rules)
    )
    made = _marked(one, items.queue(one.snapshot, one.today, _items(one, index), corrected))
    made = tainting.inheriting(one, proposing.judged(one, outside.grouped(one, made)))
    made = triage.triaged(one, made)
    one.memo["queue"] = (branched, made)
    return made


def _candidates(one: Opened) -> Iterator[Entry]:
    """The rows of all notes that wait, in the worktree and on branches."""
    entries = one.snapshot.entries
    for row in glances(entries):
        if row.place is not Place.NOTES:
            yield entries[row.path]
    for file in one.snapshot.branches().files.values():
        yield file.entry


def _marked(one: Opened, made: Queue) -> Queue:
    """Items whose file git ignores say so; they are decided only when that is confirmed."""
    ignored = one.repo.ignored([item.paths[0] for item in made.items if item.commit is None])
    if not ignored:
        return made
    marked = tuple(
        replace(item, flags=(*item.flags, "ignored")) if item.paths[0] in ignored else item
        for item in made.items
    )
    return replace(made, items=marked)


def _items(one: Opened, index: Links) -> tuple[Item, ...]:
    found = finding_items.items(findings(one), one.snapshot, index)
    return (*noticed.items(one, index, found), *scope_rows.items(one.snapshot))


def findings(one: Opened) -> tuple[Finding, ...]:
    """All findings about notes under notes, from rows alone where nothing was edited."""
    known = one.memo.get("findings")
    if isinstance(known, tuple):
        return known
    kept = kept_findings.known(one)
    if kept is None:
        kept = _found(one)
        kept_findings.keep(one, kept)
    one.memo["findings"] = kept
    return kept


def _found(one: Opened) -> tuple[Finding, ...]:
    index, _ = versions.links(one)
    suspects = [
        entry
        for entry in one.snapshot.entries.values()
        if entry.place is Place.NOTES
        and (
            finding_items.can_err(entry)
            or (entry.note_id or "").casefold() in index.namers
            or entry.path in index.approved
        )
    ]
    judged = versions.from_rows(one, suspects)
    told = conflicts.findings(chains.index(judged, one.snapshot.config))
    between = (each for each in told if not _is_format(one, each, index))
    made_of_it = tombstones.findings(one.ledger.events, _memory_ids(one, index))
    return (*between, *twice.findings(one.ledger.events), *made_of_it)


def _memory_ids(one: Opened, index: Links) -> dict[str, str]:
    """The written id of every note that is memory and was derived from something forgotten."""
    wanted = tombstones.derived(one.ledger.events)
    found: dict[str, str] = {}
    for name in wanted:
        for path in index.by_id.get(name, ()):
            entry = one.snapshot.entries[path]
            if vouch(entry, one.snapshot.reviews).approved is not None and entry.note_id:
                found[name] = entry.note_id
    return found


def _is_format(one: Opened, found: Finding, index: Links) -> bool:
    paths = index.by_id.get(found.ids[0].casefold(), ()) if found.code == "one-sided" else ()
    entries = [one.snapshot.entries[path] for path in paths]
    return any(map(foreign.links_back, entries)) and not _knows_both_ways(one)


def _knows_both_ways(one: Opened) -> bool:
    """Whether the tool whose notes were adopted writes `supersedes` too, so that its silence on one
    side says something."""
    known = one.memo.get("both ways")
    if isinstance(known, bool):
        return known
    adopted = one.snapshot.reviews.baseline_blobs
    made = any(
        entry.supersedes and entry.state is FileState.FOREIGN and entry.blob in adopted
        for entry in one.snapshot.entries.values()
    )
    one.memo["both ways"] = made
    return made


def _comes_back(one: Opened, entry: Entry, index: Links, rules: SlotRules) -> bool:
    """Whether a candidate states a value that a correction took out of its slot."""
    slot = related.slot_of(entry, rules)
    if slot is None or entry.value is None:
        return False
    mine = fingerprint(entry.value)
    own = (entry.note_id or "").casefold()
    for path in index.by_slot.get(slot, ()):
        other = one.snapshot.entries[path]
        name = (other.note_id or "").casefold()
        if other.place is not Place.NOTES or name in (own, *related.named(entry)):
            continue
        if fingerprint(other.value or "") == mine and _corrected(one, name, index):
            return True
    return False


def _corrected(one: Opened, name: str, index: Links) -> bool:
    for path in index.namers.get(name, ()):
        newer = one.snapshot.entries[path]
        corrects = newer.relation == Relation.CORRECTION.value and name in related.named(newer)
        standing = vouch(newer, one.snapshot.reviews).standing
        if corrects and standing is not Standing.UNREVIEWED:
            return True
    return False
