"""What only an entrance may read: environment, clock, terminal, working directory."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from curator_core.model.problem import Refusal
from curator_core.service.caller import Caller

KEPT_GIT = (
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_DATE",
    "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_DATE",
)
"""The caller's git variables that count; all others are dropped (CONTRACT 1)."""
CONFIG_FILE = "curator.toml"
DEFAULT_WAIT = 2.0
YEARS = range(2, 9999)
"""Years whose instants can be told in every zone."""


def drop_git_variables() -> None:
    """Forget the caller's `GIT_*` variables, but for author and committer."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        if name not in KEPT_GIT:
            del os.environ[name]


def clock() -> datetime:
    """Now: `CURATOR_NOW` if it is set, else the system's clock; always aware."""
    fixed = os.environ.get("CURATOR_NOW")
    if not fixed:
        return datetime.now(UTC)  # noqa: TID251
    return datetime.fromisoformat(fixed)


def clock_problem() -> Refusal | None:
    """What is wrong with `CURATOR_NOW`, if anything."""
    fixed = os.environ.get("CURATOR_NOW")
    if not fixed:
        return None
    try:
        now = datetime.fromisoformat(fixed)
        usable = now.tzinfo is not None and now.year in YEARS
    except ValueError:
        usable = False
    if usable:
        return None
    return Refusal(
        "time-form",
        "CURATOR_NOW is no instant with an offset, or too far away",
        "write it like 2026-11-29T08:00:00+00:00",
    )


def find_home(given: Path | None) -> Path | None:
    """`-C`, else `CURATOR_HOME`, else the nearest parent with a curator.toml; None if none."""
    if given is not None:
        return given
    named = os.environ.get("CURATOR_HOME")
    if named:
        return Path(named)
    here = Path.cwd()
    return next((p for p in (here, *here.parents) if (p / CONFIG_FILE).is_file()), None)


def is_dumb() -> bool:
    """Whether the terminal calls itself unable to place a cursor."""
    return os.environ.get("TERM") == "dumb"


def lock_wait() -> float:
    """Seconds to wait for another apply: `CURATOR_LOCK_WAIT`, else two."""
    try:
        return max(0.0, float(os.environ.get("CURATOR_LOCK_WAIT", DEFAULT_WAIT)))
    except ValueError:
        return DEFAULT_WAIT


def caller(home: Path, entrance: str, reviewer: str | None = None) -> Caller:
    """This call's circumstances."""
    return Caller(
        home=home,
        now=clock(),
        entrance=entrance,
        tty=sys.stdin is not None and sys.stdin.isatty(),
        reviewer=reviewer,
        lock_wait=lock_wait(),
    )
