"""What planning needs from the world for some chosen items, fetched before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from curator_core.model.event import Event, LedgerText, NoteChange
from curator_core.model.files import Place
from curator_core.model.proposal import Item
from curator_core.rules import event_lines
from curator_core.rules.planning.effects import Context
from curator_core.rules.review_state import Standing, vouch
from curator_core.service.opening import Opened
from curator_core.store import note_files, rescue, state


def context(one: Opened, actor: str, chosen: Iterable[Item], past: Mapping[str, bytes]) -> Context:
    """The context of a plan over these items; `past` adds bytes by blob that the caller knows."""
    entries = one.snapshot.entries
    paths = [path for item in chosen for path in item.paths if path in entries]
    approved = _approved(one, paths)
    return Context(
        at=one.at,
        today=one.today,
        actor=actor,
        entrance=one.caller.entrance,
        tty=one.caller.tty,
        filled_at=_first_dates(one, paths),
        past={**approved, **past},
        salt=state.salt(one.repo.state_dir),
        ignored=one.repo.ignored(paths) if paths else frozenset(),
        hashes=_hashes(one, paths, approved),
    )


def _first_dates(one: Opened, paths: Sequence[str]) -> dict[str, str]:
    """The date of the commit that added a file, for those whose `recorded_at` is filled."""
    dates = {}
    for path in paths:
        entry = one.snapshot.entries[path]
        if "recorded_at" in entry.filled and entry.recorded_at is None:
            date = one.repo.first_commit_date(path)
            if date is not None:
                dates[path] = date
    return dates


def _approved(one: Opened, paths: Sequence[str]) -> dict[str, bytes]:
    """The bytes of the approved version of every edited note among these files."""
    blobs = set()
    for path in paths:
        standing = vouch(one.snapshot.entries[path], one.snapshot.reviews)
        if standing.standing is Standing.EDITED and standing.approved is not None:
            blobs.add(standing.approved.blob)
    return one.repo.blobs(blobs) if blobs else {}


def _hashes(
    one: Opened, paths: Sequence[str], approved: Mapping[str, bytes]
) -> dict[str, str | None]:
    hashes = {}
    for path in paths:
        version = vouch(one.snapshot.entries[path], one.snapshot.reviews).approved
        if version is None or version.content_hash is not None or version.blob not in approved:
            continue
        data = approved[version.blob]
        at = note_files.where(version.path, data, Place.NOTES, one.snapshot.config)
        parsed = note_files.parse(data, at, one.snapshot.config)
        hashes[version.blob] = parsed.entry.content_hash
    return hashes


def past_bytes(one: Opened, events: Iterable[Event]) -> dict[str, bytes]:
    """Every earlier text of these events by blob: from the ledger, git's objects, local rescue."""
    found: dict[str, bytes] = {}
    missing: set[str] = set()
    for event in events:
        for change in event.notes:
            for blob, text in _texts(change):
                data = None if text is None else event_lines.text_bytes(text)
                if data is not None:
                    found[blob] = data
                else:
                    missing.add(blob)
    missing -= found.keys()
    if missing:
        found.update(one.repo.blobs(missing))
        found.update(_rescued(one, missing - found.keys()))
    return found


def _texts(change: NoteChange) -> list[tuple[str, LedgerText | None]]:
    pairs = ((change.blob_before, change.old), (change.blob_after, change.new))
    return [(blob, text) for blob, text in pairs if blob is not None]


def _rescued(one: Opened, blobs: set[str]) -> dict[str, bytes]:
    found = {}
    for kept in rescue.rescued(one.repo) if blobs else ():
        data = rescue.rescued_bytes(one.repo, kept.name) if kept.blob in blobs else None
        if data is not None:
            found[kept.blob] = data
    return found
