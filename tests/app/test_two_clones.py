"""Two devices decide the same item: the earlier holds, whoever pulls (CONTRACT 28)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.timeline import FEB, JAN, JUN, MAR, SLOT, slotted
from tests.app.two_clones import SIDES, both_pull, make_clones, pull
from tests.homes import CONFIG, NOW, Result, curator, git, note, reviewed

CHANGES = ("approve", "--relation", "state_change")
CORRECTS = ("approve", "--relation", "correction")
EARLY, LATE = NOW, NOW + timedelta(hours=1)


@pytest.fixture
def homes(tmp_path: Path) -> dict[str, Path]:
    fields = slotted("note-b", valid_from=MAR, supersedes=["note-a"])
    return make_clones(
        tmp_path,
        {"a.md": reviewed("note-a", **slotted("note-a", valid_from=JAN))},
        {"b.md": note("note-b", **fields)},
        CONFIG,
    )


def decide(home: Path, at: Any, *words: str) -> str:
    """One decision on the one candidate, by its note's name; the decision's id."""
    done = curator(home, "decide", "note-b", *words, now=at)
    assert done.code == 0, done.err
    return str(done.json["decision"])


def asked(home: Path, *words: str) -> Result:
    """A question some hours later."""
    return curator(home, *words, now=LATE + timedelta(hours=2))


def values(home: Path) -> list[object]:
    """What the slot answers in February and in June."""
    found = [asked(home, "at", SLOT, time).json for time in (FEB, JUN)]
    return [answer["answer_value"] or answer["status"] for answer in found]


def twice(home: Path) -> list[Any]:
    """The items that say that something was decided twice."""
    items = asked(home, "queue").json["items"]
    return [item for item in items if "decided-twice" in item["flags"]]


@pytest.mark.parametrize("keep", ["ours", "theirs"])
@pytest.mark.parametrize("first", SIDES)
def test_approve_here_reject_there(homes: dict[str, Path], first: str, keep: str) -> None:
    approving, rejecting = (EARLY, LATE) if first == "left" else (LATE, EARLY)
    decide(homes["left"], approving, *CHANGES)
    decide(homes["right"], rejecting, "reject")
    both_pull(homes, keep)
    held = ["run note-a", "run note-b"] if first == "left" else ["run note-a", "run note-a"]
    for home in homes.values():
        assert values(home) == held
        (item,) = twice(home)
        assert (item["lane"], item["op"]) == ("conflicting", "repair")
        assert item["notes"] == ["note-b"]
        assert asked(home, "check").code == 1


@pytest.mark.parametrize("keep", ["ours", "theirs"])
def test_two_relations(homes: dict[str, Path], keep: str) -> None:
    """Whichever text git kept, the earlier decision answers; the other is an edit to decide."""
    decide(homes["left"], LATE, *CORRECTS)
    decide(homes["right"], EARLY, *CHANGES)
    both_pull(homes, keep)
    for home in homes.values():
        assert values(home) == ["run note-a", "run note-b"]
        assert len(twice(home)) == 1


def test_the_same_decision_on_both_is_no_conflict(homes: dict[str, Path]) -> None:
    decide(homes["left"], LATE, *CHANGES)
    decide(homes["right"], EARLY, *CHANGES)
    both_pull(homes)
    for home in homes.values():
        assert values(home) == ["run note-a", "run note-b"]
        assert twice(home) == []
        row = asked(home, "explain", SLOT).json["trail"][1]
        assert row["approved_at"] == "2026-11-29T08:00:00Z", "the earlier approval"


def test_undoing_one_of_them_settles_it(homes: dict[str, Path]) -> None:
    decide(homes["left"], LATE, *CHANGES)
    rejected = decide(homes["right"], EARLY, "reject")
    both_pull(homes)
    home = homes["left"]
    assert len(twice(home)) == 1
    done = curator(home, "undo", rejected, now=LATE + timedelta(hours=1))
    assert done.code == 0, done.err
    assert twice(home) == []
    pull(homes["right"])
    assert twice(homes["right"]) == []


def test_undoing_the_later_one_leaves_the_earlier(homes: dict[str, Path]) -> None:
    decide(homes["left"], EARLY, *CHANGES)
    rejected = decide(homes["right"], LATE, "reject")
    both_pull(homes)
    home = homes["left"]
    done = curator(home, "undo", rejected, now=LATE + timedelta(hours=1))
    assert done.code == 0, done.err
    assert values(home) == ["run note-a", "run note-b"]
    assert twice(home) == []


def test_dismissing_leaves_the_earlier_in_force(homes: dict[str, Path]) -> None:
    decide(homes["left"], EARLY, *CHANGES)
    decide(homes["right"], LATE, "reject")
    both_pull(homes)
    home = homes["right"]
    (item,) = twice(home)
    refused = curator(home, "decide", item["item"], "approve", now=LATE + timedelta(hours=1))
    assert (refused.code, refused.error["code"]) == (4, "invalid")
    done = curator(home, "decide", item["item"], "reject", now=LATE + timedelta(hours=1))
    assert done.code == 0, done.err
    assert twice(home) == []
    assert values(home) == ["run note-a", "run note-b"]


def test_decisions_one_after_the_other_are_none_of_this(homes: dict[str, Path]) -> None:
    """A restored and re-decided item, pulled in between, was decided once at a time."""
    decide(homes["left"], EARLY, "reject")
    pull(homes["right"])
    item = next(e["item"] for e in asked(homes["right"], "history").json["events"])
    done = curator(homes["right"], "decide", item, "restore", now=LATE)
    assert done.code == 0, done.err
    decide(homes["right"], LATE + timedelta(hours=1), *CHANGES)
    pull(homes["left"])
    for home in homes.values():
        assert values(home) == ["run note-a", "run note-b"]
        assert twice(home) == []


def test_an_edit_accepted_here_and_reverted_there(tmp_path: Path) -> None:
    old = reviewed("note-a", **slotted("note-a", valid_from=JAN))
    homes = make_clones(tmp_path, {"a.md": old}, {}, CONFIG)
    path = homes["left"] / "memory/notes/a.md"
    path.write_text(old.replace("run note-a", "run twice"))
    git(homes["left"], "commit", "-q", "-a", "-m", "edit")
    pull(homes["right"])
    (item,) = asked(homes["left"], "queue").json["items"]
    for side, at, action in (("left", EARLY, "reject"), ("right", LATE, "approve")):
        done = curator(homes[side], "decide", item["item"], action, now=at)
        assert done.code == 0, done.err
    both_pull(homes)
    for home in homes.values():
        assert values(home) == ["run note-a", "run note-a"]
        assert len(twice(home)) == 1
