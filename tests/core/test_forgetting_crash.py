"""A forget is killed at every step: all there or all gone, and what it left is cleared up later."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from curator_core.model.forgetting import Wish
from curator_core.model.plan import Plan
from curator_core.service import drafts, forgetting
from curator_core.service.forgetting import Foreseen
from curator_core.store import transaction
from curator_core.store.transaction import CommitOptions
from tests.app.leftovers import in_head, scan
from tests.core.transaction_home import Checkpoints, copy, in_child, kill_me, writing
from tests.homes import caller, curator, make_home, note, put, reviewed

TOKEN = "tok77e1c0ffee42"
KILLED = -9


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chain of two, the older with the token in ledger, index, views and a typed text."""
    home = make_home(
        tmp_path_factory.mktemp("forgetting") / "home",
        {"s.md": reviewed("m_s", "A sibling.")},
        {"a.md": note("m_a", f"Use {TOKEN}.", memory_key="key", valid_from="2026-01-01")},
    )
    assert curator(home, "decide", "m_a", "approve").code == 0
    newer = note("m_b", "Use it no more.", memory_key="key", value="none", supersedes=["m_a"])
    put(home, "memory/candidates/b.md", newer)
    words = ("--relation", "state_change", "--valid-from", "2026-03-01")
    assert curator(home, "decide", "m_b", "approve", *words).code == 0
    curator(home, "index", "rebuild")
    drafts.save(caller(home), "note:i_x", f"about {TOKEN}")
    return home


def plan_in(home: Path) -> Plan:
    found = forgetting.preview(caller(home), Wish("m_a"))
    assert isinstance(found, Foreseen)
    return found.preview.plan


def commit(home: Path, step: Checkpoints) -> object:
    plan = plan_in(home)
    with writing(home) as lock:
        transaction.recover(lock, step=step)
        return transaction.commit(lock, plan, CommitOptions(step=step))


def killed_at(home: Path, at: int) -> str:
    """What holds after a kill before one step and the next writing command: `old` or `new`."""
    assert in_child(partial(commit, home, Checkpoints(at, kill_me))) == KILLED
    assert curator(home, "apply").code == 0
    found = scan(home, TOKEN)
    if (home / "memory/notes/a.md").exists():
        assert len(found.files) >= 4, "nothing of it was touched"
        assert curator(home, "forget", "m_a", "--execute").code == 0
        assert scan(home, TOKEN).files == frozenset()
        return "old"
    assert found.files == frozenset()
    assert not found.objects & in_head(home)
    assert curator(home, "current", "m_s").json["status"] == "known"
    assert curator(home, "check").json["problems"] == []
    return "new"


def steps_of(template: Path, folder: Path) -> list[str]:
    counted = Checkpoints()
    commit(copy(template, folder / "counted"), counted)
    return counted.names


def test_killed_around_the_commit_point(template: Path, tmp_path: Path) -> None:
    names = steps_of(template, tmp_path)
    at = names.index("before git update-ref") + 1
    states = [killed_at(copy(template, tmp_path / f"{n}"), n) for n in (at, at + 2, len(names))]
    assert states == ["old", "new", "new"]


@pytest.mark.slow
def test_killed_before_every_step(template: Path, tmp_path: Path) -> None:
    names = steps_of(template, tmp_path)
    outcomes = Counter(
        killed_at(copy(template, tmp_path / f"{at}"), at) for at in range(1, len(names) + 1)
    )
    print(f"killed at {len(names)} steps: {dict(outcomes)}, 0 mixed")
    assert set(outcomes) == {"old", "new"}
