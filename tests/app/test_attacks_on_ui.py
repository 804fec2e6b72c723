"""The shared list of attacks on a user interface, as far as the command line shows their field."""

from __future__ import annotations

import codecs
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator_core.rules.visible import visible
from tests.app.hostile_home import (
    Raw,
    assert_clean,
    candidate,
    commit,
    quoted,
    raw,
    shouting_git,
    write_bytes,
)
from tests.homes import git, make_home, put
from tests.shared_data import shared_data

NOT_PRINTED = frozenset({"clipboard_copy", "window_title", "commit_author", "commit_subject"})
"""Fields that the command line has none of, or prints nowhere."""


def attacks() -> list[dict[str, Any]]:
    """The shared payloads; none where the data are missing, which the tests then say."""
    try:
        path = shared_data("hostile-notes/attacks_on_ui.json")
    except pytest.skip.Exception:
        return [{"id": "missing", "field": ""}]
    rows: list[dict[str, Any]] = json.loads(path.read_text("ascii"))
    return rows


@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: str(attack["id"]))
def test_attacks_on_the_interface(attack: dict[str, Any], tmp_path: Path) -> None:
    shared_data("hostile-notes/attacks_on_ui.json")
    payload = codecs.decode(attack["payload_escaped"], "unicode_escape")
    home = make_home(tmp_path / "home")
    results = list(_with_payload(home, tmp_path, attack, payload))
    for result in results:
        assert_clean(result, [attack["field"]])
        forbidden = bytes.fromhex(attack["must_not_reach_terminal"])
        assert not forbidden or forbidden not in result.out + result.err
    if attack["must_be_visible"] and attack["field"] not in NOT_PRINTED:
        assert any(_literal(attack, payload) in result.text for result in results)


def _literal(attack: dict[str, Any], payload: str) -> str:
    """What must be read somewhere: the payload's mark, or the payload with its tokens."""
    given = attack.get("visible_literal")
    return visible(payload) if given is None else codecs.decode(given, "unicode_escape")


def _with_payload(home: Path, folder: Path, attack: dict[str, Any], payload: str) -> Iterator[Raw]:
    """The outputs of commands that meet the payload in the field that the attack names."""
    match attack["field"]:
        case "file_name":
            name = f"memory/candidates/{payload}.md".replace("\0", "\x01")
            write_bytes(home, name.encode(), candidate(1, [], "").encode())
        case "branch" if _is_branch(payload):
            git(home, "symbolic-ref", "HEAD", f"refs/heads/{payload}")
            git(home, "update-ref", "HEAD", "refs/heads/main")
            yield from _visible_somewhere(home, payload)
        case "branch" | "git_stderr":
            put(home, "memory/candidates/a.md", candidate(1, [], ""))
            with shouting_git(folder / "bin", "commit-tree", f"fatal: {payload}\n"):
                yield raw(home, "decide", "hostile-001", "approve")
            return
        case "reason":
            put(home, "memory/candidates/a.md", candidate(1, [], ""))
            yield raw(home, "decide", "hostile-001", "reject", "--reason", payload)
            yield raw(home, "history")
        case "search_query":
            yield raw(home, "queue", "--filter", f"has:{payload}")
            yield raw(home, "notes", "--search", payload)
            yield raw(home, "show", payload)
        case "exception_message":
            yield raw(home, "decide", "--batch", f"/nowhere/{payload}".replace("\0", ""))
            yield raw(home, "init", f"/proc/{payload}".replace("\0", ""))
        case "commit_author" | "commit_subject":
            put(home, "memory/candidates/a.md", candidate(1, [], ""))
            clean = payload.replace("\0", "")
            commit(home, f"agent {clean}", f"subject {clean}", b"memory/candidates")
        case _:
            put(home, "memory/candidates/a.md", _holding(attack, payload))
    yield from _reading(home)


def _visible_somewhere(home: Path, payload: str) -> Iterator[Raw]:
    """Git's refusal to move a locked branch names it."""
    lock = home / ".git/refs/heads" / f"{payload}.lock"
    lock.touch()
    put(home, "memory/candidates/a.md", candidate(1, [], ""))
    yield raw(home, "decide", "hostile-001", "approve", "--confirm", "branch")
    lock.unlink()


def _is_branch(name: str) -> bool:
    if "\0" in name:
        return False
    words = ["git", "check-ref-format", f"refs/heads/{name}"]
    return subprocess.run(words, check=False).returncode == 0


FIELD_OF = {"proposer": "origin", "clipboard_copy": "title", "window_title": "title"}


def _holding(attack: dict[str, Any], payload: str) -> str:
    """A candidate with the payload in a field, as YAML text where the payload is that already."""
    if attack["field"] == "body":
        return candidate(1, [], payload)
    name = FIELD_OF.get(attack["field"], attack["field"])
    if "raw YAML" in attack.get("note", ""):
        return candidate(1, [(name, payload)], "")
    value = quoted(payload)
    return candidate(1, [(name, f"[{value}]" if name in ("tags", "sources") else value)], "")


def _reading(home: Path) -> Iterator[Raw]:
    for words in (["queue"], ["status"], ["check"], ["doctor"], ["notes"], ["history"]):
        yield raw(home, *words)
    listed = json.loads(raw(home, "queue", as_json=True).out)["items"]
    for item in listed:
        result = raw(home, "show", item["item"])
        assert result.code == 0
        yield result
