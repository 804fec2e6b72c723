"""Who asks, from where and when; made by an entrance, passed into every use case."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from curator_core.service.watching import UNWATCHED, Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """One call's circumstances.

    `now` is an aware instant, the only clock of the call. `reviewer` None means the git identity.
    `lock_wait` is how long to wait for another apply, in seconds (CONTRACT 35). `watch` follows a
    write and may stop it before its commit point.
    """

    home: Path
    now: datetime
    entrance: str = "cli"
    tty: bool = False
    reviewer: str | None = None
    lock_wait: float = 2.0
    watch: Watch = UNWATCHED
