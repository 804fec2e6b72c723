"""Git settings of the person, apart from what the Home's own configuration says."""

from __future__ import annotations

import os
from collections.abc import Container
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_EXCLUDES = "core.excludesfile"


def of_user(repo: Repository, keys: Container[str]) -> dict[str, str]:
    """Those of these settings (names in small letters) that the user or the system made."""
    own: dict[str, str] = {}
    fields = repo.run("config", "--list", "--show-scope", "-z").split(b"\0")
    for scope, setting in zip(fields[::2], fields[1::2], strict=False):
        key, _, value = os.fsdecode(setting).partition("\n")
        if scope in (b"system", b"global") and key in keys:
            own[key] = value
    return own


def whole(named: str) -> str | None:
    """A path without `~`; None for one that begins in the folder git runs in, which is the Home."""
    home, below = os.environ.get("HOME", ""), named.removeprefix("~/")
    path = f"{home}/{below}" if home and below != named else named
    return path if path.startswith("/") else None


def excludes(repo: Repository) -> tuple[str, ...]:
    """The pin that lets only the person's own configuration, never the Home's, name a file of
    ignore rules that lies elsewhere."""
    above = os.environ.get("XDG_CONFIG_HOME") or f"{os.environ.get('HOME', '')}/.config"
    named = of_user(repo, (_EXCLUDES,)).get(_EXCLUDES, f"{above}/git/ignore")
    return (f"core.excludesFile={named}",)
