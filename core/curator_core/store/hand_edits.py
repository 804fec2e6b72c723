"""Hand edits that a content hash does not show: of status, links and trust, and of the id itself.

The hash covers what a note says (DESIGN §3). A file that was approved and now names another status,
supersedes other notes, or has lost its id is edited all the same: the approved text answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock

from curator_core.model.event import Approved, Reviews
from curator_core.model.files import Entry, Place
from curator_core.model.home import Config
from curator_core.rules.replay import PATH_KEY, key_of
from curator_core.rules.table import glances
from curator_core.store import note_files
from curator_core.store.repository import Repository


@dataclass(frozen=True, slots=True)
class _Judged:
    entries: Mapping[str, Entry]
    before: Reviews
    after: Reviews


_last: _Judged | None = None
_last_lock = Lock()


def judged(
    repo: Repository, config: Config, entries: Mapping[str, Entry], reviews: Reviews
) -> Reviews:
    """The review state by which such files count as edited since review; the same object while
    files and ledger are the same."""
    global _last
    with _last_lock:
        last = _last
    if last is not None and last.entries is entries and last.before is reviews:
        return last.after
    after = _judged(repo, config, entries, reviews) if reviews.by_id else reviews
    with _last_lock:
        _last = _Judged(entries, reviews, after)
    return after


def _judged(
    repo: Repository, config: Config, entries: Mapping[str, Entry], reviews: Reviews
) -> Reviews:
    files: dict[str, list[str]] = defaultdict(list)
    others: dict[str, list[Entry]] = defaultdict(list)
    for path, place, _, _, note_id, blob, _ in glances(entries):
        if place is not Place.NOTES:
            continue
        key = key_of(note_id, path)
        files[key].append(path)
        approved = reviews.by_id.get(key)
        if approved is not None and approved.blob != blob:
            others[key].append(entries[path])
    changed = _rewritten(repo, config, others, reviews)
    changed |= {
        PATH_KEY + approved.path: replace(approved, content_hash=None)
        for key, approved in reviews.by_id.items()
        if key not in files and approved.note_id is not None and _is_note(entries, approved.path)
    }
    if not changed:
        return reviews
    touched = reviews.touched | changed.keys()
    return replace(reviews, by_id={**reviews.by_id, **changed}, touched=touched)


def _is_note(entries: Mapping[str, Entry], path: str) -> bool:
    """Whether a note lies where another one was approved, which is nowhere else."""
    return path in entries and entries[path].place is Place.NOTES


def _rewritten(
    repo: Repository, config: Config, others: Mapping[str, list[Entry]], reviews: Reviews
) -> dict[str, Approved]:
    """Approved notes of which a file says the same with other links: their hash vouches for none,
    only their very bytes do."""
    alike = {
        key: [entry for entry in found if entry.content_hash == reviews.by_id[key].content_hash]
        for key, found in others.items()
    }
    blobs = {reviews.by_id[key].blob for key, found in alike.items() if found}
    texts = repo.blobs(blobs) if blobs else {}
    changed = {}
    for key, found in alike.items():
        approved = reviews.by_id[key]
        data = texts.get(approved.blob)
        if data is None or not found:
            continue
        at = note_files.where(approved.path, data, Place.NOTES, config)
        links = _links(note_files.parse(data, at, config).entry)
        if any(_links(entry) != links for entry in found):
            changed[key] = replace(approved, content_hash=None)
    return changed


def _links(entry: Entry) -> tuple[object, ...]:
    """What decides who replaced whom, and how far the text is trusted."""
    trust = entry.origin, entry.authority, frozenset(entry.taint)
    links = frozenset(entry.supersedes), frozenset(entry.superseded_by)
    return entry.status, entry.relation, *links, *trust
