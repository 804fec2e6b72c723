"""Somebody's notes become a Home, without one of them being changed (CONTRACT 4)."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from curator_core.model.home import GitState, Head
from curator_core.model.problem import Refusal, StoreError
from curator_core.rules import adopting, layout, secrets, view_stamp
from curator_core.rules.adopting import Skipped, Wish
from curator_core.rules.hashing import blob_id
from curator_core.rules.layout import LaidOut
from curator_core.service import founding, queueing
from curator_core.service.caller import Caller
from curator_core.service.opening import instant
from curator_core.store import beneath, git_adopting, git_founding, transaction, walking
from curator_core.store.beneath import Held
from curator_core.store.git_adopting import Adoption
from curator_core.store.home_config import CONFIG_PATH
from curator_core.store.note_text import NOTE_LIMIT
from curator_core.store.repository import Repository, open_repository

NOBODY = "Curator <curator@localhost>"
EXAMPLES = 5
"""How many names say enough (CONTRACT 4)."""
IGNORED = "git ignores it: read, but not committed; decide it with --confirm ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What adopting would take. `taken` and `ignored` are paths of notes, together all that will be
    read; the ignored ones are not committed, so nobody vouches for them. `unscoped` says that some
    notes get no scope by the wish and would be `review_required`.
    """

    home: Path
    taken: tuple[str, ...]
    ignored: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    config: LaidOut
    unscoped: bool

    @property
    def examples(self) -> tuple[str, ...]:
        """The first notes, live ones if there are any."""
        live = [path for path in self.taken if not layout.is_archived(path, self.config)]
        return tuple((live or self.taken)[:EXAMPLES])

    @property
    def archived(self) -> int:
        """How many of the notes lie in folders that are mapped to archived."""
        both = (*self.taken, *self.ignored)
        return sum(layout.is_archived(path, self.config) for path in both)


@dataclass(frozen=True, slots=True)
class Adopted:
    """A Home that was made of files; `secrets` are the notes that brought one into git."""

    survey: Survey
    commits: tuple[str, ...]
    secrets: tuple[str, ...] = ()


def survey(target: Path, wish: Wish) -> Survey | Refusal:
    """Look what adopting would take; nothing is written. StoreError when DIR cannot be read or its
    repository can be no Home."""
    refused = _unfit(target) or _unreadable(wish)
    if refused is not None:
        return refused
    with _repository(target) as repo:
        return _surveyed(target.resolve(), repo, wish)


def adopt(caller: Caller, target: Path, wish: Wish) -> Adopted | Refusal:
    """Make a Home: a commit of the notes as they are where they are not committed yet, then
    `curator.toml` (and README.md where there is none)."""
    seen = survey(target, wish)
    if isinstance(seen, Refusal):
        return seen
    owner = f"pid {os.getpid()} on {socket.gethostname()}"
    with (
        _own_repository(seen.home) as repo,
        transaction.locked(repo, wait=caller.lock_wait, owner=owner) as lock,
    ):
        again = _surveyed(seen.home, repo, wish)
        if isinstance(again, Refusal):
            return again
        notes = _read(repo, again.taken)
        told = _secrets(repo, notes)
        made = git_adopting.adopt(
            lock,
            Adoption(
                notes=notes,
                made=lambda baseline: _files(again, None if wish.untrusted else baseline),
                ident=git_founding.ident(repo.identity() or NOBODY, instant(caller.now)),
            ),
        )
        return made if isinstance(made, Refusal) else Adopted(again, made.commits, told)


@contextmanager
def _repository(target: Path) -> Iterator[Repository | None]:
    """The repository around a folder; None where there is none yet."""
    found = _opened(target)
    try:
        yield found
    finally:
        if found is not None:
            found.close()


def _own_repository(home: Path) -> Repository:
    return _opened(home) or Repository.init(home, "main")


def _opened(target: Path) -> Repository | None:
    try:
        return open_repository(target)
    except StoreError as error:
        home = target.resolve()
        in_git = any(os.path.lexists(folder / ".git") for folder in (home, *home.parents))
        if error.refusal.code != "not-a-home" or in_git:
            raise
        return None


def _unfit(target: Path) -> Refusal | None:
    if not target.is_dir():
        return Refusal("usage", f"there is no folder {target}", "name an existing folder")
    if os.path.lexists(target / CONFIG_PATH):
        return Refusal(
            "not-empty",
            f"{target} has a {CONFIG_PATH} already, nothing was written",
            "it is a Home; change its layout in that file",
            str(target),
        )
    return None


def _unreadable(wish: Wish) -> Refusal | None:
    """Paths of the wish that a layout cannot name."""
    named = (*wish.notes, *wish.archived, *(folder for folder, _ in wish.folder_scopes))
    for path in named:
        parts = path.split("/")
        inside = path == layout.TOP or not {"", ".", "..", ".git", ".curator"} & set(parts)
        if not inside or not adopting.writable(path):
            return Refusal("usage", f"{path} is no path below the folder", "see `--help`")
    return None


def _inside(root: Path, repo: Repository) -> Refusal | None:
    if repo.root.resolve() == root:
        return None
    below = root.relative_to(repo.root.resolve()).as_posix()
    return Refusal(
        "inside-repository",
        f"{root} lies inside the git repository {repo.root}",
        f"a Home is a git top level: curator init --adopt {repo.root} --notes {below}",
        str(root),
    )


def _surveyed(root: Path, repo: Repository | None, wish: Wish) -> Survey | Refusal:
    refused = None if repo is None else _inside(root, repo) or _not_now(repo.head())
    refused = refused or _missing(root, wish)
    if refused is not None:
        return refused
    found, odd = _note_files(root)
    ignored = frozenset() if repo is None else repo.ignored(found)
    config = adopting.lay_out([path for path in found if path not in ignored], wish)
    taken, skipped = adopting.sorted_out(found, config, wish)
    stamped = [path for path in taken if _is_view(root, path)]
    filtered = frozenset() if repo is None else git_adopting.filtered(repo, taken)
    unread = _reasons(odd, stamped, filtered, config)
    away = {row.path for row in unread}
    notes = [path for path in taken if path not in away]
    branch = None if repo is None else repo.head().branch
    return Survey(
        home=root,
        taken=tuple(path for path in notes if path not in ignored),
        ignored=tuple(path for path in notes if path in ignored),
        skipped=tuple(sorted((*skipped, *unread), key=lambda row: row.path)),
        config=replace(
            config,
            name=root.name,
            branch=branch or "main",
            skipped=(*config.skipped, *(f"/{path}" for path in stamped)),
        ),
        unscoped=adopting.uncovered(notes, wish),
    )


def _not_now(head: Head) -> Refusal | None:
    return None if head.state is GitState.UNBORN else queueing.read_only(head)


def _missing(root: Path, wish: Wish) -> Refusal | None:
    for path in (*wish.notes, *wish.archived, *(folder for folder, _ in wish.folder_scopes)):
        there = root / path
        if not there.is_dir() and not (there.is_file() and path.lower().endswith(".md")):
            hint = "name folders, or Markdown files, below the folder that is adopted"
            return Refusal("usage", f"there is no folder or note {path}", hint, path)
    return None


def _note_files(root: Path) -> tuple[list[str], dict[str, str]]:
    """All Markdown files below, but for those of other repositories; and why some cannot be
    taken."""
    found = walking.walk(root, [layout.TOP])
    others: dict[str, bool] = {}
    mine = [path for path in found if not _foreign_repository(root, path, others)]
    odd = {}
    for path in mine:
        if not walking.is_file(found[path]):
            odd[path] = "no plain file: links and devices are never followed"
        elif walking.size_of(found[path]) > NOTE_LIMIT:
            odd[path] = f"larger than {NOTE_LIMIT} bytes: it is listed as unreadable"
    return mine, odd


def _foreign_repository(root: Path, path: str, known: dict[str, bool]) -> bool:
    """Whether a path lies in a folder that is a repository of its own."""
    folder = path.rpartition("/")[0]
    if not folder:
        return False
    if folder not in known:
        own = os.path.lexists(root / folder / ".git")
        known[folder] = own or _foreign_repository(root, folder, known)
    return known[folder]


def _is_view(root: Path, path: str) -> bool:
    try:
        held = beneath.look(root, path)
    except (OSError, beneath.OddFileError):
        return False
    return held is not None and view_stamp.read(held.data) is not None


def _reasons(
    odd: Mapping[str, str], stamped: Sequence[str], filtered: Iterable[str], config: LaidOut
) -> list[Skipped]:
    """Notes of the layout that are not taken for what they are."""
    rows = [Skipped(path, "a view that Curator wrote") for path in stamped]
    for path in filtered:
        rows.append(Skipped(path, "a git filter changes it: read, but not committed"))
    told = {row.path for row in rows}
    for path, why in odd.items():
        if path not in told and layout.place_of(path, config) is not None:
            rows.append(Skipped(path, why))
    return rows


def _read(repo: Repository, paths: Iterable[str]) -> dict[str, Held]:
    notes = {}
    for path in paths:
        try:
            held = beneath.look(repo.root, path)
        except (OSError, beneath.OddFileError) as error:
            hint = "mend or move the file, then do it again; nothing was adopted"
            raise StoreError(
                Refusal("io", f"{path} cannot be read: {error}", hint, path)
            ) from error
        if held is not None:
            notes[path] = held
    return notes


def _secrets(repo: Repository, notes: Mapping[str, Held]) -> tuple[str, ...]:
    """The notes with what looks like a secret that git does not hold yet; they are taken as they
    are (CONTRACT 4), so it must be told. Names without what they hold of one."""
    head = repo.head().commit
    known = {} if head is None else repo.tree(head)
    fresh = (path for path, held in notes.items() if known.get(path) != blob_id(held.data))
    found = (path for path in fresh if secrets.find(notes[path].data.decode("utf-8", "replace")))
    return tuple(secrets.redact(path) for path in found)


def _files(seen: Survey, baseline: str | None) -> dict[str, bytes]:
    """The files that are made: the configuration, and a README where there is none."""
    config = seen.config
    files = {CONFIG_PATH: adopting.config_text(config, baseline)}
    names = {entry.name.casefold() for entry in os.scandir(seen.home)}
    if not any(name.partition(".")[0] == "readme" for name in names):
        files["README.md"] = founding.readme(config)
    return {path: text.encode("utf-8", "replace") for path, text in files.items()}
