"""Every way to read memory hides what does not hold, or says so, and shows the live twin.

The ways are read from the grammar and from the services: one that is not in the tables below fails.
"""

from __future__ import annotations

import ast
import json
import re
from argparse import _SubParsersAction
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from curator_app.cli.parser import build
from curator_core.model.inquiry import AsOf, ChainView, Life
from curator_core.model.problem import Refusal
from curator_core.service import background, chain, memory
from tests.homes import NOW, caller, curator, make_home, note, put, reviewed

SLOT = {"memory_key": "port"}
LIVE = frozenset({"live-slot", "live-free"})
ELSEWHERE = frozenset({"other-slot", "other-free"})
UNDECIDED = frozenset({"claimed", "cand", "taint", "edited"})


def dead(name: str, **fields: Any) -> str:
    """A note that must not be taken for memory, as it stands now."""
    return reviewed(name, f"DEAD {name}", title=f"Port {name}", value=f"DEAD {name}", **fields)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A slot and free notes, each with a live twin beside every kind of dead one."""
    closed = {"valid_from": "2026-01-01", "valid_to": "2026-06-01"}
    since = {"valid_from": "2026-10-01", "valid_to": "2027-01-01"}
    notes = {
        "a.md": reviewed("live-slot", "The port.", title="Port", value="LIVE", **SLOT, **since),
        "b.md": reviewed("live-free", "LIVE and free.", title="Free"),
        "c.md": dead("superseded", **SLOT, **closed).replace("active", "superseded"),
        "d.md": dead("expired", valid_from="2026-06-01", expires_at="2026-09-01", **SLOT),
        "e.md": dead("archived", **SLOT).replace("active", "archived"),
        "f.md": dead("future", valid_from="2027-01-01", **SLOT),
        "g.md": dead("other-slot", scope="project:other", **SLOT),
        "h.md": reviewed("other-free", "DEAD elsewhere.", scope="project:other"),
        "i.md": reviewed("gone-free", "DEAD free.", expires_at="2026-10-01"),
        "j.md": reviewed("dead-free", "DEAD free.").replace("active", "archived"),
        "k.md": reviewed("edited", "LIVE before its edit."),
    }
    home = make_home(tmp_path_factory.mktemp("paths") / "home", notes)
    put(home, "memory/notes/claimed.md", dead("claimed", reviewed=True, **SLOT))
    put(home, "memory/candidates/cand.md", note("cand", "DEAD", value="DEAD", **SLOT))
    put(home, "memory/quarantine/t.md", note("taint", "DEAD", taint=["external"], **SLOT))
    put(home, "memory/notes/k.md", notes["k.md"].replace("LIVE before its edit", "DEAD edit"))
    return home


def answers(home: Path, *words: str) -> None:
    """A command that answers for the slot."""
    found = curator(home, *words).json
    assert (found["status"], found["answer_value"], found["note_id"]) == (
        "known",
        "LIVE",
        "live-slot",
    )


def explain(home: Path) -> None:
    """The trail shows the others too, each with what became of it."""
    answers(home, "explain", "port")
    rows = {row["note_id"]: row for row in curator(home, "explain", "port").json["trail"]}
    assert not rows["claimed"]["reviewed"]
    assert rows["archived"]["status"] == "archived"
    assert rows["superseded"]["valid_to"] == "2026-06-01"
    assert not ELSEWHERE & rows.keys()


def views(home: Path) -> None:
    """No view holds a text that is dead; the map names notes of all scopes."""
    made = curator(home, "views").json
    texts = {path: (home / path).read_text("utf-8") for path in made["written"]}
    for path, text in texts.items():
        told = text if "project" not in path and "INDEX" not in path else ""
        assert "DEAD" not in re.sub(r"before [0-9-]+: DEAD \w+", "", told), path
        for name in UNDECIDED - {"edited"}:
            assert name not in text, (path, name)
    assert "LIVE" in texts[".curator/views/MEMORY.md"]
    assert "LIVE" in texts[".curator/views/current/global.md"]
    for name in LIVE | ELSEWHERE:
        assert name in texts[".curator/views/INDEX.md"]
    for name in ("archived", "expired", "superseded", "gone-free", "dead-free", "future"):
        assert f"{name} " not in texts[".curator/views/INDEX.md"], name


def notes_listed(home: Path, *words: str) -> None:
    """Every note is listed; only what holds says `now`."""
    rows = {row["note_id"]: row for row in curator(home, "notes", *words).json["notes"]}
    holding = {name for name, row in rows.items() if row["holds"] == "now"}
    assert holding <= LIVE | ELSEWHERE | {"edited"}
    assert not words or holding & LIVE or "DEAD" in words
    assert rows.keys() > holding


def notes_all(home: Path) -> None:
    """With and without a search."""
    notes_listed(home)
    notes_listed(home, "--search", "DEAD")
    notes_listed(home, "--search", "free")


def queue(home: Path) -> None:
    """What waits is marked by its lane; nothing that is decided is in it."""
    items = curator(home, "queue").json["items"]
    assert {name for item in items for name in item["notes"]} == UNDECIDED
    assert all(item["lane"] for item in items)


def show(home: Path) -> None:
    """A dead note that is asked for by name says its state."""
    shown = curator(home, "show", "archived").json
    assert "status: archived" in shown["proposed_text"]
    shown = curator(home, "show", "claimed").json
    assert (shown["lane"], "claimed-review" in json.dumps(shown["flags"])) == ("re-review", True)


def trace(home: Path) -> None:
    """What could have said it tells whether it does now."""
    found = curator(home, "trace", "DEAD").json["could_have_said"]
    now = {row["note_id"] for row in found if row["valid_now"]}
    assert now <= ELSEWHERE, found
    assert "claimed" not in now
    live = curator(home, "trace", "LIVE").json["could_have_said"]
    assert "live-slot" in {row["note_id"] for row in live if row["valid_now"]}


def suggest(home: Path) -> None:
    """Slots of reviewed notes alone are suggested."""
    put(
        home, "memory/notes/l.md", reviewed("lone", value="x", memory_key="lone-slot", title="Free")
    )
    try:
        found = curator(home, "suggest", "live-free").json["suggestions"]
        assert "lone-slot" not in {each["memory_key"] for each in found}
    finally:
        (home / "memory/notes/l.md").unlink()


def says_nothing(*words: str) -> Callable[[Path], None]:
    """A command that gives no text of any note."""

    def check(home: Path) -> None:
        said = curator(home, *words)
        assert "DEAD" not in said.out + said.err, words

    return check


def chain_view(home: Path) -> None:
    """The screen of a chain marks each version."""
    shown = chain.view(caller(home), "live-slot", AsOf())
    assert isinstance(shown, ChainView)
    lives = {link.row.note_id: link.life for link in shown.links}
    assert {name for name, life in lives.items() if life is Life.CURRENT} == {"live-slot"}


def memory_rows(home: Path) -> None:
    """The screen of all notes tells who is reviewed and what waits."""
    rows = {row.entry.note_id: row for row in memory.rows(caller(home))}
    assert not rows["claimed"].reviewed
    assert rows["archived"].entry.status == "archived"
    assert rows["edited"].lane is not None
    assert {"cand", "taint"} & rows.keys() == set()


def around(home: Path) -> None:
    """What stands around a dead note says that no view holds it, and how it is linked."""
    found = background.of(caller(home), "archived")
    assert not isinstance(found, Refusal)
    assert not isinstance(found.changes, Refusal)
    standing = {line for view in found.changes for line in (*view.dropped, *view.added)}
    assert not any("DEAD" in line for line in standing)
    lines = background.sources(caller(home), "archived", 3)
    assert not isinstance(lines, Refusal)
    assert "DEAD" not in str(lines.sources)


def lineage(home: Path) -> None:
    """What came of each note, and no note's text."""
    found = curator(home, "lineage", "source=manual:tester@2026-11-20")
    rows = {row["note_id"]: row["standing"] for row in found.json["notes"]}
    assert (rows["live-slot"], rows["archived"]) == ("live", "archived")
    assert (rows["superseded"], rows["cand"]) == ("superseded", "waiting")
    assert "DEAD" not in found.out and "LIVE" not in found.out


COMMANDS: dict[str, Callable[[Path], None] | None] = {
    "current": lambda home: answers(home, "current", "port"),
    "at": lambda home: answers(home, "at", "port", "2026-11-29"),
    "explain": explain,
    "views": views,
    "notes": notes_all,
    "queue": queue,
    "show": show,
    "trace": trace,
    "suggest": suggest,
    "lineage": lineage,
    "status": says_nothing("status"),
    "doctor": says_nothing("doctor"),
    "check": says_nothing("check"),
    "audit": says_nothing("audit"),
    "schema": says_nothing("schema"),
    "stats": says_nothing("stats"),
    "history": says_nothing("history"),
    "rescue": says_nothing("rescue", "list"),
    "index": says_nothing("index", "status"),
    "staged": says_nothing("staged"),
    **dict.fromkeys(("demo", "init", "new", "decide", "review", "apply", "undo", "forget")),
}
"""What reads memory, with its proof; None for what writes or decides."""

SERVICES: dict[str, str | Callable[[Path], None] | None] = {
    "asking.ask": "current",
    "bulk.load": "queue",
    "queueing.load": "queue",
    "review.load": "queue",
    "review.show": "show",
    "memory.show": "show",
    "memory.rows": memory_rows,
    "chain.view": chain_view,
    "chain.about": chain_view,
    "searching.search": "notes",
    "upkeep.notes": "notes",
    "views.refresh": "views",
    "views.follow": "views",
    "tracing.trace": "trace",
    "investigating.investigate": "trace",
    "suggesting.suggest": "suggest",
    "lineage.of": "lineage",
    "lineage.starts": "lineage",
    "asking.explain": "explain",
    "background.of": around,
    "background.sources": around,
    **dict.fromkeys(("forgetting.preview", "forgetting.forget", "forgetting.receipt")),
    **dict.fromkeys(("staging.stage", "staging.stage_many", "staging.approve_many")),
    **dict.fromkeys(("staging.unstage", "staging.unstage_newest")),
    **dict.fromkeys(("staging.staged", "staging.set_back"), "staged"),
    "rolling_back.roll_back": None,
    "upkeep.status": "status",
    "upkeep.check": "check",
    "auditing.audit": "audit",
    "stats.stats": "stats",
    "doctor.doctor": "doctor",
    "glance.last": "status",
    "history.matching": "history",
    "upkeep.rescued": "rescue",
    "upkeep.rescued_text": "rescue",
    "history.past": "history",
    "history.outside": "history",
    "review.staged": "staged",
    **dict.fromkeys(("writing.kept", "writing.foresee", "writing.write", "writing.aftermath")),
    **dict.fromkeys(("undoing.undo_found", "writing.recover", "interrupted.interrupted")),
    **dict.fromkeys(("indexing.status", "indexing.rebuild", "indexing.use"), "index"),
    **dict.fromkeys(("index_checking.verify", "searching.follow"), "index"),
    **dict.fromkeys(("drafts.save", "drafts.load", "drafts.drop")),
    **dict.fromkeys(("review.stage", "review.unstage", "review.apply")),
    **dict.fromkeys(("review.decide", "review.decide_batch", "review.probe")),
    **dict.fromkeys(("alternatives.alternatives", "bulk.sample")),
    **dict.fromkeys(("undoing.undo", "undoing.preview_undo", "undoing.undo_where")),
    **dict.fromkeys(("adopting.adopt", "founding.init", "composing.compose")),
    **dict.fromkeys(("opening.opened", "opening.look", "exporting.save")),
    **dict.fromkeys(("joining.joined", "portions.portions", "splitting.original")),
}
"""Use cases by module and name, each with the command or check that proves it."""


def commands() -> set[str]:
    """Every command of the grammar."""
    found = next(a for a in build()._actions if isinstance(a, _SubParsersAction))
    return set(found.choices)


def services(root: Path) -> set[str]:
    """Every public function of a service that is called with a caller."""
    found = set()
    for file in (root / "core/curator_core/service").glob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                first = node.args.args[0].annotation if node.args.args else None
                if isinstance(first, ast.Name) and first.id == "Caller":
                    found.add(f"{file.stem}.{node.name}")
    return found


def test_no_way_to_read_is_forgotten(repository_root: Path) -> None:
    assert commands() - COMMANDS.keys() == set(), "say here how the new command hides the dead"
    assert services(repository_root) - SERVICES.keys() == set(), "the same for a new use case"
    proved = {proof for proof in SERVICES.values() if isinstance(proof, str)}
    assert {name for name in proved if COMMANDS.get(name) is None} == set()


READING = sorted(name for name, check in COMMANDS.items() if check is not None)


@pytest.mark.parametrize("name", READING)
def test_the_dead_are_hidden_and_the_live_twin_shows(home: Path, name: str) -> None:
    if name not in commands():
        pytest.skip("this command is not there yet")
    check = COMMANDS[name]
    assert check is not None
    check(home)


@pytest.mark.parametrize("check", [memory_rows, chain_view])
def test_the_same_of_what_only_the_desk_reads(home: Path, check: Callable[[Path], None]) -> None:
    check(home)


def test_time_alone_brings_ends_and_replaces(tmp_path: Path) -> None:
    """No decision is taken between the two reads; the second one's clock is later."""
    notes = {
        "a.md": reviewed("old", memory_key="k", value="OLD"),
        "b.md": reviewed("coming", "COMING", valid_from="2026-12-05"),
        "c.md": reviewed("ending", "ENDING", expires_at="2026-12-04"),
    }
    home = make_home(tmp_path / "home", notes)
    new = note("new", memory_key="k", value="NEW", supersedes=["old"], valid_from="2026-12-03")
    put(home, "memory/candidates/n.md", new)
    done = curator(home, "decide", "new", "approve", "--relation", "state_change")
    assert done.code == 0, done.err
    for at, value, holding in (
        (NOW, "OLD", {"old", "ending"}),
        (NOW.replace(month=12, day=2), "OLD", {"old", "ending"}),
        (NOW.replace(month=12, day=3), "NEW", {"new", "ending"}),
        (NOW.replace(month=12, day=5), "NEW", {"new", "coming"}),
    ):
        assert curator(home, "current", "k", now=at).json["answer_value"] == value
        rows = curator(home, "notes", now=at).json["notes"]
        assert {row["note_id"] for row in rows if row["holds"] == "now"} == holding
        for view in ("MEMORY.md", "INDEX.md"):
            text = (home / ".curator/views" / view).read_text("utf-8")
            paths = {"old": "a.md", "new": "n.md", "coming": "b.md", "ending": "c.md"}
            named = {name for name, path in paths.items() if f"memory/notes/{path}" in text}
            assert named == holding, (view, at)
        now = (home / ".curator/views/current/global.md").read_text("utf-8")
        assert f"- k: {value} (" in now
