"""The sample Home as values: a fictional life, its commits, its dates moved to the clock's day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
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


@dataclass(frozen=True, slots=True)
class Person:
    """Who commits."""

    name: str
    mail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleCommit:
    """One commit of the sample's past: the files it adds or changes, by Home-relative path."""

    at: datetime
    message: str
    author: Person
    files: Files


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The sample moved to one day. `untracked` files are written, never committed.

    Files still hold `@{sources}` and `@{parent}` where a commit's id belongs.
    """

    branch: str
    owner: Person
    commits: tuple[SampleCommit, ...]
    untracked: Files


def read(folder: Path, now: datetime) -> Sample:
    """The sample of a folder, its dates moved so that the reference day is the day of `now`.

    Raises StoreError when the folder cannot be read, OverflowError when a date leaves the calendar.
    """
    try:
        table = tomllib.loads((folder / "sample.toml").read_text(encoding="utf-8"))
        main = _files(folder / "main")
        earlier = [_files(folder / "earlier" / f"{n:02}") for n in _numbers(table)]
    except OSError as error:
        raise _unreadable(folder, error) from error
    days = _days(table, now)
    untracked = _matching(main, table["untracked"])
    left = {path: data for path, data in main.items() if path not in untracked}
    commits = []
    for entry, before in zip(table["commits"], earlier, strict=True):
        files = _matching(left, entry["paths"])
        left = {path: data for path, data in left.items() if path not in files}
        commits.append(_commit(table | entry, {**files, **before}, days))
    return Sample(
        branch=table["branch"],
        owner=Person(table["name"], table["mail"]),
        commits=tuple(commits),
        untracked=_shifted(untracked, days),
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


def _commit(entry: Mapping[str, Any], files: Files, days: int) -> SampleCommit:
    return SampleCommit(
        at=entry["at"] + timedelta(days=days),
        message=entry["message"],
        author=Person(entry["name"], entry["mail"]),
        files=_shifted(files, days),
    )


def _shifted(files: Files, days: int) -> dict[str, bytes]:
    return {shift(path.encode(), days).decode(): shift(data, days) for path, data in files.items()}


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
