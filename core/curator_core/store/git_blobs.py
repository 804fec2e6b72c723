"""Which texts git ever held at some paths, and which it still has."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from curator_core.store.repository import Repository


def ever_at(repo: Repository, paths: Collection[str]) -> frozenset[str]:
    """The blobs of every commit that a ref, the stash or a reflog reaches, at these paths."""
    if not paths or repo.object("HEAD") is None:
        return frozenset()
    out = repo.run("rev-list", "--all", "--reflog", "--full-history", "--objects", "--", *paths)
    found = set()
    for row in os.fsdecode(out).split("\n"):
        oid, _, path = row.partition(" ")
        if path in paths:
            found.add(oid)
    return frozenset(found)


def kept(repo: Repository, oids: Iterable[str]) -> frozenset[str]:
    """Those objects that git has, reachable or not."""
    wanted = "".join(f"{oid}\n" for oid in sorted(set(oids))).encode("ascii")
    if not wanted:
        return frozenset()
    out = repo.run("cat-file", "--batch-check=%(objectname)", data=wanted)
    rows = out.decode("ascii", "replace").split("\n")
    return frozenset(row for row in rows if row and not row.endswith(" missing"))


def remotes(repo: Repository) -> tuple[str, ...]:
    """The names of the remotes that are configured here."""
    ran = repo.attempt("config", "--get-regexp", r"^remote\..*\.url$")
    rows = os.fsdecode(ran.out).split("\n")
    return tuple(row.partition(" ")[0][7:-4] for row in rows if row)


def has_stash(repo: Repository) -> bool:
    """Whether something is stashed."""
    return repo.object("refs/stash") is not None
