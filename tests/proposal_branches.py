"""Proposals as any tool would make them: commits written by plain git, nothing checked out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

NIGHTLY = "refs/heads/proposals/nightly"
PLAIN, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
NIGHT = 1_795_914_600
"""Seconds since 1970 of 2026-11-29T02:10:00+01:00."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A tree entry with a mode of its own; `content` of a submodule is a commit id."""

    mode: str
    content: bytes


Content = str | bytes | Odd | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One commit: files by path (None takes one away), message, date and author's mail.

    `seconds` None is a minute after the change before it. `trailers` go into a last paragraph.
    """

    files: Mapping[str, Content]
    message: str = "Propose"
    trailers: Mapping[str, str] = field(default_factory=dict)
    mail: str = "night@agents.example"
    seconds: int | None = None
    zone: str = "+0100"


def git_bytes(home: Path, *words: str, data: bytes = b"") -> bytes:
    """Run git as a person would."""
    return subprocess.run(
        ["git", "-C", str(home), *words], input=data, capture_output=True, check=True
    ).stdout


def tip(home: Path, ref: str) -> str | None:
    """The commit of a ref, None where there is none."""
    words = ["git", "-C", str(home), "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}"]
    done = subprocess.run(words, capture_output=True, check=False)
    return done.stdout.decode().strip() or None


def propose(
    home: Path, *changes: Change, ref: str = NIGHTLY, parent: str | None = "HEAD"
) -> tuple[str, ...]:
    """Commit changes on top of each other and point `ref` at the last; their ids, oldest first.

    The first goes on top of the ref where it exists, else of `parent`; None starts a new history.
    """
    start = tip(home, ref) or (tip(home, parent) if parent else None)
    return _committed(home, changes, ref, start)


def repropose(
    home: Path, *changes: Change, ref: str = NIGHTLY, parent: str | None = "HEAD"
) -> tuple[str, ...]:
    """Force-push: the ref's history begins anew at `parent`."""
    return _committed(home, changes, ref, tip(home, parent) if parent else None)


def delete(home: Path, ref: str = NIGHTLY) -> None:
    """Delete a branch, here or of a remote."""
    git_bytes(home, "update-ref", "-d", ref)


def point(home: Path, ref: str, target: str) -> None:
    """Point a ref at an object, as a fetch does."""
    git_bytes(home, "update-ref", ref, target)


def raw_object(home: Path, kind: str, data: bytes) -> str:
    """Store an object that git's own checks would refuse; its id."""
    words = ("hash-object", "-w", "-t", kind, "--literally", "--stdin")
    return git_bytes(home, *words, data=data).decode().strip()


def _committed(
    home: Path, changes: Sequence[Change], ref: str, start: str | None
) -> tuple[str, ...]:
    marks = home / ".git/test-marks"
    rows = [b"reset " + os.fsencode(ref) + b"\n"] if start is None else []
    for number, change in enumerate(changes, 1):
        rows += _commit(change, ref, number, start if number == 1 else f":{number - 1}")
    words = ("fast-import", "--quiet", "--force", f"--export-marks={marks}")
    git_bytes(home, *words, data=b"".join(rows))
    made = dict(line.split() for line in marks.read_text("ascii").splitlines())
    marks.unlink()
    return tuple(made[f":{number}"] for number in range(1, len(changes) + 1))


def _commit(change: Change, ref: str, number: int, parent: str | None) -> list[bytes]:
    seconds = NIGHT + 60 * number if change.seconds is None else change.seconds
    who = os.fsencode(f"Night Job <{change.mail}> {seconds} {change.zone}\n")
    last = "".join(f"{name}: {value}\n" for name, value in change.trailers.items())
    message = f"{change.message}\n\n{last}" if last else f"{change.message}\n"
    rows = [b"commit " + os.fsencode(ref) + b"\n", b"mark :%d\n" % number]
    rows += [b"author " + who, b"committer " + who, _data(os.fsencode(message))]
    rows += [f"from {parent}\n".encode()] if parent else []
    return [*rows, *(_file(path, content) for path, content in change.files.items())]


def _file(path: str, content: Content) -> bytes:
    quoted = b'"' + b"".join(b"\\%03o" % byte for byte in os.fsencode(path)) + b'"'
    match content:
        case None:
            return b"D " + quoted + b"\n"
        case Odd(mode, target) if mode == SUBMODULE:
            return b"M 160000 " + target + b" " + quoted + b"\n"
        case Odd(mode, data):
            return f"M {mode} inline ".encode() + quoted + b"\n" + _data(data)
        case str():
            return b"M 100644 inline " + quoted + b"\n" + _data(content.encode())
        case bytes():
            return b"M 100644 inline " + quoted + b"\n" + _data(content)


def _data(data: bytes) -> bytes:
    return b"data %d\n" % len(data) + data + b"\n"
