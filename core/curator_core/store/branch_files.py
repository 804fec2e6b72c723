"""Files that other branches changed since they left the checked-out one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.store.git_proposal_refs import REMOTES, short
from curator_core.store.git_reading import BRANCHES

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

MOST_BRANCHES = 100
"""Newest branches that are looked at."""
_PLAIN = ("100644", "100755")


@dataclass(frozen=True, slots=True)
class BranchFile:
    """One file as a branch has it."""

    ref: str
    path: str
    blob: str


def changed(repo: Repository, head: str) -> Iterator[BranchFile]:
    """Files of every branch, here and of remotes, that differ from where it left `head`, newest
    branch first; branches that git cannot compare are left out."""
    sorting = ("--sort=-committerdate", f"--count={MOST_BRANCHES}")
    listed = repo.attempt(
        "for-each-ref", *sorting, "--format=%(objectname) %(symref) %(refname)", BRANCHES, REMOTES
    )
    seen = {head}
    for row in os.fsdecode(listed.out).split("\n"):
        commit, _, rest = row.partition(" ")
        symref, _, ref = rest.partition(" ")
        if ref and not symref and commit not in seen:
            seen.add(commit)
            yield from _differing(repo, head, commit, short(ref))


def _differing(repo: Repository, head: str, commit: str, ref: str) -> Iterator[BranchFile]:
    base = repo.attempt("merge-base", head, commit)
    if base.code != 0:
        return
    start = base.out.decode("ascii").strip()
    diff = repo.attempt("diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", start, commit)
    parts = diff.out.split(b"\0")
    for head_, path in zip(parts[::2], parts[1::2], strict=False):
        _, mode, _, blob, _ = os.fsdecode(head_).split(" ")
        if mode in _PLAIN:
            yield BranchFile(ref, os.fsdecode(path), blob)
