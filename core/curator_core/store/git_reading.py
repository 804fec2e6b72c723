"""Reading a repository: HEAD, trees, index, dates, trailers, all without running its settings."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.home import GitState, Head
from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_opening, git_own_settings
from curator_core.store.git_objects import REGULAR, TREE, Leaf

if TYPE_CHECKING:
    from curator_core.store.repository import Repository

TRAILER = "Curator-Decision"

COMMIT_HOOKS = ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit")

BRANCHES = "refs/heads/"

_DOING = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
    ("sequencer", "cherry-pick or revert"),
)
"""What git leaves in its directory during an operation, and the operation's name."""

_MANY = 500
"""Paths named in one command line; more are asked for without a limit to paths."""


@dataclass(frozen=True, slots=True)
class Staged:
    """One index entry. `tag` is git's letter: `S` skips the worktree, a small letter is assumed
    unchanged. `stage` is 0, or 1 to 3 while unmerged.
    """

    tag: str
    mode: str
    blob: str
    stage: int

    @property
    def looked_at(self) -> bool:
        """Whether git compares this file with the worktree at all."""
        return self.tag != "S" and not self.tag.islower()


def head(repo: Repository) -> Head:
    """HEAD, read anew. An operation in progress comes before "detached", which it often causes."""
    branch = _branch(repo.git_dir / "HEAD")
    commit = _head_commit(repo)
    doing = next((name for file, name in _DOING if (repo.git_dir / file).exists()), "")
    state = GitState.READY
    if doing:
        state = GitState.IN_PROGRESS
    elif branch is None:
        state = GitState.DETACHED
    elif commit is None:
        state = GitState.UNBORN
    return Head(state, commit, branch, doing)


def _branch(file: Path) -> str | None:
    try:
        text = str(file.readlink()) if file.is_symlink() else os.fsdecode(file.read_bytes())
    except OSError as error:
        raise StoreError(Refusal("io", f"HEAD cannot be read: {error.strerror}")) from error
    target = text.removeprefix("ref:").strip(" \t\n")
    return target.removeprefix(BRANCHES) if target.startswith(BRANCHES) else None


def _head_commit(repo: Repository) -> str | None:
    found = repo.object("HEAD")
    if found is not None and found.kind == "commit":
        return found.oid
    ran = repo.attempt("rev-parse", "--verify", "--quiet", "HEAD")
    if ran.code == 0:
        broken = f"the commit that HEAD names is missing: {ran.out.decode().strip()}"
        raise StoreError(Refusal("io", broken, "run `git fsck`"))
    return None


def resolved(repo: Repository, name: str) -> str:
    """The id of a tree named by a commit, tree or ref; StoreError when there is none."""
    wanted = f"{name}^{{tree}}"
    return repo.run("rev-parse", "--verify", "--end-of-options", wanted).decode().strip()


def root_tree(repo: Repository, name: str) -> str:
    """The id of a commit's tree, without a git call of its own where the name is an id."""
    if len(name) == 40 and all(char in "0123456789abcdef" for char in name):
        found = repo.object(name)
        if found is not None and found.kind == "tree":
            return name
        if found is not None and found.kind == "commit":
            return found.data[5:45].decode("ascii")
    return resolved(repo, name)


def entries(repo: Repository, commit: str, folders: Sequence[str]) -> dict[str, Leaf]:
    """Every leaf (files, links, submodules) below some folders of a commit or tree."""
    wanted = [f"{folder.strip('/')}/" for folder in folders if folder.strip("/")]
    tree = root_tree(repo, commit)
    out = repo.run("ls-tree", "-r", "-z", "--full-tree", tree, "--", *wanted)
    found = {}
    for row in out.split(b"\0")[:-1]:
        head_, _, path = row.partition(b"\t")
        mode, _, oid = head_.split(b" ")
        found[os.fsdecode(path)] = Leaf(mode.decode(), oid.decode())
    return found


def regular(found: Mapping[str, Leaf]) -> dict[str, str]:
    """Path to blob id of the plain and executable files among some leaves."""
    return {path: leaf.oid for path, leaf in found.items() if leaf.mode in REGULAR}


def leaf(repo: Repository, commit: str, path: str) -> Leaf | None:
    """What lies at a path of a commit or tree, folders included."""
    found: Leaf | None = Leaf(TREE, root_tree(repo, commit))
    for part in path.split("/"):
        if found is None or found.mode != TREE:
            return None
        found = repo.tree_at(found.oid).get(part)
    return found


def tree_id(repo: Repository, commit: str, folder: str) -> str | None:
    """The id of a folder's tree, None where no folder is; "" is the top."""
    name = folder.strip("/")
    if not name:
        return root_tree(repo, commit)
    found = leaf(repo, commit, name)
    return found.oid if found is not None and found.mode == TREE else None


def blob_of(repo: Repository, commit: str, path: str) -> str | None:
    """The blob id of a regular file."""
    found = leaf(repo, commit, path)
    return found.oid if found is not None and found.mode in REGULAR else None


def added_dates(repo: Repository, paths: Sequence[str]) -> dict[str, str]:
    """For each path that HEAD's history knows, when the newest commit that added it was made."""
    return {path: date for path, (_, date) in _adding(repo, paths).items()}


def adding_commits(repo: Repository, paths: Sequence[str]) -> dict[str, str]:
    """For each path that HEAD's history knows, the newest commit that added it."""
    return {path: commit for path, (commit, _) in _adding(repo, paths).items()}


def _adding(repo: Repository, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Commit and its committer date (ISO with offset) by path, in two git calls."""
    wanted = set(paths)
    if not wanted or repo.object("HEAD") is None:
        return {}
    limit = [] if len(wanted) > _MANY else sorted(wanted)
    commits = repo.run("rev-list", "HEAD", "--", *limit)
    out = repo.run(
        *("diff-tree", "--stdin", "-r", "--root", "-z", "--no-renames", "--diff-filter=A"),
        *("--name-only", "--format=%x01%H %cI", "--", *limit),
        data=commits,
    )
    found: dict[str, tuple[str, str]] = {}
    commit = date = ""
    for field in out.split(b"\0"):
        if field.startswith(b"\x01"):
            commit, _, date = field[1:].decode("ascii").strip().partition(" ")
        elif (path := os.fsdecode(field.lstrip(b"\n"))) in wanted:
            found.setdefault(path, (commit, date))
    return found


def identity(repo: Repository) -> str | None:
    """The committer as git would write it, `Name <mail>`."""
    ran = repo.attempt("var", "GIT_COMMITTER_IDENT")
    if ran.code != 0:
        return None
    text = ran.out.decode("utf-8", "surrogateescape")
    return text[: text.rindex(">") + 1]


def ignored(repo: Repository, paths: Sequence[str]) -> frozenset[str]:
    """Which untracked paths git's ignore rules cover."""
    if not paths:
        return frozenset()
    # This command knows no literal paths: `./` keeps a leading colon from being special.
    data = b"".join(b"./" + os.fsencode(path) + b"\0" for path in paths)
    plain = {"GIT_LITERAL_PATHSPECS": "0"}
    pins = git_own_settings.excludes(repo)
    ran = repo.attempt("check-ignore", "-z", "--stdin", data=data, settings=plain, more_pins=pins)
    if ran.code not in (0, 1):
        raise git_opening.failure("check-ignore", ran.code, ran.err)
    return frozenset(os.fsdecode(path[2:]) for path in ran.out.split(b"\0")[:-1])


def has_active_hooks(repo: Repository) -> bool:
    """Looks where the user's own git would: `core.hooksPath`, else `hooks` of the git directory."""
    # Curator's own pin stands last among the values, so the user's is the one before it.
    ran = repo.attempt("config", "--type=path", "-z", "--get-all", "core.hooksPath")
    values = [os.fsdecode(value) for value in ran.out.split(b"\0")[:-1]]
    named = values[-2] if len(values) > 1 else ""
    folder = repo.root / named if named else repo.common_dir / "hooks"
    return any(_executable(folder / name) for name in COMMIT_HOOKS)


def _executable(file: Path) -> bool:
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) and bool(mode & 0o111)


def index_entries(repo: Repository, paths: Iterable[str]) -> dict[str, tuple[Staged, ...]]:
    """Index entries by path; a folder among the paths gives all entries below it."""
    names = list(paths)
    if not names:
        return {}
    found: dict[str, tuple[Staged, ...]] = {}
    for row in repo.run("ls-files", "-s", "-v", "-z", "--", *names).split(b"\0")[:-1]:
        head_, _, path = row.partition(b"\t")
        tag, mode, oid, stage = head_.decode("ascii").split(" ")
        name = os.fsdecode(path)
        found[name] = (*found.get(name, ()), Staged(tag, mode, oid, int(stage)))
    return found


def is_ancestor(repo: Repository, older: str, newer: str) -> bool:
    """Whether `older` is `newer` or reachable from it."""
    if older == newer:
        return True
    return repo.attempt("merge-base", "--is-ancestor", older, newer).code == 0


def commit_with_decision(repo: Repository, decision: str) -> str | None:
    """Found by git's search, believed only after reading the trailer ourselves."""
    if repo.object("HEAD") is None:
        return None
    wanted = f"{TRAILER}: {decision}"
    out = repo.run("rev-list", "--fixed-strings", f"--grep={wanted}", "HEAD")
    for oid in out.decode("ascii").split():
        found = repo.object(oid)
        if found is not None and decision in trailers(found.data, TRAILER):
            return oid
    return None


def trailers(commit: bytes, name: str) -> tuple[str, ...]:
    """The values of one trailer in the last paragraph of a raw commit's message."""
    message = commit.partition(b"\n\n")[2].decode("utf-8", "surrogateescape").rstrip("\n")
    last = message.rpartition("\n\n")[2]
    key = f"{name}: "
    return tuple(
        line.removeprefix(key).strip() for line in last.split("\n") if line.startswith(key)
    )
