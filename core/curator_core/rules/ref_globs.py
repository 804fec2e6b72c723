"""Globs over branch names (`[proposals] refs`, CONTRACT 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


def matches(name: str, globs: Iterable[str]) -> bool:
    """Whether a branch, named without its remote, fits one of the globs; case counts.

    `*` and `?` stay inside one part of the name; `**` as a whole part stands for any number of
    parts, at the end for at least one. Every other character stands for itself.
    """
    return any(_pattern(glob).fullmatch(name) is not None for glob in globs)


@lru_cache(maxsize=1 << 8)
def _pattern(glob: str) -> re.Pattern[str]:
    *folders, last = glob.split("/")
    parts = ["(?:[^/]+/)*" if part == "**" else f"{_part(part)}/" for part in folders]
    return re.compile("".join(parts) + (".+" if last == "**" else _part(last)), re.DOTALL)


def _part(part: str) -> str:
    wild = {"*": "[^/]*", "?": "[^/]"}
    return "".join(wild.get(char) or re.escape(char) for char in re.sub(r"\*+", "*", part))
