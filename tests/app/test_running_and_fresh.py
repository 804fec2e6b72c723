"""A process that has seen a Home before answers as one that opens it for the first time.

A running process keeps rows, replayed events and what follows from them; each kept thing must give
way as soon as what it came from changes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from curator_core.model.decision import Approve, Defer, Reject
from curator_core.model.plan import Receipt
from curator_core.model.problem import Refusal
from curator_core.service import queueing, review, undoing, upkeep
from curator_core.store import file_table
from tests.homes import CONFIG, NOW, caller, git, make_home, note, put, reviewed

ROOT = Path(__file__).resolve().parents[2]
FRESH = """
import json, sys
from datetime import datetime
from pathlib import Path
from tests.app.test_running_and_fresh import seen
print(json.dumps(seen(Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))))
"""


def seen(home: Path, now: Any = NOW) -> list[Any]:
    """All that a process says of a Home: the queue, its counts, every problem."""
    view = queueing.load(caller(home, now))
    items = [[item.item, item.item_hash, item.lane.value, *item.flags] for item in view.items]
    counts = [view.unreadable, view.stale, view.waiting, sorted(view.ages.items())]
    problems = [repr(problem) for problem in upkeep.check(caller(home, now))]
    status = upkeep.status(caller(home, now))
    told = json.loads(json.dumps([view.token, items, counts, problems, status.notes]))
    assert isinstance(told, list)
    return told


def seen_anew(home: Path, now: Any = NOW) -> Any:
    """The same from a process of its own."""
    paths = os.pathsep.join((str(ROOT / "core"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", FRESH, str(home), now.isoformat()],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    return json.loads(done.stdout)


def steps(home: Path) -> Iterator[str]:
    """Change the Home in one way after the other; what was changed."""
    item = {i.notes[0]: i.item for i in review.load(caller(home)).items if i.notes}
    receipt = review.decide(caller(home), Approve(item=item["c_one"]))
    assert isinstance(receipt, Receipt), receipt
    yield "approved"
    assert isinstance(review.decide(caller(home), Reject(item=item["c_two"])), Receipt)
    yield "rejected"
    put(home, "memory/candidates/four.md", note("c_four", memory_key="deploy", value="four"))
    yield "a new candidate"
    put(home, "memory/candidates/four.md", note("c_four", memory_key="deploy", value="five"))
    yield "the candidate changed"
    put(home, "memory/notes/a.md", reviewed("m_a", "Edited.", memory_key="deploy", value="a"))
    yield "a note edited by hand"
    deferred = review.decide(caller(home), Defer(item=item["c_three"], until="2026-11-30"))
    assert isinstance(deferred, Receipt), deferred
    yield "deferred"
    assert isinstance(undoing.undo(caller(home), receipt.decision), Receipt | Refusal)
    yield "undone"
    put(home, "memory/notes/b.md", reviewed("m_b", supersedes=["m_a"], relation="state_change"))
    yield "a link by hand"
    git(home, "add", "-A")
    git(home, "commit", "-q", "-m", "by hand")
    yield "committed by hand"
    (home / "memory/notes/b.md").unlink()
    yield "a note taken away"
    put(home, "memory/notes/broken.md", "---\nno end\n")
    yield "an unreadable file"
    put(home, "curator.toml", (home / "curator.toml").read_text() + '[defaults]\nscope = "x"\n')
    yield "the configuration changed"
    git(home, "reset", "-q", "--hard", "HEAD~2")
    yield "history taken back"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_running_process_sees_what_a_fresh_one_sees(tmp_path: Path) -> None:
    notes = {
        "a.md": reviewed("m_a", memory_key="deploy", value="a", valid_from="2026-01-01"),
        "b.md": reviewed("m_b"),
    }
    candidates = {f"{name}.md": note(f"c_{name}") for name in ("one", "two", "three")}
    home = make_home(tmp_path / "home", notes, candidates, CONFIG)
    assert seen(home) == seen_anew(home)
    before = seen(home)
    for change in steps(home):
        now = seen(home)
        assert now == seen_anew(home), change
        assert now != before, f"{change}: nobody noticed"
        before = now
    later = NOW + timedelta(days=9)
    assert seen(home, later) == seen_anew(home, later)


def test_an_unchanged_home_is_not_judged_again(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("m_a")}, {"b.md": note("c_b")})
    time.sleep(2 * file_table.RACY_NS / 1e9)
    review.load(caller(home))
    first = review.load(caller(home))
    assert review.load(caller(home)).items is first.items
    put(home, "memory/candidates/c.md", note("c_c"))
    assert len(review.load(caller(home)).items) == len(first.items) + 1
