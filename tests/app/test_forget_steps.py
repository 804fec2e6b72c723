"""The steps of a forget's receipt, run by a person to the letter: the text is gone from git too."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.app.forgotten import slotted
from tests.homes import curator, git, make_home, note, put
from tests.proposal_branches import Change, git_bytes, propose


def forgotten(tmp_path: Path, token: str) -> tuple[Path, list[str]]:
    """A Home that forgot a note which was committed, edited, proposed and stashed; its steps."""
    home = make_home(tmp_path / "home", {"deploy.md": slotted("m_deploy", f"run {token}")})
    base = (home / "memory/notes/deploy.md").read_text("utf-8")
    propose(home, Change(files={"memory/notes/deploy.md": base.replace("Title of", "A title of")}))
    put(home, "memory/candidates/kept.md", note("m_kept", "The office has a garden."))
    assert curator(home, "decide", "m_kept", "approve").code == 0
    put(home, "list.txt", "a person's own\n")
    git(home, "add", "list.txt")
    git(home, "commit", "-qm", "a list")
    put(home, "list.txt", f"{token}\n")
    git(home, "stash", "-q")
    done = curator(home, "forget", "m_deploy", "--execute")
    assert done.code == 0, done.err
    return home, done.json["steps"]


def objects(home: Path) -> bytes:
    """Everything in the repository's object store, reachable or not."""
    return git_bytes(home, "cat-file", "--batch-all-objects", "--batch", "--unordered")


@pytest.mark.slow
def test_the_steps_take_the_text_out_of_every_object(tmp_path: Path) -> None:
    if shutil.which("git-filter-repo") is None:
        pytest.skip("git-filter-repo is not installed: nothing rewrites history here")
    token = f"tok{secrets.token_hex(6)}"
    home, steps = forgotten(tmp_path, token)
    assert token.encode() in objects(home), "without the steps git keeps it"
    base = git(home, "log", "--format=%H", "--grep=^Notes$", "-1").strip()
    for step in steps:
        if step.startswith(("git ", "printf ")):
            run = subprocess.run(step, shell=True, cwd=home, capture_output=True, check=False)
            assert run.returncode == 0, (step, run.stderr)
        elif "baseline" in step:
            new = git(home, "log", "--format=%H", "--grep=^Notes$", "-1").strip()
            toml = (home / "curator.toml").read_text("utf-8")
            put(home, "curator.toml", toml.replace(base, new))
    assert token.encode() not in objects(home)
    (item,) = [i for i in curator(home, "queue").json["items"] if i["op"] == "config"]
    shown = curator(home, "show", item["item"]).json["shown_hash"]
    done = curator(home, "decide", item["item"], "approve", "--expect", shown)
    assert done.code == 0, done.err
    assert curator(home, "current", "m_kept").json["status"] == "known"
    assert curator(home, "current", "deploy").json["status"] == "none"
    assert token.encode() not in objects(home)


def test_a_device_that_only_pulled_a_forget_says_so_until_it_writes(tmp_path: Path) -> None:
    home, _ = forgotten(tmp_path, f"tok{secrets.token_hex(6)}")
    other = tmp_path / "other"
    git(tmp_path, "clone", "-q", str(home), str(other))
    assert curator(home, "status").json["forgotten"] == "none"
    for _ in range(2):
        assert curator(other, "status").json["forgotten"] == "pending"
        assert "`curator apply` removes them" in curator(other, "status", as_json=False).out
    checks = {check["name"]: check for check in curator(other, "doctor").json["checks"]}
    assert not checks["forgotten"]["ok"]
    assert curator(other, "apply").code == 0
    assert curator(other, "status").json["forgotten"] == "none"
    checks = {check["name"]: check for check in curator(other, "doctor").json["checks"]}
    assert checks["forgotten"]["ok"]
