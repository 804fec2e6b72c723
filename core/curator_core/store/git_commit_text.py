"""A raw commit object as values: parents, author, date, message and Curator's trailers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

MESSAGE_LIMIT = 64 * 1024
"""Characters of a message that are kept; trailers are read from all of it."""

_LATIN_1 = frozenset({"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1"})
"""Names of the one encoding besides UTF-8 that is honoured, in lower case."""

_TRAILER = re.compile(r"curator-([a-z0-9-]+)[ \t]*:(.*)", re.IGNORECASE | re.DOTALL)
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_FOLD = re.compile(r"\r?\n[ \t]+")
_DATE = re.compile(rb" *([+-]?[0-9]+)(?: +([+-])([0-9]{1,6}))?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST = -62_135_510_400
_LAST = 253_402_128_000
"""Seconds since 1970: a day inside both ends of the calendar, so that every zone has a date."""

_FAREST = 24 * 60 - 1
"""Minutes from UTC that an offset may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitText:
    """What a commit says. `author` is a mail address, "" without one; see `Proposal`."""

    parents: tuple[str, ...]
    author: str
    at: str
    message: str
    trailers: tuple[tuple[str, str], ...]


def parse(commit: bytes) -> CommitText:
    """Read a commit's bytes; what is missing or nonsense becomes empty, clamped or 1970."""
    head, _, body = commit.partition(b"\n\n")
    rows = [line.partition(b" ") for line in head.split(b"\n")]
    latin = _first(rows, b"encoding").strip().decode("ascii", "replace").lower() in _LATIN_1
    message = _text(body, latin)
    return CommitText(
        parents=tuple(
            value.decode("ascii", "replace") for key, _, value in rows if key == b"parent"
        ),
        author=_text(_mail(_first(rows, b"author")), latin),
        at=_instant(_first(rows, b"committer")),
        message=message[:MESSAGE_LIMIT],
        trailers=_trailers(message),
    )


def _first(rows: list[tuple[bytes, bytes, bytes]], name: bytes) -> bytes:
    return next((value for key, _, value in rows if key == name), b"")


def _text(data: bytes, latin: bool) -> str:
    return data.decode("latin-1") if latin else data.decode("utf-8", "surrogateescape")


def _mail(signature: bytes) -> bytes:
    """Between the first `<` and the next `>`, as git reads it."""
    return signature.partition(b"<")[2].partition(b">")[0].strip()


def _instant(signature: bytes) -> str:
    """The date behind the last `>`, as ISO in the offset it was written with."""
    match = _DATE.match(signature.rpartition(b">")[2])
    if match is None:
        return _EPOCH.isoformat()
    digits = match[1][:20]  # more only move the date further outside the calendar
    seconds = min(max(int(digits), _FIRST), _LAST)
    offset = timezone(timedelta(minutes=_minutes(match[2], match[3])))
    return (_EPOCH + timedelta(seconds=seconds)).astimezone(offset).isoformat()


def _minutes(sign: bytes | None, digits: bytes | None) -> int:
    number = int(digits or b"0")
    minutes = min(number // 100 * 60 + number % 100, _FAREST)
    return -minutes if sign == b"-" else minutes


def _trailers(message: str) -> tuple[tuple[str, str], ...]:
    """`Curator-…` lines of the last paragraph, folded lines joined; the last value wins."""
    last = _PARAGRAPHS.split(message.rstrip())[-1]
    lines = (_TRAILER.fullmatch(line) for line in _FOLD.sub(" ", last).split("\n"))
    found = {match[1].casefold(): match[2].strip() for match in lines if match is not None}
    return tuple(found.items())
