"""Reading the ledger in HEAD and the adoption baseline (DESIGN §3, CONTRACT 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from curator_core.model.event import Approved, Event, Reviews
from curator_core.model.home import Config
from curator_core.model.problem import Problem, Severity
from curator_core.rules import event_lines, event_rows, layout, replay
from curator_core.rules.replay import Adopted, Replayed
from curator_core.store import note_trees
from curator_core.store.cache import Cache
from curator_core.store.git_objects import REGULAR, TREE
from curator_core.store.repository import Repository

FOLDER = "ledger"
FACTS = f"events-{event_rows.FORM}"
"""The kind of the cached facts: the events of a ledger file, by its blob."""

File = tuple[tuple[Event, ...], tuple[int, ...]]
"""What one ledger file holds: its events, and the 1-based lines that hold none."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All events in HEAD in ledger order, without texts, and the lines that hold none.

    `tree` is the folder's id, None where HEAD has no ledger. `files` are the single ledger files,
    by blob.
    """

    events: tuple[Event, ...]
    problems: tuple[Problem, ...]
    paths: Mapping[str, str]
    tree: str | None = None
    files: Mapping[str, File] = field(default_factory=dict)


EMPTY = Ledger((), (), {})
UNREADABLE: File = ((), (1,))
NOT_ADOPTED = Adopted({})


@dataclass(slots=True)
class _Kept:
    """What this process read last. Objects of git never change, so only ids are compared."""

    ledger: Ledger = EMPTY
    baseline: tuple[str, Mapping[str, Approved]] | None = None
    replayed: tuple[Ledger, Replayed] | None = None


_kept = _Kept()
_lock = Lock()


def read(repo: Repository, commit: str | None, cache: Cache) -> Ledger:
    """The ledger of a commit; files seen before are not read again."""
    tree = None if commit is None else repo.tree_id(commit, FOLDER)
    if tree is None:
        return EMPTY
    with _lock:
        last = _kept.ledger
    if last.tree == tree:
        return last
    paths = {path: blob for path, blob in _paths(repo, tree) if path.endswith(".jsonl")}
    files = _files(repo, paths, last.files, cache)
    problems = []
    events: list[Event] = []
    for path, blob in paths.items():
        found, bad = files.get(blob, UNREADABLE)
        events += found
        problems += [_problem(path, line) for line in bad]
    made = Ledger(tuple(replay.in_order(events)), tuple(problems), paths, tree, files)
    if len(files) == len(set(paths.values())):
        with _lock:
            _kept.ledger = made
    return made


def _paths(repo: Repository, tree: str, folder: str = FOLDER) -> list[tuple[str, str]]:
    """Path and blob of every regular file below a tree, in path order."""
    found: list[tuple[str, str]] = []
    for name, leaf in repo.tree_at(tree).items():
        if leaf.mode == TREE:
            found += _paths(repo, leaf.oid, f"{folder}/{name}")
        elif leaf.mode in REGULAR:
            found.append((f"{folder}/{name}", leaf.oid))
    return found


def _files(
    repo: Repository, paths: Mapping[str, str], known: Mapping[str, File], cache: Cache
) -> dict[str, File]:
    """The files of these blobs, from memory, from the cache, from git."""
    files = {blob: known[blob] for blob in paths.values() if blob in known}
    missing = set(paths.values()) - files.keys()
    if not missing:
        return files
    kept = {blob: _decoded(fact) for blob, fact in cache.facts(FACTS).items() if blob in missing}
    files.update({blob: file for blob, file in kept.items() if file is not None})
    facts = {blob: _fact(data) for blob, data in repo.blobs(missing - files.keys()).items()}
    cache.keep({f"{FACTS}:{blob}": fact for blob, fact in facts.items()})
    fresh = {blob: _decoded(fact) for blob, fact in facts.items()}
    return files | {blob: file for blob, file in fresh.items() if file is not None}


def _fact(data: bytes) -> list[Any]:
    events, bad = event_lines.load(data)
    return [[event_rows.encode(event) for event in events], bad]


def _decoded(fact: Any) -> File | None:
    """The file that a fact stands for; None when the fact is damaged."""
    try:
        rows, bad = fact
        return tuple(map(event_rows.decode, rows)), tuple(map(int, bad))
    except (ValueError, TypeError):
        return None


def _problem(path: str, line: int) -> Problem:
    return Problem(
        "ledger-unreadable",
        Severity.ERROR,
        "this line of the ledger cannot be read; the rest is used",
        "compare the file with an older commit",
        path,
        line,
        1,
    )


def with_texts(repo: Repository, ledger: Ledger, decision: str) -> dict[str, Event]:
    """The events of one decision by id, with their texts."""
    suffix = f"-{decision}.jsonl"
    blobs = [blob for path, blob in ledger.paths.items() if path.endswith(suffix)]
    found = {}
    for data in repo.blobs(blobs).values():
        for event in event_lines.load(data)[0]:
            found[event.event_id] = event
    return found


def baseline(repo: Repository, config: Config, cache: Cache) -> Mapping[str, Approved]:
    """The versions that adoption vouches for, by path (CONTRACT 4); none without a baseline."""
    commit = config.baseline
    if commit is None:
        return NOT_ADOPTED
    key = f"baseline:{commit}:{note_trees.layout_key(config)}"
    with _lock:
        last = _kept.baseline
    if last is not None and last[0] == key:
        return last[1]
    blobs = cache.fact(key)
    if blobs is None:
        blobs = note_trees.notes_at(repo, commit, config)
        cache.keep({key: blobs})
    dead = frozenset(path for path in blobs if layout.is_archived(path, config))
    adopted = Adopted(blobs, dead)
    with _lock:
        _kept.baseline = (key, adopted)
    return adopted


def reviews(ledger: Ledger, adopted: Mapping[str, Approved]) -> Reviews:
    """The review state by replay; the same object while ledger and baseline are the same."""
    with _lock:
        last = _kept.replayed
    if last is not None and last[0] is ledger and last[1].reviews.baseline is adopted:
        return last[1].reviews
    before = None if last is None else last[1]
    replayed = replay.resumed(before, ledger.events, adopted)
    with _lock:
        _kept.replayed = (ledger, replayed)
    return replayed.reviews
