"""Reading the ledger in HEAD and the adoption baseline (DESIGN §3, CONTRACT 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from curator_core.model.event import Approved, Event, Reviews
from curator_core.model.home import Config
from curator_core.model.problem import Problem, Severity
from curator_core.rules import event_lines, replay
from curator_core.store.cache import Cache
from curator_core.store.repository import Repository

FOLDER = "ledger"


@dataclass(frozen=True, slots=True)
class Ledger:
    """All events in HEAD in ledger order, without texts, and the lines that hold none."""

    events: tuple[Event, ...]
    problems: tuple[Problem, ...]
    paths: Mapping[str, str]


def read(repo: Repository, commit: str | None, cache: Cache) -> Ledger:
    """The ledger of a commit; files seen before come from the cache by their blob."""
    if commit is None:
        return Ledger((), (), {})
    paths = {p: b for p, b in repo.tree(commit, FOLDER).items() if p.endswith(".jsonl")}
    kept = cache.facts(f"ledger:{blob}" for blob in paths.values())
    missing = {blob for blob in paths.values() if f"ledger:{blob}" not in kept}
    fresh = {f"ledger:{blob}": _facts(data) for blob, data in repo.blobs(missing).items()}
    cache.keep(fresh)
    facts = {**kept, **fresh}
    events: list[Event] = []
    problems: list[Problem] = []
    for path, blob in paths.items():
        fact = facts.get(f"ledger:{blob}")
        if fact is None:
            problems.append(_problem(path, 1))
            continue
        events.extend(event_lines.from_json(table) for table in fact["events"])
        problems.extend(_problem(path, line) for line in fact["bad"])
    return Ledger(tuple(replay.in_order(events)), tuple(problems), paths)


def _facts(data: bytes) -> dict[str, Any]:
    events, bad = event_lines.load(data)
    return {"events": [event_lines.to_json(event, texts=False) for event in events], "bad": bad}


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


def baseline(repo: Repository, config: Config, cache: Cache) -> dict[str, Approved]:
    """The versions that adoption vouches for, by path (CONTRACT 4); none without a baseline."""
    commit = config.baseline
    if commit is None:
        return {}
    key = f"baseline:{commit}:{'|'.join(config.notes)}"
    kept = cache.fact(key)
    if kept is None:
        kept = {p: b for p, b in repo.tree(commit, *config.notes).items() if p.endswith(".md")}
        cache.keep({key: kept})
    return {path: Approved(None, path, None, blob, "adoption") for path, blob in kept.items()}


def reviews(ledger: Ledger, adopted: Mapping[str, Approved]) -> Reviews:
    """The review state by replay."""
    return replay.replay(ledger.events, adopted)
