"""Finding a repository, and saying exactly why one cannot be a Home (FAULTS §1, §6 C)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from curator_core.model.problem import Refusal, StoreError
from curator_core.store import own_folder

if TYPE_CHECKING:
    from curator_core.store.repository import Ran, Repository

_CUT = "--curator-next"
"""rev-parse repeats options it does not know, so this stands between answers of several lines."""

_QUESTIONS = (
    "--is-bare-repository",
    "--is-inside-git-dir",
    "--is-inside-work-tree",
    "--show-object-format",
    "--show-ref-format",  # older git repeats this one too: files is all it knows
    "--absolute-git-dir",
    "--git-common-dir",
    "--git-path=curator",
    "--show-toplevel",
)


def opened(kind: type[Repository], start: Path) -> Repository:
    """The repository around a folder, or StoreError with the reason."""
    folder = start.absolute()
    if not folder.is_dir():
        raise StoreError(_no_home(start, "there is no such folder"))
    probe = kind(folder, folder, folder, folder)
    ran = probe.attempt(*_arguments())
    answers = _answers(ran.out)
    refusal = _unfit(start, ran, answers)
    if refusal is not None:
        raise StoreError(refusal)
    found = kind(*(Path(answers[name]) for name in _PLACES))
    places = (found.git_dir, found.common_dir)
    linked = own_folder.refusal(*(place / own_folder.NAME for place in places))
    if linked is not None:
        raise StoreError(linked)
    if not _at_its_top(found):
        raise StoreError(_elsewhere(start))
    if _is_submodule(found, probe):
        raise StoreError(
            Refusal(
                "object-format",
                f"{found.root} is a submodule; Curator does not write into submodules",
                "keep the Home in a repository of its own",
                str(found.root),
            )
        )
    return found


_PLACES = ("--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--git-path=curator")


def _arguments() -> list[str]:
    words = ["rev-parse", "--path-format=absolute"]
    for question in _QUESTIONS:
        words += [*question.split("="), _CUT]
    return words


def _answers(out: bytes) -> dict[str, str]:
    """The answers that came before rev-parse gave up, if it did."""
    cut = os.fsencode(_CUT)
    parts = out.split(b"\n" + cut + b"\n")
    return {
        question: os.fsdecode(answer)
        for question, answer in zip(_QUESTIONS, parts[: len(_QUESTIONS)], strict=False)
        if answer and not answer.startswith(cut)
    }


def _unfit(start: Path, ran: Ran, answers: dict[str, str]) -> Refusal | None:
    if answers.get("--is-bare-repository") == "true":
        return Refusal(
            "bare",
            "the repository is bare: it has no worktree that notes could lie in",
            "clone it, or run `git config core.bare false` if it should have one",
            str(start),
        )
    if ran.code != 0 and not answers:
        return _refused(start, ran)
    if answers.get("--is-inside-git-dir") == "true":
        return _no_home(start, "this is the inside of a git directory")
    if answers.get("--is-inside-work-tree") != "true" or "--show-toplevel" not in answers:
        return _elsewhere(start)
    return _format(start, answers)


def _at_its_top(found: Repository) -> bool:
    """The worktree is where the repository was found, not where a setting points."""
    mark = found.root / ".git"
    return mark.is_file() or (mark.is_dir() and mark.samefile(found.git_dir))


def _elsewhere(start: Path) -> Refusal:
    return _no_home(start, "its git worktree is configured to lie elsewhere (core.worktree)")


def _format(start: Path, answers: dict[str, str]) -> Refusal | None:
    objects = answers.get("--show-object-format", "sha1")
    refs = answers.get("--show-ref-format", "files")
    if objects != "sha1":
        return _wrong_format(start, f"it names objects with {objects}")
    if refs not in ("files", "--show-ref-format"):
        return _wrong_format(start, f"it keeps refs as {refs}")
    return None


def _refused(start: Path, ran: Ran) -> Refusal:
    """What git's own words mean; an exit code alone says nothing."""
    if "dubious ownership" in ran.err:
        return Refusal(
            "unsafe-owner",
            "git does not trust this repository: it belongs to another user",
            f"if you trust it: git config --global --add safe.directory {start.absolute()}",
            str(start),
        )
    if "unknown repository extension" in ran.err or "unknown repository version" in ran.err:
        return _wrong_format(start, ran.err.removeprefix("fatal: ").replace("\n", " "))
    if "unknown value for" in ran.err and "extensions." in ran.err:
        return _wrong_format(start, ran.err.removeprefix("fatal: ").replace("\n", " "))
    if "not a git repository" in ran.err:
        return _no_home(start, "there is no git repository here or above")
    return failure("rev-parse", ran.code, ran.err).refusal


def _no_home(start: Path, why: str) -> Refusal:
    return Refusal("not-a-home", why, "run `curator init DIR`, or name a Home with -C", str(start))


def _wrong_format(start: Path, what: str) -> Refusal:
    return Refusal(
        "object-format",
        f"this repository's format is not supported: {what}",
        "use a repository with SHA-1 objects and refs in files",
        str(start),
    )


def _is_submodule(found: Repository, probe: Repository) -> bool:
    """Asked of git only where the answer is in doubt: a `.git` file that is no linked worktree."""
    if found.git_dir != found.common_dir or (found.root / ".git").is_dir():
        return False
    ran = probe.attempt("rev-parse", "--show-superproject-working-tree")
    return ran.code == 0 and ran.out.strip() != b""


def failure(command: str, code: int, words: str) -> StoreError:
    """A git call that had to succeed did not; identity trouble keeps its own code."""
    if "tell me who you are" in words or "empty ident name" in words:
        return StoreError(unknown_identity())
    said = words or f"it ended with {code}"
    hint = "look at the message; `git fsck` and free disk space are good first steps"
    return StoreError(Refusal("io", f"git {command} failed: {said}", hint))


def unknown_identity() -> Refusal:
    """Git has no name or mail for a commit; asked before anything is written."""
    return Refusal(
        "no-identity",
        "git does not know who you are, so a decision could not be signed with a name",
        'set it: git config user.name "…" and git config user.email "…"',
    )
