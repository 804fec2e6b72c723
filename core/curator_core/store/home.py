"""A Home as one snapshot: configuration in effect, files, review state (CONTRACT 2, 3)."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from curator_core.model.event import Event
from curator_core.model.home import ConfigChange, Head, Snapshot
from curator_core.model.problem import Problem, Refusal, StoreError
from curator_core.rules.hashing import blob_id
from curator_core.store import (
    file_table,
    hand_edits,
    home_config,
    ledger,
    reading,
    state,
    unfinished,
)
from curator_core.store.cache import Cache
from curator_core.store.home_config import CONFIG_PATH
from curator_core.store.ledger import Ledger
from curator_core.store.repository import Repository

CONFIG_LIMIT = 256 * 1024


@dataclass(frozen=True, slots=True)
class Loaded:
    """A snapshot with the ledger it was replayed from."""

    snapshot: Snapshot
    ledger: Ledger


def load(repo: Repository) -> Loaded:
    """Everything rules may know of this Home now; StoreError when it is none."""
    found = _found_config(repo)
    head = repo.head()
    first = Cache(repo.state_dir, "facts")
    events = ledger.read(repo, head.commit, first)
    effect = _in_effect(repo, head, found, events.events)
    config, problems = home_config.parse(effect)
    committed = unfinished.files(repo, config)
    entries = unfinished.over(file_table.scan(repo.root, config, repo.state_dir), committed)
    adopted = ledger.baseline(repo, config, first)
    snapshot = Snapshot(
        config=config,
        head=head,
        entries=entries,
        files=file_table.LazyFiles(repo.root, config, entries, unfinished.present(committed)),
        reviews=hand_edits.judged(repo, config, entries, ledger.reviews(events, adopted)),
        problems=(*problems, *events.problems),
        recovery=committed is not None,
        config_change=_change(effect, found),
        config_blob=blob_id(found),
    )
    return Loaded(snapshot, events)


def config_text(repo: Repository) -> bytes:
    """`curator.toml` as it lies in the worktree; StoreError when it cannot be read."""
    return _found_config(repo)


def _found_config(repo: Repository) -> bytes:
    content = reading.read(repo.root, CONFIG_PATH, CONFIG_LIMIT)
    if isinstance(content, Problem):
        raise StoreError(
            Refusal(
                "not-a-home",
                "this git repository has no readable curator.toml at its top",
                "make a Home with `curator init DIR`, or try `curator demo`",
                str(repo.root),
            )
        )
    return content.data


def _in_effect(repo: Repository, head: Head, found: bytes, events: tuple[Event, ...]) -> bytes:
    """The configuration that holds: the one approved last on this device, or by the ledger."""
    path = repo.state_dir / state.CONFIG
    kept = state.read(path)
    if kept is None:
        kept = _committed(repo, head) or found
        keep_config(repo.state_dir, kept)
    if kept != found and blob_id(found) == _approved_blob(events):
        kept = found
        keep_config(repo.state_dir, kept)
    return kept


def keep_config(folder: Path, data: bytes) -> None:
    """Remember the text in effect; on a read-only device it is found again at each opening."""
    with contextlib.suppress(StoreError):
        state.write(folder / state.CONFIG, data)


def _committed(repo: Repository, head: Head) -> bytes | None:
    if head.commit is None:
        return None
    blob = repo.blob_of(head.commit, CONFIG_PATH)
    return None if blob is None else repo.blobs([blob]).get(blob)


def _approved_blob(events: tuple[Event, ...]) -> str | None:
    """The blob of `curator.toml` after the newest decision about it."""
    for event in reversed(events):
        for change in event.notes:
            if change.path_after == CONFIG_PATH:
                return change.blob_after
    return None


def _change(effect: bytes, found: bytes) -> ConfigChange | None:
    if effect == found:
        return None
    return ConfigChange(CONFIG_PATH, effect, found, blob_id(effect), blob_id(found))
