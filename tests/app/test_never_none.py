"""C10: killed in the middle of a supersede, memory answers the old value or the new, never none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from curator_core.model.decision import Approve
from curator_core.model.note import Relation
from curator_core.model.plan import Plan
from curator_core.model.view import Preview
from curator_core.service import review
from curator_core.store import transaction
from curator_core.store.transaction import Applied, CommitOptions
from tests.app.timeline import FEB, JAN, JUN, MAR, SLOT, Timeline
from tests.core.transaction_home import Checkpoints, copy, in_child, kill_me, writing
from tests.homes import caller, curator, tree_bytes

OLD = (["run note-a", "run note-a"], "note-a")
NEW = (["run note-a", "run note-b"], "note-b")


@pytest.fixture
def line(tmp_path: Path) -> Timeline:
    line = Timeline(tmp_path / "home", note_a={"valid_from": JAN})
    line.propose("note-b", valid_from=MAR, supersedes=["note-a"])
    return line


def plan_of(home: Path) -> Plan:
    """What approving the candidate would do, as it is shown."""
    choice = Approve(item="note-b", relation=Relation.STATE_CHANGE)
    shown = review.decide(caller(home), choice, dry_run=True)
    assert isinstance(shown, Preview), shown
    return shown.plan


def apply(home: Path, plan: Plan, step: Checkpoints) -> None:
    """Apply the plan, telling every step."""
    with writing(home) as lock:
        done = transaction.commit(lock, plan, CommitOptions(step=step))
        assert isinstance(done, Applied), done


def answers(home: Path) -> tuple[list[Any], str]:
    """What the slot answers before and after the change, and who answers now."""
    found = [curator(home, "at", SLOT, time).json["answer_value"] for time in (FEB, JUN)]
    return found, curator(home, "current", SLOT).json["note_id"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_at_any_step_a_reader_sees_the_old_or_the_new(line: Timeline) -> None:
    plan = plan_of(line.home)
    folder = line.home.parent
    counted = Checkpoints()
    apply(copy(line.home, folder / "counted"), plan, counted)
    seen: Counter[str] = Counter()
    for at in range(1, len(counted.names) + 1):
        home = copy(line.home, folder / f"home-{at}")
        killed = Checkpoints(at, kill_me)
        in_child(lambda home=home, killed=killed: apply(home, plan, killed))  # type: ignore[misc]
        read = answers(home)
        assert read in (OLD, NEW), counted.names[at - 1]
        pending = curator(home, "status").json["recovery"]
        assert curator(home, "apply").code == 0
        assert answers(home) == read, "recovery changes no answer"
        seen[f"{'new' if read == NEW else 'old'}, recovery {pending}"] += 1
    print(f"\nkilled at {len(counted.names)} steps: {dict(seen)}, never none")
    assert seen["new, recovery pending"] > 3
    assert seen["old, recovery none"] > 3


def test_what_waits_while_recovery_is_pending(line: Timeline) -> None:
    """The queue, the item and the notes are those of the committed state, too."""
    plan = plan_of(line.home)
    counted = Checkpoints()
    apply(copy(line.home, line.home.parent / "counted"), plan, counted)
    at = counted.names.index("after git update-ref") + 1
    in_child(lambda: apply(line.home, plan, Checkpoints(at, kill_me)))
    assert (line.home / "memory/candidates/note-b.md").exists()
    assert line.run("status")["recovery"] == "pending"
    assert line.run("queue")["items"] == []
    rows = {row["note_id"]: row["status"] for row in line.run("notes")["notes"]}
    assert rows == {"note-a": "superseded", "note-b": "active"}
    assert line.codes() == set()
    before = tree_bytes(line.home, "memory")
    line.decide("note-b", "confirm", may=["verified_at"])
    assert tree_bytes(line.home, "memory") != before
    assert line.run("status")["recovery"] == "none"
    assert not (line.home / "memory/candidates/note-b.md").exists()


def test_a_torn_intent_is_read_from_the_commit(line: Timeline) -> None:
    plan = plan_of(line.home)
    counted = Checkpoints()
    apply(copy(line.home, line.home.parent / "counted"), plan, counted)
    at = counted.names.index("after git update-ref") + 1
    in_child(lambda: apply(line.home, plan, Checkpoints(at, kill_me)))
    (line.home / ".git/curator/intent.json").write_bytes(b'{"deci')
    assert answers(line.home) == NEW
    assert curator(line.home, "apply").code == 0
    assert answers(line.home) == NEW
