"""Small real Homes for tests, and the command line called in this process."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from curator_app.cli.run import run
from curator_core.service.caller import Caller
from tests.quick_git import QuickRepository

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
AUTHOR = "Test Person <person@curator.example>"
CONFIG = '[home]\nname = "test"\n[review]\nheadless = "all"\n'


def note(note_id: str, body: str | None = None, /, **fields: object) -> str:
    """A schema 1 note as an agent would write it; None leaves a field out, and gives a body that no
    other note has."""
    text = f"A fact about {note_id}." if body is None else body
    values: dict[str, object] = {
        "schema_version": 1,
        "id": note_id,
        "kind": "semantic",
        "title": f"Title of {note_id}",
        "subject": "project/alpha",
        "scope": "global",
        "status": "candidate",
        "recorded_at": "2026-11-20T08:00:00+00:00",
        "origin": "agent",
        "sources": ["manual:tester@2026-11-20"],
    }
    values.update(fields)
    lines = [f"{key}: {_value(value)}\n" for key, value in values.items() if value is not None]
    return "---\n" + "".join(lines) + f"---\n{text}\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"
    return str(value)


def reviewed(note_id: str, body: str | None = None, /, **fields: object) -> str:
    """An active note as the adoption baseline would vouch for it."""
    return note(note_id, body, status="active", **fields)


def make_home(
    root: Path,
    notes: Mapping[str, str] | None = None,
    candidates: Mapping[str, str] | None = None,
    config: str = CONFIG,
) -> Path:
    """A Home with adopted notes and untracked candidates; keys are paths below the folders."""
    repo = QuickRepository(root)
    files = {f"memory/notes/{path}": text.encode() for path, text in (notes or {}).items()}
    files[".gitattributes"] = b"memory/** -text\n"
    base = repo.commit_files(files, "Notes", at="2026-11-01T00:00:00Z", author=AUTHOR)
    text = config + f'[adopt]\nbaseline = "{base}"\n'
    repo.commit_files(
        {"curator.toml": text.encode()}, "Home", at="2026-11-02T00:00:00Z", author=AUTHOR
    )
    for path, text in (candidates or {}).items():
        put(root, f"memory/candidates/{path}", text)
    return root


def put(root: Path, path: str, content: str | bytes) -> Path:
    """Write a file as an agent or an editor would."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)
    return target


def caller(home: Path, at: datetime = NOW, **more: Any) -> Caller:
    """Circumstances of a call at a fixed instant."""
    return Caller(home=home, now=at, **more)


@dataclass(frozen=True, slots=True)
class Result:
    """What one call of the command line gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error on the last line of stderr."""
        return json.loads(self.err.splitlines()[-1])["error"]


def curator(home: Path | None, *words: str, now: datetime = NOW, as_json: bool = True) -> Result:
    """Call the command line in this process, without a terminal."""
    given = ["-C", str(home)] if home is not None else []
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("CURATOR_NOW", now.isoformat())
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        code = run([*given, *words, *(["--json"] if as_json else [])])
    return Result(code, out.getvalue(), err.getvalue())


def git(home: Path, *words: str) -> str:
    """Run git as a person would."""
    done = subprocess.run(
        ["git", *words], cwd=home, capture_output=True, check=True, env=dict(os.environ)
    )
    return done.stdout.decode("utf-8", "surrogateescape")


def tree_bytes(home: Path, *folders: str) -> dict[str, bytes]:
    """Every file below these folders, by path."""
    found = {}
    for folder in folders or ("memory", "sources", "golden"):
        for file in sorted((home / folder).rglob("*")):
            if file.is_file():
                found[file.relative_to(home).as_posix()] = file.read_bytes()
    return found


def fingerprint(home: Path, *folders: str) -> str:
    """One hash over all bytes below these folders."""
    digest = hashlib.sha256()
    for path, data in tree_bytes(home, *folders).items():
        digest.update(path.encode("utf-8", "surrogateescape") + b"\0" + data + b"\0")
    return digest.hexdigest()
