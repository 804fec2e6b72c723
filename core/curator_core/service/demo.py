"""Build the sample Home as a real git repository with a past (CONTRACT 7)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from curator_core.model.decision import Decision
from curator_core.model.problem import Refusal, StoreError
from curator_core.model.proposal import Item
from curator_core.rules.planning.batch import ON_NOTES
from curator_core.service import choosing, finding, looking, naming, review, undoing
from curator_core.service.caller import Caller
from curator_core.service.opening import opened, reviewer
from curator_core.store import sample as sample_tree
from curator_core.store.repository import NewCommit, Repository
from curator_core.store.sample import Person, Sample, SampleBranch, SampleCommit, SampleDecisions

YEARS = range(1980, 2100)
"""Years git can date commits in and the sample can be moved to."""

_SOURCE = re.compile(rb"(sources/[^\s\"'@#]+)@\{sources\}")
_PARENT = b"@{parent}"
_SHORT = 12


def build(target: Path, now: datetime, sample: Path) -> Refusal | Path:
    """Build the sample into a missing or empty folder, as it looks on the day of `now`.

    The same day gives the same commits. Raises StoreError when the disk or git fails.
    """
    refusal = _unfit(target, now)
    if refusal is not None:
        return refusal
    _write(target, sample_tree.read(sample, now))
    return target


def _unfit(target: Path, now: datetime) -> Refusal | None:
    if now.year not in YEARS:
        return Refusal(
            "time-form",
            f"the sample cannot be moved to the year {now.year}",
            f"set CURATOR_NOW to an instant from {YEARS.start} to {YEARS.stop - 1}",
        )
    try:
        empty = not target.exists() or (target.is_dir() and not any(target.iterdir()))
    except OSError as error:
        raise _failed(target, "read", error) from error
    if empty:
        return None
    return Refusal(
        "not-empty",
        f"{target} is not an empty folder, nothing was written",
        "name a folder that does not exist yet",
        str(target),
    )


def _write(target: Path, content: Sample) -> None:
    with Repository.init(target, content.branch) as repository:
        repository.set_identity(content.owner.name, content.owner.mail)
        made = _Made(repository)
        for number, commit in enumerate(content.commits, 1):
            made.commit(commit)
            for branch in content.branches:
                if branch.after == number:
                    made.branch(branch)
            for decisions in content.decisions:
                if decisions.after == number:
                    _decide(target, decisions, content.owner)
    for path, data in content.uncommitted.items():
        _leave(target / path, made.resolved(data))


class _Made:
    """The commits made so far, which later files name."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._brought: dict[str, str] = {}
        self._commits: list[str] = []

    def commit(self, commit: SampleCommit) -> None:
        """One more commit of the past, its files in the worktree."""
        at, author = commit.at.isoformat(), _name(commit.author)
        files = self._files(commit)
        made = self._repository.commit_files(files, commit.message, at=at, author=author)
        self._commits.append(made)
        for path in files:
            self._brought.setdefault(path, made)

    def branch(self, branch: SampleBranch) -> None:
        """A branch of proposals, from objects alone."""
        base = self._commits[branch.base - 1]
        commits = [
            NewCommit(
                files=self._files(commit),
                message=commit.message,
                at=commit.at.isoformat(),
                author=_name(commit.author),
                parent=base,
            )
            for commit in branch.commits
        ]
        self._repository.make_branch(f"refs/heads/{branch.name}", commits)

    def _files(self, commit: SampleCommit) -> dict[str, bytes | None]:
        return {
            path: None if data is None else self.resolved(data)
            for path, data in commit.files.items()
        }

    def resolved(self, data: bytes) -> bytes:
        """A text with commit ids where the sample holds marks."""
        parent = self._commits[-1] if self._commits else ""
        return _SOURCE.sub(self._cited, data).replace(_PARENT, parent.encode())

    def _cited(self, match: re.Match[bytes]) -> bytes:
        return match[1] + b"@" + self._brought[match[1].decode()][:_SHORT].encode()


def _name(person: Person) -> str:
    return f"{person.name} <{person.mail}>"


def _decide(target: Path, decisions: SampleDecisions, owner: Person) -> None:
    """Decide as the owner would have, at the desk, at that instant."""
    caller = Caller(
        home=target, now=decisions.at, entrance="tui", tty=True, reviewer=f"human:{owner.mail}"
    )
    done = _batch(caller, decisions) if decisions.batch else undoing.undo(caller)
    if isinstance(done, Refusal):
        raise StoreError(done)


def _batch(caller: Caller, decisions: SampleDecisions) -> object:
    choices = []
    for table in decisions.batch:
        choice = choosing.from_table(table)
        if isinstance(choice, Refusal):
            return choice
        choices.append(choice)
    return review.decide_batch(caller, _looked_at(caller, choices))


def _looked_at(caller: Caller, choices: list[Decision]) -> list[Decision]:
    """The choices, those about open items bound to what the owner would have seen of them."""
    with opened(caller) as one:
        actor = reviewer(one)
        assert not isinstance(actor, Refusal), "BUG: the owner decides"
        items = finding.queue(one)
        found = [naming.resolve(items, choice.item) for choice in choices]
        return [
            replace(choice, expect=looking.shown_hash(one, item, actor))
            if isinstance(item, Item) and not isinstance(choice, ON_NOTES)
            else choice
            for choice, item in zip(choices, found, strict=True)
        ]


def _leave(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise _failed(path, "written", error) from error


def _failed(path: Path, deed: str, error: OSError) -> StoreError:
    message = f"{path} cannot be {deed}: {error.strerror}"
    return StoreError(Refusal("io", message, path=str(path)))
