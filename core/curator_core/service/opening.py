"""Opening a Home for one use case: repository, snapshot, queue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from curator_core.model.home import Snapshot
from curator_core.model.problem import Refusal
from curator_core.rules.visible import hidden
from curator_core.service.caller import Caller
from curator_core.store import home
from curator_core.store.ledger import Ledger
from curator_core.store.repository import Repository, open_repository


@dataclass(frozen=True, slots=True)
class Opened:
    """One Home at one moment, for one use case; not kept, not shared between threads.

    `memo` keeps what is computed once per opening (links, findings, the queue).
    """

    caller: Caller
    repo: Repository
    snapshot: Snapshot
    ledger: Ledger
    memo: dict[str, object] = field(default_factory=dict)

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
    return Opened(caller, repo, loaded.snapshot, loaded.ledger)


def reviewer(one: Opened) -> str | Refusal:
    """Who decides: the caller's word, else the git identity; agents and jobs never do."""
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
    if named.strip().casefold().startswith(("agent:", "job:")):
        return Refusal(
            "agent-cannot-decide",
            f"{named.strip().split(':', 1)[0].casefold()}s propose, people decide",
            "let a person decide, or leave a candidate",
        )
    return named if ":" in named else f"human:{named}"


def _nobody(why: str) -> Refusal:
    hint = 'set it: git config user.name "…" and git config user.email "…"'
    return Refusal("no-identity", why, hint)
