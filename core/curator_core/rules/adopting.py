"""What adopting takes of somebody's files, what it leaves out and why (CONTRACT 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from curator_core.model.files import Place
from curator_core.rules import layout, sync_copies
from curator_core.rules.layout import TOP, LaidOut
from curator_core.rules.slots import REVIEW_REQUIRED

DEAD_FOLDERS = (
    "archive/",
    "archived/",
    "tombstones/",
    "trash/",
    "retired/",
    "superseded/",
    "templates/",
    "queues/",
)
"""Folders that hold what is no longer, or not yet, memory; skipped unless named (CONTRACT 4)."""

INDEX_LIKE = (
    *("INDEX.md", "INDEX.*.md", "README.md", "README.*.md"),
    *("MAP.md", "MAP.*.md", "MEMORY.md", "MEMORY.*.md", "_*.md"),
)
"""Files that list or introduce other files; skipped unless named (CONTRACT 4)."""

PEOPLES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
"""Files that people write for agents (DESIGN §3)."""

OWN_FOLDERS = ("/sources", "/ledger", "/golden", "/.github")
"""Folders at the top that hold evidence, decisions, questions and checks, never notes."""

PAPERS = tuple(
    f"/{name}{ending}"
    for name in ("LICENSE", "CHANGELOG", "CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY", "NOTICE")
    for ending in (".md", ".*.md")
)
"""A repository's own papers at its top."""

NEW_NOTES = "memory/notes"
"""Where approved candidates go when only single files were adopted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a person asked for. All paths are Home-relative; `notes` empty means: find them.

    `left_out` are the globs of `--not`; `scope` is for all notes, `folder_scopes` for those of a
    folder; `untrusted` lets the baseline vouch for none.
    """

    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    archived: tuple[str, ...] = ()
    scope: str | None = None
    folder_scopes: tuple[tuple[str, str], ...] = ()
    untrusted: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that is not taken, and why, as a clause."""

    path: str
    reason: str


def skips(wish: Wish) -> tuple[str, ...]:
    """The globs that go into `[layout] skip`."""
    return (*DEAD_FOLDERS, *INDEX_LIKE, *PEOPLES, *OWN_FOLDERS, *PAPERS, *wish.left_out)


def lay_out(paths: Iterable[str], wish: Wish) -> LaidOut:
    """The layout for these note files: the named folders and files, or where notes are found."""
    found = _everything(wish)
    notes = wish.notes or _found(
        [p for p in paths if writable(p) and layout.place_of(p, found) is Place.NOTES]
    )
    more = [
        folder
        for folder in wish.archived
        if not any(layout.covers(entry, folder) for entry in notes)
    ]
    return LaidOut(
        notes=_folder_first((*notes, *more), wish.archived),
        archived=wish.archived,
        skipped=skips(wish),
        default_scope=wish.scope or REVIEW_REQUIRED,
        folder_scopes=wish.folder_scopes,
    )


def _everything(wish: Wish) -> LaidOut:
    """The layout that takes what lies anywhere, to find where notes are."""
    return LaidOut(notes=(TOP,), archived=wish.archived, skipped=skips(wish))


def writable(path: str) -> bool:
    """Whether a path is Unicode text, so that `curator.toml` can name it."""
    return not any("\ud800" <= char <= "\udfff" for char in path)


def _found(paths: Sequence[str]) -> tuple[str, ...]:
    """The fewest folders that hold these files, fullest first; loose files at the top by name,
    and the top itself where most lie."""
    loose = [path for path in paths if "/" not in path]
    if len(loose) * 2 > len(paths):
        return (TOP,)
    groups: dict[str, list[list[str]]] = {}
    for path in paths:
        if "/" in path:
            groups.setdefault(path.partition("/")[0], []).append(path.split("/")[:-1])
    folders = [(len(members), _common(members)) for members in groups.values()]
    return (*(folder for _, folder in sorted(folders, key=lambda f: (-f[0], f[1]))), *loose)


def _common(members: Sequence[Sequence[str]]) -> str:
    """The deepest folder that holds all of them."""
    shared: list[str] = []
    for parts in zip(*members, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return "/".join(shared)


def _folder_first(notes: Sequence[str], archived: Sequence[str]) -> tuple[str, ...]:
    """Approved candidates go under the first entry: a folder, and not a dead one."""
    living = [n for n in notes if not n.lower().endswith(".md") and n not in archived]
    first = living[0] if living else NEW_NOTES
    return tuple(dict.fromkeys((first, *notes)))


def sorted_out(
    paths: Iterable[str], config: LaidOut, wish: Wish
) -> tuple[tuple[str, ...], tuple[Skipped, ...]]:
    """The files that are notes of this layout, and what else lies under the named entries (or
    anywhere, when none was named), by folder where a folder is left out; both in path order."""
    judge = config if wish.notes else _everything(wish)
    taken: list[str] = []
    copies: list[str] = []
    counts: Counter[tuple[str, str]] = Counter()
    for path in sorted(paths):
        if layout.place_of(path, config) is Place.NOTES:
            taken.append(path)
            continue
        glob = layout.left_out(path, judge)
        if glob is not None:
            counts[_cut(path, glob, judge), glob] += 1
        elif layout.place_of(path, config) is Place.CANDIDATES:
            copies.append(path)
    rows = [Skipped(path, reason(path, glob, count)) for (path, glob), count in counts.items()]
    rows += [Skipped(path, _COPY) for path in copies if sync_copies.original(path) is not None]
    return tuple(taken), tuple(sorted(rows, key=lambda row: row.path))


_COPY = "a conflicted copy that a file sync made: decide it in the queue"


def _cut(path: str, glob: str, config: LaidOut) -> str:
    """The folder that a glob leaves out, or the file itself."""
    entry = layout.nearest((*config.notes, *config.archived), path) or TOP
    parts = path.split("/")
    bare = glob.strip("/").casefold()
    for count in range(layout.depth(entry) + 1, len(parts)):
        whole = "/".join(parts[:count]).casefold()
        name = parts[count - 1].casefold()
        if fnmatchcase(whole if "/" in glob.rstrip("/") else name, bare):
            return "/".join(parts[:count])
    return path


def reason(path: str, glob: str, count: int) -> str:
    """Why a file or folder is left out, and how to take it all the same."""
    name = path.rpartition("/")[2]
    many = f"{count} notes" if count > 1 else "one note"
    if glob in DEAD_FOLDERS:
        return f"a folder named {name} ({many}): name it with --notes, or --archived to list it"
    if glob in INDEX_LIKE:
        return "an index-like file: name it with --notes to take it"
    if glob in PEOPLES:
        return "people write it for agents"
    if glob in PAPERS:
        return "a paper about the repository"
    if glob in OWN_FOLDERS:
        return f"{name} never holds notes ({many})"
    return f"left out by --not {glob}" + (f" ({many})" if count > 1 else "")


def uncovered(taken: Iterable[str], wish: Wish) -> bool:
    """Whether some of the notes get their scope neither from `--scope S` nor from a folder's."""
    folders = [folder for folder, _ in wish.folder_scopes]
    return wish.scope is None and any(layout.nearest(folders, path) is None for path in taken)


def config_text(config: LaidOut, baseline: str | None) -> str:
    """`curator.toml` of an adopted Home."""
    scopes = "".join(
        f"{quoted(folder)} = {quoted(scope)}\n" for folder, scope in config.folder_scopes
    )
    adopt = "" if baseline is None else f"\n[adopt]\nbaseline = {quoted(baseline)}\n"
    if baseline is not None:
        adopt = f"\n# This commit holds the notes as they were adopted; it vouches for them.{adopt}"
    return _CONFIG.format(
        name=quoted(config.name),
        branch=quoted(config.branch),
        scope=quoted(config.default_scope),
        notes=_listed(config.notes),
        candidates=_listed(config.candidates),
        archived=_listed(config.archived),
        skip=_listed(config.skipped),
        adopt=adopt,
        scopes=f"\n# The scope of notes that state none.\n[adopt.scopes]\n{scopes}"
        if scopes
        else "",
    )


_CONFIG = """\
# Every key is optional; `curator check` names what it does not understand.
[home]
name = {name}
timezone = "UTC"
branch = {branch}

[defaults]
scope = {scope}
subject = "inbox"

# Which files are notes: folders, single files, "." for the top. `skip` names what is none of them:
# "name/" folders of that name, "/a/b" a path from the top, anything else a name; * and ? match.
[layout]
notes = {notes}
candidates = {candidates}
archived = {archived}
skip = {skip}

[review]
# Which decisions are taken without a terminal: all, low-risk or none.
headless = "low-risk"
{adopt}{scopes}"""


def _listed(texts: Sequence[str]) -> str:
    if len(texts) < 4:
        return f"[{', '.join(map(quoted, texts))}]"
    rows = "".join(f"  {quoted(text)},\n" for text in texts)
    return f"[\n{rows}]"


_ESCAPES: Mapping[int, str] = {
    **{code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


def quoted(text: str) -> str:
    """A TOML basic string; half surrogates become `?`, since TOML has no way to write them."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return f'"{whole.translate(_ESCAPES)}"'
