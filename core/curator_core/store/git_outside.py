"""Commits on the Home's own history that Curator did not make (CONTRACT 24)."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.store import git_commit_text, git_reading
from curator_core.store.home_config import CONFIG_PATH

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

MOST = 500
"""Paths named in one command line; of more, git is asked for everything."""


@dataclass(frozen=True, slots=True)
class OutsideCommit:
    """A commit without Curator's trailer: id, subject line, author's mail, committer's instant."""

    commit: str
    subject: str
    author: str
    at: str


def newest(
    repo: Repository, blobs: Mapping[str, str], baseline: str | None
) -> dict[str, OutsideCommit]:
    """By path the newest commit after the adoption that left the file with this blob, decisions and
    undos aside; paths whose text came with a decision, or is not committed, are left out. Without a
    baseline the Home was adopted when its configuration was committed."""
    if not blobs or repo.object("HEAD") is None:
        return {}
    limit = sorted(blobs) if len(blobs) <= MOST else []
    commits = repo.run("rev-list", "HEAD", *_since(repo, baseline), "--", *limit)
    if not commits:
        return {}
    found: dict[str, list[str]] = defaultdict(list)
    for commit, path, blob in _changes(repo, commits, limit):
        if blobs.get(path) == blob:
            found[path].append(commit)
    told = _told(repo, sorted({commit for each in found.values() for commit in each}))
    own = {path: next((c for c in each if c in told), None) for path, each in found.items()}
    return {path: told[commit] for path, commit in own.items() if commit is not None}


def _since(repo: Repository, baseline: str | None) -> list[str]:
    """What leaves out the commits up to the adoption."""
    adopted = baseline or git_reading.adding_commits(repo, [CONFIG_PATH]).get(CONFIG_PATH)
    return [f"^{adopted}"] if adopted and repo.object(adopted) is not None else []


def commits(
    repo: Repository, baseline: str | None, known: Collection[str], most: int
) -> tuple[tuple[OutsideCommit, tuple[str, ...]], ...]:
    """Of the newest `most` commits since this became a Home those of no known decision, newest
    first, with the paths each changed; merges change none of their own. A trailer alone hides no
    commit."""
    if repo.object("HEAD") is None:
        return ()
    since = {*_since(repo, baseline), *_since(repo, None)}
    names = repo.run("rev-list", f"-n{most:d}", "HEAD", *since, "--")
    told = _told(repo, names.decode("ascii").split(), known)
    changed: dict[str, list[str]] = defaultdict(list)
    asked = "".join(f"{commit}\n" for commit in told).encode("ascii")
    for commit, path, _ in _changes(repo, asked, ()) if told else ():
        changed[commit].append(path)
    return tuple((each, tuple(changed[commit])) for commit, each in told.items())


def _changes(
    repo: Repository, commits: bytes, limit: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    out = repo.run(
        *("diff-tree", "--stdin", "-r", "--root", "-z", "--no-renames", "--raw"),
        *("--no-abbrev", "--format=%x01%H", "--", *limit),
        data=commits,
    )
    commit = ""
    fields = iter(out.split(b"\0"))
    for field in fields:
        if field.startswith(b"\x01"):
            commit = field[1:].decode("ascii").strip()
        elif field.lstrip(b"\n").startswith(b":"):
            blob = field.split(b" ")[3].decode("ascii")
            yield commit, os.fsdecode(next(fields)), blob


def _told(
    repo: Repository, commits: Sequence[str], known: Collection[str] | None = None
) -> dict[str, OutsideCommit]:
    """What the commits say of themselves; those of a decision (one of `known`) are left out."""
    found = {}
    for oid, read in zip(commits, repo.objects(commits), strict=True):
        named = () if read is None else git_reading.trailers(read.data, git_reading.TRAILER)
        if read is None or (named if known is None else set(named) & set(known)):
            continue
        text = git_commit_text.parse(read.data)
        subject = text.message.strip().split("\n", 1)[0]
        found[oid] = OutsideCommit(oid, subject, text.author, text.at)
    return found
