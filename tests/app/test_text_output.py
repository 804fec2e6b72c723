"""No byte of a stranger reaches the terminal through any command (FAULTS §2, §6 D and E)."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curator_app.cli import documents, parser, texts
from curator_core.rules.visible import json_safe
from curator_core.service import looking, queueing
from curator_core.service.opening import opened
from tests.app.hostile_home import (
    MARK,
    PAYLOADS,
    Raw,
    assert_clean,
    candidate,
    commit,
    foreign,
    hostile_event,
    own_candidates,
    quoted,
    raw,
    shouting_git,
    write_bytes,
)
from tests.homes import CONFIG, caller, git, make_home, put
from tests.shared_data import hostile_notes, shared_data

BRANCH = f"night\u202e{MARK}\u2028x"
"""A branch name that git accepts."""

CONFIRMED = ["branch", "no-source", "secret", "modality", "attribution", *PAYLOADS[:1]]
GIT_COMMANDS = ("rev-parse", "unpack-objects", "mktree", "commit-tree", "update-ref", "var")


def _ledger(home: Path) -> None:
    rows = [json.dumps(hostile_event(n, payload)) for n, payload in enumerate(PAYLOADS)]
    rows += ["\x1b]0;no json\x07", json.dumps({"notes": PAYLOADS})]
    put(home, "ledger/2026-11/20261101T000000Z-d_agent.jsonl", "\n".join(rows))
    commit(home, f"agent\x1b[31m\u202e{MARK}", f"\x1b]0;{MARK}\x07 subject", b"ledger")


def _config(home: Path) -> None:
    """Changed outside Curator: the old text holds, the new one is an item with problems."""
    curator_toml = home / "curator.toml"
    shown = raw(home, "status")
    assert shown.code == 0
    odd = "\n".join(f"{quoted(p)} = {quoted(p)}" for p in PAYLOADS)
    curator_toml.write_text(curator_toml.read_text() + f"[home2]\n{odd}\n")


def _own_home(root: Path) -> Path:
    home = make_home(root / "\x1b[31m\u202ehome\udcff", config=CONFIG)
    for name, data in own_candidates():
        write_bytes(home, name, data)
    _ledger(home)
    _config(home)
    git(home, "symbolic-ref", "HEAD", f"refs/heads/{BRANCH}")
    git(home, "update-ref", "HEAD", "refs/heads/main")
    return home


def _shared_home(root: Path) -> Path:
    home = make_home(root / "home", config=CONFIG)
    for case in hostile_notes():
        data = case["text"].encode("utf-8", "surrogatepass")
        write_bytes(home, case["file_name"].encode(), data)
    folder = shared_data("hostile-notes/raw")
    listed = json.loads(shared_data("hostile-notes/raw.json").read_text("ascii"))
    for file in sorted(folder.iterdir()):
        put(home, f"memory/candidates/raw/{file.name}", file.read_bytes())
    for row in listed["names"]:
        data = (folder / row["content_file"]).read_bytes()
        for key in ("name_bytes_hex", "twin_bytes_hex"):
            if key in row:
                write_bytes(home, b"memory/candidates/names/" + bytes.fromhex(row[key]), data)
    return home


HOMES = {"own": _own_home, "shared": _shared_home}


@pytest.fixture(scope="module", params=["own", pytest.param("shared", marks=pytest.mark.slow)])
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return HOMES[request.param](tmp_path_factory.mktemp(request.param))


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command of the parser's own table."""
    for action in parser.build()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("the parser has no commands")


def calls(name: str, grammar: argparse.ArgumentParser, payload: str) -> Iterator[list[str]]:
    """Calls of one command: bare, with hostile words, and once with each of its options."""
    places = [a for a in grammar._actions if not a.option_strings]
    options = [a for a in grammar._actions if a.option_strings and a.dest not in ("home", "json")]
    words = [name, *(_word(place, payload) for place in places)]
    yield [name]
    yield words
    for option in options:
        value = [] if option.nargs == 0 else [_word(option, payload)]
        yield [*words, option.option_strings[-1], *value]


def _word(action: argparse.Action, payload: str) -> str:
    if action.choices is not None:
        return str(next(iter(action.choices)))
    return "0" if action.type is int else payload


def items(home: Path) -> list[dict[str, Any]]:
    """All open items, as the queue lists them."""
    result = raw(home, "queue", as_json=True)
    assert result.code == 0, result.err
    assert result.out.isascii()
    listed: list[dict[str, Any]] = json.loads(result.out)["items"]
    return listed


@pytest.mark.parametrize("name", commands())
def test_every_command_prints_nothing_foreign(
    home: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    grammar = commands()[name]
    for number, words in enumerate(calls(name, grammar, PAYLOADS[0])):
        assert_clean(raw(home, *words), words)
        document = raw(home, *words, as_json=True)
        assert_clean(document, words)
        assert document.out.isascii(), words
        if number == 1:
            for payload in PAYLOADS[1:]:
                assert_clean(raw(home, *next(calls(name, grammar, payload))), words)


def test_the_desk_and_wrong_words_print_nothing_foreign(home: Path) -> None:
    for payload in PAYLOADS:
        for words in ([], [payload], ["queue", payload], ["queue", "--lane", payload]):
            result = raw(home, *words)
            assert result.code == 2, words
            assert_clean(result, words)
        result = raw(home / payload, "queue")
        assert result.code == 5
        assert MARK in result.text
        assert_clean(result, [payload])


@pytest.mark.slow
def test_every_item_is_shown_whole_and_clean(home: Path) -> None:
    """As `show` prints it, all from one opening; some by the command itself, in both forms."""
    with opened(caller(home)) as one:
        rows = queueing.view(one).items
        for item in rows:
            view = looking.item_view(one, item, "human:tester")
            text = "\n".join(texts.item(view)).encode()
            assert_clean(Raw(0, text, b""), item.paths)
            assert json.dumps(json_safe(documents.item_view(view, view.age_days))).isascii()
    for item in rows[::12]:
        for as_json in (False, True):
            result = raw(home, "show", item.item, as_json=as_json)
            assert result.code == 0, (item.paths, result.err)
            assert_clean(result, item.paths)
    print(f"{len(rows)} items shown")
    assert len(rows) > 100


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_item_is_shown_by_the_command(home: Path) -> None:
    for item in items(home):
        for as_json in (False, True):
            result = raw(home, "show", item["item"], as_json=as_json)
            assert result.code == 0, (item["paths"], result.err)
            assert_clean(result, item["paths"])


def test_every_candidate_file_is_a_row(home: Path) -> None:
    """Unreadable ones too: none is skipped (FAULTS §6 D 55)."""
    listed = {path for item in items(home) for path in item["paths"]}
    notes = json.loads(raw(home, "notes", as_json=True).out)["notes"]
    listed |= {note["path"] for note in notes}
    count = 0
    for folder, _, names in os.walk(os.fsencode(home / "memory")):
        below = folder[len(os.fsencode(home)) + 1 :]
        for name in (n for n in names if n.endswith(b".md")):
            count += 1
            path = (below + b"/" + name).decode("utf-8", "backslashreplace")
            assert path in listed
    assert count > 100


def test_decisions_on_hostile_items_print_nothing_foreign(home: Path, tmp_path: Path) -> None:
    open_items = items(home)[::9]
    lines = []
    for number, item in enumerate(open_items):
        payload = PAYLOADS[number % len(PAYLOADS)]
        action = ("reject", "defer", "approve")[number % 3]
        line = {"item": item["item"], "action": action, "reason": payload, "confirm": CONFIRMED}
        lines.append(json.dumps(line))
    lines += [json.dumps({"item": payload, "action": "approve"}) for payload in PAYLOADS]
    batch = put(tmp_path, "batch", "\n".join(lines))
    for words in (
        ["decide", "--batch", str(batch), "--dry-run"],
        ["decide", "--batch", str(batch)],
        ["decide", "--batch", str(batch), "--partial"],
        ["history"],
        ["undo", "--dry-run"],
        ["undo"],
    ):
        assert_clean(raw(home, *words), words)
    history = raw(home, "history").text
    assert history.count(MARK) > 10


def test_staged_decisions_print_nothing_foreign(home: Path) -> None:
    for number, item in enumerate(items(home)[::15]):
        action = ("reject", "defer")[number % 2]
        words = ["decide", item["item"], action, "--stage", "--confirm", "branch"]
        assert_clean(raw(home, *words, "--reason", PAYLOADS[number % len(PAYLOADS)]), words)
    for words in (["staged"], ["queue"], ["apply", "--dry-run"], ["apply", "--partial"]):
        assert_clean(raw(home, *words), words)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_a_reviewer_is_a_stranger_too(tmp_path: Path, payload: str) -> None:
    home = make_home(tmp_path / "home")
    put(home, "memory/candidates/a.md", candidate(1, [], "x"))
    for words in (
        ["decide", "hostile-001", "approve", "--reviewer", payload + "\udcff"],
        ["decide", "hostile-001", "approve", "--reviewer", payload],
        ["undo", "--reviewer", payload],
        ["decide", "hostile-001", "reject", "--reviewer", payload + "\udcff"],
        ["history"],
        ["undo", "--reviewer", payload],
        ["check"],
        ["audit"],
    ):
        assert_clean(raw(home, *words), words)


def test_gits_identity_is_a_stranger_too(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    put(home, "memory/candidates/a.md", candidate(1, [], "x"))
    for payload in PAYLOADS:
        clean = payload.replace("\r", " ")
        git(home, "config", "user.email", f"{clean}@curator.example")
        git(home, "config", "user.name", clean)
        for words in (["decide", "hostile-001", "defer"], ["doctor"], ["history"], ["undo"]):
            assert_clean(raw(home, *words), words)


@pytest.mark.slow
@pytest.mark.parametrize("command", GIT_COMMANDS)
def test_gits_own_words_are_shown_escaped(tmp_path: Path, command: str) -> None:
    home = make_home(tmp_path / "home")
    put(home, "memory/candidates/a.md", candidate(1, [], "x"))
    said = 0
    for payload in PAYLOADS:
        with shouting_git(tmp_path / "bin", command, f"fatal: {payload}\n{payload}\n"):
            for words in (["queue"], ["doctor"], ["decide", "hostile-001", "approve"]):
                result = raw(home, *words)
                assert_clean(result, words)
                said += MARK in result.text
    assert said or command == "var"


def test_a_pipe_with_another_encoding_gets_the_same(home: Path) -> None:
    """FAULTS §6 G 83: LANG=C."""
    environment = {**os.environ, "LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    environment |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-m", "curator_app", "-C", os.fsencode(home), "queue"],
        capture_output=True,
        env=environment,
        cwd="/",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert foreign(done.stdout) == []
    assert len(done.stdout.splitlines()) > 100
