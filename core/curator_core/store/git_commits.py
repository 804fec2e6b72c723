"""What the commits since a Home's founding say of themselves, and which files they changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.store import git_commit_text, git_reading
from curator_core.store.home_config import CONFIG_PATH

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_ZERO = "0" * 40
_REFLOG_WORD = "curator: "
_SIGNATURE = b"gpgsig "


@dataclass(frozen=True, slots=True)
class Changed:
    """One file that a commit changed, by blob id; None where no file was or is."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One commit on the way to HEAD.

    `decisions` are the values of its `Curator-Decision` trailer. `at` is the committer's instant
    with offset, `author` a mail address. Of a merge only what differs from all parents is told.
    `signature` is the text that it carries as one, None where it carries none.
    """

    commit: str
    parents: tuple[str, ...]
    decisions: tuple[str, ...]
    author: str
    at: str
    subject: str
    signature: str | None
    changes: tuple[Changed, ...]


def since_founding(repo: Repository, baseline: str | None) -> tuple[Made, ...]:
    """Newest first, the commits after the one that made this repository a Home: after the first
    that holds its configuration, and after the adoption baseline; none where neither is known."""
    if repo.object("HEAD") is None:
        return ()
    known = baseline is not None and repo.object(baseline) is not None
    since = [f"^{baseline}"] if known else []
    ids = repo.run("rev-list", "--topo-order", "HEAD", *since)
    if not ids:
        return ()
    changes = _changes(repo, ids)
    found = tuple(_made(repo, ids.decode("ascii").split(), changes))
    founding = [number for number, made in enumerate(found) if _founds(made)]
    if not founding:
        return found if known else ()
    return found[: founding[-1]]


def _founds(made: Made) -> bool:
    return any(c.path == CONFIG_PATH and c.before is None for c in made.changes)


def _made(repo: Repository, ids: list[str], changes: dict[str, list[Changed]]) -> Iterator[Made]:
    for oid, read in zip(ids, repo.objects(ids), strict=True):
        if read is None:
            continue
        text = git_commit_text.parse(read.data)
        yield Made(
            commit=oid,
            parents=text.parents,
            decisions=git_reading.trailers(read.data, git_reading.TRAILER),
            author=text.author,
            at=text.at,
            subject=text.message.strip().split("\n", 1)[0],
            signature=_signature(read.data),
            changes=tuple(changes.get(oid, ())),
        )


def _signature(commit: bytes) -> str | None:
    head = commit.partition(b"\n\n")[0].split(b"\n")
    begin = next((n for n, line in enumerate(head) if line.startswith(_SIGNATURE)), None)
    if begin is None:
        return None
    lines = [head[begin].removeprefix(_SIGNATURE)]
    for line in head[begin + 1 :]:
        if not line.startswith(b" "):
            break
        lines.append(line[1:])
    return b"\n".join(lines).decode("ascii", "replace")


def _changes(repo: Repository, ids: bytes) -> dict[str, list[Changed]]:
    out = repo.run(
        *("diff-tree", "--stdin", "-r", "--root", "-c", "-z", "--no-renames", "--raw"),
        *("--no-abbrev", "--format=%x01%H"),
        data=ids,
    )
    found: dict[str, list[Changed]] = {}
    commit = ""
    fields = iter(out.split(b"\0"))
    for field in fields:
        row = field.lstrip(b"\n")
        if row.startswith(b"\x01"):
            commit = row[1:].decode("ascii").strip()
        elif row.startswith(b":"):
            found.setdefault(commit, []).append(_changed(row, os.fsdecode(next(fields))))
    return found


def _changed(row: bytes, path: str) -> Changed:
    """A raw row: as many colons as parents, then the modes, then the blobs, the new one last."""
    words = row.lstrip(b":").decode("ascii").split(" ")
    blobs = words[len(words) // 2 : -1]
    return Changed(path, _blob(blobs[0]), _blob(blobs[-1]))


def _blob(oid: str) -> str | None:
    return None if oid == _ZERO else oid


def applied_here(repo: Repository, branch: str) -> dict[str, str]:
    """The decisions that this device's reflog says were applied on a branch, each with its newest
    commit; none where git keeps no reflog."""
    name = f"{git_reading.BRANCHES}{branch}"
    ran = repo.attempt("reflog", "show", "-z", "--format=%H %gs", name, "--")
    found: dict[str, str] = {}
    for row in ran.out.split(b"\0") if ran.code == 0 else ():
        commit, _, words = row.decode("utf-8", "replace").strip().partition(" ")
        if words.startswith(_REFLOG_WORD):
            found.setdefault(words.removeprefix(_REFLOG_WORD).strip(), commit)
    return found
