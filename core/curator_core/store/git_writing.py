"""Writing objects, refs and index entries, each by the one plumbing command for it (FAULTS §1)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import git_opening, git_own_settings, git_packs
from curator_core.store.git_objects import Leaf, NewTree, blob_id, object_id

if TYPE_CHECKING:
    from curator_core.store.repository import Ran, Repository

NOTHING = "0" * 40
PACKED_FROM = 16
"""From this many new blobs on they stay in one pack instead of one file and one sync each."""

KEY_COMMAND = "gpg.ssh.defaultkeycommand"
SIGNERS = {
    "gpg.program": "gpg",
    "gpg.openpgp.program": "gpg",
    "gpg.x509.program": "gpgsm",
    "gpg.ssh.program": "ssh-keygen",
    KEY_COMMAND: "",
}
"""Programs that signing may start, and git's own choice where the user made none."""


@dataclass(frozen=True, slots=True)
class Ident:
    """Who and when: `name`, `mail` and an ISO instant with offset; None leaves it to git."""

    at: str
    name: str | None = None
    mail: str | None = None

    def settings(self) -> dict[str, str]:
        """The variables that give both author and committer; the process's own dates win."""
        given = {}
        for who in ("AUTHOR", "COMMITTER"):
            if self.name is not None and self.mail is not None:
                given[f"GIT_{who}_NAME"], given[f"GIT_{who}_EMAIL"] = self.name, self.mail
            if self.name is not None or f"GIT_{who}_DATE" not in os.environ:
                given[f"GIT_{who}_DATE"] = git_date(self.at)
        return given


def git_date(at: str) -> str:
    """An ISO instant as git's raw date: seconds since 1970 and the offset as written."""
    instant = datetime.fromisoformat(at)
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=UTC)
    return f"@{int(instant.timestamp())} {instant.strftime('%z')[:5]}"


def write_blobs(repo: Repository, texts: Iterable[bytes]) -> None:
    """Store texts as blobs, exactly these bytes: no filter, no line-end conversion.

    Several go in one pack: few of them become loose objects, many stay a pack.
    """
    whole = list(dict.fromkeys(texts))
    if len(whole) == 1:
        out = repo.run("hash-object", "-w", "--no-filters", "--stdin", data=whole[0])
        _expect(out.decode("ascii").strip(), blob_id(whole[0]))
    elif whole:
        stay = len(whole) >= PACKED_FROM
        words = ("index-pack", "--stdin") if stay else ("unpack-objects", "-q")
        repo.run(*words, data=git_packs.of_blobs(whole))


def write_trees(repo: Repository, trees: Sequence[NewTree]) -> None:
    """Store trees, deepest first, in one call."""
    if not trees:
        return
    out = repo.run("mktree", "--batch", "-z", "--missing", data=b"".join(map(_rows, trees)))
    for tree, oid in zip(trees, out.decode("ascii").split(), strict=True):
        _expect(oid, tree.oid)


def expect_stored(repo: Repository, oids: Sequence[str]) -> None:
    """Read new objects back before anything points at them.

    `mktree` ends well although the disk was full; only looking tells.
    """
    for oid, found in zip(oids, repo.objects(oids), strict=True):
        _expect("nothing" if found is None else object_id(found.kind, found.data), oid)


def _rows(tree: NewTree) -> bytes:
    rows = (f"{leaf.mode} {leaf.kind} {leaf.oid}\t{name}\0" for name, leaf in tree.entries.items())
    return os.fsencode("".join(rows)) + b"\0"


def _expect(oid: str, expected: str) -> None:
    if oid != expected:
        raise StoreError(Refusal("io", f"git stored {oid} instead of {expected}", "run `git fsck`"))


@dataclass(frozen=True, slots=True)
class Message:
    """What a commit says, by whom, and whether it is signed."""

    text: str
    ident: Ident
    sign: bool = False


def commit_tree(repo: Repository, tree: str, parents: Sequence[str], message: Message) -> str:
    """A commit object; nothing points at it yet."""
    above = [part for parent in parents for part in ("-p", parent)]
    signing = ["-S"] if message.sign else []
    ran = repo.attempt(
        *("commit-tree", *above, *signing, tree),
        data=(message.text.rstrip("\n") + "\n").encode("utf-8", "backslashreplace"),
        settings=message.ident.settings(),
        more_pins=own_signers(repo) if message.sign else (),
    )
    if ran.code != 0:
        raise git_opening.failure("commit-tree", ran.code, ran.err)
    return ran.out.decode("ascii").strip()


def own_signers(repo: Repository) -> tuple[str, ...]:
    """Pins that let only the user's own configuration, never the Home's, name a signing program;
    a path that begins in the folder git runs in would be the Home's."""
    named = git_own_settings.of_user(repo, SIGNERS)
    whole = {key: _program(said, key == KEY_COMMAND) for key, said in named.items()}
    own = {key: program for key, program in whole.items() if program is not None}
    fallback = own.get("gpg.program", SIGNERS["gpg.program"])
    chosen = {**SIGNERS, "gpg.openpgp.program": fallback, **own}
    return tuple(f"{key}={value}" for key, value in chosen.items())


def _program(said: str, is_command: bool) -> str | None:
    """A program without `~`, of a command line its first word; None for one below the Home."""
    name, blank, arguments = said.partition(" ") if is_command else (said, "", "")
    place = name if "/" not in name else git_own_settings.whole(name)
    return None if place is None else f"{place}{blank}{arguments}"


def move_ref(repo: Repository, ref: str, new: str, old: str, reason: str) -> Ran:
    """Point a ref at a commit if it still stands at `old`: the commit point of a plan."""
    return repo.attempt("update-ref", "-m", reason, ref, new, old)


def update_index(repo: Repository, leaves: Mapping[str, Leaf | None]) -> Ran:
    """Set the index entries of these paths and of no others; None takes an entry out.

    Git looks again at files as young as the index when it writes one, through their filters, so
    these are set to nothing.
    """
    rows = []
    for path, leaf in leaves.items():
        entry = f"{leaf.mode} {leaf.oid} 0" if leaf else f"0 {NOTHING} 0"
        rows.append(f"{entry}\t{path}\0")
    data = os.fsencode("".join(rows))
    return repo.attempt("update-index", "-z", "--index-info", data=data, settings=no_filters(repo))


def no_filters(repo: Repository) -> dict[str, str]:
    """Variables that empty every filter driver which the configuration defines."""
    ran = repo.attempt("config", "-z", "--name-only", "--get-regexp", r"^filter\.")
    names = (os.fsdecode(key).rpartition(".")[0] for key in ran.out.split(b"\0")[:-1])
    settings: dict[str, str] = {}
    for name in dict.fromkeys(names):
        for part in ("clean", "smudge", "process", "required"):
            number = len(settings) // 2
            settings[f"GIT_CONFIG_KEY_{number}"] = f"{name}.{part}"
            settings[f"GIT_CONFIG_VALUE_{number}"] = "false" if part == "required" else ""
    return {**settings, "GIT_CONFIG_COUNT": str(len(settings) // 2)}
