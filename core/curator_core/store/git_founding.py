"""New repositories, their first commits, and refs that nobody has checked out."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_opening, git_writing
from curator_core.store.git_objects import PLAIN, Leaf
from curator_core.store.git_writing import NOTHING, Ident, Message

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

_AUTHOR = re.compile(r"(?P<name>[^<>\n]+) <(?P<mail>[^<>\n]*)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCommit:
    """A commit for a ref. `files` by path, None takes one away; `author` is `Name <mail>`.

    `parent` None starts a history of its own. `at` is an ISO instant with offset.
    """

    files: Mapping[str, bytes | None]
    message: str
    at: str
    author: str
    parent: str | None = None


def init(kind: type[Repository], path: Path, branch: str) -> Repository:
    """Make a repository with SHA-1 objects, refs in files and no hooks, and open it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            Refusal("io", f"{path} cannot be made: {error.strerror}", path=str(path))
        ) from error
    probe = kind(path, path, path, path)
    probe.run(
        "init", "--quiet", "--template=", "--object-format=sha1", f"--initial-branch={branch}"
    )
    return git_opening.opened(kind, path)


def set_identity(repo: Repository, name: str, mail: str) -> None:
    """Write user.name and user.email into the repository's configuration."""
    repo.run("config", "--local", "--replace-all", "user.name", name)
    repo.run("config", "--local", "--replace-all", "user.email", mail)


def ident(author: str, at: str) -> Ident:
    """`Name <mail>` and an instant as git wants them."""
    match = _AUTHOR.fullmatch(author)
    assert match is not None, f"BUG: {author!r} is not `Name <mail>`"
    return Ident(at, match["name"], match["mail"])


def commit_files(
    repo: Repository, files: Mapping[str, bytes | None], message: str, *, at: str, author: str
) -> str:
    """Write files and commit them on top of HEAD, with everything the index holds already.

    None takes a file away.
    """
    head = repo.head()
    assert head.branch is not None, "BUG: a new repository is on a branch"
    ran = git_writing.update_index(repo, _written(repo, files))
    if ran.code != 0:
        raise git_opening.failure("update-index", ran.code, ran.err)
    tree = repo.run("write-tree").decode("ascii").strip()
    parents = [head.commit] if head.commit else []
    commit = git_writing.commit_tree(repo, tree, parents, Message(message, ident(author, at)))
    reason = f"commit: {message.partition(chr(10))[0]}"
    ref = f"refs/heads/{head.branch}"
    ran = git_writing.move_ref(repo, ref, commit, head.commit or NOTHING, reason)
    if ran.code != 0:
        raise git_opening.failure("update-ref", ran.code, ran.err)
    return commit


def _written(repo: Repository, files: Mapping[str, bytes | None]) -> dict[str, Leaf | None]:
    """What the index holds of files after they were written into, or taken from, the worktree."""
    leaves: dict[str, Leaf | None] = dict.fromkeys(files)
    for path, data in files.items():
        if data is None:
            _remove(repo.root / path)
        else:
            _write(repo.root / path, data)
    there = [path for path, data in files.items() if data is not None]
    leaves.update(zip(there, map(_plain, _stored(repo, there)), strict=True))
    return leaves


def _plain(oid: str) -> Leaf:
    return Leaf(PLAIN, oid)


def _stored(repo: Repository, files: Sequence[str]) -> list[str]:
    """Blobs of files that lie in the worktree, stored in one call; their ids in order."""
    if not files:
        return []
    names = b"".join(_quoted(path) + b"\n" for path in files)
    out = repo.run("hash-object", "-w", "--no-filters", "--stdin-paths", data=names)
    return out.decode("ascii").split()


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise StoreError(
            Refusal("io", f"{path} cannot be written: {error.strerror}", path=str(path))
        ) from error


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            Refusal("io", f"{path} cannot be removed: {error.strerror}", path=str(path))
        ) from error


def _quoted(path: str) -> bytes:
    """A path in git's C quoting, which holds any byte in one line."""
    return b'"' + b"".join(_escaped(byte) for byte in os.fsencode(path)) + b'"'


def _escaped(byte: int) -> bytes:
    if byte < 0x20 or byte in b'"\\' or byte > 0x7E:
        return b"\\%03o" % byte
    return bytes((byte,))


def make_ref(repo: Repository, ref: str, commit: NewCommit) -> str:
    """Write a commit and point `ref` at it through fast-import; the worktree is not touched."""
    return make_branch(repo, ref, [commit])


def make_branch(repo: Repository, ref: str, commits: Sequence[NewCommit]) -> str:
    """The same for commits on top of each other, at least one; the id of the last.

    The first one's parent is where the branch begins, that of the others does not count.
    """
    if not ref.startswith("refs/") or repo.attempt("check-ref-format", ref).code != 0:
        raise StoreError(Refusal("invalid", f"{ref} is no name for a ref"))
    first, *rest = commits
    chain = [first, *(replace(commit, parent=None) for commit in rest)]
    stream = b"".join(_stream(ref, commit) for commit in chain)
    repo.run("fast-import", "--quiet", "--force", data=stream)
    return repo.run("rev-parse", "--verify", "--end-of-options", ref).decode("ascii").strip()


def _stream(ref: str, commit: NewCommit) -> bytes:
    who = ident(commit.author, commit.at)
    when = git_writing.git_date(commit.at).removeprefix("@")
    signature = os.fsencode(f"{who.name} <{who.mail}> {when}\n")
    rows = [
        b"commit " + os.fsencode(ref) + b"\n",
        b"author " + signature,
        b"committer " + signature,
        _data(os.fsencode(commit.message.rstrip("\n") + "\n")),
        b"from " + commit.parent.encode() + b"\n" if commit.parent else b"",
    ]
    for path, data in commit.files.items():
        if data is None:
            rows.append(b"D " + _quoted(path) + b"\n")
        else:
            rows.append(b"M 100644 inline " + _quoted(path) + b"\n" + _data(data))
    return b"".join(rows)


def _data(data: bytes) -> bytes:
    return b"data %d\n" % len(data) + data + b"\n"
