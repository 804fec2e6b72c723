"""The commits that make somebody's files a Home: theirs as they are, then ours (CONTRACT 4).

Only objects, one ref and the index entries of these very paths are written: no hook and no filter
runs, and what else is staged or changed stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_locks, git_opening, git_writing, made_files
from curator_core.store.beneath import Held
from curator_core.store.git_objects import EXECUTABLE, PLAIN, REGULAR, Leaf, blob_id, rebuilt
from curator_core.store.git_reading import BRANCHES, Staged
from curator_core.store.git_writing import NOTHING, Ident, Message

if TYPE_CHECKING:
    from curator_core.store.lock import Lock
    from curator_core.store.repository import Repository

_NAMED = 500
"""Paths named in one command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adoption:
    """What to commit. `notes` are files that lie there, by path; `made` gives the new files from
    the id of the commit that holds the notes (None where there is none)."""

    notes: Mapping[str, Held]
    made: Callable[[str | None], Mapping[str, bytes]]
    ident: Ident


@dataclass(frozen=True, slots=True)
class Adopted:
    """The commits made, oldest first, and the one that holds the notes; None where none does."""

    commits: tuple[str, ...]
    baseline: str | None


def adopt(lock: Lock, wanted: Adoption) -> Adopted | Refusal:
    """Commit the notes that HEAD does not hold as they lie there, then the new files.

    One move of the branch makes both visible. A Refusal or StoreError before it leaves everything
    as it was.
    """
    repo = lock.repo
    head = repo.head()
    assert head.branch is not None, "BUG: adopting needs a branch"
    ref = f"{BRANCHES}{head.branch}"
    standing = git_locks.foreign(repo, ref, lock.wait)
    if standing is not None:
        return standing
    before = repo.entries(head.commit) if head.commit is not None else {}
    notes = _changed(wanted.notes, before)
    tree, above = _committed(repo, head.commit, notes, wanted)
    baseline = above or head.commit
    made = wanted.made(baseline)
    leaves = {path: Leaf(PLAIN, blob_id(data)) for path, data in made.items()}
    git_writing.write_blobs(repo, made.values())
    root = _tree(repo, tree, leaves)
    message = Message("Make a Home of these notes", wanted.ident)
    last = git_writing.commit_tree(repo, root, [baseline] if baseline else [], message)
    git_writing.expect_stored(repo, [*(leaf.oid for leaf in (*notes.values(), *leaves.values()))])
    _publish(repo, made, ref, (last, head.commit or NOTHING))
    _into_index(repo, {**notes, **leaves}, before)
    return Adopted(tuple(commit for commit in (above, last) if commit is not None), baseline)


def _changed(notes: Mapping[str, Held], before: Mapping[str, Leaf]) -> dict[str, Leaf]:
    """The notes that HEAD does not hold with these bytes."""
    found = {}
    for path, held in notes.items():
        known = before.get(path)
        mode = EXECUTABLE if held.mode & 0o100 else PLAIN
        if known is not None and known.mode in REGULAR:
            mode = known.mode
        leaf = Leaf(mode, blob_id(held.data))
        if leaf != known:
            found[path] = leaf
    return found


def _committed(
    repo: Repository, head: str | None, notes: Mapping[str, Leaf], wanted: Adoption
) -> tuple[str | None, str | None]:
    """The tree with the notes, and the commit of those that were not committed, if any."""
    root = None if head is None else repo.tree_id(head, "")
    if not notes:
        return root, None
    git_writing.write_blobs(repo, (wanted.notes[path].data for path in notes))
    tree = _tree(repo, root, notes)
    message = Message("Notes as they are", wanted.ident)
    return tree, git_writing.commit_tree(repo, tree, [head] if head else [], message)


def _tree(repo: Repository, root: str | None, leaves: Mapping[str, Leaf]) -> str:
    oid, trees = rebuilt(repo.tree_at, root, leaves)
    git_writing.write_trees(repo, trees)
    git_writing.expect_stored(repo, [tree.oid for tree in trees])
    return oid


def _publish(repo: Repository, made: Mapping[str, bytes], ref: str, move: tuple[str, str]) -> None:
    """The new files into the worktree, then the branch; without the branch the files go again."""
    new, old = move
    written: list[str] = []
    try:
        for path, data in made.items():
            made_files.create(repo, path, data)
            written.append(path)
        ran = git_writing.move_ref(repo, ref, new, old, "curator: adopt")
        if ran.code != 0:
            raise git_opening.failure("update-ref", ran.code, ran.err)
    except StoreError:
        for path in written:
            with suppress(OSError):
                (repo.root / path).unlink()
        raise


def _into_index(repo: Repository, leaves: Mapping[str, Leaf], before: Mapping[str, Leaf]) -> None:
    """Index entries of what was committed, but for paths where something else is staged."""
    staged = _staged(repo, list(leaves))
    free: dict[str, Leaf | None] = {}
    for path, leaf in leaves.items():
        known = before.get(path)
        entries = staged.get(path, ())
        own = {leaf.oid, known.oid if known else leaf.oid}
        theirs = any(entry.stage or entry.blob not in own for entry in entries)
        taken_out = known is not None and not entries
        if not theirs and not taken_out:
            free[path] = leaf
    ran = git_writing.update_index(repo, free)
    if ran.code != 0:
        failed = git_opening.failure("update-index", ran.code, ran.err).refusal
        message = f"the Home is made, but git's index is behind: {failed.message}"
        raise StoreError(Refusal("io", message, "run `git reset` to bring it up to date"))


def _staged(repo: Repository, paths: Sequence[str]) -> dict[str, tuple[Staged, ...]]:
    found: dict[str, tuple[Staged, ...]] = {}
    for start in range(0, len(paths), _NAMED):
        found |= repo.index_entries(paths[start : start + _NAMED])
    return found


def filtered(repo: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths whose bytes a git filter changes on the way into git: encrypted, large."""
    data = b"".join(os.fsencode(path) + b"\0" for path in paths)
    if not data:
        return frozenset()
    out = repo.run("check-attr", "-z", "--stdin", "filter", data=data).split(b"\0")
    rows = zip(out[::3], out[2::3], strict=False)
    return frozenset(
        os.fsdecode(path) for path, value in rows if value not in (b"unspecified", b"unset")
    )
