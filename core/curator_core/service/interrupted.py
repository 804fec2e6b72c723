"""Whether an earlier write was killed; asked at every start, so it loads nothing else."""

from __future__ import annotations

from curator_core.service.caller import Caller
from curator_core.store import intent
from curator_core.store.repository import open_repository


def interrupted(caller: Caller) -> bool:
    """Whether a write left its intent, whether or not it reached its commit point."""
    with open_repository(caller.home) as repo:
        return intent.read(repo) is not None
