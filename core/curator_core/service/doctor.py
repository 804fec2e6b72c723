"""What this machine offers, and whether it is enough (CONTRACT 34)."""

from __future__ import annotations

from dataclasses import dataclass

from curator_core.model.problem import StoreError
from curator_core.rules import layout
from curator_core.service import unpurged
from curator_core.service.caller import Caller
from curator_core.service.opening import Opened, opened
from curator_core.store import machine


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at."""

    name: str
    ok: bool
    detail: str


def doctor(caller: Caller) -> tuple[Check, ...]:
    """Git, libyaml, FTS5, inotify, hooks, ignored paths, identity; also outside a Home."""
    checks = [Check(name, ok, detail) for name, ok, detail in machine.looked_at()]
    try:
        with opened(caller) as one:
            checks.extend(_home(one))
    except StoreError as error:
        refusal = error.refusal
        checks.append(Check("home", False, f"{refusal.message} ({refusal.code})"))
    return tuple(checks)


def _in(entry: str) -> str:
    """A path that lies in a layout entry."""
    return entry if entry.lower().endswith(".md") else layout.beneath(entry, "x.md")


def _home(one: Opened) -> list[Check]:
    identity = one.repo.identity()
    hooks, left = one.repo.has_active_hooks(), unpurged.due(one)
    config = one.snapshot.config
    folders = (*config.notes, *config.candidates, *config.quarantine)
    ignored = sorted(one.repo.ignored([_in(folder) for folder in folders]))
    return [
        Check("home", True, str(one.repo.root)),
        Check("identity", identity is not None, identity or "git does not know who you are"),
        Check("hooks", True, "commit hooks are there; Curator runs none" if hooks else "none"),
        Check("ignored", not ignored, ", ".join(ignored) or "no layout folder is ignored"),
        Check(
            "recovery",
            not one.snapshot.recovery,
            "an apply was interrupted; `curator apply` finishes it"
            if one.snapshot.recovery
            else "nothing pending",
        ),
        Check("forgotten", not left, unpurged.TOLD if left else "no copies are left to remove"),
    ]
