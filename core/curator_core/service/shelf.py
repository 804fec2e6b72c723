"""The reviewed notes of a Home as lists need them, each read once for its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from curator_core.model.event import Reviews
from curator_core.model.files import FileState, Place
from curator_core.model.note import Note, Status
from curator_core.rules import holding, listed
from curator_core.rules.hashing import digest
from curator_core.rules.holding import Memory
from curator_core.rules.listed import Listed
from curator_core.rules.replay import key_of
from curator_core.rules.review_state import ADOPTABLE, Standing, vouch
from curator_core.rules.table import Glance, glances
from curator_core.service import versions
from curator_core.service.opening import Opened
from curator_core.store import file_table
from curator_core.store.cache import Cache

FORM = 1
"""Raised when a listed note is made in another way; kept rows of another form are read again."""

Key = tuple[str, str]
"""Path and blob."""

_last: tuple[str, dict[Key, Listed]] = ("", {})


def memory(one: Opened, now: datetime) -> Memory:
    """Which reviewed notes hold at an instant."""
    return holding.memory(rows(one), one.snapshot.config, now)


def rows(one: Opened) -> tuple[Listed, ...]:
    """All reviewed notes that may be live: as approved, also where the file was edited since."""
    known = one.memo.get("shelf")
    if isinstance(known, tuple):
        return known
    wanted, edited = _reviewed(one)
    found = _read(one, {**wanted, **edited})
    made = tuple(
        listed.marked_edited(row) if row.path in edited else row
        for row in found
        if row.note.status is not Status.ARCHIVED
    )
    one.memo["shelf"] = made
    return made


def _reviewed(one: Opened) -> tuple[dict[str, str], dict[str, str]]:
    """Path to the approved blob of each reviewed note: of files as approved, of edited ones."""
    reviews = one.snapshot.reviews
    same: dict[str, str] = {}
    edited: dict[str, str] = {}
    for glance in glances(one.snapshot.entries):
        if glance.place is not Place.NOTES or glance.status == Status.ARCHIVED:
            continue
        if _as_approved(glance, reviews):
            same[glance.path] = glance.blob
            continue
        standing = vouch(one.snapshot.entries[glance.path], reviews)
        if standing.standing is Standing.REVIEWED:
            same[glance.path] = glance.blob
        elif standing.approved is not None:
            edited[glance.path] = standing.approved.blob
    return same, edited


def _as_approved(glance: Glance, reviews: Reviews) -> bool:
    """Whether a file is byte for byte what was approved last, told without decoding its row."""
    if glance.state is FileState.UNREADABLE:
        return False
    known = key_of(glance.note_id, glance.path)
    if known in reviews.touched:
        approved = reviews.by_id.get(known)
        return approved is not None and approved.blob == glance.blob
    if key_of(None, glance.path) in reviews.touched:
        return False
    return glance.blob in reviews.baseline_blobs and glance.status in ADOPTABLE


def _read(one: Opened, wanted: Mapping[str, str]) -> list[Listed]:
    """The rows of these paths and blobs: from this process, from the cache, from the texts."""
    global _last
    fingerprint = file_table.fingerprint(one.snapshot.config)
    home = digest(str(one.repo.root), fingerprint, FORM)
    memo, known = _last
    known = known if memo == home else {}
    cache = Cache(one.repo.state_dir, "facts")
    kind = f"listed-{FORM}-{fingerprint[:12]}"
    missing = {key for key in wanted.items() if key not in known}
    kept = cache.facts(kind) if missing else {}
    found: dict[Key, Listed] = {}
    unread: list[Key] = []
    for key in wanted.items():
        row = known.get(key) or _kept(key, kept)
        if row is None:
            unread.append(key)
        else:
            found[key] = row
    fresh = _parsed(one, unread)
    if kept or fresh:
        _keep(cache, kind, fresh, _gone(kept, wanted))
    found |= fresh
    _last = (home, found)
    return [found[key] for key in wanted.items() if key in found]


def _name(key: Key) -> str:
    return f"{key[1]}:{key[0]}"


def _kept(key: Key, kept: Mapping[str, object]) -> Listed | None:
    fact = kept.get(_name(key))
    return None if fact is None else listed.from_fact(*key, fact)


def _gone(kept: Mapping[str, object], wanted: Mapping[str, str]) -> list[str]:
    names = {_name(key) for key in wanted.items()}
    return [name for name in kept if name not in names]


def _keep(cache: Cache, kind: str, fresh: Mapping[Key, Listed], gone: Iterable[str]) -> None:
    """Rows for the next process; a path that is no Unicode text is read again each time."""
    facts = {
        f"{kind}:{_name(key)}": listed.to_fact(row)
        for key, row in fresh.items()
        if key[0].isascii() or _is_text(key[0])
    }
    cache.keep(facts, [f"{kind}:{name}" for name in gone])


def _is_text(path: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in path)


def _parsed(one: Opened, keys: Iterable[Key]) -> dict[Key, Listed]:
    """Rows from the texts: of the files, or of earlier blobs where a file was edited."""
    found: dict[Key, Listed] = {}
    earlier: list[Key] = []
    for path, blob in keys:
        file = one.snapshot.files[path]
        if file.entry.blob != blob:
            earlier.append((path, blob))
        elif file.note is not None:
            found[path, blob] = listed.listed(path, blob, file.note, file.entry.title)
    texts = one.repo.blobs(blob for _, blob in earlier) if earlier else {}
    for path, blob in earlier:
        note = _note(one, path, texts.get(blob))
        if note is not None:
            found[path, blob] = listed.listed(path, blob, note, note.title or "")
    return found


def _note(one: Opened, path: str, data: bytes | None) -> Note | None:
    return None if data is None else versions.parsed(one, path, data)
