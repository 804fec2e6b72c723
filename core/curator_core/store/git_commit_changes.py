"""What commits change in files, read from trees alone: no renames, filters or user's settings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.proposal import ProposedFile
from curator_core.store import names
from curator_core.store.git_commit_text import CommitText
from curator_core.store.git_commit_walk import AT_ONCE
from curator_core.store.git_objects import REGULAR

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_MOST_DAMAGED = 20
"""Commits with damaged trees after which the rest is given up."""

_NOTHING = "000000"
"""The mode of a file that is not there."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What a commit does to its first parent's files, both in path order; see `Proposal`."""

    files: tuple[ProposedFile, ...]
    odd: tuple[str, ...]


def changes(repo: Repository, texts: Mapping[str, CommitText]) -> dict[str, Changed]:
    """What these commits do to their first parents, those with damaged trees left out.

    One git call, and one more for each damaged commit up to a bound.
    """
    waiting = [" ".join((oid, *text.parents[:1])) for oid, text in texts.items()][::-1]
    found: dict[str, Changed] = {}
    for _ in range(_MOST_DAMAGED):
        if not waiting:
            break
        ran = repo.attempt(
            *("diff-tree", "--stdin", "-r", "-z", "--root", "--always", "--raw"),
            *("--no-renames", "--no-relative", "--ignore-submodules=none"),
            data="".join(f"{line}\n" for line in waiting).encode("ascii"),
            settings=AT_ONCE,
        )
        done = dict(_split(ran.out))
        found |= done
        if ran.code == 0:
            break
        waiting = [line for line in waiting if line[:40] not in done][1:]
    return found


def _split(out: bytes) -> Iterator[tuple[str, Changed]]:
    """Each commit's part: its id, then pairs of a row and a path."""
    fields = iter(out.split(b"\0")[:-1])
    commit, rows = "", list[tuple[bytes, str]]()
    for field in fields:
        if field.startswith(b":"):
            rows.append((field, os.fsdecode(next(fields, b""))))
            continue
        if commit:
            yield commit, _changed(rows)
        commit, rows = field.decode("ascii"), []
    if commit:
        yield commit, _changed(rows)


def _changed(rows: Iterable[tuple[bytes, str]]) -> Changed:
    files: dict[str, ProposedFile] = {}
    odd: set[str] = set()
    for row, path in rows:
        one = _file(path, row[1:].decode("ascii").split(" "))
        if one is None or path in files:
            odd.add(path)
        else:
            files[path] = one
    ordered = sorted(path for path in files if path not in odd)
    return Changed(tuple(files[path] for path in ordered), tuple(sorted(odd)))


def _file(path: str, row: Sequence[str]) -> ProposedFile | None:
    """A changed text; None for a link, a submodule, a mode alone, a path that no file may have."""
    old_mode, new_mode, old, new, _ = row
    before = old if old_mode in REGULAR else None
    after = new if new_mode in REGULAR else None
    plain = {old_mode, new_mode} <= REGULAR | {_NOTHING}
    if not plain or before == after or names.bad(path) is not None:
        return None
    return ProposedFile(path, before, after)
