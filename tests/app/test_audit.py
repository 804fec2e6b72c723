"""A Home that was damaged by hand: the audit names it, repairs mend it, nothing else changes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.app.audited_home import APART, MOVED, WAYS, build, done, files
from tests.homes import curator, git


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("audit") / "sound")


@pytest.fixture
def home(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "home", symlinks=True))


def found(home: Path) -> list[dict[str, Any]]:
    audit = curator(home, "audit")
    rows: list[dict[str, Any]] = audit.json["findings"]
    assert audit.code == (1 if rows else 0), audit.out
    return rows


def mend(home: Path, row: dict[str, Any], action: str) -> None:
    """Decide one finding, or do by hand what only a person can."""
    if action in ("approve", "reject"):
        done(curator(home, "decide", row["item"], action))
    elif action == "move":
        (home / row["paths"][0]).rename(home / MOVED)
    elif action == "merge":
        git(home, "merge", "-q", "--ff-only", row["command"].split()[2])


def test_a_sound_home_is_clean_and_says_what_it_compared(home: Path) -> None:
    audit = curator(home, "audit")
    assert (audit.code, audit.json["findings"]) == (0, [])
    assert audit.json["compared"] == {"commits": 4, "events": 4}
    assert [fact["code"] for fact in audit.json["facts"]] == ["headless"]
    assert "4 decisions without a terminal" in curator(home, "audit", as_json=False).out


QUICK = (
    *("a note deleted", "a note deleted and committed", "a foreign ledger file"),
    *("a ledger file forged and committed", "a ledger file removed and committed"),
    *("golden questions changed", "evidence swapped", "evidence cut", "the history moved back"),
)
"""One of each kind; the others are slow together."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in WAYS]
)
def test_each_damage_is_named_and_its_repair_changes_nothing_else(home: Path, name: str) -> None:
    way, before = WAYS[name], files(home)
    way.damage(home)
    rows = found(home)
    assert {row["code"] for row in rows} == set(way.codes), rows
    waiting = {item["item"] for item in curator(home, "queue").json["items"]}
    assert {row["item"] for row in rows} <= waiting, "every finding is an item"
    assert all(row["repair"] or row["command"] or row["op"] == "repair" for row in rows)
    for row in rows:
        mend(home, row, way.codes[row["code"]])
    assert found(home) == []
    assert files(home) == before


FIRST = ("ledger-without-commit", "ledger-foreign", "decision-without-ledger", "protected-path")
"""What must be mended before the rest can be judged: the ledger says who approved what."""


@pytest.mark.slow
def test_all_damages_at_once(home: Path) -> None:
    ways = {name: way for name, way in WAYS.items() if name not in APART}
    before = files(home)
    for way in ways.values():
        way.damage(home)
    rows = found(home)
    assert {row["code"] for row in rows} == {code for way in ways.values() for code in way.codes}
    assert len(ways) > 20
    actions = {c: action for way in ways.values() for c, action in way.codes.items() if action}
    for _ in range(2 * len(ways)):
        mends = [row for row in found(home) if row["code"] in actions]
        if mends:
            mends.sort(key=lambda row: row["code"] not in FIRST)
            mend(home, mends[0], actions[mends[0]["code"]])
    assert found(home) == []
    assert files(home) == before
