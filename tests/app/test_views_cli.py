"""Views on disk: made by decisions and by the clock, never over a person's edit."""

from __future__ import annotations

import re
from argparse import _SubParsersAction
from datetime import UTC, datetime
from pathlib import Path

import pytest

from curator_app.cli.parser import build
from curator_core.rules import view_stamp
from tests.homes import CONFIG, curator, git, make_home, note, put, reviewed

VIEWS = ".curator/views"
DEC = datetime(2026, 12, 10, tzinfo=UTC)


def text(home: Path, name: str = "MEMORY.md") -> str:
    return (home / VIEWS / name).read_text(encoding="utf-8")


def body(home: Path, name: str = "MEMORY.md") -> str:
    return text(home, name).rpartition("<!-- curator-view ")[0]


def stamp(home: Path, name: str = "MEMORY.md") -> view_stamp.Stamp:
    read = view_stamp.read((home / VIEWS / name).read_bytes())
    assert read is not None and read.intact
    return read.stamp


def home_with(tmp_path: Path, **notes: str) -> Path:
    return make_home(tmp_path / "home", {f"{name}.md": text for name, text in notes.items()})


def test_views_says_what_it_wrote(tmp_path: Path) -> None:
    home = home_with(tmp_path, a=reviewed("note-a", memory_key="k", value="one"))
    made = curator(home, "views").json
    assert made["written"] == [
        f"{VIEWS}/MEMORY.md",
        f"{VIEWS}/INDEX.md",
        f"{VIEWS}/current/global.md",
    ]
    assert (made["generation"], made["valid_until"]) == (1, None)
    assert (home / ".curator/.gitignore").read_text() == "*\n"
    assert git(home, "status", "--porcelain") == ""
    assert stamp(home) == view_stamp.Stamp("memory/2", stamp(home, "INDEX.md").inputs, 1, None)
    again = curator(home, "views").json
    assert (again["written"], again["changed"], again["generation"]) == (made["written"], [], 1)


def test_every_decision_is_followed_by_the_views(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"c.md": note("note-c", memory_key="k", value="one")})
    assert not (home / ".curator").exists()
    curator(home, "queue")
    assert not (home / ".curator").exists(), "a read makes no views where there are none"
    curator(home, "decide", "note-c", "approve", "--dry-run")
    assert not (home / ".curator").exists()
    decision = curator(home, "decide", "note-c", "approve").json["decision"]
    assert "- k: one (note-c; global" in text(home, "current/global.md")
    first = body(home)
    assert stamp(home).generation == 1
    undone = curator(home, "undo", decision).json["decision"]
    assert "note-c" not in text(home) and stamp(home).generation == 2
    assert curator(home, "undo", undone).code == 0
    assert body(home) == first, "the bytes before the stamp are stable"


def test_the_passing_of_time_is_seen_at_the_next_read(tmp_path: Path) -> None:
    home = home_with(
        tmp_path,
        a=reviewed("note-a", memory_key="k", value="FIRST", valid_to="2026-12-01"),
        b=reviewed("note-b", memory_key="k", value="SECOND", valid_from="2026-12-01"),
        c=reviewed("note-c", "TEMPORARY", expires_at="2026-12-05"),
        d=reviewed("note-d", "COMING", valid_from="2026-12-08"),
    )
    curator(home, "views")
    assert stamp(home).valid_until == "2026-12-01T00:00:00+00:00"
    assert "FIRST" in text(home) and "TEMPORARY" in text(home)
    before = {row["note_id"]: row["holds"] for row in curator(home, "notes").json["notes"]}
    assert before == {"note-a": "now", "note-b": "later", "note-c": "now", "note-d": "later"}
    assert curator(home, "current", "k", now=DEC).json["answer_value"] == "SECOND"
    for name in ("MEMORY.md", "INDEX.md", "current/global.md"):
        assert "FIRST" not in body(home, name).replace("before 2026-12-01: FIRST", "")
        assert "TEMPORARY" not in text(home, name)
    assert "SECOND" in text(home) and "COMING" in text(home)
    assert stamp(home).valid_until is None
    after = {row["note_id"]: row["holds"] for row in curator(home, "notes", now=DEC).json["notes"]}
    assert after == {"note-a": "ended", "note-b": "now", "note-c": "ended", "note-d": "now"}
    generation = stamp(home).generation
    curator(home, "notes", now=DEC)
    assert stamp(home).generation == generation
    curator(home, "notes")
    assert "FIRST" in text(home), "an earlier clock sees its own day"


def test_views_hide_what_no_agent_may_load(tmp_path: Path) -> None:
    home = home_with(
        tmp_path,
        live=reviewed("live-1", "LIVE"),
        old=note("old-1", "OLDTEXT", status="archived"),
        shut=reviewed("shut-1", "SHUTTEXT", privacy="restricted"),
        other=reviewed("other-1", "OTHERTEXT", scope="project:other"),
    )
    put(home, "memory/notes/claimed.md", reviewed("claimed-1", "CLAIMEDTEXT", reviewed=True))
    put(home, "memory/candidates/cand.md", note("cand-1", "CANDTEXT"))
    put(home, "memory/quarantine/taint.md", note("taint-1", "TAINTTEXT", taint=["external"]))
    curator(home, "views")
    found = {path: path.read_text() for path in (home / VIEWS).rglob("*.md")}
    for hidden in ("OLDTEXT", "SHUTTEXT", "CLAIMEDTEXT", "CANDTEXT", "TAINTTEXT"):
        assert [path for path, said in found.items() if hidden in said] == []
    assert "OTHERTEXT" not in text(home) and "other-1" in text(home, "INDEX.md")
    assert "LIVE" in text(home)


def test_an_edit_since_review_keeps_the_approved_text(tmp_path: Path) -> None:
    home = home_with(tmp_path, a=reviewed("note-a", "APPROVED"))
    path = home / "memory/notes/a.md"
    path.write_text(path.read_text().replace("APPROVED", "HANDMADE"))
    curator(home, "views")
    assert "APPROVED" in text(home) and "HANDMADE" not in text(home)
    assert "edited since review" in text(home)


def test_a_renamed_note_has_its_new_path_everywhere(tmp_path: Path) -> None:
    home = home_with(tmp_path, a=reviewed("note-a", memory_key="k", value="one"))
    curator(home, "views")
    assert "memory/notes/a.md" in text(home, "INDEX.md")
    (home / "memory/notes/sub").mkdir()
    (home / "memory/notes/a.md").rename(home / "memory/notes/sub/b.md")
    assert curator(home, "current", "k").json["status"] == "known"
    assert curator(home, "notes").json["notes"][0]["path"] == "memory/notes/sub/b.md"
    curator(home, "views")
    for path in (home / VIEWS).rglob("*.md"):
        assert "memory/notes/a.md" not in path.read_text()
    assert "memory/notes/sub/b.md" in text(home, "INDEX.md")


def test_a_hand_edited_view_is_kept_aside(tmp_path: Path) -> None:
    home = home_with(tmp_path, a=reviewed("note-a"))
    curator(home, "views")
    edited = text(home).replace("# Memory", "# Mine")
    (home / VIEWS / "MEMORY.md").write_text(edited)
    made = curator(home, "views").json
    (aside,) = made["aside"]
    assert aside["path"] == f"{VIEWS}/MEMORY.md" and "edited by hand" in aside["why"]
    shown = curator(home, "rescue", "show", aside["rescued"]).json
    assert shown["text"] == edited
    assert "# Mine" not in text(home) and stamp(home)
    assert curator(home, "views").json["aside"] == []


TARGETS = CONFIG + '[views]\nmemory = "MEMORY.md"\nindex = "docs/MAP.md"\n'


def test_views_go_where_the_configuration_says(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("note-a")}, config=TARGETS)
    made = curator(home, "views").json
    assert {"MEMORY.md", "docs/MAP.md"} <= set(made["written"])
    assert (home / "MEMORY.md").read_bytes() == (home / VIEWS / "MEMORY.md").read_bytes()
    assert (home / "docs/MAP.md").read_bytes() == (home / VIEWS / "INDEX.md").read_bytes()
    assert "MEMORY.md" in git(home, "status", "--porcelain"), "never in a plan's commit"


def test_a_tracked_file_without_a_stamp_is_left_alone(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("note-a")}, config=TARGETS)
    put(home, "MEMORY.md", "written by a person\n")
    put(home, "docs/MAP.md", "untracked, by somebody\n")
    git(home, "add", "MEMORY.md")
    git(home, "commit", "-qm", "mine")
    made = curator(home, "views").json
    assert "MEMORY.md" not in made["written"]
    assert (home / "MEMORY.md").read_text() == "written by a person\n"
    told = {row["path"]: row for row in made["aside"]}
    assert told["MEMORY.md"]["rescued"] is None
    kept = curator(home, "rescue", "show", told["docs/MAP.md"]["rescued"]).json
    assert kept["text"] == "untracked, by somebody\n"
    assert "# Index" in (home / "docs/MAP.md").read_text()


@pytest.mark.parametrize("target", ["../out.md", "/tmp/out.md", ".git/x.md", "a/../../x.md"])
def test_a_view_never_leaves_the_home(tmp_path: Path, target: str) -> None:
    config = CONFIG + f'[views]\nmemory = "{target}"\n'
    home = make_home(tmp_path / "home", {"a.md": reviewed("note-a")}, config=config)
    made = curator(home, "views").json
    assert target not in made["written"]
    assert [row["path"] for row in made["aside"]] == [target]
    assert not (tmp_path / "out.md").exists() and not (home / ".git/x.md").exists()


def test_links_in_a_views_place_are_never_followed(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"a.md": reviewed("note-a")}, config=TARGETS)
    outside = put(tmp_path, "outside.md", "theirs\n")
    (home / "MEMORY.md").symlink_to(outside)
    (home / "docs").symlink_to(tmp_path)
    made = curator(home, "views")
    assert made.code == 0
    assert {row["path"] for row in made.json["aside"]} == {"MEMORY.md", "docs/MAP.md"}
    assert outside.read_text() == "theirs\n" and not (tmp_path / "MAP.md").exists()


def test_no_decision_fails_over_its_views(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"c.md": note("note-c", memory_key="k", value="one")})
    put(home, ".curator/views", "a file where a folder belongs\n")
    done = curator(home, "decide", "note-c", "approve")
    assert done.code == 0 and done.err == ""
    assert curator(home, "current", "k").json["answer_value"] == "one"
    failed = curator(home, "views")
    assert failed.code in (0, 5)


def test_a_scope_that_is_gone_takes_its_file_along(tmp_path: Path) -> None:
    config = CONFIG
    home = make_home(
        tmp_path / "home",
        {"a.md": reviewed("note-a", memory_key="k", value="v", scope="project:x/y")},
        config=config,
    )
    curator(home, "views")
    assert (home / VIEWS / "current/project:x/y.md").is_file()
    assert curator(home, "decide", "note-a", "archive").code == 0
    assert not (home / VIEWS / "current/project:x/y.md").exists()


def test_a_lost_cache_changes_no_byte(tmp_path: Path) -> None:
    home = home_with(
        tmp_path, a=reviewed("note-a"), b=reviewed("note-b", memory_key="k", value="v")
    )
    curator(home, "views")
    before = {name: body(home, name) for name in ("MEMORY.md", "INDEX.md", "current/global.md")}
    (home / ".git/curator/cache.db").write_bytes(b"damaged")
    (home / ".git/curator/views.json").write_bytes(b"{damaged")
    for path in (home / VIEWS).rglob("*.md"):
        path.unlink()
    curator(home, "views")
    assert {name: body(home, name) for name in before} == before


def test_a_pull_is_seen_at_the_next_read(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {}, {"c.md": note("note-c", memory_key="k", value="one")})
    curator(home, "views")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(home), str(clone))
    put(clone, "memory/candidates/c.md", note("note-c", memory_key="k", value="one"))
    assert curator(clone, "decide", "note-c", "approve").code == 0
    (home / "memory/candidates/c.md").unlink()
    git(home, "pull", "-q", str(clone), "main")
    assert "note-c" not in text(home)
    assert curator(home, "status").code == 0
    assert "- k: one (note-c" in text(home, "current/global.md")


def _asking() -> list[str]:
    """Every command that answers for a slot, read from the grammar."""
    commands = next(a for a in build()._actions if isinstance(a, _SubParsersAction))
    return [
        name
        for name, command in commands.choices.items()
        if any(action.dest == "slot" and not action.option_strings for action in command._actions)
    ]


def test_every_path_that_answers_hides_the_dead_and_shows_the_live_twin(tmp_path: Path) -> None:
    slot = {"memory_key": "k"}
    home = home_with(
        tmp_path,
        a=note("dead-1", status="superseded", value="DEAD", valid_to="2026-11-01", **slot),
        b=reviewed("dead-2", value="DEAD", expires_at="2026-11-02", valid_to="2026-11-02", **slot),
        c=note("dead-3", status="archived", value="DEAD", **slot),
        d=reviewed("dead-4", value="DEAD", valid_from="2027-01-01", **slot),
        e=reviewed("live-1", value="LIVE", valid_from="2026-11-02", valid_to="2027-01-01", **slot),
    )
    put(home, "memory/notes/f.md", reviewed("dead-5", value="DEAD", reviewed=True, **slot))
    put(home, "memory/candidates/g.md", note("dead-6", value="DEAD", **slot))
    put(home, "memory/quarantine/h.md", note("dead-7", value="DEAD", taint=["external"], **slot))
    found = {}
    assert set(_asking()) >= {"current", "at", "explain"}
    for command in _asking():
        words = [command, "k", *(["2026-11-29"] if command == "at" else [])]
        found[command] = str(curator(home, *words).json["answer_value"])
    for path in curator(home, "views").json["written"]:
        found[path] = re.sub(r"; before 2026-11-02: DEAD", "", (home / path).read_text())
    assert len(found) >= 6
    assert {name: "DEAD" in said for name, said in found.items()} == dict.fromkeys(found, False)
    live = {name: "LIVE" in said or "live-1" in said for name, said in found.items()}
    assert live == dict.fromkeys(found, True)
