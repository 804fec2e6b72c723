"""How a call names its Home, and on which stream it answers (CONTRACT 1, 35)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.homes import Result, curator, git, make_home, note, reviewed

ERROR_KEYS = ["code", "message", "hint", "path", "line", "column", "field", "ids"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note")},
        {"a.md": note("note-a"), "b.md": note("note-b"), "c.md": note("note-c")},
    )


def ids(result: Result) -> set[str]:
    """The note ids of the items of a queue."""
    return {name for item in result.json["items"] for name in item["notes"]}


@pytest.mark.parametrize(
    "words",
    [
        ["-C", "HOME", "--json", "queue"],
        ["--json", "-C", "HOME", "queue"],
        ["queue", "-C", "HOME", "--json"],
        ["queue", "--json", "-C", "HOME"],
        ["-C", "HOME", "queue", "--json"],
        ["--json", "queue", "-C", "HOME", "--lane", "candidate"],
    ],
)
def test_home_and_json_stand_before_or_after_the_command(home: Path, words: list[str]) -> None:
    given = [str(home) if word == "HOME" else word for word in words]
    assert ids(curator(None, *given, as_json=False)) == {"note-a", "note-b", "note-c"}


def test_the_home_is_named_set_or_found(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_home(tmp_path / "other", {}, {"z.md": note("note-z")})
    monkeypatch.chdir(home / "memory/candidates")
    assert ids(curator(None, "queue")) == {"note-a", "note-b", "note-c"}
    monkeypatch.setenv("CURATOR_HOME", str(other))
    assert ids(curator(None, "queue")) == {"note-z"}
    assert ids(curator(home, "queue")) == {"note-a", "note-b", "note-c"}
    monkeypatch.delenv("CURATOR_HOME")
    monkeypatch.chdir(tmp_path)
    lost = curator(None, "queue")
    assert (lost.code, lost.error["code"]) == (5, "not-a-home")


def test_the_callers_git_variables_are_dropped(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CONTRACT 1: all but author and committer."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody Named")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "somebody@curator.example")
    receipt = curator(home, "decide", "note-a", "approve").json
    assert "GIT_DIR" not in os.environ
    author = git(home, "log", "-1", "--format=%an <%ae>", receipt["commit"])
    assert author == "Somebody Named <somebody@curator.example>\n"


@pytest.mark.parametrize("code", [0, 1])
def test_success_is_one_document_on_stdout(home: Path, code: int) -> None:
    words = ["status", *(["--max-waiting", "0"] if code else [])]
    result = curator(home, *words)
    assert (result.code, result.err) == (code, "")
    assert len(result.out.splitlines()) == 1
    assert isinstance(result.json, dict)


@pytest.mark.parametrize("words", [["show", "nobody"], ["nonsense"], ["decide"], ["queue", "--x"]])
def test_an_error_is_one_document_on_stderr(home: Path, words: list[str]) -> None:
    result = curator(home, *words)
    assert (result.code, result.out) == (2, "")
    assert list(result.error) == ERROR_KEYS
    assert isinstance(result.error["ids"], list)
    told = curator(home, *words, as_json=False)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("curator: ")
    assert f"[{result.error['code']}]" in told.err
