"""README's "Connect your agent", run word for word: its files and shell lines in a real Home."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.app.tui.terminal import PREVIEW, ROOT, opened
from tests.homes import NOW, curator, git, make_home, note, put, reviewed, tree_bytes

README = (ROOT / "README.md").read_text(encoding="utf-8")
TODAY = "2026-11-29"
BRANCH = f"proposals/agent-{TODAY}"
NAME = "memory/candidates/staging-port.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language in the section, in order."""
    section = README.split("## Connect your agent\n")[1].split("\n## What a Home looks like")[0]
    return re.findall(rf"```{language}\n(.*?)```\n", section, re.DOTALL)


SNIPPET, FILE = blocks("markdown")
SCRIPT, CALL = blocks("sh")
(CRON,) = blocks("cron")


@pytest.fixture
def tools(tmp_path: Path) -> dict[str, str]:
    """An environment with `curator` on the path, the clock on one day, HOME with `memory` in it."""
    folder = tmp_path / "bin"
    put(folder, "curator", f'#!/bin/sh\nexec "{sys.executable}" -m curator_app "$@"\n').chmod(0o755)
    put(folder, "date", f"#!/bin/sh\necho {TODAY}\n").chmod(0o755)
    return {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT / 'core'}{os.pathsep}{ROOT}",
        "HOME": str(tmp_path),
        "CURATOR_NOW": NOW.isoformat(),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "Shell",
        "GIT_AUTHOR_EMAIL": "shell@agents.example",
        "GIT_COMMITTER_NAME": "Shell",
        "GIT_COMMITTER_EMAIL": "shell@agents.example",
    }


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The Home of the README's lines: ~/memory, with one note about the port of production."""
    fields = {"memory_key": "production.port", "value": '"8080"'}
    return make_home(tmp_path / "memory", notes={"port.md": reviewed("prod-port", **fields)})


def shell(tools: dict[str, str], at: Path, *words: str, script: str | None = None) -> str:
    """Run a script, or a shell with these words, as a person would."""
    command: Sequence[str] = words if script is None else ("sh", "-euc", script, *words)
    done = subprocess.run(command, cwd=at, env=tools, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def propose(tools: dict[str, str], home: Path) -> None:
    """Save the script and the file beside the Home's notes and run the README's call."""
    put(home, "propose.sh", SCRIPT)
    put(home, "staging-port.md", FILE)
    shell(tools, home, script=CALL)
    for name in ("propose.sh", "staging-port.md"):
        (home / name).unlink()


def test_the_script_has_ten_lines_and_uses_git_alone() -> None:
    lines = SCRIPT.splitlines()
    assert len(lines) == 10
    programs = set(re.findall(r"(?:^|\$\(|\|\| )(\w+)", SCRIPT, re.MULTILINE))
    assert programs - {"branch", "base", "blob", "commit", "export", "Curator"} == {
        "date",
        "git",
        "mktemp",
        "rm",
    }


def test_a_proposal_by_git_is_a_branch_with_one_commit_and_touches_nothing_else(
    tools: dict[str, str], home: Path
) -> None:
    before = (tree_bytes(home), git(home, "ls-files", "-s"), git(home, "rev-parse", "HEAD"))
    propose(tools, home)
    after = (tree_bytes(home), git(home, "ls-files", "-s"), git(home, "rev-parse", "HEAD"))
    assert after == before
    assert git(home, "status", "--porcelain") == ""
    assert git(home, "diff", "--name-status", "HEAD", BRANCH).split() == ["A", NAME]
    assert git(home, "show", f"{BRANCH}:{NAME}") == FILE
    message = git(home, "log", "-1", "--format=%B", BRANCH)
    assert message.splitlines()[0] == "Note the staging port"
    told = git(home, "log", "-1", "--format=%(trailers:only)", BRANCH).split("\n")
    assert told[:2] == ["Curator-Reason: asked for twice", "Curator-Proposer: agent:shell"]
    assert git(home, "fsck", "--strict", "--no-dangling", "--no-progress") == ""


def test_the_next_proposal_of_the_day_goes_on_top(tools: dict[str, str], home: Path) -> None:
    propose(tools, home)
    put(home, "propose.sh", SCRIPT)
    put(home, "other.md", "# Port of production\n\nAlso open from outside.\n")
    words = ("sh", "propose.sh", "other.md", "memory/candidates/other.md", "Say more", "seen")
    shell(tools, home, *words)
    assert git(home, "log", "--format=%s", f"HEAD..{BRANCH}").split("\n")[:2] == [
        "Say more",
        "Note the staging port",
    ]


def test_the_proposal_waits_and_is_approved(tools: dict[str, str], home: Path) -> None:
    propose(tools, home)
    (item,) = curator(home, "queue").json["items"]
    assert (item["op"], item["health"], item["lane"]) == ("add", "clean", "candidate")
    assert (item["memory_key"], item["proposer"]) == ("staging.port", "agent:shell")
    assert item["refs"] == [BRANCH]
    assert {"id", "kind", "scope", "subject", "recorded_at"} <= set(item["filled"])
    done = curator(home, "decide", item["item"], "approve")
    assert done.code == 0, done.err
    answer = curator(home, "current", "staging.port").json
    assert (answer["status"], answer["answer_value"]) == ("known", "8081")
    assert curator(home, "queue").json["items"] == []
    assert git(home, "rev-parse", "--verify", BRANCH)


def test_a_path_below_notes_changes_the_note_there(tools: dict[str, str], home: Path) -> None:
    put(home, "propose.sh", SCRIPT)
    known = (home / "memory/notes/port.md").read_text()
    changed = known.replace("prod-port.\n", "prod-port. TLS only.\n")
    put(home, "new.md", changed)
    shell(tools, home, "sh", "propose.sh", "new.md", "memory/notes/port.md", "Say TLS", "seen")
    (item,) = (i for i in curator(home, "queue").json["items"] if i["refs"])
    assert (item["op"], item["health"], item["notes"]) == ("update", "clean", ["prod-port"])


@pytest.mark.slow
def test_a_branch_pushed_from_a_clone_is_seen_after_the_morning_line(
    tools: dict[str, str], home: Path, tmp_path: Path
) -> None:
    shared, clone = tmp_path / "shared.git", tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--bare", str(home), str(shared))
    git(home, "remote", "add", "origin", str(shared))
    git(tmp_path, "clone", "--quiet", str(shared), str(clone))
    propose(tools, clone)
    git(clone, "push", "--quiet", "origin", BRANCH)
    assert curator(home, "queue").json["items"] == []
    schedule, command = CRON.rstrip("\n").split("  ", 1)
    assert len(schedule.split()) == 5
    assert re.search(r"^1 waiting", shell(tools, tmp_path, script=command), re.MULTILINE)
    assert (home / ".curator/views/MEMORY.md").is_file()
    (item,) = curator(home, "queue").json["items"]
    assert item["refs"] == [f"origin/{BRANCH}"]


def test_the_example_file_is_enough_in_the_candidates_folder(home: Path) -> None:
    put(home, NAME, FILE)
    (item,) = curator(home, "queue").json["items"]
    assert (item["health"], item["flags"]) == ("clean", [])
    assert {"id", "kind", "scope", "subject", "origin"} <= set(item["filled"])


def test_what_the_snippet_tells_an_agent_is_so(home: Path) -> None:
    put(home, "memory/candidates/x.md", note("waiting", memory_key="waiting.slot", value="no"))
    ask, search = (line.split() for line in re.findall(r"`curator -C ~/memory (.+?)`", SNIPPET))
    answer = curator(home, *(word.replace("SLOT", "production.port") for word in ask))
    assert answer.json["answer_value"] == "8080"
    found = curator(home, *(word.replace("TEXT", "fact") for word in search)).json["notes"]
    assert "prod-port" in [row["note_id"] for row in found]
    assert curator(home, "current", "waiting.slot").json["status"] == "none"
    kept = set(re.findall(r"`([a-z./]+)`", SNIPPET.split("Never edit")[1]))
    assert kept == {"memory/notes/", "sources/", "ledger/", "golden/", "curator.toml"}


@pytest.mark.slow
def test_a_proposal_by_git_is_reviewed_from_key_to_commit_in_a_terminal(
    tools: dict[str, str], home: Path
) -> None:
    propose(tools, home)
    before = tree_bytes(home)
    with opened(home, CURATOR_NOW=NOW.isoformat()) as terminal:
        terminal.until("left 1 of 1")
        terminal.until("Port of the staging server")
        terminal.press("a", "staged approve")
        terminal.press("w", PREVIEW)
        assert tree_bytes(home) == before
        terminal.press("y", "written: 1 decision")
        assert 'value: "8081"' in (home / "memory/notes/staging-port.md").read_text()
        terminal.press("u", "takes back")
        terminal.press("y", "undone:")
        terminal.until("left 1 of 1")
        assert terminal.quit() == 0
    assert tree_bytes(home) == before
    assert git(home, "log", "--format=%s", f"main..{BRANCH}") == "Note the staging port\n"
