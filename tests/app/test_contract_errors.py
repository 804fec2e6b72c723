"""Every error code that can be reached now, with its exit number and its document (CONTRACT 35)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from curator_app.cli import errors
from tests.homes import Result, curator, git, make_home, note, put, reviewed

APPROVE = ("decide", "note-a", "approve")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path / "home", {"old.md": reviewed("old-note")}, {"a.md": note("note-a")})


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURATOR_LOCK_WAIT", "0.05")


def usage(home: Path) -> Result:
    return curator(home, "decide", "note-a", "approve", "--reason-code", "mood")


def unknown_item(home: Path) -> Result:
    return curator(home, "show", "nobody")


def ambiguous_item(home: Path) -> Result:
    put(home, "memory/candidates/b.md", note("note-b"))
    return curator(home, "show", "note")


def unknown_decision(home: Path) -> Result:
    return curator(home, "undo", "d_nothing")


def time_form(home: Path) -> Result:
    return curator(home, "decide", "note-a", "defer", "--until", "someday")


def stale(home: Path) -> Result:
    return curator(home, *APPROVE, "--expect", "s_" + "0" * 32)


def conflict(home: Path) -> Result:
    assert curator(home, *APPROVE).code == 0
    path = home / "memory/notes/a.md"
    path.write_text(path.read_text().replace("status: active", "status: archived"))
    return curator(home, "undo")


def has_dependents(home: Path) -> Result:
    assert curator(home, *APPROVE).code == 0
    path = home / "memory/notes/a.md"
    path.write_text(path.read_text() + "later\n")
    first = curator(home, "history").json["events"][0]["decision"]
    (item,) = [i for i in curator(home, "queue").json["items"] if i["notes"] == ["note-a"]]
    assert curator(home, "decide", item["item"], "approve").code == 0
    return curator(home, "undo", first)


def staged_differs(home: Path) -> Result:
    git(home, "add", "memory/candidates/a.md")
    put(home, "memory/candidates/a.md", note("note-a", "Another body."))
    return curator(home, *APPROVE)


def decided_otherwise(home: Path) -> Result:
    item = curator(home, "show", "note-a").json["item"]
    assert curator(home, "decide", "note-a", "reject").code == 0
    return curator(home, "decide", item, "approve")


def invalid(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", kind="nonsense"))
    return curator(home, *APPROVE)


def path_taken(home: Path) -> Result:
    put(home, "memory/notes/a.md", reviewed("other"))
    return curator(home, *APPROVE)


def no_change(home: Path) -> Result:
    return curator(home, "decide", "note-a", "restore")


def not_empty(home: Path) -> Result:
    return curator(None, "init", str(home))


def agent_cannot_decide(home: Path) -> Result:
    for name in ("job:night", "Agent:cleo", " agent:x"):
        assert curator(home, *APPROVE, "--reviewer", name).error["code"] == "agent-cannot-decide"
    return curator(home, *APPROVE, "--reviewer", "agent:cleo")


def _configured(home: Path, text: str) -> None:
    """A configuration in effect from the first opening on."""
    toml = home / "curator.toml"
    toml.write_text(toml.read_text().replace('headless = "all"', text))
    git(home, "commit", "-q", "-m", "config", "--", "curator.toml")


CONFIGURED = {"four-eyes", "headless-policy"}


def four_eyes(home: Path) -> Result:
    _configured(home, 'headless = "all"\nfour_eyes = true')
    put(home, "memory/candidates/a.md", note("note-a", origin="user"))
    return curator(home, *APPROVE)


def headless_policy(home: Path) -> Result:
    _configured(home, 'headless = "none"')
    return curator(home, *APPROVE)


def schema_newer(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", schema_version=7))
    return curator(home, *APPROVE)


def no_source(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", sources=None))
    return curator(home, *APPROVE)


def modality(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", modality="quoted", memory_key="a.b"))
    return curator(home, *APPROVE)


def attribution(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", origin="external", pin=True))
    return curator(home, *APPROVE)


def secret(home: Path) -> Result:
    put(home, "memory/candidates/a.md", note("note-a", "The password is Kx9-vTq2-Lm4z"))
    return curator(home, *APPROVE)


def ignored(home: Path) -> Result:
    put(home, ".gitignore", "memory/candidates/\n")
    return curator(home, *APPROVE)


def branch(home: Path) -> Result:
    git(home, "checkout", "-q", "-b", "other")
    assert curator(home, *APPROVE, "--dry-run", "--confirm", "branch").code == 0
    return curator(home, *APPROVE)


def not_a_home(home: Path) -> Result:
    (home / "curator.toml").unlink()
    return curator(home, "queue")


def inside_repository(home: Path) -> Result:
    return curator(None, "init", str(home / "inner"))


def bare(home: Path) -> Result:
    git(home, "config", "core.bare", "true")
    return curator(home, "queue")


def unborn(home: Path) -> Result:
    git(home, "checkout", "-q", "--orphan", "fresh")
    return curator(home, *APPROVE, "--confirm", "branch")


def detached(home: Path) -> Result:
    git(home, "checkout", "-q", "--detach")
    return curator(home, *APPROVE)


def in_progress(home: Path) -> Result:
    head = git(home, "rev-parse", "HEAD")
    put(home, ".git/MERGE_HEAD", head)
    return curator(home, *APPROVE)


def index_locked(home: Path) -> Result:
    put(home, ".git/index.lock", b"")
    return curator(home, *APPROVE)


def busy(home: Path) -> Result:
    with another_apply(home) as pid:
        result = curator(home, *APPROVE)
        assert f"pid {pid} on " in result.error["message"]
        assert curator(home, "queue").code == 0
        return result


def no_identity(home: Path) -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home.parent))
        patch.setenv("XDG_CONFIG_HOME", str(home.parent))
        git(home, "config", "user.useConfigOnly", "true")
        assert curator(home, "queue").code == 0
        return curator(home, *APPROVE)


def object_format(home: Path) -> Result:
    other = home.parent / "sha256"
    git(home.parent, "init", "-q", "--object-format=sha256", str(other))
    put(other, "curator.toml", "")
    return curator(other, "queue")


def unsafe_owner(home: Path) -> Result:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    for path in (home, home / ".git"):
        os.chown(path, 12_345, 12_345)
    return curator(home, "queue")


def io(home: Path) -> Result:
    put(home, ".git/curator", "a file where Curator's folder has to be")
    return curator(home, *APPROVE)


REACHED: dict[str, Callable[[Path], Result]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        *(usage, unknown_item, ambiguous_item, unknown_decision, time_form),
        *(stale, conflict, has_dependents, staged_differs, decided_otherwise),
        *(invalid, path_taken, no_change, not_empty, agent_cannot_decide, four_eyes),
        *(headless_policy, schema_newer, no_source, modality, attribution, secret, ignored),
        *(branch, not_a_home, inside_repository, bare, unborn, detached, in_progress),
        *(index_locked, busy, no_identity, object_format, unsafe_owner, io),
    )
}

ELSEWHERE = {
    "base-moved": "an apply plans again by itself; tests/core/test_git_states.py",
    "dead": "relations; tests/app/test_relation_edges.py",
    "merge-validity": "merges; tests/app/test_recut.py",
}
"""Codes of exits 2, 3 and 5 that other tests reach."""


@contextmanager
def another_apply(home: Path) -> Iterator[int]:
    """A process that holds the lock of a Home's applies; its pid."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from curator_core.store import transaction\n"
        "from curator_core.store.repository import open_repository\n"
        "with open_repository(Path(sys.argv[1])) as repo:\n"
        "    with transaction.locked(repo, wait=5, owner='a test'):\n"
        "        print('held', flush=True)\n"
        "        sys.stdin.read()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    words = [sys.executable, "-c", code, str(home)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == b"held\n"
        yield child.pid
        child.stdin.close()


def test_every_code_of_the_table_is_reached() -> None:
    listed = {code for codes in errors.EXITS.values() for code in codes}
    assert listed - REACHED.keys() == ELSEWHERE.keys()


@pytest.mark.parametrize("code", REACHED)
def test_code_exit_and_document(home: Path, code: str) -> None:
    result = REACHED[code](home)
    assert result.out == ""
    assert result.error["code"] == code
    exits = {name: number for number, names in errors.EXITS.items() for name in names}
    assert result.code == exits.get(code, 4)
    assert list(result.error) == [
        "code",
        "message",
        "hint",
        "path",
        "line",
        "column",
        "field",
        "ids",
    ]
    assert result.error["message"]
    assert result.err.endswith("\n")
    assert json.loads(result.err.splitlines()[-1]) == {"error": result.error}


DECIDED_BEFORE = {"conflict", "has-dependents", "decided-otherwise"}
"""Codes whose call comes after another decision on the same note."""


@pytest.mark.parametrize("code", sorted(REACHED.keys() - DECIDED_BEFORE))
def test_a_refusal_writes_nothing(home: Path, code: str) -> None:
    """No event, no note, no temporary file, no intent; the candidate waits on."""
    head = (home / ".git/refs/heads/main").read_text()
    REACHED[code](home)
    assert (home / "memory/candidates/a.md").exists()
    assert not (home / "ledger").exists()
    assert not list(home.rglob(".curator-*"))
    assert not (home / ".git/curator/intent.json").exists()
    assert code == "path-taken" or not (home / "memory/notes/a.md").exists()
    assert code in CONFIGURED or (home / ".git/refs/heads/main").read_text() == head


def test_an_index_lock_is_named_and_the_decision_stays(home: Path) -> None:
    """C68: a stale lock is no clean tree; nothing is said to have succeeded."""
    assert curator(home, *APPROVE, "--stage").code == 0
    lock = put(home, ".git/index.lock", b"")
    for words in (("apply",), ("decide", "note-a", "reject")):
        refused = curator(home, *words)
        assert (refused.code, refused.out) == (5, "")
        assert refused.error["code"] == "index-locked"
        assert "index.lock" in refused.error["message"]
        assert refused.error["path"] == str(lock)
    text = curator(home, "apply", as_json=False)
    assert (text.code, text.out) == (5, "")
    assert lock.exists()
    assert [row["action"] for row in curator(home, "staged").json["decisions"]] == ["approve"]
    assert curator(home, "status").json["staged"] == 1
    assert (home / "memory/candidates/a.md").exists()
    lock.unlink()
    assert curator(home, "apply").code == 0
    assert (home / "memory/notes/a.md").exists()
    assert curator(home, "staged").json["decisions"] == []


def test_waits_are_as_long_as_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CURATOR_LOCK_WAIT: with enough time the second apply comes after the first."""
    monkeypatch.setenv("CURATOR_LOCK_WAIT", "60")
    script = "import os, sys, time; time.sleep(0.4); os.unlink(sys.argv[1])"
    lock = put(home, ".git/index.lock", b"")
    with subprocess.Popen([sys.executable, "-c", script, str(lock)]):
        assert curator(home, *APPROVE).code == 0
    for nonsense in ("soon", "-1", "nan"):
        monkeypatch.setenv("CURATOR_LOCK_WAIT", nonsense)
        assert curator(home, "undo", "--dry-run").code == 0


@pytest.mark.parametrize("state", ["unborn", "detached", "in-progress", "index-locked"])
def test_readers_work_in_every_git_state(home: Path, state: str) -> None:
    """CONTRACT 3: all but bare and no Home."""
    REACHED[state](home)
    for words in (("queue",), ("show", "note-a"), ("status",), ("notes",), ("history",)):
        assert curator(home, *words).code == 0, words
    assert curator(home, "check").code in (0, 1)
