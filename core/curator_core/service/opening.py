"""Opening a Home for one use case: repository, snapshot, queue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from curator_core.model.home import Snapshot
from curator_core.model.problem import Refusal
from curator_core.rules import gate
from curator_core.rules.visible import hidden
from curator_core.service import branching
from curator_core.service.caller import Caller
from curator_core.store import home, refusals
from curator_core.store.ledger import Ledger
from curator_core.store.refusals import Attempt
from curator_core.store.repository import Repository, open_repository


@dataclass(frozen=True, slots=True)
class Opened:
    """One Home at one moment, for one use case; not kept, not shared between threads.

    `memo` keeps what follows from the snapshot and the day alone and is computed once (links,
    findings, the queue); the next opening has it again while nothing changed. `ignores` keeps what
    git said of paths, for this opening alone.
    """

    caller: Caller
    repo: Repository
    snapshot: Snapshot
    ledger: Ledger
    memo: dict[str, object] = field(default_factory=dict)
    ignores: dict[str, bool] = field(default_factory=dict)

    @property
    def today(self) -> str:
        """The date in the Home's zone."""
        return today(self.caller.now, self.snapshot.config.timezone)

    @property
    def at(self) -> str:
        """The instant of the call in UTC, as the ledger writes it."""
        return instant(self.caller.now)


def today(now: datetime, zone: str) -> str:
    """The date of an instant in a zone, YYYY-MM-DD."""
    return now.astimezone(ZoneInfo(zone)).date().isoformat()


def instant(now: datetime) -> str:
    """An aware instant in UTC to the second, YYYY-MM-DDThh:mm:ssZ."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@contextmanager
def opened(caller: Caller) -> Iterator[Opened]:
    """Open a Home, read-only; StoreError when it is none or cannot be read."""
    with open_repository(caller.home) as repo:
        yield look(caller, repo)


def look(caller: Caller, repo: Repository) -> Opened:
    """A fresh snapshot through a repository that is open already."""
    loaded = home.load(repo)
    snapshot = loaded.snapshot
    seen = _Seen(repo.root, replace(snapshot, files={}), _day(caller, snapshot))
    memo = _memo(seen)
    before = memo.get(EARLIER)
    earlier = before.memo if isinstance(before, Earlier) else {}
    read = branching.reader(repo, snapshot, memo, earlier)
    return Opened(caller, repo, replace(snapshot, branches=read), loaded.ledger, memo)


def _day(caller: Caller, snapshot: Snapshot) -> str:
    return today(caller.now, snapshot.config.timezone)


@dataclass(frozen=True, slots=True)
class Earlier:
    """An opening of the same Home under the same configuration, before something changed: what it
    saw, and what was computed then."""

    snapshot: Snapshot
    memo: Mapping[str, object]


EARLIER = "earlier"
"""Where a memo holds the Earlier to go on from, if there is one."""


@dataclass(frozen=True, slots=True)
class _Seen:
    root: Path
    snapshot: Snapshot
    day: str
    memo: dict[str, object] = field(default_factory=dict)


_last: _Seen | None = None


def _memo(now: _Seen) -> dict[str, object]:
    """What was computed at the last opening; only that to go on from where anything changed."""
    global _last
    last = _last
    if last is not None and last.day == now.day and _unchanged(last.snapshot, now.snapshot):
        return last.memo
    earlier = None if last is None or last.root != now.root else _earlier(last)
    if earlier is not None and earlier.snapshot.config == now.snapshot.config:
        now.memo[EARLIER] = earlier
    _last = now
    return now.memo


def _earlier(last: _Seen) -> Earlier | None:
    """The last opening at which something was computed."""
    made = {name: value for name, value in last.memo.items() if name != EARLIER}
    if made:
        return Earlier(last.snapshot, made)
    before = last.memo.get(EARLIER)
    return before if isinstance(before, Earlier) else None


def lasting(one: Opened, name: str) -> dict[Any, Any]:
    """A memo of what follows from its keys alone: it is gone on with when the Home has changed."""
    known = one.memo.get(name)
    if not isinstance(known, dict):
        before = one.memo.get(EARLIER)
        kept = before.memo.get(name) if isinstance(before, Earlier) else None
        known = kept if isinstance(kept, dict) else {}
        one.memo[name] = known
    return known


def _unchanged(before: Snapshot, now: Snapshot) -> bool:
    """Whether two snapshots say the same, judged without looking at every note."""
    same_files = before.entries is now.entries and before.reviews is now.reviews
    return same_files and all(
        getattr(before, part.name) == getattr(now, part.name)
        for part in fields(Snapshot)
        if part.name not in ("entries", "reviews", "files", "branches")
    )


def reviewer(one: Opened) -> str | Refusal:
    """Who decides: the caller's word, else the git identity. Only people do; what others try is
    kept for the next audit."""
    named = one.caller.reviewer
    if named is None:
        identity = one.repo.identity()
        if identity is None:
            return _nobody("git does not know who you are")
        mail = identity.rsplit("<", 1)[-1].rstrip(">")
        if hidden(mail):
            return _nobody("git's user.email holds invisible or control characters")
        return f"human:{mail}"
    if not named.strip() or hidden(named):
        return Refusal(
            "usage",
            "the reviewer's name is empty or holds invisible or control characters",
            "name a person, like --reviewer human:ines",
        )
    kind, colon, name = named.strip().partition(":")
    person = not colon or kind.casefold() == "human"
    actor = f"human:{name if colon else kind}" if person else named.strip()
    refused = gate.not_a_person(actor)
    if refused is not None:
        attempt = Attempt(one.at, actor, one.caller.entrance)
        refusals.note(one.repo.state_dir, attempt)
    return refused or actor


def _nobody(why: str) -> Refusal:
    hint = 'set it: git config user.name "…" and git config user.email "…"'
    return Refusal("no-identity", why, hint)
