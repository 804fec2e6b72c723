"""Random hostile files and branches through the whole command line: no crash, no hang, nothing read
or written outside of the Home. The long runs are `soak`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.homes import Result, curator, make_home, note, put, reviewed
from tests.proposal_branches import Change, Odd, propose

TOKEN = "what-lies-outside-4711"
NASTY = (
    *("../outside.md", "%2e%2e%2foutside.md", "..\\outside.md", "/etc/passwd", "sources/../../x"),
    *(
        "\x1b]52;c;QQ==\x07",
        "\u202egpj.exe",
        "\udcff",
        "a\x00b",
        "x" * 300,
        "-x",
        "--upload-pack=x",
    ),
    *("[@click=app.quit]x[/]", "{{date}}", "!!python/object/apply:os.system [x]", "*a", "&a [*a]"),
    *("<<<<<<< a", "---", "...", "+++", "1e5", "0x1F", "2026-02-30", "9999-12-31", "/B", "A/", "~"),
    *("nas://home/../x@HEAD#L1-L9", "sources/a.txt@HEAD#L1-L2", "conversation:x", "m_old", "M_OLD"),
    *(
        "CON",
        "dot.",
        ".git/config",
        "git~1",
        "memory/notes/old.md",
        "\u2028",
        "=",
        "null",
        "[",
        "{",
    ),
)
FIELDS = (
    *("id", "kind", "title", "subject", "memory_key", "value", "scope", "status", "valid_from"),
    *("valid_to", "recorded_at", "expires_at", "supersedes", "relation", "exception_to", "origin"),
    *("taint", "modality", "privacy", "pin", "sources", "tags", "reviewed", "schema_version"),
)
words = st.sampled_from(NASTY) | st.text(max_size=12)
fields = st.dictionaries(st.sampled_from(FIELDS), words, max_size=5)
paths = st.lists(st.sampled_from((*NASTY, "a", "b.md", "memory", "notes")), min_size=1, max_size=3)
contents = st.binary(max_size=60) | st.tuples(fields, words).map(
    lambda made: text_of(*made).encode("utf-8", "surrogatepass")
)


def text_of(changed: dict[str, str], body: str) -> str:
    """A note with odd values, half of them quoted."""
    text = note("m_new", body)
    for name, value in changed.items():
        lines = [line for line in text.splitlines(True) if not line.startswith(f"{name}:")]
        odd = f"{name}: {value}\n" if len(value) % 2 else f'{name}: "{value}"\n'
        text = "".join([lines[0], odd, *lines[1:]])
    return text


@contextmanager
def fenced() -> Iterator[Path]:
    """A Home beside a file that is nobody's business, and the promise that nothing there moved."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "outside.md").write_text(TOKEN)
        (root / "sources").mkdir()
        home = make_home(root / "home", {"old.md": reviewed("m_old", "Old.", memory_key="k")})
        yield home
        beside = {path.name for path in root.iterdir()} - {"home"}
        assert beside == {"outside.md", "sources"}
        assert (root / "outside.md").read_text() == TOKEN
        assert list((root / "sources").iterdir()) == []


def sound(done: Result) -> Result:
    """An answer or a refusal in its own words; never a crash, never what lies outside."""
    assert 0 <= done.code <= 5, done.err
    assert TOKEN not in done.out + done.err
    if done.code > 1:
        assert done.error["code"] not in ("bug", ""), done.err
    return done


def walk(home: Path) -> None:
    """Everything a reviewer may do with what waits."""
    sound(curator(home, "check"))
    for item in sound(curator(home, "queue")).json["items"][:6]:
        sound(curator(home, "show", item["item"]))
        sound(curator(home, "decide", item["item"], "approve", "--confirm", "no-source"))
    for item in sound(curator(home, "queue")).json["items"][:3]:
        sound(curator(home, "decide", item["item"], "reject", "--reason", "odd"))
    sound(curator(home, "undo"))
    sound(curator(home, "current", "k"))


def fuzz_files(files: list[tuple[list[str], bytes]]) -> None:
    with fenced() as home:
        for parts, content in files:
            name = "_".join(part.replace("/", "_").replace("\0", "_") for part in parts)
            raw = os.fsencode(
                name.encode("utf-8", "surrogateescape")[:200].decode("utf-8", "ignore")
            )
            put(home, "memory/candidates/x.md", content)
            target = os.fsencode(home / "memory/candidates") + b"/" + raw.strip(b".") + b".md"
            (home / "memory/candidates/x.md").rename(os.fsdecode(target))
        walk(home)


def fuzz_branches(changes: list[tuple[list[str], bytes | Odd, str]]) -> None:
    made = []
    for parts, content, message in changes:
        path = "/".join(["memory/notes", *(p.replace("\0", "") or "x" for p in parts)])
        body = message.replace("\0", "").encode("utf-8", "ignore").decode() or "x"
        made.append(Change(files={"/".join(filter(None, path.split("/"))): content}, message=body))
    with fenced() as home:
        for change in made:
            with suppress(OSError, ValueError, AssertionError, CalledProcessError):
                propose(home, change)  # git itself writes no such tree: then there is no branch
        walk(home)


files = st.lists(st.tuples(paths, contents), min_size=1, max_size=3)
odd = st.sampled_from([Odd("120000", b"../../outside.md"), Odd("100755", b"#!/bin/sh\n")])
branches = st.lists(st.tuples(paths, contents | odd, words), min_size=1, max_size=3)
SHORT = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
LONG = settings(
    max_examples=600, deadline=None, suppress_health_check=list(HealthCheck), derandomize=False
)


@SHORT
@given(files)
def test_some_odd_files(made: list[tuple[list[str], bytes]]) -> None:
    fuzz_files(made)


@SHORT
@given(branches)
def test_some_odd_branches(made: list[tuple[list[str], bytes | Odd, str]]) -> None:
    fuzz_branches(made)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@LONG
@given(files)
def test_many_odd_files(made: list[tuple[list[str], bytes]]) -> None:
    fuzz_files(made)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@LONG
@given(branches)
def test_many_odd_branches(made: list[tuple[list[str], bytes | Odd, str]]) -> None:
    fuzz_branches(made)
