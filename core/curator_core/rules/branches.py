"""Addresses of notes on proposal branches, `//<commit>/<path>`: no path in a Home begins so."""

from __future__ import annotations

from curator_core.model.home import ON_BRANCH

_SHOWN = 16
"""Hexadecimal digits of the commit in an address."""


def address(commit: str, path: str) -> str:
    """Where a proposed note is found in a snapshot."""
    return f"{ON_BRANCH}{commit[:_SHOWN]}/{path}"


def is_address(path: str) -> bool:
    """Whether this is an address on a branch."""
    return path.startswith(ON_BRANCH)


def path_of(name: str) -> str:
    """The Home-relative path in an address; any other path as it is."""
    return name[len(ON_BRANCH) :].partition("/")[2] if is_address(name) else name
