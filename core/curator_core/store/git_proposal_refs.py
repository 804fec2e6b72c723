"""The refs that hold proposals: branches here and of remotes, by the globs of the Home."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.problem import Problem, Severity
from curator_core.rules import ref_globs
from curator_core.store.git_reading import BRANCHES

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

REMOTES = "refs/remotes/"

NAMED = 5
"""Names that one problem says; of more, their number."""

_BROKEN = re.compile(r"warning: ignoring (?:broken ref|ref with broken name) (refs/.*)")


@dataclass(frozen=True, slots=True)
class Tips:
    """Short ref names by the commit that they point at, and the refs that point at none."""

    refs: Mapping[str, tuple[str, ...]]
    broken: tuple[str, ...]


def tips(repo: Repository, globs: Sequence[str]) -> Tips | Problem:
    """The proposal refs now; symbolic ones (`origin/HEAD`) are names of others and left out."""
    ran = repo.attempt(
        "for-each-ref", "--format=%(objectname) %(symref) %(refname)", BRANCHES, REMOTES
    )
    if ran.code != 0:
        return problem("proposal-refs", f"the branches cannot be listed: {ran.err}")
    rows = [row.split(" ") for row in os.fsdecode(ran.out).split("\n")[:-1]]
    direct = {ref: oid for oid, symref, ref in rows if not symref}
    bad = [match[1] for match in map(_BROKEN.fullmatch, ran.err.split("\n")) if match is not None]
    fits = _Fits(repo, globs)
    wanted = [ref for ref in direct if fits(ref)]
    return _pointing(repo, {ref: direct[ref] for ref in wanted}, [r for r in bad if fits(r)])


def _pointing(repo: Repository, refs: Mapping[str, str], broken: list[str]) -> Tips:
    """The commits behind the refs, tags peeled."""
    found: dict[str, list[str]] = {}
    commits = repo.objects(f"{oid}^{{commit}}" for oid in refs.values())
    for ref, commit in zip(refs, commits, strict=True):
        if commit is None or commit.kind != "commit":
            broken.append(ref)
        else:
            found.setdefault(commit.oid, []).append(short(ref))
    names = {oid: tuple(sorted(set(each))) for oid, each in found.items()}
    return Tips(names, tuple(sorted(map(short, broken))))


def short(ref: str) -> str:
    """A branch as people name it: `proposals/x`, `origin/proposals/x`."""
    return ref.removeprefix(BRANCHES).removeprefix(REMOTES)


class _Fits:
    """Whether a ref's name, without its remote, matches the globs."""

    def __init__(self, repo: Repository, globs: Sequence[str]) -> None:
        self._repo = repo
        self._globs = globs
        self._remotes: tuple[str, ...] | None = None

    def __call__(self, ref: str) -> bool:
        if ref.startswith(BRANCHES):
            return ref_globs.matches(ref.removeprefix(BRANCHES), self._globs)
        first, *deeper = _endings(ref.removeprefix(REMOTES))
        if ref_globs.matches(first, self._globs):
            return True
        if not any(ref_globs.matches(rest, self._globs) for rest in deeper):
            return False
        return ref_globs.matches(self._without_remote(ref.removeprefix(REMOTES)), self._globs)

    def _without_remote(self, name: str) -> str:
        """A remote's name is the first part, or longer where the repository knows one so named."""
        if self._remotes is None:
            self._remotes = _long_remotes(self._repo)
        longest = max((r for r in self._remotes if name.startswith(f"{r}/")), key=len, default="")
        return name[len(longest) + 1 :] if longest else name.partition("/")[2]


def _endings(name: str) -> tuple[str, ...]:
    """A name without its first part, without two, and so on; at least one, maybe empty."""
    parts = name.split("/")
    return tuple("/".join(parts[cut:]) for cut in range(1, max(len(parts), 2)))


def _long_remotes(repo: Repository) -> tuple[str, ...]:
    """Remotes with a `/` in their name."""
    ran = repo.attempt("config", "-z", "--name-only", "--get-regexp", r"^remote\..*/.*\.")
    keys = [os.fsdecode(key) for key in ran.out.split(b"\0")[:-1]]
    return tuple({key.removeprefix("remote.").rpartition(".")[0] for key in keys})


def problem(code: str, message: str, hint: str = "run `git fsck`") -> Problem:
    """A warning about proposals on branches; nothing else of the Home is touched by it."""
    return Problem(code, Severity.WARNING, message, hint)


def some(names: Iterable[str]) -> str:
    """The first names of a list, and how many more there are."""
    known = list(names)
    more = f" and {len(known) - NAMED} more" if len(known) > NAMED else ""
    return ", ".join(known[:NAMED]) + more
