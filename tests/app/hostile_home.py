"""A Home in which everything that a stranger can name is hostile; calls as raw bytes."""

from __future__ import annotations

import io
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from curator_app.cli.run import run
from curator_core.rules.emoji_bases import EMOJI_BASES
from curator_core.rules.visible import is_hidden
from tests.homes import NOW, put

MARK = "TIDEMK"
"""Stands in every payload: a payload whose mark is not printed was dropped, not shown."""

PAYLOADS = (
    f"\x1b]52;c;{MARK}\x07",
    f"\x1b]0;{MARK} never ends",
    f"\x1b[2J\x1b[H{MARK}",
    f"\x1b[8m{MARK}",
    f"\x1bP+q{MARK}\x1b\\",
    f"\x9b31m{MARK}\x9d0;x\x9c",
    f"{MARK}\x08\x08\x7f\x0b\x0c",
    f"no\r{MARK}",
    f"{MARK}\u202egpj\u2066x",
    f"{MARK}\u2028next\u0085x",
    f"{MARK}\u200b\u200d\ufeff\u00ad",
    f"{MARK}\U000e0068\U000e0069\ue000",
    f"{MARK}\ufe01\u3164\u2800",
    f"<ESC>{MARK}[/b][@click=app.quit]x",
)
"""Each with another way to move, hide, reorder or pretend; none with a line feed or NUL."""

FIELDS = [
    "title",
    "description",
    "subject",
    "memory_key",
    "value",
    "scope",
    "kind",
    "status",
    "origin",
    "relation",
    "session",
    "job",
    "authority",
    "modality",
    "privacy",
    "confidence",
    "recorded_at",
    "valid_from",
    "expires_at",
    "supersedes",
    "id",
]

_LIST_FIELDS = ("sources", "tags", "taint", "applies_when", "signals")
_EMOJI = re.compile("[" + "".join(map(re.escape, sorted(EMOJI_BASES))) + "]\ufe0f")


def foreign(data: bytes) -> list[str]:
    """Every code point of an output that a terminal would act on, reorder or not draw.

    Line feeds are the output's own; an emoji selector right after its base is drawn as an emoji.
    """
    text = _EMOJI.sub("", data.decode("utf-8", "surrogateescape"))
    return sorted({f"U+{ord(c):04X}" for c in text if c != "\n" and is_hidden(c)})


@dataclass(frozen=True, slots=True)
class Raw:
    """What one call gave, as the bytes that a terminal would get."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Both streams together."""
        return (self.out + self.err).decode()


def raw(home: Path | None, *words: str, as_json: bool = False, stdin: bytes = b"") -> Raw:
    """Call the command line in this process on real byte streams, without a terminal."""
    given = ["-C", str(home)] if home is not None else []
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CURATOR_NOW", NOW.isoformat())
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        streams = [io.TextIOWrapper(stream, write_through=True) for stream in (out, err)]
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        code = run([*given, *words, *(["--json"] if as_json else [])])
        for stream in streams:
            stream.flush()
        return Raw(code, out.getvalue(), err.getvalue())


def quoted(text: str) -> str:
    """Text as a double-quoted YAML scalar in which everything odd is an escape."""
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if " " <= char <= "~" else f"\\U{ord(char):08x}"


def candidate(number: int, fields: Iterable[tuple[str, str]], body: str) -> str:
    """A candidate of schema 1 with some fields replaced by raw YAML text."""
    values = {
        "schema_version": "1",
        "id": f"hostile-{number:03}",
        "kind": "semantic",
        "title": f"Hostile {number}",
        "subject": "project/alpha",
        "scope": "global",
        "status": "candidate",
        "recorded_at": '"2026-11-20T08:00:00+00:00"',
        "origin": "agent",
        "sources": "[manual:tester@2026-11-20]",
    }
    values.update(fields)
    header = "".join(f"{key}: {value}\n" for key, value in values.items())
    return f"---\n{header}---\n{body}\n"


def own_candidates() -> Iterator[tuple[bytes, bytes]]:
    """File names and contents: every payload in every field, once escaped and once raw."""
    number = 0
    for field in (*FIELDS, *_LIST_FIELDS, "unknown_field"):
        for payload in PAYLOADS[number % 3 :: 3]:
            number += 1
            value = quoted(payload)
            value = f"[{value}]" if field in _LIST_FIELDS else value
            text = candidate(number, [(field, value)], f"Body with {payload}")
            yield f"memory/candidates/{number:03}.md".encode(), text.encode()
    for payload in PAYLOADS:
        number += 1
        unknown = [(quoted(payload), "x"), ("tags", f"[{payload}]")]
        yield f"memory/quarantine/{number}.md".encode(), candidate(number, unknown, "").encode()
        number += 1
        name = f"memory/candidates/{number} {payload}.md"
        yield name.encode(), candidate(number, [], "A name to fear.").encode()
    yield from _odd_bytes()


def _odd_bytes() -> Iterator[tuple[bytes, bytes]]:
    plain = candidate(900, [], "x").encode()
    folder = b"memory/candidates/"
    yield folder + b"not-utf8-\xff\xfe\x1b[31m.md", plain.replace(b"900", b"901")
    yield folder + b"two\nlines\ttab.md", plain.replace(b"900", b"902")
    yield folder + b"-rf.md", plain.replace(b"900", b"903")
    yield folder + b"latin.md", plain.replace(b"900", b"904") + "größe \x9b".encode("latin-1")
    yield folder + b"utf16.md", plain.decode().encode("utf-16")
    yield folder + b"nul.md", plain + b"\0" + MARK.encode()
    yield folder + b"surrogate.md", plain + b"\xed\xa0\x80\xed\xb0\x80"
    yield folder + b"unclosed.md", b"---\nid: x\x1b]0;x\x07\n"
    yield folder + b"empty.md", b""
    yield folder + b"bare.md", "# \x1b[31mred \u202e title\n\x1b[2J".encode()
    yield folder + b"twice.md", b"---\nid: a\nid: \x1b[31mb\n---\nx\n"
    yield folder + b"crlf.md", plain.replace(b"900", b"905").replace(b"\n", b"\r\n")
    yield folder + b"cr.md", plain.replace(b"\n", b"\r")
    yield folder + b"one-line.md", plain.replace(b"900", b"906") + b"\x1b[8m" * 60_000


def write_bytes(home: Path, path: bytes, data: bytes) -> None:
    """A file whose name need not be text; every missing folder is made."""
    target = home / os.fsdecode(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def hostile_event(number: int, payload: str) -> dict[str, object]:
    """A ledger line that any agent with git can commit."""
    return {
        "event_id": f"e_{payload}{number}",
        "decision": f"d_{payload}{number}",
        "at": f"2026-11-2{number % 9}T08:00:00Z{payload if number % 5 == 4 else ''}",
        "actor": f"human:{payload}",
        "entrance": payload,
        "action": "reject",
        "op": payload,
        "item": f"i_{payload}{number}",
        "about": [payload],
        "subject": payload,
        "memory_key": payload,
        "proposal": {"proposer": payload},
        "notes": [],
        "reason_code": payload,
        "reason": payload,
        "until": payload,
    }


def commit(home: Path, author: str, subject: str, *paths: bytes) -> None:
    """An agent's plain commit of some paths under a hostile name."""
    environment = {**os.environ, "GIT_AUTHOR_NAME": author, "GIT_COMMITTER_NAME": author}
    for words in ([b"add", b"--", *paths], [b"commit", b"-q", b"-m", subject.encode()]):
        subprocess.run([b"git", *words], cwd=home, check=True, capture_output=True, env=environment)


@contextmanager
def shouting_git(folder: Path, command: str, words: str) -> Iterator[None]:
    """A `git` on the path that fails in one of its commands, saying something hostile."""
    real = subprocess.run(["which", "git"], capture_output=True, check=True, text=True).stdout
    folder.mkdir(exist_ok=True)
    said = put(folder, "said", words.encode("utf-8", "surrogateescape"))
    script = put(
        folder,
        "git",
        f'#!/bin/sh\nfor word in "$@"; do\n  if [ "$word" = "{command}" ]; then\n'
        f'    cat "{said}" >&2; exit 128\n  fi\ndone\nexec {real.strip()} "$@"\n',
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        yield


def assert_clean(result: Raw, words: Sequence[str]) -> None:
    """Nothing foreign in either stream."""
    found = foreign(result.out) + foreign(result.err)
    assert not found, f"{words!r}: {found}"
