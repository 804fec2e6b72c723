"""From the words of `init --adopt` to what a person wants adopted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePath

from curator_core.model.problem import Refusal
from curator_core.rules.adopting import Wish
from curator_core.rules.schema import SCOPE_PATTERN

__all__ = ["Wish", "Words", "is_scope", "wish"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The options as they were typed; `scopes` holds `S` and `DIR=S`."""

    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    archived: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    untrusted: bool = False


def wish(target: Path, words: Words) -> Wish | Refusal:
    """What the options mean; paths are relative to the folder that is adopted, or absolute."""
    whole: list[str] = []
    folders: list[tuple[str, str]] = []
    for text in words.scopes:
        folder, equals, scope = text.rpartition("=")
        if is_scope(text):
            whole.append(text)
        elif equals and is_scope(scope):
            folders.append((_below(target, folder), scope))
        else:
            return Refusal(
                "usage",
                f"{text} is no scope",
                "global, or project:, user:, team:, agent: with a name; for a folder DIR=SCOPE",
            )
    if len(whole) > 1:
        return Refusal("usage", "one scope for all notes, or several as DIR=SCOPE")
    return Wish(
        notes=_all_below(target, words.notes),
        left_out=words.left_out,
        archived=_all_below(target, words.archived),
        scope=whole[0] if whole else None,
        folder_scopes=tuple(folders),
        untrusted=words.untrusted,
    )


def is_scope(text: str) -> bool:
    """Whether a text is a scope that notes can have."""
    return re.fullmatch(SCOPE_PATTERN, text) is not None


def _all_below(target: Path, texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_below(target, text) for text in texts))


def _below(target: Path, text: str) -> str:
    """The Home-relative form of a path; one that lies outside stays as it is."""
    path = PurePath(text)
    for top in (target.absolute(), target.resolve()):
        if path.is_absolute() and path.is_relative_to(top):
            return path.relative_to(top).as_posix()
    return path.as_posix()
