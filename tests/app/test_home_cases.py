"""Cases of real memories that people keep (CASES.md): C22, C38, C40, C50."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.app.tui.desk import WIDE, driven
from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed, tree_bytes

VIEWS = ".curator/views"


def bodies(home: Path) -> dict[str, str]:
    """Every view without its stamp, which names a generation."""
    found = {}
    for path in sorted((home / VIEWS).rglob("*.md")):
        text = path.read_text("utf-8").rpartition("<!-- curator-view ")[0]
        found[path.relative_to(home).as_posix()] = text
    return found


def c22_home(root: Path) -> Path:
    """A note to take out of memory, and a candidate to reject."""
    notes = {"a.md": reviewed("m_a", memory_key="k", value="1"), "b.md": reviewed("m_b")}
    home = make_home(root, notes, {"c.md": note("m_c")})
    curator(home, "views")
    return home


def by_command(home: Path, _folder: Path) -> None:
    curator(home, "decide", "m_a", "archive")
    curator(home, "decide", "m_c", "reject")


def by_batch(home: Path, folder: Path) -> None:
    rows = [{"item": "m_a", "action": "archive"}, {"item": "m_c", "action": "reject"}]
    batch = put(folder, "batch.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    curator(home, "decide", "--batch", str(batch))


def by_staging(home: Path, _folder: Path) -> None:
    curator(home, "decide", "m_c", "reject", "--stage")
    curator(home, "decide", "m_a", "archive", "--stage")
    curator(home, "apply")


async def test_c22_every_way_to_take_a_note_out_leaves_the_same(tmp_path: Path) -> None:
    left = {}
    for way in (by_command, by_batch, by_staging):
        home = c22_home(tmp_path / way.__name__ / "home")
        way(home, tmp_path / way.__name__)
        left[way.__name__] = home
    home = c22_home(tmp_path / "desk" / "home")
    async with driven(home, WIDE) as one:
        await one.press("r", "7", "b", "D", "w", "y")
    left["desk"] = home
    trees = {name: tree_bytes(home, "memory") for name, home in left.items()}
    first = trees["by_command"]
    assert b"status: archived" in first["memory/notes/a.md"]
    assert "memory/candidates/c.md" not in first
    assert [name for name, tree in trees.items() if tree != first] == []
    committed = {name: git(home, "rev-parse", "HEAD:memory") for name, home in left.items()}
    assert len(set(committed.values())) == 1, committed
    views = {name: bodies(home) for name, home in left.items()}
    assert [name for name, view in views.items() if view != views["by_command"]] == []
    for home in left.values():
        assert curator(home, "current", "k").json["status"] == "none"
        listed = curator(home, "notes").json["notes"]
        assert [(row["note_id"], row["holds"]) for row in listed] == [
            ("m_a", "archived"),
            ("m_b", "now"),
        ]


def named_paths(value: object) -> set[str]:
    """Every path of a note that a document names."""
    match value:
        case dict():
            return {path for part in value.values() for path in named_paths(part)}
        case list():
            return {path for part in value for path in named_paths(part)}
        case str() if value.startswith("memory/") and value.endswith(".md"):
            return {value}
        case _:
            return set()


def test_c38_a_note_renamed_outside_is_found_or_flagged(tmp_path: Path) -> None:
    notes = {
        "a.md": reviewed("m_a", "The port.", memory_key="port", value="80"),
        "b.md": reviewed("m_b", "Blue."),
    }
    home = make_home(tmp_path / "home", notes)
    curator(home, "views")
    put(home, "memory/notes/deep/renamed.md", (home / "memory/notes/a.md").read_bytes())
    (home / "memory/notes/a.md").unlink()
    put(home, "elsewhere/b.md", (home / "memory/notes/b.md").read_bytes())
    (home / "memory/notes/b.md").unlink()
    asked = (
        ("current", "port"),
        ("explain", "port"),
        ("notes",),
        ("notes", "--search", "port"),
        ("show", "m_a"),
        ("trace", "80"),
        ("queue",),
    )
    for words in asked:
        found = curator(home, *words)
        assert found.code == 0, words
        gone = {path for path in named_paths(found.json) if not (home / path).exists()}
        assert gone == set(), words
    assert curator(home, "current", "port").json["answer_value"] == "80"
    [moved] = curator(home, "queue").json["items"]
    assert (moved["flags"], moved["paths"]) == (["left-layout"], ["elsewhere/b.md"])
    curator(home, "views")
    for path, text in bodies(home).items():
        assert "memory/notes/a.md" not in text and "memory/notes/b.md" not in text, path
    assert "memory/notes/deep/renamed.md" in bodies(home)[f"{VIEWS}/INDEX.md"]


def test_c40_the_view_says_how_much_of_memory_it_holds(tmp_path: Path) -> None:
    count, budget = 210, 2_000
    notes = {
        f"{n:03}.md": reviewed(f"m_{n:03}", f"Fact {n}: the harbour light burns.", pin=n < 3)
        for n in range(count)
    }
    notes["shut.md"] = reviewed("m_shut", "Closed.", privacy="restricted")
    home = make_home(tmp_path / "home", notes, config=f"{CONFIG}[budget]\ntokens = {budget}\n")
    memory = curator(home, "views").json["memory"]
    loaded, left = set(memory["loaded"]), {row["note"]: row["reason"] for row in memory["left"]}
    assert (memory["total"], memory["limit"]) == (count + 1, budget)
    assert memory["tokens"] <= budget
    assert loaded | left.keys() == {f"m_{n:03}" for n in range(count)} | {"m_shut"}
    assert loaded & left.keys() == set()
    assert Counter(left.values()) == {"budget": count - len(loaded), "restricted": 1}
    assert {"m_000", "m_001", "m_002"} <= loaded
    text = (home / VIEWS / "MEMORY.md").read_text("utf-8")
    assert f"Loaded {len(loaded)} of {count + 1} notes" in text
    for name in loaded:
        assert f"({name};" in text
    index = (home / VIEWS / "INDEX.md").read_text("utf-8")
    assert sum(f"m_{n:03}" in index for n in range(count)) == count
    assert f"{count + 1}" in index, "the map says how many it holds"


HARBOUR = (
    "deploy build image registry staging rollout health probe release manager tracker billing "
    "portal night shift invoice harbour lighthouse ferry tariff ledger anchor"
)


def said(number: int) -> str:
    """Thirty words that differ from note to note."""
    return " ".join(random.Random(number).choices(HARBOUR.split(), k=30)) + f", case {number}."


def c50_home(root: Path) -> Path:
    """1,365 candidates: 114 duplicates, 36 that say nothing, 509 scraps of raw output."""
    live = {f"{n}.md": reviewed(f"live-{n}", said(n), title=f"Live {n}") for n in range(114)}
    home = make_home(root, live)
    for n in range(114):
        text = note(f"dup-{n}", said(n).upper(), title=f"Live {n}")
        put(home, f"memory/candidates/dup-{n}.md", text)
    for n in range(36):
        put(home, f"memory/candidates/empty-{n}.md", note(f"empty-{n}", "# Empty\n"))
    for n in range(509):
        scrap = f"Confidence: 0.{n}\nEvidence: line {n} of the log\n\n##\n"
        put(home, f"memory/candidates/scrap-{n}.md", note(f"scrap-{n}", scrap))
    for n in range(706):
        put(home, f"memory/candidates/fine-{n}.md", note(f"fine-{n}", said(1_000 + n)))
    return home


@pytest.mark.slow
def test_c50_a_heap_is_filtered_by_finding_and_decided_in_bulk(tmp_path: Path) -> None:
    home = c50_home(tmp_path / "home")
    before = tree_bytes(home, "memory")
    assert len(curator(home, "queue").json["items"]) == 1_365
    filters = {"health:duplicate": ("dup", 114), "flag:near-empty": ("empty", 36)}
    filters["flag:noise"] = ("scrap", 509)
    bulks = []
    for expression, (kind, count) in filters.items():
        items: list[dict[str, Any]] = curator(home, "queue", "--filter", expression).json["items"]
        kinds = Counter(name.partition("-")[0] for item in items for name in item["notes"])
        assert kinds == {kind: count}, expression
        rows = [
            {"item": item["item"], "action": "reject", "reason_code": "duplicate"} for item in items
        ]
        batch = put(tmp_path, f"{kind}.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
        done = curator(home, "decide", "--batch", str(batch)).json
        assert (len(done["decisions"]), done["refused"]) == (count, [])
        bulks.append(done["decision"])
    assert len(curator(home, "queue").json["items"]) == 706
    for decision in reversed(bulks):
        assert curator(home, "undo", decision).code == 0
    assert tree_bytes(home, "memory") == before
    assert len(curator(home, "queue").json["items"]) == 1_365
