"""Two callers at once, and a repository that changes underneath (FAULTS §6 A 14, 16; B 17-24)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.app.test_contract_errors import another_apply
from tests.homes import NOW, curator, git, make_home, note, put, reviewed, tree_bytes


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(
        tmp_path / "home",
        {"old.md": reviewed("old-note")},
        {"a.md": note("note-a"), "b.md": note("note-b"), "c.md": note("note-c")},
    )


def started(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """A command in a process of its own that waits long for the lock."""
    environment = {**os.environ, "CURATOR_LOCK_WAIT": "60", "CURATOR_NOW": NOW.isoformat()}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-m", "curator_app", "-C", str(home), *words, "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def ended(child: subprocess.Popen[bytes]) -> tuple[int, dict[str, Any]]:
    out, err = child.communicate(timeout=100)
    return child.returncode, json.loads(out or err.splitlines()[-1])


def waits_for_the_lock(home: Path, *children: subprocess.Popen[bytes]) -> None:
    """Until every child was seen at the lock: then it has planned, and tries again and again.

    Between two tries it sleeps, which it does nowhere before; the tries themselves are short.
    """
    lock = str(home / ".git/curator/lock")
    missing = {child.pid for child in children}
    deadline = time.monotonic() + 60
    while missing and time.monotonic() < deadline:
        missing -= {pid for pid in missing if _sleeps(pid) or lock in _open_files(pid)}
        time.sleep(0.005)
    assert not missing, "a child never came to the lock"


def _sleeps(pid: int) -> bool:
    """Whether a process is in `time.sleep`, where the kernel tells."""
    return "nanosleep" in Path(f"/proc/{pid}/wchan").read_text("ascii")


def _open_files(pid: int) -> set[str]:
    folder = Path(f"/proc/{pid}/fd")
    found = set()
    for entry in folder.iterdir() if folder.exists() else ():
        try:
            found.add(str(entry.readlink()))
        except FileNotFoundError:
            continue
    return found


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")


@needs_proc
def test_the_same_decision_at_once_is_taken_once(home: Path) -> None:
    """FAULTS 24: the second is a no-op that names the first."""
    with another_apply(home):
        children = [started(home, "decide", "note-a", "approve") for _ in range(3)]
        waits_for_the_lock(home, *children)
    results = [ended(child) for child in children]
    assert [code for code, _ in results] == [0, 0, 0]
    assert len({document["decision"] for _, document in results}) == 1
    assert sorted("already" in document for _, document in results) == [False, True, True]
    assert len(curator(home, "history").json["events"]) == 1


@needs_proc
def test_different_decisions_at_once_all_succeed(home: Path) -> None:
    with another_apply(home):
        children = [started(home, "decide", f"note-{name}", "approve") for name in "abc"]
        waits_for_the_lock(home, *children)
    results = [ended(child) for child in children]
    assert [code for code, _ in results] == [0, 0, 0]
    assert len({document["commit"] for _, document in results}) == 3
    assert len(tree_bytes(home, "memory/notes")) == 4
    assert git(home, "status", "--porcelain") == ""


@needs_proc
def test_contrary_decisions_at_once_leave_one(home: Path) -> None:
    with another_apply(home):
        children = [started(home, "decide", "note-a", way) for way in ("approve", "reject")]
        waits_for_the_lock(home, *children)
    codes = dict(map(ended, children))
    assert codes.keys() == {0, 3}
    assert codes[3]["error"]["code"] in ("stale", "decided-otherwise")
    assert len(curator(home, "history").json["events"]) == 1


@needs_proc
@pytest.mark.parametrize("what", ["another path", "this candidate"])
def test_head_moves_between_plan_and_apply(home: Path, what: str) -> None:
    """FAULTS 22, 18: on other paths the plan is made again; on its own it is refused."""
    with another_apply(home):
        child = started(home, "decide", "note-a", "approve")
        waits_for_the_lock(home, child)
        path = "README.md" if what == "another path" else "memory/candidates/a.md"
        put(home, path, note("note-a", "Written meanwhile."))
        git(home, "add", path)
        git(home, "commit", "-q", "-m", "agent", "--", path)
    code, document = ended(child)
    if what == "another path":
        assert code == 0
        assert b"A fact about note-a." in (home / "memory/notes/a.md").read_bytes()
        assert git(home, "log", "-1", "--skip=1", "--format=%s") == "agent\n"
    else:
        assert (code, document["error"]["code"]) == (3, "stale")
        assert b"Written meanwhile." in (home / "memory/candidates/a.md").read_bytes()
        assert not (home / "memory/notes/a.md").exists()


@needs_proc
def test_two_facts_for_one_slot_at_once_are_judged_anew(home: Path) -> None:
    """FAULTS 23: each plan alone is sound, the second is not beside the first."""
    for name in ("x", "y"):
        fields = {"memory_key": "deploy.command", "value": f"make {name}"}
        put(home, f"memory/candidates/{name}.md", note(f"note-{name}", **fields))
    with another_apply(home):
        children = [started(home, "decide", f"note-{name}", "approve") for name in "xy"]
        waits_for_the_lock(home, *children)
    results = [ended(child) for child in children]
    assert sorted(code for code, _ in results) == [0, 4]
    assert {d["error"]["code"] for _, d in results if "error" in d} == {"slot-collision"}
    assert curator(home, "current", "deploy.command").json["status"] == "known"


def test_gits_housekeeping_loses_no_undo(home: Path) -> None:
    """FAULTS 14: nothing that an undo needs hangs on unreachable objects."""
    before = tree_bytes(home)
    for name, way in (("note-a", "approve"), ("note-b", "reject"), ("note-c", "defer")):
        assert curator(home, "decide", name, way).code == 0
        git(home, "gc", "-q", "--prune=now")
    git(home, "reflog", "expire", "--expire=now", "--all")
    git(home, "gc", "-q", "--prune=now")
    for _ in range(3):
        assert curator(home, "undo").code == 0
    assert tree_bytes(home) == before


def test_a_missing_object_spoils_only_what_needs_it(home: Path) -> None:
    """FAULTS 16: the approved text of one note is gone from git; others work."""
    assert curator(home, "decide", "note-a", "approve").code == 0
    blob = git(home, "rev-parse", "HEAD:memory/notes/old.md").strip()
    (home / ".git/objects" / blob[:2] / blob[2:]).unlink()
    path = home / "memory/notes/old.md"
    path.write_text(path.read_text() + "edited\n")
    (item,) = curator(home, "queue", "--filter", "old-note").json["items"]
    assert curator(home, "show", item["item"]).code == 0
    refused = curator(home, "decide", item["item"], "reject")
    assert (refused.code, refused.error["code"]) == (3, "conflict")
    assert path.read_text().endswith("edited\n")
    assert curator(home, "decide", "note-b", "approve").code == 0
    for words in (("status",), ("check",), ("notes",), ("history",)):
        assert curator(home, *words).code in (0, 1)
