"""One git repository, opened per operation: the only file that imports GitPython (HOUSE §4).

GitPython starts git; every command is plumbing with pinned settings, so that no hook, filter,
monitor, pager, external diff or network helper that a Home names is ever run (FAULTS §2.6).
"""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.home import Head
from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_founding, git_opening, git_reading
from curator_core.store.git_founding import NewCommit
from curator_core.store.git_object_reader import GitObject, ObjectReader, ReaderChild
from curator_core.store.git_objects import Leaf, blob_id, parse_tree
from curator_core.store.git_reading import Staged
from curator_core.store.git_settings import PINS, SURROUNDINGS, foreign_variables

if TYPE_CHECKING:
    from git import Git

__all__ = ["GitObject", "NewCommit", "Ran", "Repository", "Staged", "blob_id", "open_repository"]


@dataclass(frozen=True, slots=True)
class Ran:
    """How a git child ended: exit code, output, and its words in English."""

    code: int
    out: bytes
    err: str


def no_step(_name: str) -> None:
    """The checkpoint of a normal run: nothing."""


def no_git(error: Exception) -> StoreError:
    """Git itself cannot be started."""
    return StoreError(Refusal("io", f"git cannot be run: {error}", "install git 2.36 or newer"))


def _start() -> Git:
    """GitPython's runner; imported here, since its import costs more than a git call."""
    try:
        from git import Git
    except ImportError as error:
        raise no_git(error) from error
    return Git()


class Repository:
    """A repository with a worktree. A context manager; never shared between threads.

    `git_dir` is this worktree's own, `common_dir` shared by linked worktrees, `state_dir` holds
    Curator's own files and is made on the first write. `step` is told before and after every git
    child. `inherited` is a descriptor that every child but the object reader keeps open.
    """

    def __init__(self, root: Path, git_dir: Path, common_dir: Path, state_dir: Path) -> None:
        self.root = root
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.state_dir = state_dir
        self.step: Callable[[str], None] = no_step
        self.inherited: int | None = None
        self._git = _start()
        self._objects = ObjectReader(self._start_reader)
        self._identity: str | None = None

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the child that reads objects; further reads start a new one."""
        self._objects.close()

    @contextlib.contextmanager
    def watched(self, step: Callable[[str], None], inherited: int) -> Iterator[None]:
        """Tell `step` of every git child, and let the children keep a descriptor open."""
        self.step, self.inherited = step, inherited
        try:
            yield
        finally:
            self.step, self.inherited = no_step, None

    # -- children ------------------------------------------------------------------------------

    def attempt(
        self,
        *arguments: str,
        data: bytes = b"",
        settings: Mapping[str, str] | None = None,
        more_pins: Iterable[str] = (),
    ) -> Ran:
        """Run git to its end in the worktree's top; StoreError only when it cannot be started."""
        self.step(f"before git {arguments[0]}")
        child = self._spawn(arguments, (*PINS, *more_pins), settings or {})
        out, err = child.communicate(data)
        ran = Ran(child.returncode, out, err.decode("utf-8", "surrogateescape").strip())
        self.step(f"after git {arguments[0]}")
        return ran

    def run(
        self, *arguments: str, data: bytes = b"", settings: Mapping[str, str] | None = None
    ) -> bytes:
        """The output of a git call that must succeed; else StoreError `io` with git's words."""
        ran = self.attempt(*arguments, data=data, settings=settings)
        if ran.code != 0:
            raise git_opening.failure(arguments[0], ran.code, ran.err)
        return ran.out

    def _spawn(
        self, arguments: Iterable[str], pins: Iterable[str], settings: Mapping[str, str]
    ) -> Git.AutoInterrupt:
        from git.exc import GitCommandError

        foreign = (name for name in foreign_variables() if name not in settings)
        dropped = [part for name in foreign for part in ("-u", name)]
        command = ["env", *dropped] if dropped else []
        command += ["git", "-C", str(self.root), "--no-pager"]
        command += [part for pin in pins for part in ("-c", pin)]
        try:
            return self._git.execute(
                [*command, *arguments],
                istream=subprocess.PIPE,
                as_process=True,
                env={**SURROUNDINGS, **settings},
                pass_fds=() if self.inherited is None else (self.inherited,),
            )
        except (OSError, GitCommandError) as error:
            raise no_git(error) from error

    # -- objects -------------------------------------------------------------------------------

    def _start_reader(self) -> ReaderChild:
        self.step("before git cat-file")
        inherited, self.inherited = self.inherited, None
        try:
            child = self._spawn(("cat-file", "--batch"), PINS, {})
        finally:
            self.inherited = inherited
        return ReaderChild(child, child.stdin, child.stdout, child.stderr)

    def objects(self, names: Iterable[str]) -> Iterator[GitObject | None]:
        """The objects of these names in order, None where one is missing or damaged."""
        return self._objects.objects(names)

    def object(self, name: str) -> GitObject | None:
        """One object by id or by a name without line ends."""
        return next(self.objects([name]))

    def tree_at(self, oid: str) -> dict[str, Leaf]:
        """The entries of one tree object; StoreError when it is missing."""
        found = self.object(oid)
        if found is None or found.kind != "tree":
            raise StoreError(Refusal("io", f"the tree {oid} is missing", "run `git fsck`"))
        return parse_tree(found.data)

    # -- what is recorded ----------------------------------------------------------------------

    def head(self) -> Head:
        """Where HEAD stands now, and which operation is in progress."""
        return git_reading.head(self)

    def entries(self, commit: str, *folders: str) -> dict[str, Leaf]:
        """Every entry below these folders by path (all of the tree when none is named)."""
        return git_reading.entries(self, commit, folders)

    def tree(self, commit: str, *folders: str) -> dict[str, str]:
        """Path to blob id of the regular files below these folders of a commit or tree."""
        return git_reading.regular(self.entries(commit, *folders))

    def leaf(self, commit: str, path: str) -> Leaf | None:
        """What a commit or tree holds at a path."""
        return git_reading.leaf(self, commit, path)

    def tree_id(self, commit: str, folder: str) -> str | None:
        """The id of a folder's tree; equal ids mean equal content."""
        return git_reading.tree_id(self, commit, folder)

    def blob_of(self, commit: str, path: str) -> str | None:
        """The blob id of a regular file in a commit; None for links, submodules and nothing."""
        return git_reading.blob_of(self, commit, path)

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The bytes of these blobs; those that are missing or no blobs are left out."""
        return {
            found.oid: found.data
            for found in self.objects(dict.fromkeys(ids))
            if found is not None and found.kind == "blob"
        }

    def first_commit_date(self, path: str) -> str | None:
        """The committer date (ISO with offset) of the commit that added the file last."""
        return git_reading.added_dates(self, [path]).get(path)

    def added_dates(self, paths: Iterable[str]) -> dict[str, str]:
        """`first_commit_date` of many paths in two git calls."""
        return git_reading.added_dates(self, list(paths))

    def identity(self) -> str | None:
        """The committer as `Name <mail>`; None when neither configuration nor process says. Once
        it is known it is not asked again."""
        self._identity = self._identity or git_reading.identity(self)
        return self._identity

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of the paths that git ignores and does not track."""
        return git_reading.ignored(self, list(paths))

    def has_active_hooks(self) -> bool:
        """Whether a `git commit` of the user would run hooks, which Curator's never do."""
        return git_reading.has_active_hooks(self)

    def index_entries(self, paths: Iterable[str]) -> dict[str, tuple[Staged, ...]]:
        """The git index at and below these paths; more than one entry means unmerged."""
        return git_reading.index_entries(self, list(paths))

    def is_ancestor(self, older: str, newer: str) -> bool:
        """Whether a commit is reachable from another (or is it); False when one is missing."""
        return git_reading.is_ancestor(self, older, newer)

    def commit_with_decision(self, decision: str) -> str | None:
        """The newest commit reachable from HEAD whose trailer names this decision."""
        return git_reading.commit_with_decision(self, decision)

    # -- new repositories and refs that are not checked out --------------------------------------

    @classmethod
    def init(cls, path: Path, branch: str = "main") -> Repository:
        """A new repository without any template, opened; its folder is made."""
        return git_founding.init(cls, path, branch)

    def set_identity(self, name: str, mail: str) -> None:
        """Say in the repository's own configuration who commits."""
        git_founding.set_identity(self, name, mail)
        self._identity = None

    def commit_files(
        self, files: Mapping[str, bytes | None], message: str, *, at: str, author: str
    ) -> str:
        """Commit and write files in a new repository; no crash safety, not for Homes in use."""
        return git_founding.commit_files(self, files, message, at=at, author=author)

    def make_ref(self, ref: str, commit: NewCommit) -> str:
        """Point a ref that is not checked out at a new commit; its id."""
        return git_founding.make_ref(self, ref, commit)

    def make_branch(self, ref: str, commits: Sequence[NewCommit]) -> str:
        """The same for commits on top of each other; the id of the last."""
        return git_founding.make_branch(self, ref, commits)


def open_repository(start: Path) -> Repository:
    """The repository whose worktree holds `start`, a folder.

    Raises StoreError with code `not-a-home`, `bare`, `unsafe-owner`, `object-format` or `io`.
    """
    return git_opening.opened(Repository, start)


def git_version() -> tuple[int, ...] | None:
    """The version of the git that would be run; None when there is none."""
    from git.exc import GitCommandError

    try:
        return tuple(_start().version_info)
    except (StoreError, OSError, GitCommandError):
        return None
