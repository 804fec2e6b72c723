"""The sample Home as values: a fictional life, its commits, its dates moved to the clock's day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from curator_core.model.problem import Refusal, StoreError

DAY_BEGINS = timedelta(hours=6)
"""The sample's day begins at 06:00 in its zone, so that last night's writes are never ahead of the
clock."""

_DATE = re.compile(rb"(?<![0-9])(20[0-9]{2})-([0-9]{2})-([0-9]{2})(?![0-9])")

Files = Mapping[str, bytes]
Changes = Mapping[str, bytes | None]
"""Files by Home-relative path; None takes one away."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who commits."""

    name: str
    mail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleCommit:
    """One commit of the sample: what it adds, changes or takes away."""

    at: datetime
    message: str
    author: Person
    files: Changes


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleDecisions:
    """What the owner decided at one instant, after the commit of this number (1-based).

    `batch` holds decisions with the keys of CONTRACT 29; an empty one takes back the decision
    before it.
    """

    after: int
    at: datetime
    batch: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleBranch:
    """A branch that nobody checked out: its short name, the numbers of the commit that it leaves
    the past at and of the one after which it is there, and its own commits."""

    name: str
    base: int
    after: int
    commits: tuple[SampleCommit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The sample moved to one day. `untracked` and `edited` files are written last and never
    committed; of the latter, HEAD holds another form.

    Files still hold `@{sources}` and `@{parent}` where a commit's id belongs.
    """

    branch: str
    owner: Person
    commits: tuple[SampleCommit, ...]
    untracked: Files
    edited: Files
    decisions: tuple[SampleDecisions, ...]
    branches: tuple[SampleBranch, ...]

    @property
    def uncommitted(self) -> dict[str, bytes]:
        """What lies in the worktree and in no commit."""
        return {**self.untracked, **self.edited}


def read(folder: Path, now: datetime) -> Sample:
    """The sample of a folder, its dates moved so that the reference day is the day of `now`.

    Raises StoreError when the folder cannot be read, OverflowError when a date leaves the calendar.
    """
    try:
        table = tomllib.loads((folder / "sample.toml").read_text(encoding="utf-8"))
        main = _files(folder / "main")
        earlier = [_files(folder / "earlier" / f"{n:02}") for n in _numbers(table)]
        decisions = (folder / "decisions.toml").read_bytes()
        proposals = _files(folder / "proposals")
    except OSError as error:
        raise _unreadable(folder, error) from error
    days = _days(table, now)
    untracked = _matching(main, table["untracked"])
    edited = _matching(main, table["edited"])
    left = {p: data for p, data in main.items() if p not in untracked and p not in edited}
    commits = []
    for entry, before in zip(table["commits"], earlier, strict=True):
        files = _matching(left, entry["paths"])
        left = {path: data for path, data in left.items() if path not in files}
        gone = dict.fromkeys(entry.get("deletes", ()))
        commits.append(_commit(table | entry, {**files, **before, **gone}, days))
    return Sample(
        branch=table["branch"],
        owner=Person(table["name"], table["mail"]),
        commits=tuple(commits),
        untracked=_shifted(untracked, days),
        edited=_shifted(edited, days),
        decisions=tuple(_decisions(_table(shift(decisions, days)))),
        branches=tuple(_branches(_shifted(proposals, days))),
    )


def shift(data: bytes, days: int) -> bytes:
    """Every ISO date moved by whole days, the time behind it kept; impossible dates stay."""
    return _DATE.sub(_mover(days), data)


def _numbers(table: Mapping[str, Any]) -> Iterable[int]:
    return range(1, len(table["commits"]) + 1)


def _days(table: Mapping[str, Any], now: datetime) -> int:
    local = now.astimezone(ZoneInfo(table["timezone"])) - DAY_BEGINS
    reference: date = table["reference"]
    return (local.date() - reference).days


def _files(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _matching(files: Files, patterns: Iterable[str]) -> dict[str, bytes]:
    wanted = tuple(patterns)
    return {
        path: data
        for path, data in files.items()
        if any(fnmatchcase(path, pattern) for pattern in wanted)
    }


def _commit(entry: Mapping[str, Any], files: Changes, days: int) -> SampleCommit:
    gone = [_moved(path, days) for path, data in files.items() if data is None]
    kept = {path: data for path, data in files.items() if data is not None}
    return SampleCommit(
        at=entry["at"] + timedelta(days=days),
        message=entry["message"],
        author=Person(entry["name"], entry["mail"]),
        files={**_shifted(kept, days), **dict.fromkeys(gone)},
    )


def _decisions(table: Mapping[str, Any]) -> Iterator[SampleDecisions]:
    for entry in table["decisions"]:
        yield SampleDecisions(
            after=entry["after"], at=entry["at"], batch=tuple(entry.get("batch", ()))
        )


def _branches(files: Files) -> Iterator[SampleBranch]:
    """The branches below proposals/; their dates are moved already."""
    for name in sorted({path.partition("/")[0] for path in files}):
        own = _below(files, name)
        table = _table(own["branch.toml"])
        numbers = sorted({path.partition("/")[0] for path in own} - {"branch.toml"})
        made = (_proposal(table, _below(own, number)) for number in numbers)
        yield SampleBranch(
            name=f"proposals/{name}",
            base=table["base"],
            after=table["after"],
            commits=tuple(made),
        )


def _proposal(branch: Mapping[str, Any], files: Files) -> SampleCommit:
    """One commit of a branch: commit.toml says who, when and why, the other files are its own."""
    entry = {**branch, **_table(files["commit.toml"])}
    last = "".join(f"Curator-{name}: {value}\n" for name, value in entry["trailers"].items())
    changes = {path: data for path, data in files.items() if path != "commit.toml"}
    return SampleCommit(
        at=entry["at"],
        message=f"{entry['message'].rstrip()}\n\n{last}" if last else entry["message"],
        author=Person(entry["name"], entry["mail"]),
        files={**changes, **dict.fromkeys(entry.get("deletes", ()))},
    )


def _below(files: Files, folder: str) -> dict[str, bytes]:
    start = f"{folder}/"
    return {p.removeprefix(start): data for p, data in files.items() if p.startswith(start)}


def _table(data: bytes) -> dict[str, Any]:
    return tomllib.loads(data.decode("utf-8"))


def _shifted(files: Files, days: int) -> dict[str, bytes]:
    return {_moved(path, days): shift(data, days) for path, data in files.items()}


def _moved(text: str, days: int) -> str:
    return shift(text.encode(), days).decode()


def _mover(days: int) -> Callable[[re.Match[bytes]], bytes]:
    def moved(match: re.Match[bytes]) -> bytes:
        try:
            found = date(*(int(part) for part in match.groups()))
        except ValueError:
            return match.group()
        return (found + timedelta(days=days)).isoformat().encode()

    return moved


def _unreadable(folder: Path, error: OSError) -> StoreError:
    return StoreError(
        Refusal(
            "io",
            f"the sample Home cannot be read: {error.strerror}",
            "install Curator again, or run it from a whole checkout",
            str(error.filename or folder),
        )
    )
